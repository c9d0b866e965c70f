import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { AddressSnapshot } from '@millwright/core/contracts';
import { column, tenantColumns, tenantTable } from '@millwright/core/server';

/** A label with a copy of its content, so that it can be printed again unchanged. */
export const PalletLabel = defineEntity({
  ...tenantTable('acme_pallet_labels', 'pallet_label', {
    jobColumns: { select: ['account_id', 'printed_at'], update: [], why: 'accounts with labels that may be forgotten' },
  }),
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
  indexes: [
    { properties: ['accountID', 'createdAt', 'id'] },
    { properties: ['accountID', 'printedAt'], where: 'printed_at is not null' },
  ],
  checks: [{ name: 'pallet_label_position', expression: 'position between 1 and count' }],
});
export type PalletLabel = InferEntity<typeof PalletLabel>;
