import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';

/** What a customer may order from, its own limit and those of its groups taken together. */
export const orderableProductLines = z.object({
  /** False: everything is open, and `productLines` is empty. */
  isLimited: z.boolean(),
  /** By name. */
  productLines: z.array(z.object({ id: z.string(), name: z.string() })),
});

/**
 * The product lines that a customer may order from. Its own limit counts alone; without one those of its type group and
 * its price groups count together. Orders refuse products of other lines (409 `product_line_closed`).
 */
export const getOrderableProductLines = endpoint({
  name: 'getOrderableProductLines',
  method: 'GET',
  path: '/v1/customers/{customerID}/orderable-product-lines',
  permission: 'sales_orders:read',
  summary: 'Reads the product lines that a customer may order from.',
  reply: orderableProductLines,
});
