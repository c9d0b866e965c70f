import {
  booleanText,
  endpoint,
  idOf,
  listOf,
  listQuery,
  namedRecord,
  noContent,
  nonNegativeMoney,
  referencedKind,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Id of a shipping term in requests. */
export const shippingTermReference = idOf('sht', 'Shipping term is required');

/** Shipping terms as others refer to them. */
export const shippingTermKind = referencedKind({
  type: 'shipping_term',
  noun: 'shipping term',
  id: shippingTermReference,
  shown: namedRecord,
  by: ['name', 'code'],
  isCreatable: true,
  needs: 'shipping_terms:read',
});

/** A shipping term: who pays the freight, and how much (spec commerce section 3). */
export const shippingTerm = z.object({
  /** `sht_...` */
  id: z.string(),
  /** `prepaid`, `prepaid_billed` and `freight_collect` of the seeded terms; null for the account's own. */
  code: z.string().nullable(),
  /** Unique in the account. */
  name: z.string(),
  /** The customer pays the account no freight. */
  isFreightExempt: z.boolean(),
  /** Freight of an order whatever it weighs, in the account's currency; null where it is not flat. */
  flatRate: z.number().nullable(),
  /** Order value from which no freight is charged; null for none. */
  minimumOrderValue: z.number().nullable(),
  /** Freight is what the carrier charges. */
  isCarrierRate: z.boolean(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ShippingTerm = z.output<typeof shippingTerm>;

const name = requiredLine(100, 'Shipping term name is required');

/** Body of `createShippingTerm`. */
export const createShippingTermBody = z.strictObject({
  name,
  isFreightExempt: z.boolean().default(false),
  flatRate: nonNegativeMoney.nullish(),
  minimumOrderValue: nonNegativeMoney.nullish(),
  isCarrierRate: z.boolean().default(false),
});
export type CreateShippingTermInput = z.output<typeof createShippingTermBody>;

/** Body of `updateShippingTerm`. */
export const updateShippingTermBody = z.strictObject({
  name: name.optional(),
  isFreightExempt: z.boolean().optional(),
  flatRate: nonNegativeMoney.nullish(),
  minimumOrderValue: nonNegativeMoney.nullish(),
  isCarrierRate: z.boolean().optional(),
  version: z.int().optional(),
});
export type UpdateShippingTermInput = z.output<typeof updateShippingTermBody>;

/** Shipping terms by name. */
export const listShippingTerms = endpoint({
  name: 'listShippingTerms',
  method: 'GET',
  path: '/v1/shipping-terms',
  permission: 'shipping_terms:read',
  summary: 'Lists shipping terms.',
  query: listQuery({
    sortBy: ['name', 'flatRate', 'minimumOrderValue', 'createdAt'],
    filters: { isFreightExempt: booleanText, isCarrierRate: booleanText },
  }),
  reply: listOf(shippingTerm),
});

/** One shipping term. */
export const getShippingTerm = endpoint({
  name: 'getShippingTerm',
  method: 'GET',
  path: '/v1/shipping-terms/{shippingTermID}',
  permission: 'shipping_terms:read',
  summary: 'Reads a shipping term.',
  reply: shippingTerm,
});

/** Adds a shipping term; a name that exists is 409 `duplicate`. */
export const createShippingTerm = endpoint({
  name: 'createShippingTerm',
  method: 'POST',
  path: '/v1/shipping-terms',
  permission: 'shipping_terms:create',
  summary: 'Creates a shipping term.',
  body: createShippingTermBody,
  reply: shippingTerm,
});

/** Changes a shipping term. */
export const updateShippingTerm = endpoint({
  name: 'updateShippingTerm',
  method: 'PATCH',
  path: '/v1/shipping-terms/{shippingTermID}',
  permission: 'shipping_terms:update',
  summary: 'Changes a shipping term.',
  body: updateShippingTermBody,
  reply: shippingTerm,
});

/** Deletes a shipping term that nothing refers to; else 409 `in_use` naming what refers. */
export const deleteShippingTerm = endpoint({
  name: 'deleteShippingTerm',
  method: 'DELETE',
  path: '/v1/shipping-terms/{shippingTermID}',
  permission: 'shipping_terms:delete',
  summary: 'Deletes a shipping term.',
  reply: noContent,
});

/** Shipping terms as forms and declarations take them. */
export const shippingTerms = {
  type: 'shipping_term',
  prefix: 'sht',
  words: ['shipping term', 'shipping terms'],
  domain: 'shipping_terms',
  home: '/dashboard/shipping-terms',
  list: listShippingTerms,
  get: getShippingTerm,
  create: createShippingTerm,
  update: updateShippingTerm,
  remove: deleteShippingTerm,
} as const;
