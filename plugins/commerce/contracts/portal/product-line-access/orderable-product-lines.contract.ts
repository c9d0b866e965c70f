import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';

/** Product lines that a customer may order from, by its own limit and those of its groups. */
export const orderableProductLines = z.object({
  /** False: there is no limit, and `productLines` is empty. */
  isLimited: z.boolean(),
  /** By name. */
  productLines: z.array(z.object({ id: z.string(), name: z.string() })),
});

/**
 * Product lines that a customer may order from. A limit of the customer itself replaces all others; without one, the
 * limits of its type group and price groups are combined. Orders refuse products of other lines (409
 * `product_line_closed`).
 */
export const getOrderableProductLines = endpoint({
  name: 'getOrderableProductLines',
  method: 'GET',
  path: '/v1/customers/{customerID}/orderable-product-lines',
  permission: 'sales_orders:read',
  summary: 'Reads the product lines that a customer may order from.',
  reply: orderableProductLines,
});
