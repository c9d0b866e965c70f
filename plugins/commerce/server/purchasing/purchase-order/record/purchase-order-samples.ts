import type { TableSample } from '@millwright/core/server';

const address = {
  name: 'Canary {label}',
  line1: '1 Canary Street',
  line2: null,
  city: 'Duluth',
  state: 'MN',
  postalCode: '55802',
  country: 'US',
  phone: null,
  email: null,
  isDropShip: false,
};

/** One valid row per table of purchase orders for the generated matrices. */
export const purchaseOrderSamples: readonly TableSample[] = [
  {
    table: 'commerce.purchase_order',
    row: (ids) => ({
      number: 'sample-{label}',
      number_key: 'sample-{label}',
      status: 'estimate',
      supplier_id: ids('commerce.supplier'),
      supplier_name: 'Canary {label}',
      bill_to: JSON.stringify(address),
      ship_to: JSON.stringify(address),
      payment_term_id: ids('commerce.payment_term'),
      priority_id: ids('commerce.priority'),
      created_by_id: ids('core.member'),
      created_by_name: 'Canary {label}',
      note: 'Canary {label}',
      supplier_note: 'Canary {label}',
      contacts: [],
      line_count: 1,
      total: '9.00',
      quantity_ordered: '2.000000',
    }),
  },
  {
    table: 'commerce.purchase_order_line',
    row: (ids) => ({
      order_id: ids('commerce.purchase_order'),
      line_item_number: 1,
      item_id: 'itm_{label}',
      sku: 'SKU-{label}',
      description: 'Canary {label}',
      item_type: 'material',
      supplier_part_number: 'PART-{label}',
      quantity: '2.000000',
      unit_id: 'unit_{label}',
      unit_name: 'each',
      base_quantity: '2.000000',
      base_unit_id: 'unit_{label}',
      unit_price: '4.500000',
      total: '9.00',
    }),
  },
];
