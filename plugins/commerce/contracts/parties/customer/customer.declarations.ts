import { recordDeclarations } from '@millwright/core/contracts';
import { customers } from './customer.contract.ts';

/** Permissions, record type and screens of customers (spec commerce section 6). */
export const customerDeclarations = recordDeclarations(customers, {
  rights: {
    group: 'customers',
    description: 'Who the account sells to, with addresses and defaults.',
    defaults: { user: 'crud', sales_rep: 'cru' },
  },
  nav: { section: 'Sell', order: 20, icon: 'group', shortcut: 'g c' },
  formNeeds: [
    'customers:read',
    'customer_groups:read',
    'carriers:read',
    'shipping_terms:read',
    'payment_terms:read',
    'team_users:read',
  ],
});
