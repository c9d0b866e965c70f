import type { TableSample } from '@millwright/core/server';

/** One valid row per table of picks. */
export const pickSamples: readonly TableSample[] = [
  {
    table: 'commerce.pick',
    row: (ids) => ({
      number: 'sample-{label}',
      number_key: 'sample-{label}',
      order_id: ids('commerce.sales_order'),
      customer_id: ids('commerce.customer'),
      priority_rank: 2,
      note: 'Canary {label}',
      assignee_id: ids('core.member'),
      released_at: new Date('2026-03-01T08:00:00Z').toISOString(),
      released_by_id: ids('core.member'),
      held_line_ids: [],
    }),
  },
  {
    table: 'commerce.pick_line',
    row: (ids) => ({
      pick_id: ids('commerce.pick'),
      order_line_id: ids('commerce.sales_order_line'),
      item_id: 'itm_{label}',
      quantity: '1.000000',
      from_location_id: 'loc_{label}',
      to_location_id: 'loc_{label}',
      picked_at: new Date('2026-03-01T08:00:00Z').toISOString(),
      picked_by_id: ids('core.member'),
      picked_by_name: 'Canary {label}',
    }),
  },
];
