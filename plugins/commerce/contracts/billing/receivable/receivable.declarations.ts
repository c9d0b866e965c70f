import { defineScreenList } from '@millwright/core/contracts';

/** Screens of what customers owe (spec commerce section 2). */
export const receivableScreens = defineScreenList([
  {
    name: 'accounts-receivable',
    path: '/dashboard/accounts-receivable',
    title: 'Accounts receivable',
    // Sums over all customers are for the house.
    needs: ['invoices:read', 'customers:read'],
    nav: { section: 'Money', order: 40, icon: 'wallet' },
  },
  {
    name: 'account-receivable',
    path: '/dashboard/accounts-receivable/:customerID',
    title: 'Account',
    needs: ['invoices:read', 'customers:read'],
  },
]);
