import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Party, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../catalogue/item/item.entity.ts';

/**
 * What an issued document wants of the account's own stock and has not got yet, in base units; the row goes when
 * nothing is open.
 */
export const Demand = defineEntity({
  ...tenantTable('inventory', 'demand'),
  name: 'Demand',
  properties: {
    ...tenantColumns(),
    item: () => belongsTo(Item, 'item_id'),
    /** The record that wants it: `sales_order`, its id, its number as people know it, and its line. */
    sourceType: column.text(),
    sourceID: column.id(),
    sourceNumber: column.text(),
    lineID: column.id(),
    customer: () => belongsTo(Party, 'customer_id').nullable(),
    quantity: column.quantity(),
    /** How much of it stock is set aside for. */
    reserved: column.quantity().default('0'),
    /** How much of that is set aside in places, planned or picked: the sum of its allocations. */
    allocated: column.quantity().default('0'),
    /** Who is served first: the higher rank, then the earlier promise, then the earlier issue. */
    priorityRank: column.integer().default(0),
    promisedOn: column.date().nullable(),
    issuedAt: column.timestamp(),
  },
  uniques: [{ properties: ['accountID', 'sourceType', 'sourceID', 'lineID'] }],
  indexes: [
    { properties: ['accountID', 'item'] },
    { properties: ['accountID', 'customer'], where: 'customer_id is not null' },
  ],
  checks: [
    { name: 'demand_reserved', expression: 'quantity > 0 and reserved >= 0 and reserved <= quantity' },
    { name: 'demand_allocated', expression: 'allocated >= 0 and allocated <= reserved' },
  ],
});
export type Demand = InferEntity<typeof Demand>;
