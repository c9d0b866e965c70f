import { defineScreenList } from '@millwright/core/contracts';

/** The count sheet (spec operations section 2). */
export const reconcileScreens = defineScreenList([
  {
    name: 'reconcile',
    path: '/dashboard/reconcile',
    title: 'Count stock',
    needs: ['inventory:update', 'inventory:read', 'storage_locations:read'],
    nav: { section: 'Inventory', order: 30, icon: 'check' },
  },
]);
