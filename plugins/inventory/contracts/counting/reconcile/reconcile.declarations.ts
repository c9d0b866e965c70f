import { defineRecords, defineScreenList } from '@millwright/core/contracts';

export const reconcileRecordTypes = defineRecords([
  {
    type: 'item_stock',
    prefix: 'itm',
    label: 'Stock',
    permission: 'inventory:read',
    path: '/dashboard/inventory?itemIDs={id}',
    untold: 'What moved is kept as movements, each with the document that it is of',
  },
]);

/** Screens of the count sheet (spec operations section 2). */
export const reconcileScreens = defineScreenList([
  {
    name: 'reconcile',
    path: '/dashboard/reconcile',
    title: 'Count stock',
    needs: ['inventory:update', 'inventory:read', 'storage_locations:read'],
    nav: { section: 'Stock', order: 30, icon: 'check' },
  },
]);
