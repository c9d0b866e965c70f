import {
  crudEndpoints,
  idOf,
  namedCode,
  namedRecord,
  referencedKind,
  repeated,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Codes of payment terms (spec commerce section 5) with names, also used for the seeded terms. */
export const paymentTermNames = {
  cod: 'Cash on delivery',
  cia: 'Cash in advance',
  ccd: 'Credit card',
  net_30: 'Net 30',
  net_45: 'Net 45',
  net_60: 'Net 60',
  net_90: 'Net 90',
  prepaid: 'Prepaid',
} as const;
export type PaymentTermCode = keyof typeof paymentTermNames;
export const paymentTermCode = namedCode(paymentTermNames, 'Payment term is not a valid enum value');

/** Days from invoice to due date; 0 for payment on delivery or before. */
export const paymentTermDays: Record<PaymentTermCode, number> = {
  cod: 0,
  cia: 0,
  ccd: 0,
  net_30: 30,
  net_45: 45,
  net_60: 60,
  net_90: 90,
  prepaid: 0,
};

/** Terms with payment before an order is shipped. */
export const prepaidTermCodes = ['cia', 'ccd', 'prepaid'] as const satisfies readonly PaymentTermCode[];

/** Id of a payment term in requests. */
export const paymentTermReference = idOf('pyt', 'Payment term is required');

/** Reference to payment terms. */
export const paymentTermKind = referencedKind({
  type: 'payment_term',
  noun: 'payment term',
  id: paymentTermReference,
  shown: namedRecord.extend({ code: paymentTermCode }),
  by: ['name', 'code'],
  isCreatable: true,
  needs: 'payment_terms:read',
});

/** Payment terms: one of the eight codes, with a name of the account's choice. */
export const paymentTerms = crudEndpoints({
  one: 'PaymentTerm',
  many: 'PaymentTerms',
  words: ['payment term', 'payment terms'],
  path: '/v1/payment-terms',
  domain: 'payment_terms',
  prefix: 'pyt',
  row: {
    code: paymentTermCode,
    /** Unique in the account. */
    name: z.string(),
    /** Days from invoice to due date, determined by the code. */
    days: z.int(),
  },
  sortBy: ['name', 'code', 'createdAt'],
  filters: { codes: repeated(paymentTermCode) },
  body: { code: paymentTermCode, name: requiredLine(100, 'Payment term name is required') },
});

export const {
  list: listPaymentTerms,
  get: getPaymentTerm,
  create: createPaymentTerm,
  update: updatePaymentTerm,
  remove: deletePaymentTerm,
  createBody: createPaymentTermBody,
} = paymentTerms;
export type PaymentTerm = z.output<typeof paymentTerms.row>;
