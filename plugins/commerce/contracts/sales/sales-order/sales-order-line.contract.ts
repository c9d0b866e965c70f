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

/** The product of a line as it was when the line was written. */
export const salesOrderProduct = z.object({
  /** `itm_...` */
  id: z.string(),
  sku: z.string(),
  description: z.string(),
  productType: z.enum(productTypes),
});

/** A line of a sales order (spec commerce section 3). Quantities are in the unit that was ordered. */
export const salesOrderLine = z.object({
  /** `sol_...` */
  id: z.string(),
  orderID: z.string(),
  /** Unique within the order. */
  lineItemNumber: z.int(),
  product: salesOrderProduct,
  /** Id `qty_<line>.quantityOrdered`. */
  quantityOrdered: quantity,
  /** Of the documents that follow the order; 0 until there are some. */
  quantityPicked: quantity,
  quantityPacked: quantity,
  quantityShipped: quantity,
  quantityInvoiced: quantity,
  /**
   * Stock that is set aside for the line, and what it still waits for. Null where nothing is promised: only issued
   * orders have stock set aside, and only for products that are sold.
   */
  reserved: quantity.nullable(),
  short: quantity.nullable(),
  /**
   * Calendar date on which expected stock covers what is short; null where nothing is short, or nothing is expected.
   */
  firstDate: z.string().nullable(),
  /** Price of one of the unit ordered, in the account's currency; negative on credits. */
  unitPrice: z.number(),
  /** Whether somebody named the price; it stays until it is taken back. */
  isPriceTyped: z.boolean(),
  /** How the price came about; empty for lines from before that was kept. Customers are told what concerns them. */
  priceTrace,
  /** Cost of one of the unit ordered when the line was written. Null for portal customers. */
  unitCost: z.number().nullable(),
  /** Quantity times price, half up to cents. */
  total: z.number(),
  /** The customer's own number of the line in an EDI order. */
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
   * Of one of the unit ordered: it stays until null takes it back. Without it the line is priced by list prices,
   * customer prices and volume discounts, anew at every change until the order is issued.
   */
  unitPrice: unitPrice.nullish(),
  /** Without it the next free number: 1, 2, 3. */
  lineItemNumber: lineItemNumber.nullish(),
  ediLineItemID: singleLine(100).nullish(),
};

const productID = idOf('itm', 'Product is required');

/** A line in requests. */
export const salesOrderLineInput = z.strictObject({ productID, ...fields });
export type SalesOrderLineInput = z.output<typeof salesOrderLineInput>;

/** A line of a whole list: with an id it changes that line, without one it is new; lines left out are removed. */
export const salesOrderLineEntry = z.strictObject({ id: idOf('sol').nullish(), productID, ...fields });
export type SalesOrderLineEntry = z.output<typeof salesOrderLineEntry>;

/**
 * Changes of a line. Another unit converts a price that was named and is not sent; null takes it back. Another product
 * brings its own.
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

/** Adds a line; 409 `order_not_editable` where the order is closed. */
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

/** Removes a line; 409 `line_in_progress` once something of it was picked or invoiced. */
export const deleteSalesOrderLine = endpoint({
  name: 'deleteSalesOrderLine',
  method: 'DELETE',
  path: '/v1/sales-orders/{orderID}/lines/{salesOrderLineID}',
  permission: 'sales_orders:update',
  summary: 'Removes a line from a sales order.',
  reply: noContent,
});
