import { declareFlag, type FieldValues, fieldTable } from '@millwright/core/contracts';
import { partyTexts } from '../party-texts.ts';

/** What is true of a customer or not. Exempt are its own exemptions, those of its groups apart. */
export const customerFlags = fieldTable({
  isParentAccount: declareFlag({
    label: 'Is parent account',
    description: 'Other customers belong to it',
    section: 'hierarchy',
  }),
  seesChildren: declareFlag({
    label: 'Sees the customers below it',
    description: 'In the portal: their orders, invoices and prices, without changing anything',
    section: 'hierarchy',
  }),
  isCommissionExempt: declareFlag({
    label: 'Commission exempt',
    description: 'Its customer type or a price group can make it exempt as well',
    section: 'documents',
  }),
  isFreightExempt: declareFlag({
    label: 'Freight exempt',
    description: 'Its customer type or a price group can make it exempt as well',
    section: 'documents',
  }),
  acceptsInvoiceEmails: declareFlag({
    label: 'Invoices by email',
    section: 'documents',
  }),
  isEdiEnabled: declareFlag({
    label: 'EDI enabled',
    description: 'Orders and invoices are exchanged electronically',
    section: 'documents',
  }),
});

/** Everything of a customer that stands for itself. */
export const customerFields = fieldTable({ ...partyTexts, ...customerFlags.fields });

export type CustomerFieldValues = FieldValues<typeof customerFields>;

/** Those that many customers are given at once: a parent stays one while customers belong to it. */
export const bulkCustomerFlags = customerFlags.without('isParentAccount');
