import { endpoint, quantity } from '@millwright/core/contracts';
import { z } from 'zod';
import { stockItem } from '../../locations/storage-location/storage-location.contract.ts';
import { stockFilters } from './inventory.contract.ts';

/** A slice of the inventory value; `id` is null for stock without a category or place. */
const valueSlice = z.object({
  id: z.string().nullable(),
  name: z.string(),
  /** Value at cost. */
  inventoryValue: z.number(),
  itemCount: z.int(),
});
export type InventoryValueSlice = z.output<typeof valueSlice>;

const turnover = z.object({
  days: z.int(),
  /** Cost of stock that was shipped or used up in these days. */
  issuedValue: z.number(),
  /** Mean of the value at the beginning and now. */
  averageValue: z.number(),
  /** Turnovers of the stock in a year at this rate; null without stock. */
  turnsPerYear: z.number().nullable(),
});

/** An item with the value it moved, or the value on hand. */
const figure = z.object({
  item: stockItem,
  quantity,
  value: z.number(),
  /** Time of the last issue; null if none. */
  lastIssuedAt: z.iso.datetime().nullable(),
});
export type InventoryFigure = z.output<typeof figure>;

/** The inventory value at cost, by several groupings. */
export const inventoryAnalytics = z.object({
  inventoryValue: z.number(),
  /** Items with stock. */
  itemCount: z.int(),
  shortItemCount: z.int(),
  belowOrderPointCount: z.int(),
  /** The largest slices first, at most 50; the others are summed up in a slice named Others. */
  byCategory: z.array(valueSlice),
  /** By root place, including everything inside it. */
  byLocation: z.array(valueSlice),
  byOwner: z.array(valueSlice),
  byType: z.array(valueSlice),
  /** By days since receipt: 0-30, 31-90, 91-180, 181 and more (`toDays` null). */
  ageing: z.array(
    z.object({ fromDays: z.int(), toDays: z.int().nullable(), inventoryValue: z.number(), itemCount: z.int() }),
  ),
  /** Over 30 and 90 days. */
  turnover: z.array(turnover),
  /** Items with stock and without an issue for 180 days, the greatest value first; at most 20. */
  deadStock: z.array(figure),
  /** Items with the greatest issued value in 30 days; at most 20. */
  topMovers: z.array(figure),
});
export type InventoryAnalytics = z.output<typeof inventoryAnalytics>;

/** Figures of the inventory; the filters apply to all of them. */
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
