import { recordDeclarations } from '@millwright/core/contracts';
import { paymentTerms } from './payment-term.contract.ts';

/** Permissions, record type and screens of payment terms (spec commerce section 6); create and edit are one form. */
export const paymentTermDeclarations = recordDeclarations(paymentTerms, {
  rights: {
    group: 'payments',
    description: 'When invoices are due.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
  nav: { section: 'Setup', order: 12, icon: 'calendar' },
  hasPage: false,
});
