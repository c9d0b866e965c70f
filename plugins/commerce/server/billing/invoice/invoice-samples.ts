import type { TableSample } from '@millwright/core/server';

/** One valid row per table of invoices. */
export const invoiceSamples: readonly TableSample[] = [
  {
    table: 'commerce.invoice',
    row: (ids) => ({
      number: 'sample-{label}',
      number_key: 'sample-{label}',
      order_id: ids('commerce.sales_order'),
      customer_id: ids('commerce.customer'),
      payment_term_id: ids('commerce.payment_term'),
      sales_rep_id: ids('core.member'),
      emails: [],
      note: 'Canary {label}',
      dated_on: '2026-01-15',
      due_on: '2026-02-14',
      line_count: 1,
      subtotal: '9.00',
      discount: '0.00',
      carried: '0.00',
      total: '9.00',
    }),
  },
  {
    table: 'commerce.invoice_line',
    row: (ids) => ({
      invoice_id: ids('commerce.invoice'),
      customer_id: ids('commerce.customer'),
      position: 1,
      item_id: 'itm_{label}',
      sku: 'SKU-{label}',
      description: 'Canary {label}',
      product_type: 'sale',
      quantity: '2.000000',
      unit_id: 'unit_{label}',
      unit_name: 'each',
      base_quantity: '2.000000',
      unit_price: '4.500000',
      unit_cost: '2.000000',
      total: '9.00',
      discount: '0.00',
    }),
  },
];
