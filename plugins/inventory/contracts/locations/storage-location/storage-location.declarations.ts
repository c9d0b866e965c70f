import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over storage locations (spec operations section 6), with what each role type has out of the box. */
export const storageLocationPermissions = definePermissions([
  {
    code: 'storage_locations',
    name: 'Storage locations',
    group: 'inventory',
    description: 'Where stock lies.',
    defaults: { user: 'crud', scanner: 'r' },
  },
]);

export const storageLocationRecordTypes = defineRecords([
  {
    type: 'storage_location',
    prefix: 'loc',
    label: 'Storage location',
    permission: 'storage_locations:read',
    path: '/dashboard/storage-locations/{id}',
  },
]);

/** Screens of storage locations (spec operations section 2). */
export const storageLocationScreens = defineScreenList([
  {
    name: 'storage-locations',
    path: '/dashboard/storage-locations',
    title: 'Storage locations',
    needs: ['storage_locations:read'],
    nav: { section: 'Stock', order: 60, icon: 'pin' },
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
]);
