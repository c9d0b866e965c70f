import type { Address } from '@millwright/core/contracts';
import { isoText, sql } from '@millwright/core/server';
import type { PartyKindName } from './party-kind.ts';

/**
 * Addresses of a row's party, by name, as a JSON list: `partyAddresses('customer')` for a query with `... as customer`.
 */
export const partyAddresses = (kind: PartyKindName) =>
  sql<Address[]>`(select coalesce(json_agg(json_build_object(
    'id', located.id, 'name', located.name, 'line1', located.line1, 'line2', located.line2, 'city', located.city,
    'state', located.state, 'postalCode', located.postal_code, 'country', located.country, 'phone', located.phone,
    'email', located.email, 'isDropShip', located.is_drop_ship, 'placeID', located.place_id,
    'addressDetails', located.address_details, 'createdAt', located.created_at, 'updatedAt', located.updated_at)
    order by located.name, located.id), '[]')
  from core.v_party_addresses located
  where located.account_id = ${sql.ref(`${kind}.account_id`)} and located.party_id = ${sql.ref(`${kind}.id`)})`;

/** Addresses in the form of answers. */
export const shownAddresses = (addresses: readonly Address[]): Address[] =>
  addresses.map((address) => ({
    ...address,
    createdAt: isoText(address.createdAt),
    updatedAt: isoText(address.updatedAt),
  }));
