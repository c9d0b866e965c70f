import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Party, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../catalogue/item/item.entity.ts';

/**
 * The open demand of an issued document for the account's own stock, in base units; the row is deleted when nothing is
 * open.
 */
export const Demand = defineEntity({
  ...tenantTable('inventory', 'demand'),
  name: 'Demand',
  properties: {
    ...tenantColumns(),
    item: () => belongsTo(Item, 'item_id'),
    /** The record with the demand: `sales_order`, its id, its number for people, and its line. */
    sourceType: column.text(),
    sourceID: column.id(),
    sourceNumber: column.text(),
    lineID: column.id(),
    customer: () => belongsTo(Party, 'customer_id').nullable(),
    quantity: column.quantity(),
    /** Part of the quantity that stock is reserved for. */
    reserved: column.quantity().default('0'),
    /** Part of the reservation that is allocated in places, planned or picked: the sum of its allocations. */
    allocated: column.quantity().default('0'),
    /** The serving order: the higher rank first, then the earlier promised date, then the earlier issue. */
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
