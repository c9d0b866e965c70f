import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type { CheckoutState } from '../../../contracts/billing/card-payment/card-payment.contract.ts';

/**
 * One opened page of the card provider for an order, and the money that came of it: at most one transaction for each
 * payment of the provider. Ids of orders and transactions are kept without reference: money is never lost with them.
 */
export const CheckoutSession = defineEntity({
  ...tenantTable('commerce', 'checkout_session', { customerColumn: 'customer_id' }),
  name: 'CheckoutSession',
  properties: {
    ...tenantColumns(),
    customerID: column.id(),
    orderID: column.id(),
    orderNumber: column.text(),
    amount: column.money(),
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
    expiresAt: column.timestamp(),
  },
  uniques: [
    { properties: ['accountID', 'providerSessionID'] },
    { properties: ['accountID', 'paymentIntentID'] },
    { properties: ['accountID', 'transactionID'] },
  ],
  indexes: [{ properties: ['accountID', 'orderID', 'createdAt', 'id'] }],
  checks: [
    { name: 'checkout_session_provider', expression: "provider in ('stripe', 'practice')" },
    { name: 'checkout_session_status', expression: "status in ('open', 'paid', 'failed', 'expired')" },
    {
      name: 'checkout_session_paid',
      expression: "(status = 'paid') = (transaction_id is not null) and (status = 'paid') = (paid is not null)",
    },
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
    /** The session that it is about. */
    providerSessionID: column.id().nullable(),
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
