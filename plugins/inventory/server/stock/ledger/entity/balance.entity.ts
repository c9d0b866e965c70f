import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Party, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../../catalogue/item/item.entity.ts';
import { StorageLocation } from '../../../locations/storage-location/storage-location.entity.ts';
import { Lot } from '../../lot/lot.entity.ts';

/**
 * Stock of an item in one place, by owner and lot, in base units. A unique index (nulls not distinct), written in SQL,
 * keeps one row of each, with and without a lot.
 */
export const Balance = defineEntity({
  ...tenantTable('inventory', 'balance', { tenant: 'cru' }),
  name: 'Balance',
  properties: {
    ...tenantColumns(),
    item: () => belongsTo(Item, 'item_id'),
    owner: () => belongsTo(Party, 'owner_id'),
    location: () => belongsTo(StorageLocation, 'location_id'),
    lot: () => belongsTo(Lot, 'lot_id').nullable(),
    /** Sum of the movements, and of the remaining quantities of the cost layers. */
    onHand: column.quantity().default('0'),
    /** Allocated to documents: the sum of its allocations. */
    allocated: column.quantity().default('0'),
  },
  indexes: [
    { properties: ['accountID', 'location', 'item'] },
    { properties: ['accountID', 'lot'], where: 'lot_id is not null' },
    { properties: ['accountID', 'owner', 'item'] },
  ],
  checks: [{ name: 'balance_allocated', expression: 'allocated >= 0 and allocated <= on_hand' }],
});
export type Balance = InferEntity<typeof Balance>;
