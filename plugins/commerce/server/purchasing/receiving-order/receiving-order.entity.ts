import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type { ReceivingOrderStatus } from '../../../contracts/index.ts';
import { Supplier } from '../../parties/supplier/supplier.entity.ts';
import { receivingIs } from '../../states/states.ts';
import { PurchaseOrderLine } from '../purchase-order/lines/purchase-order-line.entity.ts';
import { PurchaseOrder } from '../purchase-order/purchase-order.entity.ts';

/**
 * Expected goods at the dock: one per issued purchase order, or goods without one. State and sums follow from its
 * deliveries (`recount-receiving.ts`). Indexes for the sorted list are written in SQL.
 */
export const ReceivingOrder = defineEntity({
  ...tenantTable('commerce', 'receiving_order', { isClosedToCustomers: true }),
  name: 'ReceivingOrder',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    /** Sort key of the number. */
    numberKey: column.id(),
    purchaseOrder: () => belongsTo(PurchaseOrder, 'purchase_order_id').nullable(),
    /** Null while it is hidden: a draft gives up its supplier when it is deleted. */
    supplier: () => belongsTo(Supplier, 'supplier_id').nullable(),
    supplierName: column.text(),
    status: column.text().$type<ReceivingOrderStatus>(),
    note: column.text().nullable(),
    expectedOn: column.date().nullable(),
    completedAt: column.timestamp().nullable(),
    voidedAt: column.timestamp().nullable(),
    /** Set while the purchase order is a draft again; when it is issued anew, the number stays. */
    deletedAt: column.timestamp().nullable(),
    /** Cost of the received goods besides their price; null if not entered. */
    freight: column.money().nullable(),
    lineCount: column.integer().default(0),
    /** Base units of all lines; the stocked quantity counts at most the expected quantity of each line. */
    quantity: column.quantity().default('0'),
    quantityStocked: column.quantity().default('0'),
  },
  uniques: [{ properties: ['accountID', 'number'] }, { properties: ['accountID', 'purchaseOrder'] }],
  indexes: [{ properties: ['accountID', 'supplier', 'createdAt', 'id'] }],
  checks: [
    { name: 'receiving_order_number', expression: "number <> '' and number_key <> ''" },
    { name: 'receiving_order_status', expression: receivingIs.check() },
    {
      name: 'receiving_order_completed',
      expression: `(completed_at is not null) = (${receivingIs.completed('status')})`,
    },
    { name: 'receiving_order_void', expression: `(voided_at is not null) = (${receivingIs.void('status')})` },
    { name: 'receiving_order_withdrawn', expression: `deleted_at is null or ${receivingIs.expected('status')}` },
    { name: 'receiving_order_supplier', expression: '(supplier_id is null) = (deleted_at is not null)' },
    { name: 'receiving_order_sums', expression: 'line_count >= 0 and quantity_stocked between 0 and quantity' },
    { name: 'receiving_order_freight', expression: 'freight >= 0' },
  ],
});
export type ReceivingOrder = InferEntity<typeof ReceivingOrder>;

/** An expected item. With a purchase order it follows the order's line; progress is summed up from delivery lines. */
export const ReceivingOrderLine = defineEntity({
  ...tenantTable('commerce', 'receiving_order_line', { isClosedToCustomers: true }),
  name: 'ReceivingOrderLine',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    receivingOrder: () => belongsTo(ReceivingOrder, 'receiving_order_id'),
    orderLine: () => belongsTo(PurchaseOrderLine, 'order_line_id').nullable(),
    lineItemNumber: column.integer(),
    itemID: column.id(),
    sku: column.text(),
    description: column.text(),
    itemType: column.text().$type<'product' | 'part' | 'material' | 'supply'>(),
    supplierPartNumber: column.text().nullable(),
    /** As entered. */
    quantity: column.quantity(),
    unitID: column.id(),
    unitName: column.text(),
    /** Quantity in the item's base unit. */
    baseQuantity: column.quantity(),
    baseUnitID: column.id(),
    /** Per entered unit. */
    unitCost: column.unitPrice(),
    /** Corrected cost per unit. */
    correctedCost: column.unitPrice().nullable(),
    note: column.text().nullable(),
    /** Base units. */
    quantityReceived: column.quantity().default('0'),
    quantityRejected: column.quantity().default('0'),
    quantityStocked: column.quantity().default('0'),
    stockedAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['accountID', 'orderLine'] }],
  indexes: [
    { properties: ['accountID', 'receivingOrder', 'lineItemNumber'] },
    { properties: ['accountID', 'itemID', 'receivingOrder'] },
    { properties: ['accountID', 'unitID'] },
  ],
  checks: [
    {
      name: 'receiving_order_line_item_type',
      expression: "item_type in ('product', 'part', 'material', 'supply')",
    },
    { name: 'receiving_order_line_quantity', expression: 'quantity > 0 and base_quantity > 0 and unit_cost >= 0' },
    { name: 'receiving_order_line_corrected', expression: 'corrected_cost >= 0' },
    {
      name: 'receiving_order_line_progress',
      expression: `quantity_rejected >= 0 and quantity_stocked >= 0
        and quantity_rejected + quantity_stocked <= quantity_received`,
    },
  ],
});
export type ReceivingOrderLine = InferEntity<typeof ReceivingOrderLine>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.receiving_order': TableRow<typeof ReceivingOrder>;
    'commerce.receiving_order_line': TableRow<typeof ReceivingOrderLine>;
  }
}
