import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { AddressSnapshot } from '@millwright/core/contracts';
import { column, tenantColumns, tenantTable } from '@millwright/core/server';

/** A label: what is on it is a copy, so that it can be printed again as it was. */
export const PalletLabel = defineEntity({
  ...tenantTable('acme_pallet_labels', 'pallet_label'),
  name: 'PalletLabel',
  properties: {
    ...tenantColumns(),
    orderID: column.id(),
    orderNumber: column.text(),
    customerName: column.text(),
    shipTo: column.json<AddressSnapshot>().nullable(),
    position: column.integer(),
    count: column.integer(),
    printedAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['accountID', 'orderID', 'position'] }],
  indexes: [{ properties: ['accountID', 'createdAt', 'id'] }],
  checks: [{ name: 'pallet_label_position', expression: 'position between 1 and count' }],
});
export type PalletLabel = InferEntity<typeof PalletLabel>;
