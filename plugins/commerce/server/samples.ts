import type { TableSample } from '@millwright/core/server';
import { supplierSamples } from './parties/supplier/supplier-samples.ts';
import { salesOrderSamples } from './sales/sales-order/sales-order-samples.ts';

/** One valid row per table for the generated matrices. */
export const commerceSamples: readonly TableSample[] = [
  {
    table: 'commerce.account_group',
    row: { name: 'Group {label}', type_code: 'price_group', is_commission_exempt: true, is_freight_exempt: false },
  },
  {
    table: 'commerce.carrier',
    row: { code: 'carrier_{label}', name: 'Carrier {label}', is_built_in: false, tracking_url_template: null },
  },
  {
    table: 'commerce.carrier_option',
    row: (ids) => ({
      carrier_id: ids('commerce.carrier'),
      code: 'O{label}',
      name: 'Option {label}',
      is_built_in: false,
    }),
  },
  { table: 'commerce.payment_term', row: { code: 'net_30', name: 'Net 30 {label}' } },
  {
    table: 'commerce.shipping_term',
    row: {
      code: null,
      name: 'Term {label}',
      is_freight_exempt: false,
      flat_rate: '9.50',
      minimum_order_value: null,
      is_carrier_rate: false,
    },
  },
  { table: 'commerce.priority', row: { code: 'normal', name: 'Normal', rank: 2 } },
  {
    table: 'commerce.customer',
    row: (ids) => ({
      // A customer is its party.
      id: ids('core.party'),
      number: '{label}-1',
      name: 'Customer {label}',
      note: 'Canary {label}',
      status: 'normal',
      bill_to_address_id: ids('core.party_address'),
      ship_to_address_id: ids('core.party_address'),
      default_carrier_id: ids('commerce.carrier'),
      default_carrier_option_id: ids('commerce.carrier_option'),
      default_priority_id: ids('commerce.priority'),
      default_payment_term_id: ids('commerce.payment_term'),
      default_shipping_term_id: ids('commerce.shipping_term'),
      default_sales_rep_id: ids('core.member'),
      customer_type_group_id: ids('commerce.account_group'),
    }),
  },
  {
    table: 'commerce.customer_price_group',
    row: (ids) => ({ customer_id: ids('commerce.customer'), account_group_id: ids('commerce.account_group') }),
  },
  {
    table: 'commerce.retired_customer_number',
    row: { number: 'gone-{label}', customer_id: 'cus_{label}', deleted_at: new Date('2026-01-15T12:00:00Z') },
  },
  {
    table: 'commerce.product_line_access',
    row: (ids) => ({ account_group_id: ids('commerce.account_group'), customer_id: null }),
  },
  {
    table: 'commerce.product_line_access_line',
    row: (ids) => ({ access_id: ids('commerce.product_line_access'), product_line_id: 'pln_{label}' }),
  },
  ...salesOrderSamples,
  ...supplierSamples,
];
