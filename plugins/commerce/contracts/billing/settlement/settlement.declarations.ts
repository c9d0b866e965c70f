import { recordDeclarations } from '@millwright/core/contracts';
import { settlements } from './settlement.contract.ts';

/** Permissions, record type and screens of settlements and of customer payments (spec commerce sections 2 and 6). */
export const settlementDeclarations = recordDeclarations(settlements, {
  rights: {
    group: 'payments',
    description: 'Transactions allocated to invoices.',
    defaults: { user: 'crud' },
  },
  nav: { section: 'Money', order: 30, icon: 'scale' },
  listTitle: 'Account management',
  hasForm: false,
  moreScreens: [
    {
      name: 'account-settle',
      path: '/dashboard/account-management/settle',
      alsoAt: ['/dashboard/account-management/create'],
      title: 'Settle an account',
      needs: ['settlements:create', 'transactions:create', 'customers:read'],
    },
  ],
});
