import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

const order = {
  receivingOrderID: z.string(),
  number: z.string(),
  supplierID: z.string(),
  /** Null for goods that nobody ordered. */
  purchaseOrderID: z.string().nullable(),
};
/** Base units, decimal text. */
const line = z.object({ lineID: z.string(), itemID: z.string(), quantity: z.string() });

/** Goods are on their way: a purchase order was issued, or somebody entered what comes without one. */
export const receivingOrderOpened = defineEvent({
  type: 'commerce.receiving-order.opened',
  payload: z.object(order),
});

/** The purchase order became a draft again: nothing comes. */
export const receivingOrderWithdrawn = defineEvent({
  type: 'commerce.receiving-order.withdrawn',
  payload: z.object(order),
});

/** Goods came to the dock; `quantity` is what was accepted, 0 where all was refused. */
export const goodsReceived = defineEvent({
  type: 'commerce.receiving-order.received',
  payload: z.object({ ...order, deliveryID: z.string(), lines: z.array(line) }),
});

/** Goods were put away. */
export const goodsStocked = defineEvent({
  type: 'commerce.receiving-order.stocked',
  payload: z.object({ ...order, lines: z.array(line) }),
});

/** What was received by mistake is taken back; it is expected again. */
export const goodsUnreceived = defineEvent({
  type: 'commerce.receiving-order.voided',
  payload: z.object({ ...order, lines: z.array(line) }),
});

/** Goods turned out to cost something else; amounts are in the account's currency. */
export const costsCorrected = defineEvent({
  type: 'commerce.receiving-order.cost-corrected',
  payload: z.object({
    ...order,
    corrections: z.array(z.object({ lineID: z.string(), sku: z.string(), inStock: z.number(), variance: z.number() })),
  }),
});

/** Every event of receiving. */
export const receivingOrderEvents = [
  receivingOrderOpened,
  receivingOrderWithdrawn,
  goodsReceived,
  goodsStocked,
  goodsUnreceived,
  costsCorrected,
] as const;
