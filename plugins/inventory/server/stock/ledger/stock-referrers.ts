import type { Reference } from '@millwright/core/server';

/** Items and owners with stock or movements cannot be deleted, because their history has to stay. */
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
