import {
  endpoint,
  idOf,
  listOf,
  listQuery,
  namedRecord,
  noContent,
  referencedKind,
  repeated,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Codes of payment terms (spec commerce section 5). */
export const paymentTermCodes = ['cod', 'cia', 'ccd', 'net_30', 'net_45', 'net_60', 'net_90', 'prepaid'] as const;
export type PaymentTermCode = (typeof paymentTermCodes)[number];

/** People's names of the codes; those of the seeded terms. */
export const paymentTermNames: Record<PaymentTermCode, string> = {
  cod: 'Cash on delivery',
  cia: 'Cash in advance',
  ccd: 'Credit card',
  net_30: 'Net 30',
  net_45: 'Net 45',
  net_60: 'Net 60',
  net_90: 'Net 90',
  prepaid: 'Prepaid',
};

/** Days from invoice to due date; 0 where it is paid at once or before. */
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

/** Terms on which a customer pays before an order goes on. */
export const prepaidTermCodes = ['cia', 'ccd', 'prepaid'] as const satisfies readonly PaymentTermCode[];

const code = z.enum(paymentTermCodes, { error: 'Payment term is not a valid enum value' });

/** Id of a payment term in requests. */
export const paymentTermReference = idOf('pyt', 'Payment term is required');

/** Payment terms as others refer to them. */
export const paymentTermKind = referencedKind({
  type: 'payment_term',
  noun: 'payment term',
  id: paymentTermReference,
  shown: namedRecord.extend({ code: z.enum(paymentTermCodes) }),
  by: ['name', 'code'],
  isCreatable: true,
  needs: 'payment_terms:read',
});

/** A payment term: one of the eight codes under a name of the account's own. */
export const paymentTerm = z.object({
  /** `pyt_...` */
  id: z.string(),
  code: z.enum(paymentTermCodes),
  /** Unique in the account. */
  name: z.string(),
  /** Days from invoice to due date, by the code. */
  days: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type PaymentTerm = z.output<typeof paymentTerm>;

const name = requiredLine(100, 'Payment term name is required');

/** Body of `createPaymentTerm`. */
export const createPaymentTermBody = z.strictObject({ code, name });
export type CreatePaymentTermInput = z.output<typeof createPaymentTermBody>;

/** Body of `updatePaymentTerm`. */
export const updatePaymentTermBody = z.strictObject({
  code: code.optional(),
  name: name.optional(),
  version: z.int().optional(),
});
export type UpdatePaymentTermInput = z.output<typeof updatePaymentTermBody>;

/** Payment terms by name. */
export const listPaymentTerms = endpoint({
  name: 'listPaymentTerms',
  method: 'GET',
  path: '/v1/payment-terms',
  permission: 'payment_terms:read',
  summary: 'Lists payment terms.',
  query: listQuery({ sortBy: ['name', 'code', 'createdAt'], filters: { codes: repeated(code) } }),
  reply: listOf(paymentTerm),
});

/** One payment term. */
export const getPaymentTerm = endpoint({
  name: 'getPaymentTerm',
  method: 'GET',
  path: '/v1/payment-terms/{paymentTermID}',
  permission: 'payment_terms:read',
  summary: 'Reads a payment term.',
  reply: paymentTerm,
});

/** Adds a payment term; a name that exists is 409 `duplicate`. */
export const createPaymentTerm = endpoint({
  name: 'createPaymentTerm',
  method: 'POST',
  path: '/v1/payment-terms',
  permission: 'payment_terms:create',
  summary: 'Creates a payment term.',
  body: createPaymentTermBody,
  reply: paymentTerm,
});

/** Changes a payment term. */
export const updatePaymentTerm = endpoint({
  name: 'updatePaymentTerm',
  method: 'PATCH',
  path: '/v1/payment-terms/{paymentTermID}',
  permission: 'payment_terms:update',
  summary: 'Changes a payment term.',
  body: updatePaymentTermBody,
  reply: paymentTerm,
});

/** Deletes a payment term that nothing refers to; else 409 `in_use` naming what refers. */
export const deletePaymentTerm = endpoint({
  name: 'deletePaymentTerm',
  method: 'DELETE',
  path: '/v1/payment-terms/{paymentTermID}',
  permission: 'payment_terms:delete',
  summary: 'Deletes a payment term.',
  reply: noContent,
});

/** Payment terms as forms and declarations take them. */
export const paymentTerms = {
  type: 'payment_term',
  prefix: 'pyt',
  words: ['payment term', 'payment terms'],
  domain: 'payment_terms',
  home: '/dashboard/payment-terms',
  list: listPaymentTerms,
  get: getPaymentTerm,
  create: createPaymentTerm,
  update: updatePaymentTerm,
  remove: deletePaymentTerm,
} as const;
