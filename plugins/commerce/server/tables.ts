import type { MemberViewRow, PartyAddressViewRow, PartyViewRow } from '@millwright/core/contracts';

/** Tables that projections of commerce read; each entity adds its own. */
export interface Tables {
  'core.v_parties': PartyViewRow;
  'core.v_party_addresses': PartyAddressViewRow;
  'core.v_members': MemberViewRow;
}

/** As the connections of the run-time roles write timestamps, which are in UTC. */
const timestampText = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00(?::00)?$/;

/**
 * A timestamp of a projection as answers carry it. Taking the text apart is many times as fast as making a date of it.
 */
export function isoText(value: Date | string): string {
  const parts = typeof value === 'string' ? timestampText.exec(value) : null;
  return parts
    ? `${parts[1]}T${parts[2]}.${(parts[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`
    : new Date(value).toISOString();
}
