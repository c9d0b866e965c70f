import {
  binaryReply,
  checkoutPage,
  declareStates,
  defineEvent,
  defineProblems,
  emailAddress,
  endpoint,
  idOf,
  mailAddresses,
  positiveMoney,
  practiceCard,
  type StateOf,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/**
 * States of a card payment, from the opened page to the payment. `processing`: the provider has not confirmed the
 * payment yet. `closed`: replaced by a newer page, or no longer needed.
 */
export const checkoutStates = declareStates('checkout_session', {
  open: { name: 'Open', tone: 'info', is: ['live', 'open'] },
  processing: { name: 'Processing', tone: 'progress', is: ['live', 'processing', 'told'] },
  paid: { name: 'Paid', tone: 'success', is: ['paid', 'told'] },
  failed: { name: 'Failed', tone: 'danger', is: ['failed', 'told'] },
  expired: { name: 'Expired', tone: 'neutral', is: ['expired', 'ended'] },
  closed: { name: 'Closed', tone: 'neutral', is: ['closed', 'ended'] },
});
export type CheckoutState = StateOf<typeof checkoutStates>;

export const cardPaymentProblems = defineProblems({
  cards_not_taken: { status: 409, message: 'This account takes no cards' },
  nothing_to_pay: { status: 409, message: 'There is nothing to pay' },
  estimate_not_offered: { status: 409, message: 'This estimate has not been offered yet: nothing of it can be paid' },
  estimate_declined: { status: 409, message: 'This estimate was declined: nothing of it can be paid' },
  estimate_expired: { status: 409, message: 'This estimate holds no longer; ask for a new one' },
  order_closed: { status: 409, message: 'The order is closed and owes nothing' },
  checkout_changed: { status: 409, message: 'The order comes to another amount now; look at it again' },
  provider_failed: { status: 503, message: 'The card provider does not answer; try again in a minute' },
  /** The same answer for every request that is not from the provider, and for every account. */
  webhook_refused: { status: 400, message: 'This is no event of the card provider' },
  refund_exceeds: { status: 409, message: 'More would be paid back than was paid' },
});

/** An event of the card provider was received; a job handles it. */
export const cardEventReceived = defineEvent({
  type: 'commerce.card-payment.event-received',
  isInternal: 'A job of the platform reads what the card provider has sent',
  payload: z.object({ cardEventID: z.string() }),
});

/** The result of a payment page is unknown after its end; a job asks the provider. */
export const checkoutOverdue = defineEvent({
  type: 'commerce.card-payment.checkout-overdue',
  isInternal: 'A job of the platform asks the card provider for the result of a payment page',
  payload: z.object({ checkoutSessionID: z.string() }),
});

/** A payment page is outdated; a job closes it at the provider. */
export const checkoutClosed = defineEvent({
  type: 'commerce.checkout.closed',
  isInternal: 'A job of the platform closes an outdated payment page at the card provider',
  payload: z.object({ checkoutSessionID: z.string() }),
});

/**
 * Opens a page for paying an order by card; an older page for the same debt is closed. The server determines the
 * amount: `orderTotal`, if sent, must equal it, else 409 `checkout_changed`. Customers pay their own orders.
 * `offerVersion`, if sent, must be that of the estimate, else 409 `estimate_changed`. 409 `cards_not_taken`,
 * `nothing_to_pay`, `estimate_not_offered`, `estimate_declined`, `estimate_expired`, `customer_on_hold`,
 * `product_ended`, `order_closed`, 503 `provider_failed`.
 */
export const createCheckoutSession = endpoint({
  name: 'createCheckoutSession',
  method: 'POST',
  path: '/v1/checkout-sessions',
  outside: true,
  permission: 'sales_orders:read',
  customers: 'payment of own orders',
  summary: 'Opens a page on which an order is paid by card.',
  body: z.strictObject({
    orderID: singleLine(100),
    orderNumber: singleLine(40).nullish(),
    orderTotal: z.number().nullish(),
    customerPO: singleLine(100).nullish(),
    offerVersion: z.int().nullish(),
  }),
  reply: checkoutPage,
});

const checkoutAddressees = z.strictObject({
  /** One address, for callers that know no more. */
  customerEmail: emailAddress.optional(),
  recipients: mailAddresses.optional(),
});

/** Whom a link for paying is mailed to. */
export const checkoutRecipients = ({ customerEmail, recipients }: z.output<typeof checkoutAddressees>): string[] =>
  recipients?.length ? recipients : customerEmail ? [customerEmail] : [];

const mailCheckoutBody = checkoutAddressees.refine((body) => checkoutRecipients(body).length > 0, {
  path: ['customerEmail'],
  error: 'Say who gets the link',
});

/**
 * Mails a link for viewing an order and paying it by card, valid for 14 days without a password, to one address or
 * several. 409 `cards_not_taken`, `nothing_to_pay`.
 */
export const mailCheckout = endpoint({
  name: 'mailCheckout',
  method: 'POST',
  path: '/v1/sales-orders/{orderID}/checkout',
  permission: 'sales_orders:update',
  summary: 'Mails a link on which an order is paid by card.',
  body: mailCheckoutBody,
  reply: z.object({ message: z.string(), emailLogID: z.string(), recipients: z.array(z.string()) }),
  status: 200,
});

/**
 * Opens a page on which the customer pays several of its open invoices. `total`, if sent, must equal their sum, else
 * 409 `checkout_changed`.
 */
export const payOwnInvoices = endpoint({
  name: 'payOwnInvoices',
  method: 'POST',
  path: '/v1/portal/invoices/actions/pay',
  outside: true,
  permission: 'customer_portal:create',
  customers: 'payment of own invoices',
  summary: 'Opens a page on which own invoices are paid by card.',
  body: z.strictObject({
    invoiceIDs: z
      .array(idOf('inv'))
      .min(1, { error: 'Choose what to pay' })
      .max(100, { error: 'At most 100 invoices' }),
    total: z.number().nullish(),
  }),
  reply: checkoutPage,
  status: 200,
});

/** The practice provider's card form: answers whether the card is accepted. Only for sessions of that provider. */
export const payPracticeCheckout = endpoint({
  name: 'payPracticeCheckout',
  method: 'POST',
  path: '/v1/checkout-sessions/{checkoutSessionID}/actions/practice',
  permission: 'sales_orders:read',
  customers: 'payment of own orders',
  summary: 'Pays a practice checkout with a card that is not real.',
  body: z.strictObject({ card: practiceCard }),
  reply: z.object({ message: z.string() }),
  status: 200,
});

/** Body of `refundCardPayment`; without an amount everything that is left. */
export const refundCardPaymentBody = z.strictObject({ amount: positiveMoney.optional() });

/** Refunds a card payment, in part or completely, to the card. 409 `refund_exceeds` */
export const refundCardPayment = endpoint({
  name: 'refundCardPayment',
  method: 'POST',
  path: '/v1/transactions/{transactionID}/actions/refund-card',
  outside: true,
  permission: 'transactions:update',
  summary: 'Pays back a card payment.',
  body: refundCardPaymentBody,
  reply: z.object({ refundTransactionID: z.string(), amount: z.number(), refunded: z.number() }),
  status: 200,
});

/** Receives events of the card provider. The signature of the raw body authenticates the provider. */
export const receiveCardEvent = endpoint({
  name: 'receiveCardEvent',
  method: 'POST',
  path: '/v1/webhooks/stripe/{accountID}',
  public: 'The card provider signs what it sends',
  summary: 'Takes an event of the card provider.',
  body: binaryReply('application/json', { limit: 262_144 }),
  reply: z.object({ received: z.literal(true) }),
  status: 200,
});
