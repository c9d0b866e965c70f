import type { Reference } from '@millwright/core/server';

/** What is promised, expected or held of an item keeps it. */
export const promiseReferrers: readonly Reference[] = [
  {
    to: 'item',
    what: ['document that waits for stock', 'documents that wait for stock'],
    table: 'inventory.demand',
    column: 'item_id',
    once: 'source_id',
    label: 'referrer.source_number',
  },
  { to: 'item', what: ['expected receipt', 'expected receipts'], table: 'inventory.supply', column: 'item_id' },
  {
    to: 'item',
    what: ['order that is being typed', 'orders that are being typed'],
    table: 'inventory.hold_line',
    column: 'item_id',
    once: 'hold_id',
  },
];
