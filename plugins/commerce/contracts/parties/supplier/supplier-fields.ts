import { declareFlag, type FieldValues, fieldTable } from '@millwright/core/contracts';
import { partyPaymentTerm } from '../party-payment-term.ts';
import { partyTexts } from '../party-texts.ts';

/** What a supplier is by itself. */
export const plainSupplierFields = fieldTable({
  ...partyTexts,
  isActive: declareFlag({
    label: 'Active',
    description: 'Nobody buys from a supplier that is not',
    section: 'supplier',
    initial: true,
    synonyms: ['is active', 'active flag', 'enabled'],
  }),
});

/** What a supplier refers to. */
export const supplierReferences = fieldTable(partyPaymentTerm);

/** Fields of a supplier; number and name, and its addresses, are beside them. */
export const supplierFields = fieldTable({ ...plainSupplierFields.fields, ...supplierReferences.fields });

export type SupplierFieldValues = FieldValues<typeof supplierFields>;

/** Those that many suppliers are given at once. */
export const bulkSupplierFields = supplierFields.only('isActive', 'defaultPaymentTerm');

/** Those that the list shows of each supplier as they are. */
export const listedSupplierFields = supplierFields.only('email', 'phone', 'isActive', 'defaultPaymentTerm');
