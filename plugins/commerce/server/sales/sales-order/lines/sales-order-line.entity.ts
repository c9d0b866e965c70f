import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, tenantColumns, tenantTable } from '@millwright/core/server';
import type { ProductType } from '@millwright/inventory/contracts';
import type { PriceTrace } from '../../../../contracts/index.ts';
import { SalesOrder } from '../sales-order.entity.ts';

/**
 * A product on an order, with its name and cost when the line was written. The product belongs to inventory, so its id
 * has no foreign key. Line numbers are unique within the order by a deferred constraint, written in SQL, so that two
 * lines can swap their numbers.
 */
export const SalesOrderLine = defineEntity({
  ...tenantTable('commerce', 'sales_order_line', { customerColumn: 'customer_id' }),
  name: 'SalesOrderLine',
  properties: {
    ...tenantColumns(),
    order: () => belongsTo(SalesOrder, 'order_id'),
    /** The customer of the order, because portal users see only their own lines. */
    customerID: column.id(),
    lineItemNumber: column.integer(),
    itemID: column.id(),
    sku: column.text(),
    description: column.text(),
    productType: column.text().$type<ProductType>(),
    /** In the unit entered. */
    quantity: column.quantity(),
    unitID: column.id(),
    unitName: column.text(),
    /** The quantity in the product's base unit. */
    baseQuantity: column.quantity(),
    baseUnitID: column.id(),
    /** Per unit entered. */
    unitPrice: column.unitPrice(),
    unitCost: column.unitPrice(),
    /** Whether a person entered the price. The pricing rules do not change such a price. */
    isPriceTyped: column.boolean().default(false),
    priceTrace: column.json<PriceTrace>().default('[]'),
    total: column.money(),
    /** In base units, recomputed from the documents that follow the order. */
    quantityPicked: column.quantity().default('0'),
    quantityPacked: column.quantity().default('0'),
    quantityShipped: column.quantity().default('0'),
    quantityInvoiced: column.quantity().default('0'),
    ediLineItemID: column.text().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'itemID', 'order'] },
    { properties: ['accountID', 'customerID', 'itemID'] },
    { properties: ['accountID', 'unitID'] },
  ],
  checks: [
    { name: 'sales_order_line_number_range', expression: 'line_item_number between 0 and 1000000000' },
    {
      name: 'sales_order_line_product_type',
      expression: "product_type in ('sale', 'service', 'shipping', 'credit', 'return', 'tax')",
    },
    { name: 'sales_order_line_quantity', expression: 'quantity > 0 and base_quantity > 0' },
    { name: 'sales_order_line_total', expression: 'total = round(quantity * unit_price, 2)' },
    {
      name: 'sales_order_line_progress',
      expression:
        'quantity_picked >= 0 and quantity_packed >= 0 and quantity_shipped >= 0 and quantity_invoiced >= 0 ' +
        'and unit_cost >= 0',
    },
  ],
});
export type SalesOrderLine = InferEntity<typeof SalesOrderLine>;
