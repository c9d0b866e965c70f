import {
  booleanText,
  crudEndpoints,
  idOf,
  namedRecord,
  nonNegativeMoney,
  referencedKind,
  requiredLine,
  shownMoney,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Id of a shipping term in requests. */
export const shippingTermReference = idOf('sht', 'Shipping term is required');

/** Reference to shipping terms. */
export const shippingTermKind = referencedKind({
  type: 'shipping_term',
  noun: 'shipping term',
  id: shippingTermReference,
  shown: namedRecord,
  by: ['name', 'code'],
  isCreatable: true,
  needs: 'shipping_terms:read',
});

/** Shipping terms: payer and amount of the freight (spec commerce section 3). */
export const shippingTerms = crudEndpoints({
  one: 'ShippingTerm',
  many: 'ShippingTerms',
  words: ['shipping term', 'shipping terms'],
  path: '/v1/shipping-terms',
  domain: 'shipping_terms',
  prefix: 'sht',
  row: {
    /** `prepaid`, `prepaid_billed` and `freight_collect` for the seeded terms; null for the account's own. */
    code: z.string().nullable(),
    /** Unique in the account. */
    name: z.string(),
    /** Whether the account charges no freight. */
    isFreightExempt: z.boolean(),
    /** Freight of an order regardless of weight, in the account's currency; null if not flat. */
    flatRate: shownMoney.nullable(),
    /** Order value from which freight is free; null for none. */
    minimumOrderValue: shownMoney.nullable(),
    /** Whether freight is the carrier's charge. */
    isCarrierRate: z.boolean(),
  },
  sortBy: ['name', 'flatRate', 'minimumOrderValue', 'createdAt'],
  filters: { isFreightExempt: booleanText, isCarrierRate: booleanText },
  body: {
    name: requiredLine(100, 'Shipping term name is required'),
    isFreightExempt: z.boolean().optional(),
    flatRate: nonNegativeMoney.nullish(),
    minimumOrderValue: nonNegativeMoney.nullish(),
    isCarrierRate: z.boolean().optional(),
  },
});

export const {
  list: listShippingTerms,
  get: getShippingTerm,
  create: createShippingTerm,
  update: updateShippingTerm,
  remove: deleteShippingTerm,
  createBody: createShippingTermBody,
} = shippingTerms;
export type ShippingTerm = z.output<typeof shippingTerms.row>;
