import type { TableSample } from '@millwright/core/server';

/** One valid row per table of the promise ledger for the generated matrices. */
export const promiseSamples: readonly TableSample[] = [
  {
    table: 'inventory.demand',
    row: (ids) => ({
      item_id: ids('inventory.item'),
      source_type: 'sales_order',
      source_id: 'so_{label}',
      source_number: '{label}',
      line_id: 'lin_{label}',
      quantity: '3.000000',
      reserved: '0.000000',
      issued_at: '2026-01-01T00:00:00Z',
    }),
  },
  {
    table: 'inventory.hold',
    row: { actor_id: 'user_{label}', actor_name: 'Canary {label}', expires_at: '2026-01-01T00:00:00Z' },
  },
  {
    table: 'inventory.hold_line',
    row: (ids) => ({
      hold_id: ids('inventory.hold'),
      item_id: ids('inventory.item'),
      wanted: '2.000000',
      quantity: '0.000000',
      expires_at: '2026-01-01T00:00:00Z',
    }),
  },
  {
    table: 'inventory.supply',
    row: (ids) => ({
      item_id: ids('inventory.item'),
      source_type: 'expected_receipt',
      source_id: 'exr_{label}',
      source_number: '',
      line_id: '',
      measure: '5.000000',
      unit_id: ids('inventory.unit'),
      quantity: '5.000000',
      due_on: '2026-01-01',
    }),
  },
];
