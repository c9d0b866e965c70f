import {
  businessDate,
  endpoint,
  idOf,
  noContent,
  quantity,
  quantityInput,
  singleLine,
  unitPrice,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { lineItemNumber } from '../../sales/sales-order/sales-order-line.contract.ts';

/** Most lines of a purchase order. */
export const mostPurchaseOrderLines = 500;

/** An item as it was when the line of a document was written. */
export const purchasedItem = z.object({
  /** `itm_...` */
  id: z.string(),
  sku: z.string(),
  description: z.string(),
  type: z.enum(['product', 'part', 'material', 'supply']),
});

/** A line of a purchase order (spec commerce section 3). Quantities are in the unit that was ordered. */
export const purchaseOrderLine = z.object({
  /** `pol_...` */
  id: z.string(),
  purchaseOrderID: z.string(),
  /** Unique within the order. */
  lineItemNumber: z.int(),
  item: purchasedItem,
  /** What the supplier called it then; on the paper and in mails. */
  supplierPartNumber: z.string().nullable(),
  supplierDescription: z.string().nullable(),
  /** Id `qty_<line>.quantityOrdered`. */
  quantityOrdered: quantity,
  /** Everything that came, rejected goods included; 0 until something did. */
  quantityReceived: quantity,
  quantityRejected: quantity,
  /** Of what was accepted, put away. */
  quantityStocked: quantity,
  /** The least that the supplier sells, when the line was written; null without one. */
  leastQuantity: quantity.nullable(),
  /** Ordered less than that. */
  isBelowLeast: z.boolean(),
  /** Price of one of the unit ordered, in the account's currency. */
  unitPrice: z.number(),
  /** Quantity times price, half up to cents. */
  total: z.number(),
  /** Calendar date for this line alone. */
  scheduledAt: z.string().nullable(),
  /** On which it is expected: its own date, else the order's, else that of issuing plus lead time; null before that. */
  expectedOn: z.string().nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type PurchaseOrderLine = z.output<typeof purchaseOrderLine>;

/** Nobody pays to get rid of goods here. */
const purchasePrice = unitPrice.refine((price) => price >= 0, { error: 'The price must be at least 0' });

const fields = {
  /** A bare number in the unit in which the supplier sells the item, else the item's default unit. */
  quantityOrdered: quantityInput,
  /** Of one of the unit ordered. Without it the supplier's price, converted to that unit. */
  unitPrice: purchasePrice.nullish(),
  /** Without it the next free number: 1, 2, 3. */
  lineItemNumber: lineItemNumber.nullish(),
  scheduledAt: businessDate.nullish(),
  /** Without it what the supplier calls the item. */
  supplierPartNumber: singleLine(100).nullish(),
};

const itemID = idOf('itm', 'Item is required');

/** A line in requests. */
export const purchaseOrderLineInput = z.strictObject({ itemID, ...fields });
export type PurchaseOrderLineInput = z.output<typeof purchaseOrderLineInput>;

/** A line of a whole list: with an id it changes that line, without one it is new; lines left out are removed. */
export const purchaseOrderLineEntry = z.strictObject({ id: idOf('pol').nullish(), itemID, ...fields });
export type PurchaseOrderLineEntry = z.output<typeof purchaseOrderLineEntry>;

/** Changes of a line. Another unit converts a price that is not sent; another item brings its own. */
export const purchaseOrderLinePatch = z.strictObject({
  ...fields,
  itemID: itemID.optional(),
  quantityOrdered: quantityInput.optional(),
  /** Version of the line. */
  version: z.int().optional(),
});
export type PurchaseOrderLinePatch = z.output<typeof purchaseOrderLinePatch>;

/** Adds a line; 409 `purchase_order_not_editable` where the order is closed. */
export const createPurchaseOrderLine = endpoint({
  name: 'createPurchaseOrderLine',
  method: 'POST',
  path: '/v1/purchase-orders/{orderID}/lines',
  permission: 'purchase_orders:update',
  summary: 'Adds a line to a purchase order.',
  body: purchaseOrderLineInput,
  reply: purchaseOrderLine,
});

/** Changes a line; 409 `purchase_line_in_progress` below what was received. */
export const updatePurchaseOrderLine = endpoint({
  name: 'updatePurchaseOrderLine',
  method: 'PATCH',
  path: '/v1/purchase-orders/{orderID}/lines/{lineID}',
  permission: 'purchase_orders:update',
  summary: 'Changes a line of a purchase order.',
  body: purchaseOrderLinePatch,
  reply: purchaseOrderLine,
});

/** Removes a line; 409 `purchase_line_in_progress` once something of it was received. */
export const deletePurchaseOrderLine = endpoint({
  name: 'deletePurchaseOrderLine',
  method: 'DELETE',
  path: '/v1/purchase-orders/{orderID}/lines/{lineID}',
  permission: 'purchase_orders:update',
  summary: 'Removes a line from a purchase order.',
  reply: noContent,
});
