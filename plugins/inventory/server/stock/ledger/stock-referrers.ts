import type { Reference } from '@millwright/core/server';

/** Stock and what was said of it keep items: their history stays, so they do. */
export const stockReferrers: readonly Reference[] = [
  { to: 'item', what: ['stock movement', 'stock movements'], table: 'inventory.movement', column: 'item_id' },
];
