import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Party, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../catalogue/item/item.entity.ts';
import { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import { Lot } from '../lot/lot.entity.ts';

/**
 * What came in together at one cost, and what of it is still there: the oldest goes first. Stock that moves takes its layers
 * along, with their dates and costs. The spec's inventory receipts are these rows, summed up by place, lot and owner.
 */
export const CostLayer = defineEntity({
  ...tenantTable('inventory', 'cost_layer', { tenant: 'cru' }),
  name: 'CostLayer',
  properties: {
    ...tenantColumns(),
    item: () => belongsTo(Item, 'item_id'),
    owner: () => belongsTo(Party, 'owner_id'),
    location: () => belongsTo(StorageLocation, 'location_id'),
    lot: () => belongsTo(Lot, 'lot_id').nullable(),
    receivedAt: column.timestamp(),
    /** Base units that came in, and what is left of them. */
    quantity: column.quantity(),
    remaining: column.quantity(),
    /** Whether anything is left. A column of its own, so that taking a part changes nothing that is indexed. */
    isLeft: column.boolean().generated('(remaining > 0) stored'),
    /** Of one base unit. */
    unitCost: column.unitPrice(),
    /** What it came with, as people call it: a purchase order, a delivery note. */
    reference: column.text().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'item', 'owner', 'receivedAt', 'id'] },
    { properties: ['accountID', 'location'] },
    { properties: ['accountID', 'lot'], where: 'lot_id is not null' },
    { properties: ['accountID', 'owner', 'item'] },
  ],
  checks: [
    { name: 'cost_layer_remaining', expression: 'remaining >= 0 and remaining <= quantity' },
    { name: 'cost_layer_quantity', expression: 'quantity > 0 and unit_cost >= 0' },
    { name: 'cost_layer_received', expression: 'received_at <= created_at' },
  ],
});
export type CostLayer = InferEntity<typeof CostLayer>;
