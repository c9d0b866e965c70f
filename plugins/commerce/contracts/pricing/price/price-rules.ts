import { z } from 'zod';

/** Kinds of recipients of a rule, in the order of precedence. */
export const priceRuleRecipients = ['customer', 'parent', 'price_group', 'customer_type'] as const;

/** Numbers are decimal texts, so that they are never converted to floats. */
const number = z.string();
/** Attributes by property: a product matches if it has one of each list. */
const attributes = z.array(z.array(z.string()));

/** A customer price for `priceOf`. */
export const priceRule = z.object({
  id: z.string(),
  name: z.string(),
  recipient: z.enum(priceRuleRecipients),
  itemID: z.string().nullable(),
  productLineID: z.string().nullable(),
  /** Empty for all. */
  categoryIDs: z.array(z.string()),
  attributes,
  /** Per unit. */
  unitValue: number,
  unitID: z.string(),
  /** In the same unit. */
  minimumQuantity: number.nullable(),
  /** Calendar dates, both included. */
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
});
export type PriceRule = z.output<typeof priceRule>;

/** A volume discount for the customer, for `priceOf`; empty lists do not restrict it. */
export const volumeRule = z.object({
  id: z.string(),
  name: z.string(),
  productLineIDs: z.array(z.string()),
  categoryIDs: z.array(z.string()),
  attributes,
  unitIDs: z.array(z.string()),
  appliesToCustomerPrices: z.boolean(),
  tiers: z.array(z.object({ id: z.string(), name: z.string(), discountPercentage: number, threshold: number })),
});
export type VolumeRule = z.output<typeof volumeRule>;

/** All rules that can set or reduce prices of a customer's order. */
export const priceRules = z.object({
  /** The newest first. */
  prices: z.array(priceRule),
  volumeDiscounts: z.array(volumeRule),
});
export type PriceRules = z.output<typeof priceRules>;

/** A customer without rules pays list prices. */
export const noPriceRules: PriceRules = { prices: [], volumeDiscounts: [] };
