import { endpoint, quantity } from '@millwright/core/contracts';
import { z } from 'zod';
import { stockItem } from '../../locations/storage-location/storage-location.contract.ts';
import { stockFilters } from './inventory.contract.ts';

/** A slice of the inventory value; `id` is null for what has none of the kind. */
const valueSlice = z.object({
  id: z.string().nullable(),
  name: z.string(),
  /** At what the stock cost. */
  inventoryValue: z.number(),
  itemCount: z.int(),
});
export type InventoryValueSlice = z.output<typeof valueSlice>;

const turnover = z.object({
  days: z.int(),
  /** Cost of what was shipped or used up in these days. */
  issuedValue: z.number(),
  /** Mean of the value at their beginning and now. */
  averageValue: z.number(),
  /** How often the stock would turn over in a year at this pace; null without stock. */
  turnsPerYear: z.number().nullable(),
});

/** An item with what it moved, or what lies of it. */
const figure = z.object({
  item: stockItem,
  quantity,
  value: z.number(),
  /** When some of it last went out; null for never. */
  lastIssuedAt: z.iso.datetime().nullable(),
});
export type InventoryFigure = z.output<typeof figure>;

/** The stock at what it cost, from several sides. */
export const inventoryAnalytics = z.object({
  inventoryValue: z.number(),
  /** Items with stock. */
  itemCount: z.int(),
  shortItemCount: z.int(),
  belowOrderPointCount: z.int(),
  /** The largest first; at most 50 each, the rest is summed up in a slice named Others. */
  byCategory: z.array(valueSlice),
  /** By root place with all that is inside it. */
  byLocation: z.array(valueSlice),
  byOwner: z.array(valueSlice),
  byType: z.array(valueSlice),
  /** By days since it came: 0-30, 31-90, 91-180, 181 and more (`toDays` null). */
  ageing: z.array(
    z.object({ fromDays: z.int(), toDays: z.int().nullable(), inventoryValue: z.number(), itemCount: z.int() }),
  ),
  /** Over 30 and 90 days. */
  turnover: z.array(turnover),
  /** Items with stock of which nothing went out for 180 days, the most value first; at most 20. */
  deadStock: z.array(figure),
  /** Items of which the most value went out in 30 days; at most 20. */
  topMovers: z.array(figure),
});
export type InventoryAnalytics = z.output<typeof inventoryAnalytics>;

/** The inventory in figures; the filters narrow all of them. */
export const getInventoryAnalytics = endpoint({
  name: 'getInventoryAnalytics',
  method: 'GET',
  path: '/v1/inventory-analytics',
  permission: 'inventory:read',
  isReport: true,
  summary: 'Reads the inventory in figures.',
  query: z.strictObject(stockFilters),
  reply: inventoryAnalytics,
});
