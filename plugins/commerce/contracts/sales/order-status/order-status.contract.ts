import { defineProblems, endpoint, requiredLine, widgetPath } from '@millwright/core/contracts';
import { z } from 'zod';

/** Refusals of looking up an order. */
export const orderStatusProblems = defineProblems({
  /** The same answer for an unknown number, a wrong postcode, and an order that is not shown. */
  order_not_found: {
    status: 404,
    message: 'No order has this number and this postcode or email. Check both and try again.',
  },
});

/** Stages of an order for its customer, without estimates and internal steps. */
const orderStages = ['accepted', 'in_progress', 'partly_shipped', 'shipped', 'completed', 'closed'] as const;
export type OrderStage = (typeof orderStages)[number];

/** A parcel or truck load. */
const orderStatusShipment = z.object({
  number: z.string(),
  shippedAt: z.iso.datetime(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** Tracking page of the carrier. */
  trackingURL: z.string().nullable(),
});

/** Data for anybody who knows a postcode: no lines, references, prices, notes or names. */
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

/** The number of an order, and a fact that only its customer knows. */
const findOrderStatusBody = z.strictObject({
  number: requiredLine(40, 'Order number is required'),
  /** Postcode of the delivery or billing address; or an address that gets mails about the order. */
  postcodeOrEmail: requiredLine(254, 'Postcode or email is required'),
});

/**
 * Status of an order. 404 `order_not_found` for any mismatch. Per hour, a network gets 429 after 10 wrong tries at one
 * number, 20 wrong tries in all, or 10 correct numbers. After 100 wrong tries of all networks at a number, the order is
 * not found for the rest of the hour. Estimates and deleted orders are not found.
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
 * Mails the complete order to the addresses in the order only, so that the caller never sees its contents. The answer
 * is the same whether or not the order exists.
 */
export const mailOrderDetails = endpoint({
  name: 'mailOrderDetails',
  method: 'POST',
  path: `${widgetPath}/order-status/actions/mail`,
  findsPeople: true,
  widget: 'order-status',
  summary: 'Mails the details of an order to the addresses that stand on it.',
  body: z.strictObject({ number: requiredLine(40, 'Order number is required') }),
  reply: z.object({ message: z.string() }),
  status: 202,
});
