import type { Reference } from '@millwright/core/server';

const what = ['sales order', 'sales orders'] as const;

/** A deleted order keeps its number, but its references are cleared. */
const order = (to: string, column: string): Reference => ({
  to,
  what,
  table: 'commerce.sales_order',
  column,
  label: 'referrer.number',
});

const numberOfLine = `(select sold.number from commerce.sales_order sold
  where sold.account_id = {account} and sold.id = referrer.order_id)`;

/** Lines of deleted orders keep their texts. */
const line: Omit<Reference, 'to' | 'column'> = {
  what,
  table: 'commerce.sales_order_line',
  once: 'order_id',
  label: numberOfLine,
  where: `exists (select from commerce.sales_order sold where sold.account_id = {account}
    and sold.id = referrer.order_id and sold.deleted_at is null)`,
};

/** References from sales orders to other records. */
export const salesOrderReferrers: readonly Reference[] = [
  order('customer', 'customer_id'),
  order('carrier', 'carrier_id'),
  order('carrier_option', 'carrier_option_id'),
  order('payment_term', 'payment_term_id'),
  order('shipping_term', 'shipping_term_id'),
  order('order_discount', 'order_discount_id'),
  { ...line, to: 'item', column: 'item_id' },
  { ...line, to: 'unit', column: 'unit_id', item: 'item_id' },
];
