import { defineRecords } from '@millwright/core/contracts';

/** The stock of an item of any type, for change sets of counts and receipts; its id is that of the item. */
export const reconcileRecords = defineRecords([
  {
    type: 'item_stock',
    prefix: 'itm',
    label: 'Stock',
    permission: 'inventory:read',
    path: '/dashboard/inventory?itemIDs={id}',
  },
]);
