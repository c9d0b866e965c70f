import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over units of measure (spec operations section 6), with what each role type has out of the box. */
export const unitPermissions = definePermissions([
  {
    code: 'units',
    name: 'Units',
    group: 'units',
    description: 'Units of measure.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'r', customer: 'r' },
  },
]);

export const unitRecordTypes = defineRecords([
  {
    type: 'unit',
    prefix: 'unit',
    label: 'Unit',
    permission: 'units:read',
    path: '/dashboard/units-of-measure/units/{id}',
  },
]);

/** Screens of units of measure (spec operations section 2). */
export const unitScreens = defineScreenList([
  {
    name: 'units-of-measure',
    path: '/dashboard/units-of-measure',
    title: 'Units of measure',
    needs: ['units:read', 'unit_groups:read'],
    nav: { section: 'Setup', order: 26, icon: 'ruler' },
  },
  { name: 'units', path: '/dashboard/units-of-measure/units', title: 'Units', needs: ['units:read'] },
  { name: 'unit-create', path: '/dashboard/units-of-measure/units/create', title: 'New unit', needs: ['units:create'] },
  { name: 'unit', path: '/dashboard/units-of-measure/units/:unitID', title: 'Unit', needs: ['units:read'] },
]);
