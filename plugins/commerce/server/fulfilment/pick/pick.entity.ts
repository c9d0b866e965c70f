import { defineEntity, type InferEntity } from '@mikro-orm/core';
import {
  accountColumn,
  belongsTo,
  column,
  Member,
  type TableRow,
  tenantColumns,
  tenantTable,
} from '@millwright/core/server';
import { SalesOrderLine } from '../../sales/sales-order/lines/sales-order-line.entity.ts';
import { SalesOrder } from '../../sales/sales-order/sales-order.entity.ts';

/**
 * What is to be fetched for an order, one an order. What is planned stands in inventory, as stock set aside for the
 * lines of the order; what is picked stands in the pick's lines. A customer who issues an order opens its pick.
 */
export const Pick = defineEntity({
  ...tenantTable('commerce', 'pick', { customerColumn: 'customer_id' }),
  name: 'Pick',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    /** The number as it sorts: digits padded. */
    numberKey: column.id(),
    /** Null once the order was taken back as if it had never been; the number stays taken. */
    order: () => belongsTo(SalesOrder, 'order_id').nullable(),
    /** That of the order. */
    customerID: column.id(),
    /** As the order has them, to sort the queue by: priority, then promised day. */
    priorityRank: column.integer(),
    promisedAt: column.date().nullable(),
    note: column.text().nullable(),
    assignee: () => belongsTo(Member, 'assignee_id').nullable(),
    releasedAt: column.timestamp().nullable(),
    /** Who is told when it comes short. */
    releasedBy: () => belongsTo(Member, 'released_by_id').nullable(),
    /** Lines of the order that a person took off the plan; releasing again plans them. */
    heldLineIDs: column.textArray(),
    finishedAt: column.timestamp().nullable(),
    /** Its order is not issued any more, and nothing was picked. */
    deletedAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['accountID', 'number'] }, { properties: ['accountID', 'order'] }],
  indexes: [
    { properties: ['accountID', 'assignee'], where: 'assignee_id is not null' },
    { properties: ['accountID', 'releasedBy'], where: 'released_by_id is not null' },
  ],
  checks: [
    { name: 'pick_number', expression: "number <> '' and number_key <> ''" },
    { name: 'pick_order', expression: 'order_id is not null or deleted_at is not null' },
    { name: 'pick_withdrawn', expression: 'deleted_at is null or (released_at is null and finished_at is null)' },
  ],
});
export type Pick = InferEntity<typeof Pick>;

/** Goods that were taken from a place for a line of the order. Where things lie is nothing for customers. */
export const PickLine = defineEntity({
  ...tenantTable('commerce', 'pick_line', { isClosedToCustomers: true }),
  name: 'PickLine',
  properties: {
    ...accountColumn(),
    /** That of the plan it was fetched by. */
    id: column.id().primary(),
    pick: () => belongsTo(Pick, 'pick_id'),
    orderLine: () => belongsTo(SalesOrderLine, 'order_line_id'),
    itemID: column.id(),
    lotID: column.id().nullable(),
    lotNumber: column.text().nullable(),
    /** Base units. */
    quantity: column.quantity(),
    /** Where it was taken from and where it waits: places of inventory. Null for what was picked before the house. */
    fromLocationID: column.id().nullable(),
    toLocationID: column.id().nullable(),
    pickedAt: column.timestamp(),
    pickedBy: () => belongsTo(Member, 'picked_by_id').nullable(),
    pickedByName: column.text(),
    packedAt: column.timestamp().nullable(),
    shipmentID: column.id().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'pick'] },
    { properties: ['accountID', 'orderLine'] },
    { properties: ['accountID', 'itemID', 'pick'] },
    { properties: ['accountID', 'pickedBy'], where: 'picked_by_id is not null' },
    { properties: ['accountID', 'shipmentID'], where: 'shipment_id is not null' },
  ],
  checks: [
    { name: 'pick_line_quantity', expression: 'quantity > 0' },
    { name: 'pick_line_packed', expression: '(packed_at is null) = (shipment_id is null)' },
    { name: 'pick_line_places', expression: '(from_location_id is null) = (to_location_id is null)' },
  ],
});
export type PickLine = InferEntity<typeof PickLine>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.pick': TableRow<typeof Pick>;
    'commerce.pick_line': TableRow<typeof PickLine>;
  }
}
