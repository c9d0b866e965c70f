import { z } from 'zod';

/** Whose price a rule is; the customer's own comes first, then in this order. */
export const priceRuleRecipients = ['customer', 'parent', 'price_group', 'customer_type'] as const;

/** Numbers are decimal text, so that none passes through a float. */
const number = z.string();
/** Attributes by property: a product fits that has one of each list. */
const attributes = z.array(z.array(z.string()));

/** A customer price, as lines are priced by it. */
export const priceRule = z.object({
  id: z.string(),
  name: z.string(),
  recipient: z.enum(priceRuleRecipients),
  itemID: z.string().nullable(),
  productLineID: z.string().nullable(),
  /** Empty for any. */
  categoryIDs: z.array(z.string()),
  attributes,
  /** For one of the unit. */
  unitValue: number,
  unitID: z.string(),
  /** In the same unit. */
  minimumQuantity: number.nullable(),
  /** Calendar dates, both included. */
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
});
export type PriceRule = z.output<typeof priceRule>;

/** A volume discount that is open to the customer, as lines are priced by it; lists that are empty let all in. */
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

/** All that can set or lower the prices of a customer's order. */
export const priceRules = z.object({
  /** The newest first. */
  prices: z.array(priceRule),
  volumeDiscounts: z.array(volumeRule),
});
export type PriceRules = z.output<typeof priceRules>;

/** A customer without rules pays list prices. */
export const noPriceRules: PriceRules = { prices: [], volumeDiscounts: [] };
