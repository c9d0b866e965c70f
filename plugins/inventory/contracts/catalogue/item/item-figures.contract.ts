import { endpoint, rate } from '@millwright/core/contracts';
import { z } from 'zod';
import { unitSummary } from '../../units/unit/unit.contract.ts';

const cost = rate.extend({ perUnit: z.string() });

/** What one default unit of an item costs (spec operations section 3). Ids are `rate_<itemID>.<field>`. */
export const itemCosts = z.object({
  /** What is known of it, added up. */
  unitCost: cost,
  /** Of all steps on the way to it; null where nobody makes it, or no step has a time and rates. */
  labor: cost.nullable(),
  /**
   * Of an item that is made, what goes into it; else the weighted average of what is left of the account's own cost
   * layers, else the item's unit cost.
   */
  materials: cost,
  overhead: cost.nullable(),
  /** Where `materials` comes from. */
  source: z.enum(['steps', 'layers', 'item']),
  /** The item's own unit cost. */
  standardUnitCost: cost,
  /** Of the newest cost layer; null where there never was one. */
  lastUnitCost: cost.nullable(),
  /** The account's own stock at what it cost. */
  inventoryValue: z.number(),
});
export type ItemCosts = z.output<typeof itemCosts>;

/** Costs of an item; 404 for what is not there. */
export const getItemCosts = endpoint({
  name: 'getItemCosts',
  method: 'GET',
  path: '/v1/items/{itemID}/costs',
  permission: 'inventory:read',
  summary: 'Reads what an item costs.',
  reply: itemCosts,
});

/** What `getItemTrends` can tell of each day. */
export const itemTrendTypes = {
  demand: 'Demand',
  consumption: 'Consumption',
  receipts: 'Receipts',
  onHand: 'On hand',
} as const;
export type ItemTrendType = keyof typeof itemTrendTypes;

/** Points of a trend (spec operations section 9). */
export const trendPoints = 30;

/** What happened to the account's own stock of an item day by day, in its default unit. */
export const itemTrends = z.object({
  type: z.enum(Object.keys(itemTrendTypes) as [ItemTrendType, ...ItemTrendType[]]),
  /** 30 numbers, one a day, the last one today; nought for days before there was anything. */
  data: z.array(z.number()).length(trendPoints),
  /** All of the days together, rounded once it is added up; null of `onHand`, which is a level. */
  total: z.number().nullable(),
  /** Days of the account's time zone. */
  from: z.string(),
  to: z.string(),
  unit: unitSummary,
});
export type ItemTrends = z.output<typeof itemTrends>;

/**
 * A trend of an item. `demand`: what orders that are still open want, on the day they were issued, and what was
 * shipped, on the day it left; `consumption`: shipped or used up; `receipts`: received, produced or returned; `onHand`:
 * at the end of the day.
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
