import {
  endpoint,
  idOf,
  noContent,
  productTypes,
  quantity,
  quantityInput,
  singleLine,
  unitPrice,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { priceTrace } from '../../pricing/price/price-trace.ts';

/** The product of a line, as it was when the line was written. */
export const salesOrderProduct = z.object({
  /** `itm_...` */
  id: z.string(),
  sku: z.string(),
  description: z.string(),
  productType: z.enum(productTypes),
});

/** A line of a sales order (spec commerce section 3). Quantities are in the ordered unit. */
export const salesOrderLine = z.object({
  /** `sol_...` */
  id: z.string(),
  orderID: z.string(),
  /** Unique within the order. */
  lineItemNumber: z.int(),
  product: salesOrderProduct,
  /** Id `qty_<line>.quantityOrdered`. */
  quantityOrdered: quantity,
  /** Quantities of picks, shipments and invoices; 0 before the first. */
  quantityPicked: quantity,
  quantityPacked: quantity,
  quantityShipped: quantity,
  quantityInvoiced: quantity,
  /**
   * Reserved and short quantity of the line. Null for lines without promises: only sale products of issued orders are
   * reserved.
   */
  reserved: quantity.nullable(),
  short: quantity.nullable(),
  /**
   * Calendar date on which expected stock covers the short quantity; null if nothing is short, or nothing is expected.
   */
  firstDate: z.string().nullable(),
  /** Price per ordered unit, in the account's currency; negative for credits. */
  unitPrice: z.number(),
  /** Whether the price was typed; it stays until it is reset. */
  isPriceTyped: z.boolean(),
  /** Explanation of the price; empty for old lines. Customers get their part of it. */
  priceTrace,
  /** Cost per ordered unit when the line was written. Null for portal customers. */
  unitCost: z.number().nullable(),
  /** Quantity times price, half up to cents. */
  total: z.number(),
  /** The customer's line number in an EDI order. */
  ediLineItemID: z.string().nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SalesOrderLine = z.output<typeof salesOrderLine>;

/** Number of a line: a finite integer (spec commerce section 5). */
export const lineItemNumber = z
  .number({ error: 'Line item number must be a finite integer' })
  .int({ error: 'Line item number must be a finite integer' })
  .gte(0, { error: 'Line item number must be at least 0' })
  .lte(1_000_000_000, { error: 'Line item number must be at most 1,000,000,000' });

const fields = {
  /** A bare number in the product's default unit, or `{measure, unitID}`. */
  quantityOrdered: quantityInput,
  /**
   * Per ordered unit; a typed price stays until null resets it. Otherwise the line is priced by list prices, customer
   * prices and volume discounts, again on every change until the order is issued.
   */
  unitPrice: unitPrice.nullish(),
  /** Default: the next free number: 1, 2, 3. */
  lineItemNumber: lineItemNumber.nullish(),
  ediLineItemID: singleLine(100).nullish(),
};

const productID = idOf('itm', 'Product is required');

/** A line in requests. */
export const salesOrderLineInput = z.strictObject({ productID, ...fields });
export type SalesOrderLineInput = z.output<typeof salesOrderLineInput>;

/** A line of a complete list: with an id it changes that line, without one it is new; missing lines are deleted. */
export const salesOrderLineEntry = z.strictObject({ id: idOf('sol').nullish(), productID, ...fields });
export type SalesOrderLineEntry = z.output<typeof salesOrderLineEntry>;

/**
 * Changes of a line. Another unit converts an absent typed price; null resets it. Another product brings its own price.
 */
export const salesOrderLinePatch = z.strictObject({
  productID: productID.optional(),
  quantityOrdered: quantityInput.optional(),
  unitPrice: unitPrice.nullish(),
  lineItemNumber: lineItemNumber.optional(),
  ediLineItemID: singleLine(100).nullish(),
  /** Version of the line. */
  version: z.int().optional(),
});
export type SalesOrderLinePatch = z.output<typeof salesOrderLinePatch>;

/** Adds a line; 409 `order_not_editable` for a closed order. */
export const createSalesOrderLine = endpoint({
  name: 'createSalesOrderLine',
  method: 'POST',
  path: '/v1/sales-orders/{orderID}/lines',
  permission: 'sales_orders:update',
  summary: 'Adds a line to a sales order.',
  body: salesOrderLineInput,
  reply: salesOrderLine,
});

/** Changes a line. */
export const updateSalesOrderLine = endpoint({
  name: 'updateSalesOrderLine',
  method: 'PATCH',
  path: '/v1/sales-orders/{orderID}/lines/{salesOrderLineID}',
  permission: 'sales_orders:update',
  summary: 'Changes a line of a sales order.',
  body: salesOrderLinePatch,
  reply: salesOrderLine,
});

/** Deletes a line; 409 `line_in_progress` if something was picked or invoiced. */
export const deleteSalesOrderLine = endpoint({
  name: 'deleteSalesOrderLine',
  method: 'DELETE',
  path: '/v1/sales-orders/{orderID}/lines/{salesOrderLineID}',
  permission: 'sales_orders:update',
  summary: 'Removes a line from a sales order.',
  reply: noContent,
});
