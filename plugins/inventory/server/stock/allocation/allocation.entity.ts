import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../catalogue/item/item.entity.ts';
import { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import { Lot } from '../lot/lot.entity.ts';

/**
 * Stock of one place and lot that is allocated to a reserved line of a document: planned for the line, or picked and
 * waiting. Base units; always the account's own stock. A unique index (nulls not distinct), written in SQL, keeps one
 * row per line, place and lot. Rows are written under the lock of the item's position.
 */
export const Allocation = defineEntity({
  ...tenantTable('inventory', 'allocation'),
  name: 'Allocation',
  properties: {
    ...tenantColumns(),
    /** The document and line, as in `demand`. */
    sourceType: column.text(),
    sourceID: column.id(),
    lineID: column.id(),
    item: () => belongsTo(Item, 'item_id'),
    location: () => belongsTo(StorageLocation, 'location_id'),
    lot: () => belongsTo(Lot, 'lot_id').nullable(),
    quantity: column.quantity(),
  },
  indexes: [
    { properties: ['accountID', 'item', 'location'] },
    { properties: ['accountID', 'location'] },
    { properties: ['accountID', 'lot'], where: 'lot_id is not null' },
  ],
  checks: [{ name: 'allocation_quantity', expression: 'quantity > 0' }],
});
export type Allocation = InferEntity<typeof Allocation>;
