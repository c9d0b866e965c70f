import {
  defineProblems,
  defineWidgets,
  endpoint,
  positiveMoney,
  requiredLine,
  widgetPath,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { shoppingWidgets } from '../shop-widget/shop-widget.contract.ts';

/** Where invoices and orders are paid on the account's own site. */
export const payWidgets = defineWidgets([
  {
    name: 'pay',
    title: 'Pay',
    description: 'Visitors enter the number of an invoice or order and its amount as it stands there, and pay by card.',
  },
]);

export const payWidgetProblems = defineProblems({
  /** One answer for an unknown number, a wrong amount and what is not to be paid. */
  payable_not_found: {
    status: 404,
    message: 'No invoice or order has this number and this amount. Check both and try again.',
  },
});

/** An invoice or order, as far as whoever pays has to know it. */
export const payable = z.object({
  kind: z.enum(['invoice', 'order']),
  number: z.string(),
  /** Calendar date; null for orders. */
  dueAt: z.string().nullable(),
  /** What is left to pay. */
  due: z.number(),
  currency: z.string(),
});
export type Payable = z.output<typeof payable>;

const proof = {
  number: requiredLine(40, 'Number is required'),
  /** The total or what is left to pay, exactly: it stands on the paper, and whoever has that may pay it. */
  amount: positiveMoney,
};

/**
 * The invoice and the order of a number, for whoever knows its amount: neither whose it is nor what it is for. 404
 * `payable_not_found` whatever was wrong; in an hour 429 after 10 wrong tries at a number, and from one network after
 * 20 wrong tries or 10 numbers that were right.
 */
export const findPayables = endpoint({
  name: 'findPayables',
  method: 'POST',
  path: `${widgetPath}/payments/actions/find`,
  reads: true,
  widget: 'pay',
  summary: 'Finds what is to be paid by its number and amount.',
  body: z.strictObject(proof),
  reply: z.object({ items: z.array(payable), canPayByCard: z.boolean() }),
});

const paymentPage = z.object({
  /** Page of this installation on which it is paid; it stands in no frame. */
  url: z.string(),
});

/** Opens the page on which it is paid. 409 `nothing_to_pay`, `cards_not_taken`. */
export const openPayable = endpoint({
  name: 'openPayable',
  method: 'POST',
  path: `${widgetPath}/payments`,
  widget: 'pay',
  summary: 'Opens the page on which an invoice or order is paid.',
  body: z.strictObject({ ...proof, kind: z.enum(['invoice', 'order'], { error: 'Choose an invoice or order' }) }),
  reply: paymentPage,
});

/** Opens the page on which an own order is paid, for people who have signed in inside a widget. */
export const openPaymentInWidget = endpoint({
  name: 'openPaymentInWidget',
  method: 'POST',
  path: `${widgetPath}/portal/orders/{orderID}/actions/pay`,
  widget: shoppingWidgets,
  customers: 'payment of own orders',
  summary: 'Opens the page on which an own order is paid.',
  reply: paymentPage,
});
