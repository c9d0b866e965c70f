import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type { CheckoutState } from '../../../contracts/billing/card-payment/card-payment.contract.ts';
import { checkoutIs } from '../../states/states.ts';

/**
 * A payment page that was opened at the card provider for an order or for invoices, and the received payment: at most
 * one transaction for each payment of the provider. The ids of order, invoices and transaction have no foreign key, so
 * that a received payment survives their deletion.
 */
export const CheckoutSession = defineEntity({
  ...tenantTable('commerce', 'checkout_session', {
    customerColumn: 'customer_id',
    jobColumns: {
      select: ['account_id', 'status', 'expires_at'],
      update: [],
      why: 'accounts with pages that are over and not told of',
    },
  }),
  name: 'CheckoutSession',
  properties: {
    ...tenantColumns(),
    customerID: column.id(),
    orderID: column.id().nullable(),
    invoiceIDs: column.textArray(),
    /** Description for people: `Order 1042`. */
    title: column.text(),
    amount: column.money(),
    /** Version of the offer when the page was opened, if the page pays an estimate. Null for others. */
    offerVersion: column.integer().nullable(),
    currency: column.text(),
    provider: column.text().$type<'stripe' | 'practice'>(),
    status: column.text().$type<CheckoutState>(),
    /** The provider's id. Empty until the provider has answered. */
    providerSessionID: column.id().nullable(),
    paymentIntentID: column.id().nullable(),
    /** The amount received according to the provider. */
    paid: column.money().nullable(),
    transactionID: column.id().nullable(),
    refunded: column.money().default('0.00'),
    /** State of the card holder's dispute, null without one. */
    dispute: column.text().$type<'open' | 'won' | 'lost'>().nullable(),
    /** The hold on the order's stock during the payment. Only one page of an order has it. */
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
    { properties: ['expiresAt', 'accountID'], where: `${checkoutIs.live('status')}` },
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

/** An event of the card provider, saved once. The provider repeats events and sends them in any order. */
export const CardEvent = defineEntity({
  ...tenantTable('commerce', 'card_event', { isClosedToCustomers: true }),
  name: 'CardEvent',
  properties: {
    ...tenantColumns(),
    eventID: column.id(),
    type: column.text(),
    /** The subject of the event, as far as known: the page, the payment, the dispute, our session. */
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
