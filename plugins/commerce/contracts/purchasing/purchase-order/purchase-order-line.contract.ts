import {
  businessDate,
  endpoint,
  idOf,
  nameLine,
  noContent,
  quantity,
  quantityInput,
  unitPrice,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { lineItemNumber } from '../../sales/sales-order/sales-order-line.contract.ts';

/** Largest number of lines in a purchase order. */
export const mostPurchaseOrderLines = 500;

/** An item, as it was when the line was written. */
export const purchasedItem = z.object({
  /** `itm_...` */
  id: z.string(),
  sku: z.string(),
  description: z.string(),
  type: z.enum(['product', 'part', 'material', 'supply']),
});

/** A line of a purchase order (spec commerce section 3). Quantities are in the ordered unit. */
export const purchaseOrderLine = z.object({
  /** `pol_...` */
  id: z.string(),
  purchaseOrderID: z.string(),
  /** Unique within the order. */
  lineItemNumber: z.int(),
  item: purchasedItem,
  /** The supplier's number at that time; printed on the document and in mails. */
  supplierPartNumber: z.string().nullable(),
  supplierDescription: z.string().nullable(),
  /** Id `qty_<line>.quantityOrdered`. */
  quantityOrdered: quantity,
  /** Total received quantity, including rejected goods; 0 before the first delivery. */
  quantityReceived: quantity,
  quantityRejected: quantity,
  /** Accepted quantity that was put away. */
  quantityStocked: quantity,
  /** The supplier's minimum quantity when the line was written; null without one. */
  leastQuantity: quantity.nullable(),
  /** Whether less than the minimum is ordered. */
  isBelowLeast: z.boolean(),
  /** Price per ordered unit, in the account's currency. */
  unitPrice: z.number(),
  /** Quantity times price, half up to cents. */
  total: z.number(),
  /** Requested date of this line only. */
  scheduledAt: z.string().nullable(),
  /** Expected date: the line's own, else the order's, else the day of issue plus lead time; null before that. */
  expectedOn: z.string().nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type PurchaseOrderLine = z.output<typeof purchaseOrderLine>;

/** Purchase prices cannot be negative. */
const purchasePrice = unitPrice.refine((price) => price >= 0, { error: 'The price must be at least 0' });

const fields = {
  /** A bare number is in the supplier's unit of sale, else in the item's default unit. */
  quantityOrdered: quantityInput,
  /** Per ordered unit. Default: the supplier's price, converted to that unit. */
  unitPrice: purchasePrice.nullish(),
  /** Default: the next free number: 1, 2, 3. */
  lineItemNumber: lineItemNumber.nullish(),
  scheduledAt: businessDate.nullish(),
  /** Default: the supplier's number of the item. */
  supplierPartNumber: nameLine(100).nullish(),
};

const itemID = idOf('itm', 'Item is required');

/** A line in requests. */
export const purchaseOrderLineInput = z.strictObject({ itemID, ...fields });
export type PurchaseOrderLineInput = z.output<typeof purchaseOrderLineInput>;

/** A line of a complete list: with an id it changes that line, without one it is new; missing lines are deleted. */
export const purchaseOrderLineEntry = z.strictObject({ id: idOf('pol').nullish(), itemID, ...fields });
export type PurchaseOrderLineEntry = z.output<typeof purchaseOrderLineEntry>;

/** Changes of a line. Another unit converts an absent price; another item brings its own price. */
export const purchaseOrderLinePatch = z.strictObject({
  ...fields,
  itemID: itemID.optional(),
  quantityOrdered: quantityInput.optional(),
  /** Version of the line. */
  version: z.int().optional(),
});
export type PurchaseOrderLinePatch = z.output<typeof purchaseOrderLinePatch>;

/** Adds a line; 409 `purchase_order_not_editable` for a closed order. */
export const createPurchaseOrderLine = endpoint({
  name: 'createPurchaseOrderLine',
  method: 'POST',
  path: '/v1/purchase-orders/{orderID}/lines',
  permission: 'purchase_orders:update',
  summary: 'Adds a line to a purchase order.',
  body: purchaseOrderLineInput,
  reply: purchaseOrderLine,
});

/** Changes a line; 409 `purchase_line_in_progress` for less than the received quantity. */
export const updatePurchaseOrderLine = endpoint({
  name: 'updatePurchaseOrderLine',
  method: 'PATCH',
  path: '/v1/purchase-orders/{orderID}/lines/{lineID}',
  permission: 'purchase_orders:update',
  summary: 'Changes a line of a purchase order.',
  body: purchaseOrderLinePatch,
  reply: purchaseOrderLine,
});

/** Deletes a line; 409 `purchase_line_in_progress` if something was received. */
export const deletePurchaseOrderLine = endpoint({
  name: 'deletePurchaseOrderLine',
  method: 'DELETE',
  path: '/v1/purchase-orders/{orderID}/lines/{lineID}',
  permission: 'purchase_orders:update',
  summary: 'Removes a line from a purchase order.',
  reply: noContent,
});
