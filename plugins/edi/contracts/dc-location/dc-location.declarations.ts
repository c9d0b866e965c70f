import { defineRecords, defineScreenList } from '@millwright/core/contracts';

export const dcLocationRecordTypes = defineRecords([
  {
    type: 'dc_location',
    prefix: 'dcl',
    label: 'DC location',
    permission: 'dc_locations:read',
    path: '/dashboard/dc-locations/{id}',
  },
]);

/** Screens of DC locations (spec operations section 2). */
export const dcLocationScreens = defineScreenList([
  {
    name: 'dc-locations',
    path: '/dashboard/dc-locations',
    title: 'DC locations',
    needs: ['dc_locations:read'],
    nav: { section: 'Setup', order: 96, icon: 'warehouse' },
  },
  {
    name: 'dc-location-create',
    path: '/dashboard/dc-locations/create',
    title: 'New DC location',
    needs: ['dc_locations:create', 'customers:read'],
  },
  {
    name: 'dc-location',
    path: '/dashboard/dc-locations/:dcLocationID',
    title: 'DC location',
    needs: ['dc_locations:read'],
  },
  {
    name: 'dc-location-edit',
    path: '/dashboard/dc-locations/:dcLocationID/edit',
    title: 'Edit DC location',
    needs: ['dc_locations:update', 'customers:read'],
  },
]);
