import { booleanText, endpoint, listOf, pageQuery, productTypes, quantity } from '@millwright/core/contracts';
import { z } from 'zod';

/** A product that a customer has ordered, with its number of orders. */
export const frequentlyOrderedProduct = z.object({
  /** The product in the present catalogue. */
  product: z.object({
    id: z.string(),
    sku: z.string(),
    description: z.string(),
    productType: z.enum(productTypes),
    /** Price of one default unit. */
    unitValue: z.number(),
    defaultUnit: z.object({ id: z.string(), name: z.string() }),
    /** Whether it is on sale today, and its product line is open to the customer. */
    isOrderable: z.boolean(),
  }),
  /** Number of orders with the product. */
  orderCount: z.int(),
  /** Total quantity, in the product's base unit. */
  quantityOrdered: quantity,
  /** The most frequent quantity, as entered; of several the latest. */
  usualQuantity: quantity,
  /** Price and quantity of the last order, in its unit. */
  lastUnitPrice: z.number(),
  lastQuantity: quantity,
  lastOrderedAt: z.iso.datetime(),
});
export type FrequentlyOrderedProduct = z.output<typeof frequentlyOrderedProduct>;

/**
 * Products that a customer has ordered, the most frequent first. Counts orders that were issued, whatever their present
 * status.
 */
export const listFrequentlyOrderedProducts = endpoint({
  name: 'listFrequentlyOrderedProducts',
  method: 'GET',
  path: '/v1/customers/{customerID}/frequently-ordered-products',
  permission: 'sales_orders:read',
  summary: 'Lists the products that a customer orders most often.',
  query: pageQuery.extend({
    /** Only products that can be ordered now. */
    isOrderable: booleanText,
  }),
  reply: listOf(frequentlyOrderedProduct),
});
