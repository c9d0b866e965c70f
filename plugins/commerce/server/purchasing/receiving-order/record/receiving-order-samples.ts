import type { TableSample } from '@millwright/core/server';

/** One valid row per table of receiving orders for the generated matrices. */
export const receivingOrderSamples: readonly TableSample[] = [
  {
    table: 'commerce.receiving_order',
    row: (ids) => ({
      number: 'sample-{label}',
      number_key: 'sample-{label}',
      purchase_order_id: ids('commerce.purchase_order'),
      supplier_id: ids('commerce.supplier'),
      supplier_name: 'Canary {label}',
      status: 'expected',
      note: 'Canary {label}',
      line_count: 1,
      quantity: '2.000000',
    }),
  },
  {
    table: 'commerce.receiving_order_line',
    row: (ids) => ({
      receiving_order_id: ids('commerce.receiving_order'),
      order_line_id: ids('commerce.purchase_order_line'),
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
      unit_cost: '4.500000',
      note: 'Canary {label}',
    }),
  },
];
