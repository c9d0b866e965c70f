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

/** A parcel or truck load. */
const orderStatusShipment = z.object({
  number: z.string(),
  shippedAt: z.iso.datetime(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** Page of the carrier. */
  trackingURL: z.string().nullable(),
});

/** What whoever knows a postcode may see: no lines, references, prices, notes or names. */
export const orderStatus = z.object({
  number: z.string(),
  stage: z.enum(orderStages),
  orderedAt: z.iso.datetime(),
  /** Calendar date. */
  promisedAt: z.string().nullable(),
  completedAt: z.iso.datetime().nullable(),
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
 * Where an order is. 404 `order_not_found` whatever was wrong; in an hour 429 after 10 wrong tries at a number, and
 * from one network after 20 wrong tries or 10 numbers that were right. Estimates and deleted orders are not found.
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

/**
 * Mails all of an order to the addresses that stand on it, to nobody else: what it holds nobody else learns, however
 * often it is asked for. The answer is the same whether or not there is such an order.
 */
export const mailOrderDetails = endpoint({
  name: 'mailOrderDetails',
  method: 'POST',
  path: `${widgetPath}/order-status/actions/mail`,
  widget: 'order-status',
  summary: 'Mails the details of an order to the addresses that stand on it.',
  body: z.strictObject({ number: requiredLine(40, 'Order number is required') }),
  reply: z.object({ message: z.string() }),
  status: 202,
});
