import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Party, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../catalogue/item/item.entity.ts';
import { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import { Lot } from '../lot/lot.entity.ts';

/**
 * What came in together at one cost, and what of it is still there: the oldest goes first. Stock that moves takes its
 * layers along, with their dates and costs; what comes to a place and is alike joins the layer that is there. The
 * spec's inventory receipts are these rows, summed up by place, lot and owner. What a unit costs is value / quantity,
 * divided where it is shown.
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
    /** What all of it cost, and what the rest is worth: what is taken takes its share, the last piece what is left. */
    value: column.stockValue(),
    remainingValue: column.stockValue(),
    /** The layer that the stock came in as; its own id where that is here. */
    originID: column.id(),
    /**
     * What layers of a place have in common that are one: day, cost and document of a receipt, or the origin of what
     * moved.
     */
    likeness: column.text(),
    /** What it came with, as people call it: a purchase order, a delivery note. */
    reference: column.text().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'item', 'owner', 'receivedAt', 'id'] },
    // A file of receipts asks which of its documents have come already.
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
