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

/** Widgets for paying invoices and orders on the account's own site. */
export const payWidgets = defineWidgets([
  {
    name: 'pay',
    title: 'Pay',
    description: 'Visitors enter the number of an invoice or order and its amount as it stands there, and pay by card.',
  },
]);

export const payWidgetProblems = defineProblems({
  /** The same answer for an unknown number, a wrong amount, and a document that cannot be paid. */
  payable_not_found: {
    status: 404,
    message: 'No invoice or order has this number and this amount. Check both and try again.',
  },
});

/** An invoice or order, with only the data that a payer needs. */
export const payable = z.object({
  kind: z.enum(['invoice', 'order']),
  number: z.string(),
  /** Calendar date; null for orders. */
  dueAt: z.string().nullable(),
  /** Open amount. */
  due: z.number(),
  currency: z.string(),
});
export type Payable = z.output<typeof payable>;

const proof = {
  number: requiredLine(40, 'Number is required'),
  /**
   * The exact total or open amount. It is printed on the document, so knowing it proves that the caller has the
   * document.
   */
  amount: positiveMoney,
};

/**
 * The invoice and the order with a number, for callers who know the amount; customer and contents are not answered. 404
 * `payable_not_found` for any mismatch; limits as for `findOrderStatus`.
 */
export const findPayables = endpoint({
  name: 'findPayables',
  method: 'POST',
  path: `${widgetPath}/payments/actions/find`,
  findsPeople: true,
  reads: true,
  widget: 'pay',
  summary: 'Finds what is to be paid by its number and amount.',
  body: z.strictObject(proof),
  reply: z.object({ items: z.array(payable), canPayByCard: z.boolean() }),
});

const paymentPage = z.object({
  /** Payment page of this installation; it does not open in frames. */
  url: z.string(),
});

/** Opens the payment page. 409 `nothing_to_pay`, `cards_not_taken`. */
export const openPayable = endpoint({
  name: 'openPayable',
  method: 'POST',
  path: `${widgetPath}/payments`,
  findsPeople: true,
  widget: 'pay',
  summary: 'Opens the page on which an invoice or order is paid.',
  body: z.strictObject({ ...proof, kind: z.enum(['invoice', 'order'], { error: 'Choose an invoice or order' }) }),
  reply: paymentPage,
});

/** Opens the payment page of an own order, for people signed in to a widget. */
export const openPaymentInWidget = endpoint({
  name: 'openPaymentInWidget',
  method: 'POST',
  path: `${widgetPath}/portal/orders/{orderID}/actions/pay`,
  widget: shoppingWidgets,
  customers: 'payment of own orders',
  summary: 'Opens the page on which an own order is paid.',
  reply: paymentPage,
});
