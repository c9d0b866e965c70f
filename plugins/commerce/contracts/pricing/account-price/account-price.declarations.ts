import { recordDeclarations } from '@millwright/core/contracts';
import { accountPrices } from './account-price.contract.ts';

/** Permissions, record type and screens of customer prices (spec commerce section 2); create and edit are one form. */
export const accountPriceDeclarations = recordDeclarations(accountPrices, {
  rights: {
    group: 'pricing',
    description: 'Prices agreed with customers and groups of them.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
  nav: { section: 'Sell', order: 32, icon: 'dollar' },
  hasPage: false,
  formNeeds: ['customers:read', 'customer_groups:read', 'products:read'],
});
