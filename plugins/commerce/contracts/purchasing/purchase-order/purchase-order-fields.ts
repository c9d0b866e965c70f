import { declareReference, fieldTable } from '@millwright/core/contracts';
import { paymentTermKind } from '../../terms/payment-term/payment-term.contract.ts';
import { priorityKind } from '../../terms/priority/priority.contract.ts';

/** References of a purchase order besides its supplier. */
export const purchaseOrderReferences = fieldTable({
  paymentTerm: declareReference(paymentTermKind, {
    label: 'Payment term',
    synonyms: ['payment terms', 'terms'],
  }),
  priority: declareReference(priorityKind, { label: 'Priority' }),
});
