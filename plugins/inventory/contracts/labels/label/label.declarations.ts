import { defineScreenList } from '@millwright/core/contracts';

/** Screens of labels; lists and records link to it with `type` and `ids` (spec operations section 2). */
export const labelScreens = defineScreenList([
  {
    name: 'labels',
    path: '/dashboard/labels',
    title: 'Labels',
    needs: ['inventory:read', 'items:read', 'storage_locations:read'],
    nav: { section: 'Stock', order: 80, icon: 'printer' },
  },
]);
