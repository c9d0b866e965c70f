import { endpoint, filterValue, isoDate, listOf, listQuery, repeated } from '@millwright/core/contracts';
import { z } from 'zod';

/** A sales target with what became of it. */
export const salesTargetResult = z.object({
  /** `tgt_...` */
  id: z.string(),
  salesRep: z.object({ id: z.string(), name: z.string() }),
  /** Calendar dates, both included. */
  startDate: z.string(),
  endDate: z.string(),
  amount: z.number(),
  /**
   * What was invoiced of sale lines on these days, less order discounts and less credits of these days; without
   * customers and product lines that are exempt from commission.
   */
  actual: z.number(),
  /** `actual / amount`, two decimals, rounded down; 1 where nothing was to be sold. */
  ratio: z.number(),
  note: z.string().nullable(),
});
export type SalesTargetResult = z.output<typeof salesTargetResult>;

/** Targets of everybody, the latest period first, each with its actual figure. `query` finds names and notes. */
export const listSalesTargetResults = endpoint({
  name: 'listSalesTargetResults',
  method: 'GET',
  path: '/v1/sales-target-results',
  permission: 'sales_targets:read',
  summary: 'Lists sales targets with what was sold.',
  query: listQuery({
    sortBy: ['startDate', 'endDate', 'amount', 'actual', 'ratio', 'salesRep'],
    filters: {
      salesRepIDs: repeated(z.string().max(100)),
      /** Periods that have a day within these. */
      startDate: filterValue(isoDate),
      endDate: filterValue(isoDate),
    },
  }),
  reply: listOf(salesTargetResult),
});
