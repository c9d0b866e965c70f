import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over settlements (spec commerce section 6), with what each role type has out of the box. */
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

/** Screens of settlements and of what customers pay (spec commerce section 2). */
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
