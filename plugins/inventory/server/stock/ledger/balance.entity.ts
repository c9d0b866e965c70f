import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Party, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../catalogue/item/item.entity.ts';
import { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import { Lot } from '../lot/lot.entity.ts';

/**
 * What lies in one place of an item, by owner and lot, in base units. That there is one row of each, with and without a
 * lot, is a unique index (nulls not distinct) written in SQL.
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
    /** Sum of the movements, and of what remains in the cost layers. */
    onHand: column.quantity().default('0'),
    /** Set aside for documents: the sum of its allocations. */
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
