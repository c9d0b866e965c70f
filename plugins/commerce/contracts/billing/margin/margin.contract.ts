import { endpoint, filterValue, isoDate, listQuery, repeated } from '@millwright/core/contracts';
import { z } from 'zod';

const ids = repeated(z.string().max(100));

/** What margins are summed up by. */
export const marginGroupings = ['customer', 'order'] as const;

const earned = {
  /** Sale and service lines of live invoices, less discounts and what has been credited of them since. */
  revenue: z.number(),
  /** What their goods were worth when they left, less what came back. */
  cost: z.number(),
  /** revenue - cost */
  margin: z.number(),
  /** The margin in percent of the revenue; null without revenue. */
  percentage: z.number().nullable(),
  invoiceCount: z.int(),
};

/** What is left of the revenue of a customer or an order once its goods are paid for. */
export const marginRow = z.object({
  /** That of the customer or order. */
  id: z.string(),
  /** Of the order; null where customers are summed up. */
  orderNumber: z.string().nullable(),
  customer: z.object({ id: z.string(), name: z.string(), number: z.string() }),
  ...earned,
});
export type MarginRow = z.output<typeof marginRow>;

/**
 * Margins by customer, or by order, of invoices of a period, with the sums of all that match. Freight, tax and credits
 * are no business of their own. For those who may see what items cost: 403 without `inventory:read`.
 */
export const listMargins = endpoint({
  name: 'listMargins',
  method: 'GET',
  path: '/v1/margins',
  permission: 'invoices:read',
  summary: 'Lists margins by customer or order.',
  query: listQuery({
    sortBy: ['customer', 'revenue', 'cost', 'margin', 'percentage'],
    filters: {
      /** By customer where it is left out. */
      groupBy: filterValue(z.enum(marginGroupings, { error: `groupBy must be one of ${marginGroupings.join(', ')}` })),
      customerIDs: ids,
      orderIDs: ids,
      /** Calendar dates of the invoices, both included. */
      startDate: filterValue(isoDate),
      endDate: filterValue(isoDate),
    },
  }),
  reply: z.object({ items: z.array(marginRow), count: z.int().nonnegative(), totals: z.object(earned) }),
});
