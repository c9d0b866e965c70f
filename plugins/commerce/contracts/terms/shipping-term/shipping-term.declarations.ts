import { recordDeclarations } from '@millwright/core/contracts';
import { shippingTerms } from './shipping-term.contract.ts';

/** Permissions, record type and screens of shipping terms (spec commerce section 6); create and edit are one form. */
export const shippingTermDeclarations = recordDeclarations(shippingTerms, {
  rights: {
    group: 'shipping',
    description: 'Who pays the freight, and how much.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
  nav: { section: 'Setup', order: 14, icon: 'receipt' },
  hasPage: false,
});
