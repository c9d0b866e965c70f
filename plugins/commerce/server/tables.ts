import type { MemberViewRow, PartyAddressViewRow, PartyViewRow } from '@millwright/core/contracts';

/** Tables that projections of commerce read; each entity adds its own. */
export interface Tables {
  'core.v_parties': PartyViewRow;
  'core.v_party_addresses': PartyAddressViewRow;
  'core.v_members': MemberViewRow;
}
