import { endpoint, rate } from '@millwright/core/contracts';
import { z } from 'zod';
import { unitSummary } from '../../units/unit/unit.contract.ts';

const cost = rate.extend({ perUnit: z.string() });

/** Costs of one default unit of an item (spec operations section 3). Ids are `rate_<itemID>.<field>`. */
export const itemCosts = z.object({
  /** Sum of labor and materials, as far as they are known. */
  unitCost: cost,
  /** Labor of all production steps; null if the item is not made, or no step has a time and rates. */
  labor: cost.nullable(),
  /**
   * Materials of an item that is made; otherwise the weighted average of the account's own remaining cost layers, or
   * the item's unit cost without any.
   */
  materials: cost,
  overhead: cost.nullable(),
  /** Where `materials` comes from. */
  source: z.enum(['steps', 'layers', 'item']),
  /** The item's entered unit cost. */
  standardUnitCost: cost,
  /** Unit cost of the newest cost layer; null if there never was one. */
  lastUnitCost: cost.nullable(),
  /** Value of the account's own stock at cost. */
  inventoryValue: z.number(),
});
export type ItemCosts = z.output<typeof itemCosts>;

/** Costs of an item; 404 for an unknown item. */
export const getItemCosts = endpoint({
  name: 'getItemCosts',
  method: 'GET',
  path: '/v1/items/{itemID}/costs',
  permission: 'inventory:read',
  summary: 'Reads what an item costs.',
  reply: itemCosts,
});

/** The kinds of trends of `getItemTrends`. */
export const itemTrendTypes = {
  demand: 'Demand',
  consumption: 'Consumption',
  receipts: 'Receipts',
  onHand: 'On hand',
} as const;
export type ItemTrendType = keyof typeof itemTrendTypes;

/** Number of days in a trend (spec operations section 9). */
export const trendPoints = 30;

/** Daily figures of the account's own stock of an item, in its default unit. */
export const itemTrends = z.object({
  type: z.enum(Object.keys(itemTrendTypes) as [ItemTrendType, ...ItemTrendType[]]),
  /** 30 numbers, one per day, today last; 0 for days before the first movement. */
  data: z.array(z.number()).length(trendPoints),
  /** Sum of all days, rounded after summing; null for `onHand`, which is a level. */
  total: z.number().nullable(),
  /** First and last day, in the account's time zone. */
  from: z.string(),
  to: z.string(),
  unit: unitSummary,
});
export type ItemTrends = z.output<typeof itemTrends>;

/**
 * A trend of an item. `demand`: open order quantities on their day of issue, and shipped quantities on their day of
 * shipment; `consumption`: shipped or used up; `receipts`: received, produced or returned; `onHand`: level at the end
 * of the day.
 */
export const getItemTrends = endpoint({
  name: 'getItemTrends',
  method: 'GET',
  path: '/v1/items/{itemID}/trends',
  permission: 'inventory:read',
  summary: 'Reads a trend of an item over 30 days.',
  query: z.strictObject({
    type: z
      .enum(Object.keys(itemTrendTypes) as [ItemTrendType, ...ItemTrendType[]], {
        error: `type must be one of ${Object.keys(itemTrendTypes).join(', ')}`,
      })
      .default('onHand'),
  }),
  reply: itemTrends,
});
