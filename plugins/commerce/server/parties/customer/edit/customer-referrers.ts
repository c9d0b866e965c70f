import type { Reference } from '@millwright/core/server';

const customer = (to: string, column: string): Reference => ({
  to,
  what: ['customer', 'customers'],
  table: 'commerce.customer',
  column,
  label: 'referrer.number',
});

/** References of customers, and references of core to customers. */
export const customerReferrers: readonly Reference[] = [
  {
    to: 'customer',
    what: ['child account', 'child accounts'],
    table: 'core.party',
    column: 'parent_id',
    label: 'referrer.number',
  },
  {
    to: 'customer',
    what: ['portal user', 'portal users'],
    table: 'core.member',
    column: 'customer_id',
    label: 'referrer.name',
  },
  customer('account_group', 'customer_type_group_id'),
  {
    to: 'account_group',
    what: ['customer', 'customers'],
    table: 'commerce.customer_price_group',
    column: 'account_group_id',
    label: `(select customer.number from commerce.customer customer
      where customer.account_id = {account} and customer.id = referrer.customer_id)`,
  },
  customer('carrier', 'default_carrier_id'),
  customer('carrier_option', 'default_carrier_option_id'),
  customer('payment_term', 'default_payment_term_id'),
  customer('shipping_term', 'default_shipping_term_id'),
];
