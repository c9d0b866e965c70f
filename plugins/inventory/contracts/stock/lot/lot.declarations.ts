import { defineRecords, defineScreenList } from '@millwright/core/contracts';

export const lotRecordTypes = defineRecords([
  { type: 'lot', prefix: 'lot', label: 'Lot', permission: 'storage_locations:read', path: '/dashboard/lots/{id}' },
]);

/** Screens of lots (spec operations section 2). */
export const lotScreens = defineScreenList([
  {
    name: 'lots',
    path: '/dashboard/lots',
    title: 'Lots',
    needs: ['storage_locations:read'],
    nav: { section: 'Stock', order: 70, icon: 'layers' },
  },
  { name: 'lot-create', path: '/dashboard/lots/create', title: 'New lot', needs: ['storage_locations:create'] },
  { name: 'lot', path: '/dashboard/lots/:lotID', title: 'Lot', needs: ['storage_locations:read'] },
  { name: 'lot-edit', path: '/dashboard/lots/:lotID/edit', title: 'Edit lot', needs: ['storage_locations:update'] },
]);
