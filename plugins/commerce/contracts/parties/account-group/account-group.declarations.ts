import { definePermissions, defineRecords, defineScreenList, type Screen } from '@millwright/core/contracts';

/** Rights over customer groups (spec commerce section 6), with what each role type has out of the box. */
export const accountGroupPermissions = definePermissions([
  {
    code: 'customer_groups',
    name: 'Customer groups',
    group: 'customers',
    description: 'Customer types and price groups with their exemptions.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
]);

export const accountGroupRecordTypes = defineRecords([
  {
    type: 'account_group',
    prefix: 'agr',
    label: 'Customer group',
    permission: 'customer_groups:read',
    path: '/dashboard/customer-groups/{id}',
  },
]);

/** Sales reps choose groups for their customers but do not manage them (spec commerce section 6). */
const notForSalesReps: Pick<Screen, 'blockedFor'> = { blockedFor: ['sales_rep'] };

/** Screens of customer groups (spec commerce section 2); create and edit are one form. */
export const accountGroupScreens = defineScreenList([
  {
    name: 'customer-groups',
    path: '/dashboard/customer-groups',
    title: 'Customer groups',
    needs: ['customer_groups:read'],
    nav: { section: 'Sell', order: 30, icon: 'tag' },
    ...notForSalesReps,
  },
  {
    name: 'customer-group-create',
    path: '/dashboard/customer-groups/create',
    title: 'New customer group',
    needs: ['customer_groups:create', 'customer_groups:read'],
    ...notForSalesReps,
  },
  {
    name: 'customer-group-edit',
    path: '/dashboard/customer-groups/:accountGroupID',
    title: 'Customer group',
    needs: ['customer_groups:read'],
    ...notForSalesReps,
  },
]);
