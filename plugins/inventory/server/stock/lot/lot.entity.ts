import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../catalogue/item/item.entity.ts';

/**
 * A quantity of an item that was made or bought together. Numbers that begin with no letter are padded to six
 * characters.
 */
export const Lot = defineEntity({
  ...tenantTable('inventory', 'lot'),
  name: 'Lot',
  properties: {
    ...tenantColumns(),
    item: () => belongsTo(Item, 'item_id'),
    lotNumber: column.text(),
    expiresOn: column.date().nullable(),
    /** Whether it has expired, as stock follows it: none of it is promised or used. Only `settleLots` writes it. */
    isBlocked: column.boolean().default(false),
    notes: column.text().nullable(),
  },
  uniques: [{ properties: ['accountID', 'item', 'lotNumber'] }],
  indexes: [{ properties: ['accountID', 'lotNumber', 'id'] }],
  checks: [
    { name: 'lot_number', expression: "lot_number <> '' and (lot_number ~ '^[A-Za-z]' or length(lot_number) >= 6)" },
  ],
});
export type Lot = InferEntity<typeof Lot>;
