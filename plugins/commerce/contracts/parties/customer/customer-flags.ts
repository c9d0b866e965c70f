import { type FlagValues, flagTable } from '@millwright/core/contracts';

/** What is true of a customer or not. Exempt are its own exemptions, those of its groups apart. */
export const customerFlags = flagTable({
  isParentAccount: {
    label: 'Is parent account',
    description: 'Other customers belong to it',
    section: 'hierarchy',
  },
  seesChildren: {
    label: 'Sees the customers below it',
    description: 'In the portal: their orders, invoices and prices, without changing anything',
    section: 'hierarchy',
  },
  isCommissionExempt: {
    label: 'Commission exempt',
    description: 'Its customer type or a price group can make it exempt as well',
    section: 'documents',
  },
  isFreightExempt: {
    label: 'Freight exempt',
    description: 'Its customer type or a price group can make it exempt as well',
    section: 'documents',
  },
  acceptsInvoiceEmails: {
    label: 'Invoices by email',
    section: 'documents',
  },
  isEdiEnabled: {
    label: 'EDI enabled',
    description: 'Orders and invoices are exchanged electronically',
    section: 'documents',
  },
});

export type CustomerFlags = FlagValues<typeof customerFlags>;

/** Those that many customers are given at once: a parent stays one while customers belong to it. */
export const bulkCustomerFlags = customerFlags.without('isParentAccount');
