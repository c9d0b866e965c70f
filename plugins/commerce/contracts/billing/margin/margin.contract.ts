import { endpoint, filterValue, isoDate, listQuery, repeated, shownMoney } from '@millwright/core/contracts';
import { z } from 'zod';

const ids = repeated(z.string().max(100));

/** Groupings of margins. */
export const marginGroupings = ['customer', 'order'] as const;

const earned = {
  /** Sale and service lines of valid invoices, less discounts and later credits. */
  revenue: shownMoney,
  /** Value of the goods at issue, less returns. */
  cost: shownMoney,
  /** revenue - cost */
  margin: shownMoney,
  /** Margin as percentage of the revenue; null without revenue. */
  percentage: z.number().nullable(),
  invoiceCount: z.int(),
};

/** Revenue, cost and margin of a customer or an order. */
export const marginRow = z.object({
  /** Id of the customer or order. */
  id: z.string(),
  /** Null if the rows are customers. */
  orderNumber: z.string().nullable(),
  customer: z.object({ id: z.string(), name: z.string(), number: z.string() }),
  ...earned,
});
export type MarginRow = z.output<typeof marginRow>;

/**
 * Margins by customer or by order, for the invoices of a period, with totals of all matching rows. Freight, tax and
 * credits without lines are not included. 403 without `inventory:read`, because the answer shows costs.
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
      /** Default: by customer. */
      groupBy: filterValue(z.enum(marginGroupings, { error: `groupBy must be one of ${marginGroupings.join(', ')}` })),
      customerIDs: ids,
      orderIDs: ids,
      /** Invoice dates, both included. */
      startDate: filterValue(isoDate),
      endDate: filterValue(isoDate),
    },
  }),
  reply: z.object({ items: z.array(marginRow), count: z.int().nonnegative(), totals: z.object(earned) }),
});
