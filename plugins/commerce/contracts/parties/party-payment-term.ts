import { declareReference } from '@millwright/core/contracts';
import { paymentTermKind } from '../terms/payment-term/payment-term.contract.ts';

/** Default payment term of a customer's orders, and of orders to a supplier. */
export const partyPaymentTerm = {
  defaultPaymentTerm: declareReference(paymentTermKind, {
    label: 'Payment term',
    section: 'defaults',
    filter: 'paymentTermIDs',
    synonyms: ['default payment term', 'payment terms', 'terms', 'default payment terms', 'term'],
    example: 'Net 30',
  }),
};
