import { recordDeclarations } from '@millwright/core/contracts';
import { accountGroups } from './account-group.contract.ts';

/** Permissions, record type and screens of customer groups (spec commerce sections 2 and 6). */
export const accountGroupDeclarations = recordDeclarations(accountGroups, {
  rights: {
    group: 'customers',
    description: 'Customer types and price groups with their exemptions.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
  nav: { section: 'Sell', order: 30, icon: 'tag' },
  hasPage: false,
  // Sales reps choose groups for their customers but do not manage them.
  blockedFor: ['sales_rep'],
});
