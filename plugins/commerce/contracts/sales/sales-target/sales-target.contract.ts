import { endpoint, filterValue, isoDate, listOf, listQuery, repeated, shownMoney } from '@millwright/core/contracts';
import { z } from 'zod';

/** A sales target with the actual sales. */
export const salesTargetResult = z.object({
  /** `tgt_...` */
  id: z.string(),
  salesRep: z.object({ id: z.string(), name: z.string() }),
  /** Calendar dates, both included. */
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  amount: shownMoney,
  /**
   * Invoiced goods and services of these days, less order discounts and credits of these days; without customers and
   * product lines that are exempt from commission.
   */
  actual: shownMoney,
  /** `actual / amount`, two decimals, rounded down; 1 for a target of 0. */
  ratio: z.number(),
  note: z.string().nullable(),
});
export type SalesTargetResult = z.output<typeof salesTargetResult>;

/** Targets of all people, the latest period first, with actual sales. `query` matches names and notes. */
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
      /** Targets whose period overlaps these days. */
      startDate: filterValue(isoDate),
      endDate: filterValue(isoDate),
    },
  }),
  reply: listOf(salesTargetResult),
});
