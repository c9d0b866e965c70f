import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../catalogue/item/item.entity.ts';

/**
 * A quantity of an item that was made or bought together. Lot numbers that do not begin with a letter are padded to six
 * characters.
 */
export const Lot = defineEntity({
  ...tenantTable('inventory', 'lot', {
    jobColumns: {
      select: ['account_id', 'expires_on', 'is_blocked'],
      update: [],
      why: 'accounts with lots that expire today',
    },
  }),
  name: 'Lot',
  properties: {
    ...tenantColumns(),
    item: () => belongsTo(Item, 'item_id'),
    lotNumber: column.text(),
    expiresOn: column.date().nullable(),
    /** Whether the lot has expired, so that none of it is promised or used. Only `settleLots` writes it. */
    isBlocked: column.boolean().default(false),
    notes: column.text().nullable(),
  },
  uniques: [{ properties: ['accountID', 'item', 'lotNumber'] }],
  indexes: [
    { properties: ['accountID', 'lotNumber', 'id'] },
    { properties: ['isBlocked', 'expiresOn', 'accountID'], where: 'is_blocked or expires_on is not null' },
  ],
  checks: [
    { name: 'lot_number', expression: "lot_number <> '' and (lot_number ~ '^[A-Za-z]' or length(lot_number) >= 6)" },
  ],
});
export type Lot = InferEntity<typeof Lot>;
