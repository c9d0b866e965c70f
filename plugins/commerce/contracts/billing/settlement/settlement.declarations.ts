import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Permissions for settlements (spec commerce section 6), with the defaults of each role type. */
export const settlementPermissions = definePermissions([
  {
    code: 'settlements',
    name: 'Settlements',
    group: 'payments',
    description: 'Transactions allocated to invoices.',
    defaults: { user: 'crud' },
  },
]);

export const settlementRecordTypes = defineRecords([
  {
    type: 'settlement',
    prefix: 'stl',
    label: 'Settlement',
    permission: 'settlements:read',
    path: '/dashboard/account-management/{id}',
  },
]);

/** Screens of settlements and of customer payments (spec commerce section 2). */
export const settlementScreens = defineScreenList([
  {
    name: 'account-management',
    path: '/dashboard/account-management',
    title: 'Account management',
    needs: ['settlements:read'],
    nav: { section: 'Money', order: 30, icon: 'scale' },
  },
  {
    name: 'account-settle',
    path: '/dashboard/account-management/settle',
    alsoAt: ['/dashboard/account-management/create'],
    title: 'Settle an account',
    needs: ['settlements:create', 'transactions:create', 'customers:read'],
  },
  {
    name: 'settlement',
    path: '/dashboard/account-management/:settlementID',
    title: 'Settlement',
    needs: ['settlements:read'],
  },
]);
