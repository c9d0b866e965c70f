import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Party, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../../catalogue/item/item.entity.ts';
import { StorageLocation } from '../../../locations/storage-location/storage-location.entity.ts';
import { Lot } from '../../lot/lot.entity.ts';

/**
 * Stock that came in together at one cost, and its remainder; the oldest layer is used first. Moved stock keeps the
 * dates and costs of its layers, and joins an equal layer in the new place. The spec's inventory receipts are these
 * rows, summed up by place, lot and owner. Unit cost is value / quantity, divided only for display.
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
    /** Base units received, and base units left. */
    quantity: column.quantity(),
    remaining: column.quantity(),
    /** Whether anything is left. A separate column, so that a partial use changes no indexed column. */
    isLeft: column.boolean().generated('(remaining > 0) stored'),
    /** Value of the whole, and of the remainder. A use takes its share; the last use takes the rest. */
    value: column.stockValue(),
    remainingValue: column.stockValue(),
    /** The layer of the first receipt; the layer's own id if it is that receipt. */
    originID: column.id(),
    /**
     * Layers of a place with the same key are merged: day, cost and document of a receipt, or the origin of moved
     * stock.
     */
    likeness: column.text(),
    /** The paper's number for people: a purchase order, a delivery note. */
    reference: column.text().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'item', 'owner', 'receivedAt', 'id'] },
    // The import of receipts looks up documents that have already come.
    { properties: ['accountID', 'item', 'owner', 'reference'], where: 'reference is not null' },
    { properties: ['accountID', 'lot'], where: 'lot_id is not null' },
    { properties: ['accountID', 'owner', 'item'] },
  ],
  checks: [
    { name: 'cost_layer_remaining', expression: 'remaining >= 0 and remaining <= quantity' },
    { name: 'cost_layer_quantity', expression: 'quantity > 0 and value >= 0' },
    {
      name: 'cost_layer_value',
      expression: 'remaining_value >= 0 and (remaining > 0 or remaining_value = 0)',
    },
    { name: 'cost_layer_received', expression: 'received_at <= created_at' },
  ],
});
export type CostLayer = InferEntity<typeof CostLayer>;
