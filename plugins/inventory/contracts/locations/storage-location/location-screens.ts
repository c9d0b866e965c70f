import { defineScreenList } from '@millwright/core/contracts';

const section = 'Inventory';

/** Screens of places and lots (spec operations section 2). */
export const locationScreens = defineScreenList([
  {
    name: 'storage-locations',
    path: '/dashboard/storage-locations',
    title: 'Storage locations',
    needs: ['storage_locations:read'],
    nav: { section, order: 60, icon: 'pin' },
  },
  {
    name: 'storage-location-create',
    path: '/dashboard/storage-locations/create',
    title: 'New storage location',
    needs: ['storage_locations:create'],
  },
  {
    name: 'storage-location',
    path: '/dashboard/storage-locations/:locationID',
    title: 'Storage location',
    needs: ['storage_locations:read'],
  },
  {
    name: 'storage-location-edit',
    path: '/dashboard/storage-locations/:locationID/edit',
    title: 'Edit storage location',
    needs: ['storage_locations:update'],
  },
  {
    name: 'lots',
    path: '/dashboard/lots',
    title: 'Lots',
    needs: ['storage_locations:read'],
    nav: { section, order: 70, icon: 'layers' },
  },
  { name: 'lot-create', path: '/dashboard/lots/create', title: 'New lot', needs: ['storage_locations:create'] },
  { name: 'lot', path: '/dashboard/lots/:lotID', title: 'Lot', needs: ['storage_locations:read'] },
  { name: 'lot-edit', path: '/dashboard/lots/:lotID/edit', title: 'Edit lot', needs: ['storage_locations:update'] },
]);
