import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

const order = {
  receivingOrderID: z.string(),
  number: z.string(),
  supplierID: z.string(),
  /** Null for goods without a purchase order. */
  purchaseOrderID: z.string().nullable(),
};
/** Base units, decimal text. */
const line = z.object({ lineID: z.string(), itemID: z.string(), quantity: z.string() });

/** Goods are expected: a purchase order was issued, or goods without one were entered. */
export const receivingOrderOpened = defineEvent({
  type: 'commerce.receiving-order.opened',
  payload: z.object(order),
});

/** The purchase order became a draft again, so no goods are expected. */
export const receivingOrderWithdrawn = defineEvent({
  type: 'commerce.receiving-order.withdrawn',
  payload: z.object(order),
});

/** Goods arrived at the dock; `quantity` is the accepted quantity, 0 if everything was rejected. */
export const goodsReceived = defineEvent({
  type: 'commerce.receiving-order.received',
  payload: z.object({ ...order, deliveryID: z.string(), lines: z.array(line) }),
});

/** Goods were put away. */
export const goodsStocked = defineEvent({
  type: 'commerce.receiving-order.stocked',
  payload: z.object({ ...order, lines: z.array(line) }),
});

/** A receipt was voided; the goods are expected again. */
export const goodsUnreceived = defineEvent({
  type: 'commerce.receiving-order.voided',
  payload: z.object({ ...order, lines: z.array(line) }),
});

/** The cost of goods was corrected; amounts are in the account's currency. */
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
