import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type { CheckoutState } from '../../../contracts/billing/card-payment/card-payment.contract.ts';
import { checkoutIs } from '../../states/states.ts';

/**
 * One opened page of the card provider for an order or for invoices, and the money that came of it: at most one
 * transaction for each payment of the provider. Ids of what is paid and of transactions are kept without reference:
 * money is never lost with them.
 */
export const CheckoutSession = defineEntity({
  ...tenantTable('commerce', 'checkout_session', { customerColumn: 'customer_id' }),
  name: 'CheckoutSession',
  properties: {
    ...tenantColumns(),
    customerID: column.id(),
    orderID: column.id().nullable(),
    invoiceIDs: column.textArray(),
    /** What is paid, in words: `Order 1042`. */
    title: column.text(),
    amount: column.money(),
    /** Of the estimate that it pays, as it was when the page was opened; null for what is no offer. */
    offerVersion: column.integer().nullable(),
    currency: column.text(),
    provider: column.text().$type<'stripe' | 'practice'>(),
    status: column.text().$type<CheckoutState>(),
    /** Of the provider; empty until it has answered. */
    providerSessionID: column.id().nullable(),
    paymentIntentID: column.id().nullable(),
    /** What was paid, as the provider says. */
    paid: column.money().nullable(),
    transactionID: column.id().nullable(),
    refunded: column.money().default('0.00'),
    /** How it stands with the card holder who wants the money back; null where nobody does. */
    dispute: column.text().$type<'open' | 'won' | 'lost'>().nullable(),
    /** Sets the wares of the order aside while it is paid; the first page of an order has it. */
    holdID: column.id().nullable(),
    holdExpiresAt: column.timestamp().nullable(),
    expiresAt: column.timestamp(),
  },
  uniques: [
    { properties: ['accountID', 'providerSessionID'] },
    { properties: ['accountID', 'paymentIntentID'] },
    { properties: ['accountID', 'transactionID'] },
  ],
  indexes: [
    { properties: ['accountID', 'orderID', 'createdAt', 'id'] },
    { properties: ['accountID', 'expiresAt'], where: `${checkoutIs.live('status')}` },
  ],
  checks: [
    { name: 'checkout_session_provider', expression: "provider in ('stripe', 'practice')" },
    {
      name: 'checkout_session_status',
      expression: checkoutIs.check(),
    },
    {
      name: 'checkout_session_paid',
      expression: `(${checkoutIs.paid('status')}) = (transaction_id is not null)
        and (${checkoutIs.paid('status')}) = (paid is not null)`,
    },
    { name: 'checkout_session_subject', expression: '(order_id is null) = (cardinality(invoice_ids) > 0)' },
    { name: 'checkout_session_dispute', expression: "dispute in ('open', 'won', 'lost')" },
    { name: 'checkout_session_hold', expression: '(hold_id is null) = (hold_expires_at is null)' },
    { name: 'checkout_session_amount', expression: 'amount > 0' },
    { name: 'checkout_session_refunded', expression: 'refunded >= 0 and refunded <= coalesce(paid, 0)' },
  ],
});
export type CheckoutSession = InferEntity<typeof CheckoutSession>;

/** An event of the card provider, once: it repeats them, and sends them in any order. */
export const CardEvent = defineEntity({
  ...tenantTable('commerce', 'card_event', { isClosedToCustomers: true }),
  name: 'CardEvent',
  properties: {
    ...tenantColumns(),
    eventID: column.id(),
    type: column.text(),
    /** What it is about, as far as it says: the page, the payment, the dispute, our own session. */
    providerSessionID: column.id().nullable(),
    paymentIntentID: column.id().nullable(),
    disputeID: column.id().nullable(),
    reference: column.id().nullable(),
  },
  uniques: [{ properties: ['accountID', 'eventID'] }],
});
export type CardEvent = InferEntity<typeof CardEvent>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.checkout_session': TableRow<typeof CheckoutSession>;
    'commerce.card_event': TableRow<typeof CardEvent>;
  }
}
