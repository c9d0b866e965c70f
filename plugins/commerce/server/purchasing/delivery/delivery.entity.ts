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
import type { DeliveryStatus } from '../../../contracts/index.ts';
import { Supplier } from '../../parties/supplier/supplier.entity.ts';
import { deliveryIs } from '../../states/states.ts';
import { ReceivingOrder, ReceivingOrderLine } from '../receiving-order/receiving-order.entity.ts';

/** Goods that arrived together at the dock for one receiving order. */
export const Delivery = defineEntity({
  ...tenantTable('commerce', 'delivery', { isClosedToCustomers: true }),
  name: 'Delivery',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    /** Sort key of the number. */
    numberKey: column.id(),
    receivingOrder: () => belongsTo(ReceivingOrder, 'receiving_order_id'),
    supplier: () => belongsTo(Supplier, 'supplier_id'),
    status: column.text().$type<DeliveryStatus>(),
    /** Number of the supplier's delivery note. */
    reference: column.text().nullable(),
    note: column.text().nullable(),
    lineCount: column.integer(),
    receivedAt: column.timestamp(),
    receivedBy: () => belongsTo(Member, 'received_by_id').nullable(),
    receivedByName: column.text(),
    acceptedAt: column.timestamp().nullable(),
    rejectedAt: column.timestamp().nullable(),
    returnedAt: column.timestamp().nullable(),
    voidedAt: column.timestamp().nullable(),
    /** Imported history: its goods are not in the stock. */
    isHistoric: column.boolean().default(false),
  },
  uniques: [{ properties: ['accountID', 'number'] }],
  indexes: [
    { properties: ['accountID', 'receivingOrder'] },
    { properties: ['accountID', 'supplier', 'receivedAt', 'id'] },
    { properties: ['accountID', 'receivedAt', 'id'] },
    { properties: ['accountID', 'status', 'receivedAt', 'id'] },
    { properties: ['accountID', 'numberKey', 'id'] },
    { properties: ['accountID', 'receivedBy'], where: 'received_by_id is not null' },
  ],
  checks: [
    { name: 'delivery_number', expression: "number <> '' and number_key <> ''" },
    {
      name: 'delivery_status',
      expression: deliveryIs.check(),
    },
    { name: 'delivery_void', expression: `(voided_at is not null) = (${deliveryIs.void('status')})` },
    { name: 'delivery_accepted', expression: `${deliveryIs.not.accepted('status')} or accepted_at is not null` },
    {
      name: 'delivery_rejected',
      expression: `${deliveryIs.not.refused('status')} or rejected_at is not null`,
    },
    { name: 'delivery_returned', expression: 'returned_at is null or rejected_at is not null' },
  ],
});
export type Delivery = InferEntity<typeof Delivery>;

/** Received goods of one line and lot. */
export const DeliveryLine = defineEntity({
  ...tenantTable('commerce', 'delivery_line', { isClosedToCustomers: true }),
  name: 'DeliveryLine',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    delivery: () => belongsTo(Delivery, 'delivery_id'),
    receivingLine: () => belongsTo(ReceivingOrderLine, 'receiving_line_id'),
    /** Position in the delivery, from 1. */
    position: column.integer(),
    itemID: column.id(),
    lotID: column.id().nullable(),
    lotNumber: column.text().nullable(),
    expiresOn: column.date().nullable(),
    /** As counted, including rejected goods. */
    quantity: column.quantity(),
    unitID: column.id(),
    unitName: column.text(),
    /** Base units. */
    baseQuantity: column.quantity(),
    baseRejected: column.quantity().default('0'),
    baseStocked: column.quantity().default('0'),
    reason: column.text().nullable(),
    /** Exact value of the accepted goods. */
    value: column.stockValue(),
    /** Day on which it was expected. */
    dueOn: column.date().nullable(),
    /** The dock; null for goods that never were in the stock. */
    locationID: column.id().nullable(),
    stockedAt: column.timestamp().nullable(),
    voidedAt: column.timestamp().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'delivery', 'position'] },
    { properties: ['accountID', 'receivingLine'] },
    { properties: ['accountID', 'itemID', 'delivery'] },
    { properties: ['accountID', 'unitID'] },
  ],
  checks: [
    {
      name: 'delivery_line_quantity',
      expression: `quantity > 0 and base_quantity > 0 and value >= 0 and base_rejected between 0 and base_quantity
        and base_stocked between 0 and base_quantity - base_rejected`,
    },
    { name: 'delivery_line_position', expression: 'position > 0' },
  ],
});
export type DeliveryLine = InferEntity<typeof DeliveryLine>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.delivery': TableRow<typeof Delivery>;
    'commerce.delivery_line': TableRow<typeof DeliveryLine>;
  }
}
