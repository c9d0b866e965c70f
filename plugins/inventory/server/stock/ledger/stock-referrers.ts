import type { Reference } from '@millwright/core/server';

/** Stock and what was said of it keep items and owners: their history stays, so they do. */
export const stockReferrers: readonly Reference[] = [
  { to: 'item', what: ['stock movement', 'stock movements'], table: 'inventory.movement', column: 'item_id' },
  {
    to: 'item',
    what: ['document that has stock set aside', 'documents that have stock set aside'],
    table: 'inventory.allocation',
    column: 'item_id',
    once: 'source_id',
  },
  {
    to: 'customer',
    what: ['stock movement of its goods', 'stock movements of its goods'],
    table: 'inventory.movement',
    column: 'owner_id',
  },
];
