import { isoDate, singleLine } from '@millwright/core/contracts';
import { z } from 'zod';

const largestList = 500;

/**
 * Ids of a filter; absent or empty means no filter. `none` selects records without a value: no product line, no sales
 * rep.
 */
const ids = z
  .array(z.string().min(1, { error: 'Must be an id' }).max(100, { error: 'Must be an id' }), {
    error: 'Must be a list of ids',
  })
  .max(largestList, { error: `Must have at most ${largestList} ids` })
  .optional();

/** Stands for a missing value in a filter, and for the sum of the other rows in tables. */
export const noneID = 'none';

/** First and last day, both included, in the account's time zone; default: the last 30 days. */
export const periodShape = { startDate: isoDate.nullish(), endDate: isoDate.nullish() };

/** Largest number of days in a period: slightly more than ten years. */
export const longestPeriod = 3700;

/** Filters of sales and orders. */
export const salesFilterShape = { productLineIDs: ids, customerIDs: ids, customerGroupIDs: ids, salesRepIDs: ids };

/** Filters by item. */
export const itemFilterShape = { itemIDs: ids, productLineIDs: ids };

/** All filters of all endpoints. */
export const filterShape = {
  ...salesFilterShape,
  itemIDs: ids,
  salesOrderIDs: ids,
  supplierIDs: ids,
  storageLocationIDs: ids,
  lotIDs: ids,
};
export type FilterName = keyof typeof filterShape;
export const figureFilterNames = Object.keys(filterShape) as FilterName[];
export type Filters = { [Name in FilterName]?: string[] | undefined };

/** Search text for customers and products. */
export const queryShape = { query: singleLine(200).nullish() };

/** Days from issue within which an order counts as delivered on time. */
export const targetDays = z
  .number({ error: 'Must be a whole number from 0 to 365' })
  .int({ error: 'Must be a whole number from 0 to 365' })
  .min(0, { error: 'Must be a whole number from 0 to 365' })
  .max(365, { error: 'Must be a whole number from 0 to 365' });

/** Groupings of breakdowns. */
export const groupings = ['customer', 'customerGroup', 'salesRep', 'productLine', 'item'] as const;
export type Grouping = (typeof groupings)[number];
export const groupingNames: Readonly<Record<Grouping, string>> = {
  customer: 'Customer',
  customerGroup: 'Customer type',
  salesRep: 'Sales rep',
  productLine: 'Product line',
  item: 'Product',
};
export const groupBy = z.enum(groupings, { error: `Must be one of ${groupings.join(', ')}` }).default('customer');
