import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '@millwright/core/server';

/** Quantity of a product per pallet. The product belongs to inventory, so its id has no foreign key. */
export const PalletQuantity = defineEntity({
  ...tenantTable('acme_pallet_labels', 'pallet_quantity'),
  name: 'PalletQuantity',
  properties: {
    ...tenantColumns(),
    itemID: column.id(),
    /** In the product's default unit. */
    perPallet: column.integer(),
  },
  uniques: [{ properties: ['accountID', 'itemID'] }],
  checks: [{ name: 'pallet_quantity_per_pallet', expression: 'per_pallet between 1 and 100000' }],
});
export type PalletQuantity = InferEntity<typeof PalletQuantity>;
