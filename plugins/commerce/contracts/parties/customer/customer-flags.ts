import { type FlagValues, flagTable } from '@millwright/core/contracts';

/** What is true of a customer or not. Exempt are its own exemptions, those of its groups apart. */
export const customerFlags = flagTable({
  isParentAccount: {
    label: 'Is parent account',
    description: 'Other customers belong to it',
    section: 'hierarchy',
    headings: ['is parent'],
  },
  seesChildren: {
    label: 'Sees the customers below it',
    description: 'In the portal: their orders, invoices and prices, without changing anything',
    section: 'hierarchy',
    headings: ['sees children'],
  },
  isCommissionExempt: {
    label: 'Commission exempt',
    description: 'Its customer type or a price group can make it exempt as well',
    section: 'documents',
    headings: ['no commission', 'commission exemption'],
  },
  isFreightExempt: {
    label: 'Freight exempt',
    description: 'Its customer type or a price group can make it exempt as well',
    section: 'documents',
    headings: ['no freight', 'free freight', 'freight exemption'],
  },
  acceptsInvoiceEmails: {
    label: 'Invoices by email',
    section: 'documents',
    headings: ['accepts invoice emails', 'invoice emails', 'email invoices', 'invoice by email'],
  },
  isEdiEnabled: {
    label: 'EDI enabled',
    description: 'Orders and invoices are exchanged electronically',
    section: 'documents',
    headings: ['edi', 'is edi', 'edi customer'],
  },
});

export type CustomerFlags = FlagValues<typeof customerFlags>;

/** Those that many customers are given at once: a parent stays one while customers belong to it. */
export const bulkCustomerFlags = customerFlags.without('isParentAccount');
