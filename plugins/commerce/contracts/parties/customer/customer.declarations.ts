import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over customers (spec commerce section 6), with what each role type has out of the box. */
export const customerPermissions = definePermissions([
  {
    code: 'customers',
    name: 'Customers',
    group: 'customers',
    description: 'Who the account sells to, with addresses and defaults.',
    defaults: { user: 'crud', sales_rep: 'cru' },
  },
]);

export const customerRecordTypes = defineRecords([
  {
    type: 'customer',
    prefix: 'cus',
    label: 'Customer',
    permission: 'customers:read',
    path: '/dashboard/customers/{id}',
  },
]);

/** What the customer forms choose from. */
const customerChoices = [
  'customers:read',
  'customer_groups:read',
  'carriers:read',
  'shipping_terms:read',
  'payment_terms:read',
  'team_users:read',
] as const;

/** Screens of customers (spec commerce section 2); create and edit are one form. */
export const customerScreens = defineScreenList([
  {
    name: 'customers',
    path: '/dashboard/customers',
    title: 'Customers',
    needs: ['customers:read'],
    nav: { section: 'Sell', order: 20, icon: 'group', shortcut: 'g c' },
  },
  {
    name: 'customer-create',
    path: '/dashboard/customers/create',
    title: 'New customer',
    needs: ['customers:create', ...customerChoices],
  },
  { name: 'customer', path: '/dashboard/customers/:customerID', title: 'Customer', needs: ['customers:read'] },
  {
    name: 'customer-edit',
    path: '/dashboard/customers/:customerID/edit',
    title: 'Edit customer',
    needs: ['customers:update', ...customerChoices],
  },
]);
