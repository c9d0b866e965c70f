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
 * The goods to fetch for an order. An order has at most one pick. Planned lines are allocations in inventory, picked
 * lines are rows of the pick. A customer who issues an order in the portal also opens its pick.
 */
export const Pick = defineEntity({
  ...tenantTable('commerce', 'pick', { customerColumn: 'customer_id' }),
  name: 'Pick',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    /** Sort key of the number: digits are padded. */
    numberKey: column.id(),
    /** Null after the creation of the order was undone. The number stays taken. */
    order: () => belongsTo(SalesOrder, 'order_id').nullable(),
    /** The order's customer. */
    customerID: column.id(),
    /** Copied from the order to sort the queue: priority, then promised date. */
    priorityRank: column.integer(),
    promisedAt: column.date().nullable(),
    note: column.text().nullable(),
    assignee: () => belongsTo(Member, 'assignee_id').nullable(),
    releasedAt: column.timestamp().nullable(),
    /** The member who is notified of a short pick. */
    releasedBy: () => belongsTo(Member, 'released_by_id').nullable(),
    /** Order lines that a person removed from the plan. A new release plans them again. */
    heldLineIDs: column.textArray(),
    finishedAt: column.timestamp().nullable(),
    /** Set if the order is no longer issued and no goods were picked. */
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

/** Goods that were taken from a place for an order line. Customers do not see places. */
export const PickLine = defineEntity({
  ...tenantTable('commerce', 'pick_line', { isClosedToCustomers: true }),
  name: 'PickLine',
  properties: {
    ...accountColumn(),
    /** Derived from the id of the allocation. */
    id: column.id().primary(),
    pick: () => belongsTo(Pick, 'pick_id'),
    orderLine: () => belongsTo(SalesOrderLine, 'order_line_id'),
    itemID: column.id(),
    lotID: column.id().nullable(),
    lotNumber: column.text().nullable(),
    /** In base units. */
    quantity: column.quantity(),
    /** Former and current place, locations of inventory. Null for imported history. */
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
