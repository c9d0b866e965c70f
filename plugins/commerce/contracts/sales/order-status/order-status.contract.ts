import { defineProblems, endpoint, requiredLine, widgetPath } from '@millwright/core/contracts';
import { z } from 'zod';

/** What looking an order up refuses. */
export const orderStatusProblems = defineProblems({
  /** One answer for an unknown number, a wrong postcode and an order that is not to be seen. */
  order_not_found: {
    status: 404,
    message: 'No order has this number and this postcode or email. Check both and try again.',
  },
});

/** How far an order is, in words for who ordered: no estimate, nothing of the house. */
const orderStages = ['accepted', 'in_progress', 'partly_shipped', 'shipped', 'completed', 'closed'] as const;
export type OrderStage = (typeof orderStages)[number];

/** A ware or service of the order; charges are left out. */
const orderStatusLine = z.object({
  lineItemNumber: z.int(),
  sku: z.string(),
  description: z.string(),
  /** In the unit that was ordered. */
  quantity: z.number(),
  unit: z.string(),
  /** Null for what is not shipped, such as services. */
  quantityShipped: z.number().nullable(),
});

/** A parcel or truck load. */
const orderStatusShipment = z.object({
  number: z.string(),
  shippedAt: z.iso.datetime(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** Page of the carrier. */
  trackingURL: z.string().nullable(),
});

/** What whoever ordered may see: no prices, notes or names. */
export const orderStatus = z.object({
  number: z.string(),
  /** The customer's own order number. */
  customerPO: z.string().nullable(),
  stage: z.enum(orderStages),
  orderedAt: z.iso.datetime(),
  /** Calendar date. */
  promisedAt: z.string().nullable(),
  completedAt: z.iso.datetime().nullable(),
  lines: z.array(orderStatusLine),
  shipments: z.array(orderStatusShipment),
});
export type OrderStatusAnswer = z.output<typeof orderStatus>;

/** The number of an order, and what only its customer knows. */
const findOrderStatusBody = z.strictObject({
  number: requiredLine(40, 'Order number is required'),
  /** Of the delivery or billing address; or an address that mails about the order go to. */
  postcodeOrEmail: requiredLine(254, 'Postcode or email is required'),
});

/**
 * Where an order is. 404 `order_not_found` whatever was wrong; 429 after 10 wrong tries at a number or 20 from one
 * network in an
 * hour. Estimates and deleted orders are not found.
 */
export const findOrderStatus = endpoint({
  name: 'findOrderStatus',
  method: 'POST',
  path: `${widgetPath}/order-status`,
  reads: true,
  widget: 'order-status',
  summary: 'Finds the status of an order by its number and a postcode or email.',
  body: findOrderStatusBody,
  reply: orderStatus,
  status: 200,
});
