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
  isPublic: true,
  sentence: 'Goods are expected.',
  record: 'receiving_order',
  example: {
    receivingOrderID: 'rcv_01kb7m0r8wf5n3t7y9q2e4s6zb',
    number: '3015',
    supplierID: 'sup_01kb7m0v9re4p8s2x5z7b3c6dk',
    purchaseOrderID: 'po_01kb7m0s3cf7v9x2k4j6h8g5td',
  },
  payload: z.object(order),
});

/** The purchase order became a draft again, so no goods are expected. */
export const receivingOrderWithdrawn = defineEvent({
  type: 'commerce.receiving-order.withdrawn',
  isPublic: true,
  sentence: 'Goods are no longer expected.',
  record: 'receiving_order',
  example: {
    receivingOrderID: 'rcv_01kb7m0r8wf5n3t7y9q2e4s6zb',
    number: '3015',
    supplierID: 'sup_01kb7m0v9re4p8s2x5z7b3c6dk',
    purchaseOrderID: 'po_01kb7m0s3cf7v9x2k4j6h8g5td',
  },
  payload: z.object(order),
});

/** Goods arrived at the dock; `quantity` is the accepted quantity, 0 if everything was rejected. */
export const goodsReceived = defineEvent({
  type: 'commerce.receiving-order.received',
  isPublic: true,
  sentence: 'Goods arrived at the dock.',
  record: 'receiving_order',
  example: {
    receivingOrderID: 'rcv_01kb7m0r8wf5n3t7y9q2e4s6zb',
    number: '3015',
    supplierID: 'sup_01kb7m0v9re4p8s2x5z7b3c6dk',
    purchaseOrderID: 'po_01kb7m0s3cf7v9x2k4j6h8g5td',
    deliveryID: 'dlv_01kb7m0e2hf4r8u3x7b5d9g6mq',
    lines: [{ lineID: 'rcl_01kb7m0q5zf3d8h2m6t9w4x7ya', itemID: 'itm_01kb7m0t6qe9w4y8r2n5m7p3fs', quantity: '144' }],
  },
  payload: z.object({ ...order, deliveryID: z.string(), lines: z.array(line) }),
});

/** Goods were put away. */
export const goodsStocked = defineEvent({
  type: 'commerce.receiving-order.stocked',
  isPublic: true,
  sentence: 'Goods were put away.',
  record: 'receiving_order',
  example: {
    receivingOrderID: 'rcv_01kb7m0r8wf5n3t7y9q2e4s6zb',
    number: '3015',
    supplierID: 'sup_01kb7m0v9re4p8s2x5z7b3c6dk',
    purchaseOrderID: 'po_01kb7m0s3cf7v9x2k4j6h8g5td',
    lines: [{ lineID: 'rcl_01kb7m0q5zf3d8h2m6t9w4x7ya', itemID: 'itm_01kb7m0t6qe9w4y8r2n5m7p3fs', quantity: '144' }],
  },
  payload: z.object({ ...order, lines: z.array(line) }),
});

/** A receipt was voided; the goods are expected again. */
export const goodsUnreceived = defineEvent({
  type: 'commerce.receiving-order.voided',
  isPublic: true,
  sentence: 'A receipt was voided and the goods are expected again.',
  record: 'receiving_order',
  example: {
    receivingOrderID: 'rcv_01kb7m0r8wf5n3t7y9q2e4s6zb',
    number: '3015',
    supplierID: 'sup_01kb7m0v9re4p8s2x5z7b3c6dk',
    purchaseOrderID: 'po_01kb7m0s3cf7v9x2k4j6h8g5td',
    lines: [{ lineID: 'rcl_01kb7m0q5zf3d8h2m6t9w4x7ya', itemID: 'itm_01kb7m0t6qe9w4y8r2n5m7p3fs', quantity: '144' }],
  },
  payload: z.object({ ...order, lines: z.array(line) }),
});

/** The cost of goods was corrected; amounts are in the account's currency. */
export const costsCorrected = defineEvent({
  type: 'commerce.receiving-order.cost-corrected',
  isPublic: true,
  sentence: 'The cost of received goods was corrected.',
  record: 'receiving_order',
  example: {
    receivingOrderID: 'rcv_01kb7m0r8wf5n3t7y9q2e4s6zb',
    number: '3015',
    supplierID: 'sup_01kb7m0v9re4p8s2x5z7b3c6dk',
    purchaseOrderID: 'po_01kb7m0s3cf7v9x2k4j6h8g5td',
    corrections: [{ lineID: 'rcl_01kb7m0q5zf3d8h2m6t9w4x7ya', sku: 'YRN-100', inStock: 12.5, variance: 0 }],
  },
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
