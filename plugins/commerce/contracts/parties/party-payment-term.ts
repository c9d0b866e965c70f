import { declareReference } from '@millwright/core/contracts';
import { paymentTermKind } from '../terms/payment-term/payment-term.contract.ts';

/** What orders from a customer, and those to a supplier, begin with. */
export const partyPaymentTerm = {
  defaultPaymentTerm: declareReference(paymentTermKind, {
    label: 'Payment term',
    section: 'defaults',
    filter: 'paymentTermIDs',
    synonyms: ['default payment term', 'payment terms', 'terms', 'default payment terms', 'term'],
    example: 'Net 30',
  }),
};
