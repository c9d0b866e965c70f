import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { PlaceDetails } from '../../contracts/texts/address.ts';
import { belongsTo, column, tenantColumns, tenantTable } from '../../database/tenant-entity.ts';

/** Kinds of party: the account itself, its customers and its suppliers. */
export type PartyKind = 'self' | 'customer' | 'supplier';

/**
 * A business known to the account. In the spec's paths `accountID` is the account itself (its party has the same id) or
 * another party. Addresses, portal members and child accounts belong to a party.
 */
export const Party = defineEntity({
  ...tenantTable('core', 'party', { customerColumn: 'id', auth: 'cr' }),
  name: 'Party',
  properties: {
    ...tenantColumns(),
    kind: column.text().$type<PartyKind>(),
    number: column.text().nullable(),
    name: column.text(),
    email: column.text().nullable(),
    parent: () => belongsTo(Party, 'parent_id').nullable(),
  },
  indexes: [{ properties: ['accountID', 'parent'], where: 'parent_id is not null' }],
  uniques: [{ properties: ['accountID', 'kind', 'number'] }],
  checks: [
    { name: 'party_kind', expression: "kind in ('self', 'customer', 'supplier')" },
    { name: 'party_self', expression: "(kind = 'self') = (id = account_id)" },
    { name: 'party_parent', expression: "parent_id is null or (parent_id <> id and kind = 'customer')" },
  ],
});
export type Party = InferEntity<typeof Party>;

/** An address of a party. Documents keep snapshots, so it may be changed and deleted. */
export const PartyAddress = defineEntity({
  ...tenantTable('core', 'party_address', { customerColumn: 'party_id' }),
  name: 'PartyAddress',
  properties: {
    ...tenantColumns(),
    party: () => belongsTo(Party, 'party_id'),
    name: column.text(),
    line1: column.text().nullable(),
    line2: column.text().nullable(),
    city: column.text().nullable(),
    state: column.text().nullable(),
    postalCode: column.text().nullable(),
    country: column.text(),
    phone: column.text().nullable(),
    email: column.text().nullable(),
    isDropShip: column.boolean().default(false),
    placeID: column.text().nullable(),
    addressDetails: column.json<PlaceDetails>().nullable(),
  },
  indexes: [{ properties: ['accountID', 'party'] }],
});
export type PartyAddress = InferEntity<typeof PartyAddress>;
