import { declareFlag, type FieldValues, fieldTable } from '@millwright/core/contracts';
import { partyPaymentTerm } from '../party-payment-term.ts';
import { partyTexts } from '../party-texts.ts';

/** Fields of a supplier that refer to no other record. */
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

/** References of a supplier. */
export const supplierReferences = fieldTable(partyPaymentTerm);

/** Fields of a supplier; number, name and addresses are declared separately. */
export const supplierFields = fieldTable({ ...plainSupplierFields.fields, ...supplierReferences.fields });

export type SupplierFieldValues = FieldValues<typeof supplierFields>;

/** Fields of a bulk edit. */
export const bulkSupplierFields = supplierFields.only('isActive', 'defaultPaymentTerm');

/** Fields shown in the list unchanged. */
export const listedSupplierFields = supplierFields.only('email', 'phone', 'isActive', 'defaultPaymentTerm');
