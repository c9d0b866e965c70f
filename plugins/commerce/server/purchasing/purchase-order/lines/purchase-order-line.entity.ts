import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import { PurchaseOrder } from '../purchase-order.entity.ts';

/**
 * An item of a purchase order, with its names for the account and the supplier when the line was written. The item
 * belongs to inventory, so its id has no foreign key. Line numbers are unique within the order by a deferred
 * constraint, written in SQL, so that two lines can swap theirs.
 */
export const PurchaseOrderLine = defineEntity({
  ...tenantTable('commerce', 'purchase_order_line', { isClosedToCustomers: true }),
  name: 'PurchaseOrderLine',
  properties: {
    ...tenantColumns(),
    order: () => belongsTo(PurchaseOrder, 'order_id'),
    lineItemNumber: column.integer(),
    itemID: column.id(),
    sku: column.text(),
    description: column.text(),
    itemType: column.text().$type<'product' | 'part' | 'material' | 'supply'>(),
    supplierPartNumber: column.text().nullable(),
    supplierDescription: column.text().nullable(),
    /** As entered. */
    quantity: column.quantity(),
    unitID: column.id(),
    unitName: column.text(),
    /** Quantity in the item's base unit. */
    baseQuantity: column.quantity(),
    baseUnitID: column.id(),
    /** The supplier's minimum quantity, in base units. */
    leastBaseQuantity: column.quantity().nullable(),
    /** Per entered unit. */
    unitPrice: column.unitPrice(),
    total: column.money(),
    scheduledAt: column.date().nullable(),
    /** Null unless the order is issued. */
    expectedOn: column.date().nullable(),
    /** In base units, recalculated from the deliveries of the order. */
    quantityReceived: column.quantity().default('0'),
    quantityRejected: column.quantity().default('0'),
    quantityStocked: column.quantity().default('0'),
    /** Part of the stocked quantity from imported history, which is not in the stock. */
    quantityHistoric: column.quantity().default('0'),
  },
  indexes: [
    { properties: ['accountID', 'itemID', 'order'] },
    { properties: ['accountID', 'unitID'] },
    { properties: ['accountID', 'expectedOn', 'id'], where: 'expected_on is not null' },
  ],
  checks: [
    { name: 'purchase_order_line_number_range', expression: 'line_item_number between 0 and 1000000000' },
    {
      name: 'purchase_order_line_item_type',
      expression: "item_type in ('product', 'part', 'material', 'supply')",
    },
    { name: 'purchase_order_line_quantity', expression: 'quantity > 0 and base_quantity > 0' },
    { name: 'purchase_order_line_total', expression: 'unit_price >= 0 and total = round(quantity * unit_price, 2)' },
    {
      name: 'purchase_order_line_progress',
      expression: `quantity_rejected >= 0 and quantity_historic between 0 and quantity_stocked
        and quantity_rejected + quantity_stocked <= quantity_received`,
    },
  ],
});
export type PurchaseOrderLine = InferEntity<typeof PurchaseOrderLine>;

declare module '../../../tables.ts' {
  interface Tables {
    'commerce.purchase_order_line': TableRow<typeof PurchaseOrderLine>;
  }
}
