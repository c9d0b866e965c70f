import type { TableSample } from '@millwright/core/server';

/** One valid row per table of shipments. */
export const shipmentSamples: readonly TableSample[] = [
  {
    table: 'commerce.shipment',
    row: (ids) => ({
      number: 'sample-{label}',
      number_key: 'sample-{label}',
      status: 'packed',
      order_id: ids('commerce.sales_order'),
      customer_id: ids('commerce.customer'),
      carrier_id: ids('commerce.carrier'),
      carrier_option_id: ids('commerce.carrier_option'),
      note: 'Canary {label}',
    }),
  },
  {
    table: 'commerce.shipment_line',
    row: (ids) => ({
      shipment_id: ids('commerce.shipment'),
      customer_id: ids('commerce.customer'),
      order_line_id: ids('commerce.sales_order_line'),
      item_id: 'itm_{label}',
      quantity: '2.000000',
    }),
  },
  {
    table: 'commerce.shipping_case',
    row: (ids) => ({
      shipment_id: ids('commerce.shipment'),
      customer_id: ids('commerce.customer'),
      position: 1,
      tracking_number: 'Canary {label}',
    }),
  },
  {
    table: 'commerce.shipping_case_content',
    row: (ids) => ({
      shipping_case_id: ids('commerce.shipping_case'),
      shipment_line_id: ids('commerce.shipment_line'),
      customer_id: ids('commerce.customer'),
      quantity: '2.000000',
    }),
  },
];
