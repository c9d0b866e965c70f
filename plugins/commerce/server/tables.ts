import type { MemberViewRow, PartyAddressViewRow, PartyViewRow } from '@millwright/core/contracts';

/** Tables for projections of commerce. Each entity adds its own. */
export interface Tables {
  'core.v_parties': PartyViewRow;
  'core.v_party_addresses': PartyAddressViewRow;
  'core.v_members': MemberViewRow;
}
