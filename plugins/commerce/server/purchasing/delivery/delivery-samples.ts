import type { TableSample } from '@millwright/core/server';

const at = new Date('2026-03-01T08:00:00Z').toISOString();

/** One valid row per table of deliveries for the generated matrices. */
export const deliverySamples: readonly TableSample[] = [
  {
    table: 'commerce.delivery',
    row: (ids) => ({
      number: 'sample-{label}',
      number_key: 'sample-{label}',
      receiving_order_id: ids('commerce.receiving_order'),
      supplier_id: ids('commerce.supplier'),
      status: 'received',
      reference: 'NOTE-{label}',
      note: 'Canary {label}',
      line_count: 1,
      received_at: at,
      received_by_id: ids('core.member'),
      received_by_name: 'Canary {label}',
    }),
  },
  {
    table: 'commerce.delivery_line',
    row: (ids) => ({
      delivery_id: ids('commerce.delivery'),
      receiving_line_id: ids('commerce.receiving_order_line'),
      position: 1,
      item_id: 'itm_{label}',
      lot_number: 'LOT-{label}',
      quantity: '1.000000',
      unit_id: 'unit_{label}',
      unit_name: 'each',
      base_quantity: '1.000000',
      reason: 'Canary {label}',
      value: '4.500000',
      due_on: '2026-03-01',
    }),
  },
  {
    table: 'commerce.cost_correction',
    row: (ids) => ({
      receiving_order_id: ids('commerce.receiving_order'),
      delivery_line_id: ids('commerce.delivery_line'),
      value_before: '4.500000',
      value: '5.000000',
      quantity_left: '0.000000',
      in_stock: '0.500000',
      variance: '0.000000',
      note: 'Canary {label}',
      actor_name: 'Canary {label}',
    }),
  },
];
