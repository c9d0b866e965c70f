/** A column that refers to a record, and how people call the rows that hold it. */
export interface Referrer {
  /** Of one row and of several: `['customer', 'customers']`. */
  what: readonly [string, string];
  /** Qualified. */
  table: string;
  column: string;
  /** SQL expression over `referrer` that names a row: its number or name. */
  label: string;
}

/** Records whose deletion is refused while something refers to them. */
export type Referred = 'customer' | 'account_group' | 'carrier' | 'carrier_option' | 'payment_term' | 'shipping_term';

const customers = (column: string): Referrer => ({
  what: ['customer', 'customers'],
  table: 'commerce.customer',
  column,
  label: 'referrer.number',
});

/** Deleted orders keep their number, and let go of what they referred to. */
const orders = (column: string): Referrer => ({
  what: ['sales order', 'sales orders'],
  table: 'commerce.sales_order',
  column,
  label: 'referrer.number',
});

/** Flows are core's and have no foreign key here; what they name is looked up when they are saved. */
const flows = (column: string): Referrer => ({
  what: ['registration flow', 'registration flows'],
  table: 'core.registration_flow',
  column,
  label: 'referrer.name',
});

const customerOf = (column: string): string =>
  `(select customer.number from commerce.customer customer where customer.account_id = referrer.account_id and customer.id = referrer.${column})`;

/** Who refers to what. Every foreign key to one of these records and every flow has its line here, so that a refusal can say who it is. */
export const referrers: Record<Referred, readonly Referrer[]> = {
  customer: [
    orders('customer_id'),
    { what: ['child account', 'child accounts'], table: 'core.party', column: 'parent_id', label: 'referrer.number' },
    { what: ['portal user', 'portal users'], table: 'core.member', column: 'customer_id', label: 'referrer.name' },
    {
      what: ['product line limit', 'product line limits'],
      table: 'commerce.product_line_access',
      column: 'customer_id',
      label: customerOf('customer_id'),
    },
  ],
  account_group: [
    customers('customer_type_group_id'),
    {
      what: ['customer', 'customers'],
      table: 'commerce.customer_price_group',
      column: 'account_group_id',
      label: customerOf('customer_id'),
    },
    {
      what: ['product line limit', 'product line limits'],
      table: 'commerce.product_line_access',
      column: 'account_group_id',
      label: "'this group'",
    },
    flows('default_customer_group_id'),
  ],
  carrier: [customers('default_carrier_id'), orders('carrier_id')],
  carrier_option: [customers('default_carrier_option_id'), orders('carrier_option_id')],
  payment_term: [
    customers('default_payment_term_id'),
    orders('payment_term_id'),
    {
      what: ['supplier', 'suppliers'],
      table: 'commerce.supplier',
      column: 'default_payment_term_id',
      label: 'referrer.number',
    },
    flows('default_payment_term_id'),
  ],
  shipping_term: [customers('default_shipping_term_id'), orders('shipping_term_id'), flows('default_shipping_term_id')],
};
