import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Permissions for unit groups (spec operations section 6), with the defaults of each role type. */
export const unitGroupPermissions = definePermissions([
  {
    code: 'unit_groups',
    name: 'Unit groups',
    group: 'units',
    description: 'Units that convert into one another, and their exact factors.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'r', customer: 'r' },
  },
]);

export const unitGroupRecordTypes = defineRecords([
  {
    type: 'unit_group',
    prefix: 'ugr',
    label: 'Unit group',
    permission: 'unit_groups:read',
    path: '/dashboard/units-of-measure/groups/{id}',
  },
]);

/** Screens of unit groups (spec operations section 2). */
export const unitGroupScreens = defineScreenList([
  {
    name: 'unit-groups',
    path: '/dashboard/units-of-measure/groups',
    title: 'Unit groups',
    needs: ['unit_groups:read'],
  },
  {
    name: 'unit-group-create',
    path: '/dashboard/units-of-measure/groups/create',
    title: 'New unit group',
    needs: ['unit_groups:create', 'units:read'],
  },
  {
    name: 'unit-group',
    path: '/dashboard/units-of-measure/groups/:unitGroupID',
    title: 'Unit group',
    needs: ['unit_groups:read', 'units:read'],
  },
]);
