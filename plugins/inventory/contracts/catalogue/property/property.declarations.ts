import { defineRecords, defineScreenList } from '@millwright/core/contracts';

export const propertyRecordTypes = defineRecords([
  {
    type: 'property',
    prefix: 'prp',
    label: 'Property',
    permission: 'categories:read',
    path: '/dashboard/properties/{id}',
  },
]);

/** Screens of properties (spec operations section 2). */
export const propertyScreens = defineScreenList([
  {
    name: 'properties',
    path: '/dashboard/properties',
    title: 'Properties',
    needs: ['categories:read'],
    nav: { section: 'Setup', order: 25, icon: 'sliders' },
  },
  {
    name: 'property-create',
    path: '/dashboard/properties/create',
    title: 'New property',
    needs: ['categories:create'],
  },
  { name: 'property', path: '/dashboard/properties/:propertyID', title: 'Property', needs: ['categories:read'] },
]);
