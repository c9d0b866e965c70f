import { booleanText, endpoint, listOf, pageQuery, productTypes, quantity } from '@millwright/core/contracts';
import { z } from 'zod';

/** A product that a customer has ordered, and how often. */
export const frequentlyOrderedProduct = z.object({
  /** The product as the catalogue has it now. */
  product: z.object({
    id: z.string(),
    sku: z.string(),
    description: z.string(),
    productType: z.enum(productTypes),
    /** Price of one default unit. */
    unitValue: z.number(),
    defaultUnit: z.object({ id: z.string(), name: z.string() }),
    /** Sold today, and its product line is open to the customer. */
    isOrderable: z.boolean(),
  }),
  /** Orders that have it. */
  orderCount: z.int(),
  /** Of all of them, in the product's base unit. */
  quantityOrdered: quantity,
  /** What most orders had, as it was entered; of several the one ordered last. */
  usualQuantity: quantity,
  /** Price and quantity of the last order, per its unit. */
  lastUnitPrice: z.number(),
  lastQuantity: quantity,
  lastOrderedAt: z.iso.datetime(),
});
export type FrequentlyOrderedProduct = z.output<typeof frequentlyOrderedProduct>;

/** What a customer has ordered, the most frequent first. Counts orders that were issued, whatever became of them. */
export const listFrequentlyOrderedProducts = endpoint({
  name: 'listFrequentlyOrderedProducts',
  method: 'GET',
  path: '/v1/customers/{customerID}/frequently-ordered-products',
  permission: 'sales_orders:read',
  summary: 'Lists the products that a customer orders most often.',
  query: pageQuery.extend({
    /** Only what can be ordered again now. */
    isOrderable: booleanText,
  }),
  reply: listOf(frequentlyOrderedProduct),
});
