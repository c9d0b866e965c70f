import {
  addressSnapshot,
  endpoint,
  filterValue,
  isVisible,
  listOf,
  listQuery,
  noteText,
  positiveMeasure,
  shownMoney,
} from '@millwright/core/contracts';
import { z } from 'zod';
import type { SalesOrderStatus } from '../../sales/sales-order/sales-order-status.ts';
import { asCustomer } from '../storefront/storefront.contract.ts';

/** Stages of an order, with names for customers. */
export const ownOrderStages = {
  asked: 'Asked for prices',
  estimate: 'Estimate',
  declined: 'Declined',
  unpaid: 'Waits for payment',
  accepted: 'Accepted',
  in_progress: 'Being packed',
  partly_shipped: 'Partly shipped',
  shipped: 'Shipped',
  completed: 'Completed',
  closed: 'Closed',
} as const;
export type OwnOrderStage = keyof typeof ownOrderStages;
/** List of the portal that shows an order, by its status. */
export const ownOrderStates: Record<SalesOrderStatus, 'open' | 'done' | 'estimates'> = {
  bid_request: 'open',
  estimate: 'estimates',
  issued: 'open',
  fulfilled: 'done',
  closed_short: 'done',
};

const stage = z.object({
  code: z.enum(Object.keys(ownOrderStages) as [OwnOrderStage, ...OwnOrderStage[]]),
  name: z.string(),
});

const row = {
  id: z.string(),
  number: z.string(),
  customerPO: z.string().nullable(),
  stage,
  orderedAt: z.iso.datetime(),
  promisedAt: z.iso.date().nullable(),
  /** Last day on which an estimate is valid. */
  validUntil: z.string().nullable(),
  lineCount: z.int(),
  total: shownMoney,
  isPaid: z.boolean(),
};

/** An order in the customer's own list. */
export const ownOrderRow = z.object(row);
export type OwnOrderRow = z.output<typeof ownOrderRow>;

/** An order for its customer, without costs, stock and internal data. */
export const ownOrder = z.object({
  ...row,
  note: z.string().nullable(),
  billTo: addressSnapshot.nullable(),
  shipTo: addressSnapshot.nullable(),
  carrier: z.string().nullable(),
  paymentTerm: z.string().nullable(),
  subtotal: z.number(),
  discount: z.object({ name: z.string(), amount: z.number() }).nullable(),
  lines: z.array(
    z.object({
      id: z.string(),
      lineItemNumber: z.int(),
      productID: z.string(),
      sku: z.string(),
      description: z.string(),
      quantity: z.number(),
      unitID: z.string(),
      unit: z.string(),
      unitPrice: z.number(),
      total: shownMoney,
      shipped: z.number(),
      /** Text: waiting, being packed, shipped. */
      state: z.string(),
      /** Day on which the missing goods arrive. */
      firstDate: z.string().nullable(),
    }),
  ),
  shipments: z.array(
    z.object({
      number: z.string(),
      shippedAt: z.iso.datetime(),
      carrier: z.string().nullable(),
      trackingNumber: z.string().nullable(),
      trackingURL: z.string().nullable(),
    }),
  ),
  invoices: z.array(z.object({ id: z.string(), number: z.string(), total: shownMoney, isPaid: z.boolean() })),
  /** Whether it is an estimate that can be accepted or declined now. */
  canAnswer: z.boolean(),
  /** Whether it can be accepted without payment; otherwise it continues when it is paid. */
  canAccept: z.boolean(),
  /** Version of the shown offer; sent with an answer. */
  offerVersion: z.int(),
  /** Whether it can be paid by card now. */
  canPay: z.boolean(),
});
export type OwnOrder = z.output<typeof ownOrder>;

/** The customer's orders and estimates, the newest first. */
export const listOwnOrders = endpoint({
  name: 'listOwnOrders',
  method: 'GET',
  path: '/v1/portal/orders',
  permission: 'customer_portal:read',
  customers: 'own orders',
  summary: 'Lists the own orders.',
  query: listQuery({
    sortBy: ['createdAt', 'number', 'total', 'promisedAt'],
    filters: { state: filterValue(z.enum(['open', 'done', 'estimates'])), ...asCustomer },
  }),
  reply: listOf(ownOrderRow),
});

export const getOwnOrder = endpoint({
  name: 'getOwnOrder',
  method: 'GET',
  path: '/v1/portal/orders/{orderID}',
  permission: 'customer_portal:read',
  customers: 'own orders',
  summary: 'Reads an own order.',
  query: z.strictObject(asCustomer),
  reply: ownOrder,
});

const answer = {
  answer: z.enum(['accept', 'decline'], { error: 'Accept or decline' }),
  /** Version of the answered offer. */
  offerVersion: z.int({ error: 'Say which offer is answered: the offerVersion that was shown' }),
  message: noteText.nullish(),
};

/**
 * Accepts an estimate, which issues it, or declines it; the team is notified. 409 `estimate_changed` if the offer has
 * changed, with `details.offerVersion` and `details.total`; `payment_first` for terms of payment before delivery, and
 * for orders with card payment; `product_ended` for products that are not sold any more.
 */
export const answerEstimate = endpoint({
  name: 'answerEstimate',
  method: 'PUT',
  path: '/v1/portal/orders/{orderID}/actions/answer',
  permission: 'customer_portal:update',
  customers: 'own orders',
  summary: 'Accepts or declines an own estimate.',
  body: z.strictObject(answer),
  reply: ownOrder,
});

/**
 * Requests a return, for the team to handle. 400 where a line asks for more than was shipped of it, less what open
 * requests of the order already ask to return.
 */
export const requestReturn = endpoint({
  name: 'requestReturn',
  method: 'POST',
  path: '/v1/portal/orders/{orderID}/actions/request-return',
  permission: 'customer_portal:create',
  customers: 'own orders',
  summary: 'Asks to return goods of an own order.',
  body: z.strictObject({
    lines: z
      .array(z.strictObject({ lineID: z.string().max(100), quantity: positiveMeasure }))
      .min(1, { error: 'Choose what comes back' })
      .max(500, { error: 'At most 500 lines' }),
    reason: noteText.refine(isVisible, { error: 'Say why' }),
  }),
  reply: z.object({ requestID: z.string(), message: z.string() }),
});
