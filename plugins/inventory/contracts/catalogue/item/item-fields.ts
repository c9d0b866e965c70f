import {
  booleanText,
  bulkBody,
  filterValue,
  idOf,
  isoDateOrDateTime,
  nonNegativeQuantityInput,
  quantity,
  rate,
  rateInput,
  repeated,
  requiredLine,
  shownPrice,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { unitReference, unitSummary } from '../../units/unit/unit.contract.ts';
import { unitConversion } from '../../units/unit-group/unit-group.contract.ts';
import { unitGroupReference } from '../product-line/product-line.contract.ts';
import { attributeSummary } from '../property/property.contract.ts';
import { commonItemFields } from './item-field-table.ts';

/** Types of items. */
export const itemTypes = ['product', 'part', 'material', 'supply'] as const;
export type ItemType = (typeof itemTypes)[number];

/** Id of an item in requests. */
export const itemReference = idOf('itm', 'Item is required');

/** Id of an attribute in requests. */
export const attributeReference = idOf('att', 'Attribute is required');

/**
 * A price or cost: `value` in the account's currency (`unitID` is the unit dollar) per `perUnitID`, the default unit.
 */
export const itemRate = rate.extend({ value: shownPrice, perUnit: z.string() });
export type ItemRate = z.output<typeof itemRate>;

/** Daily use of an item: `value` base units (`unit`) per day, over the last 30 days. */
export const burnRate = rate.extend({ unit: z.string(), perUnit: z.string() });
export type BurnRate = z.output<typeof burnRate>;

/**
 * The account's own stock of an item, in its default unit, at most six decimals (details.md, Stock and promises). All
 * null for portal customers, who see no stock.
 */
export const stockFigures = {
  /** Total over all places. Id `qty_<itemID>.onHand`. */
  onHand: quantity.nullable(),
  /** Stock in closed places, which is not promised. */
  closed: quantity.nullable(),
  /** Held for orders in progress, or reserved for issued ones. */
  reserved: quantity.nullable(),
  /** `onHand - closed - reserved` */
  availableToPromise: quantity.nullable(),
  /** Demand of issued documents that nothing is reserved for. */
  short: quantity.nullable(),
};

/** Fields of every item in lists (spec operations section 3). */
export const itemRowFields = {
  /** `itm_...`, the `itemID` of paths. */
  id: z.string(),
  /** The same as `id`. */
  itemID: z.string(),
  /** Unique in the account, across all types. */
  sku: z.string(),
  description: z.string(),
  ...commonItemFields.without('notes').reply,
  /** Price of one default unit; id `rate_<itemID>.unitValue`. */
  unitValue: itemRate,
  /** Cost of one default unit; id `rate_<itemID>.unitCost`. Null for portal customers. */
  unitCost: itemRate.nullable(),
  /** Base units per day, shipped or consumed in the last 30 days; null for portal customers. */
  burnRate: burnRate.nullable(),
  /** The item has to be reordered below this stock; id `qty_<itemID>.orderPoint`. Null for portal customers. */
  orderPoint: quantity.nullable(),
  /**
   * Time until ordered stock arrives, in a unit of the group Time; id `qty_<itemID>.leadTime`. Null for portal
   * customers.
   */
  leadTime: quantity.nullable(),
  /** Attributes of the item, by name of their property. */
  attributes: z.array(attributeSummary),
  unitGroup: z.object({ id: z.string(), name: z.string() }),
  /** Default unit of prices, orders and counts. */
  defaultUnit: unitSummary,
  /** Whether today, in the account's time zone, lies between its dates. */
  isActive: z.boolean(),
  ...stockFigures,
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

/** Fields of a single item beyond its row in lists. */
export const itemDetailFields = {
  /** Null for portal customers. */
  ...commonItemFields.only('notes').reply,
  /** The smallest unit of its group. */
  baseUnit: unitSummary,
  /** Units it can be measured in, smallest first. */
  units: z.array(unitConversion),
};

export const sku = requiredLine(100, 'SKU is required');
/** Null equals an empty text: forms send it for a cleared field. */
const description = singleLine(500)
  .nullable()
  .transform((text) => text ?? '');
const attributeIDs = z.array(attributeReference).max(100, { error: 'An item has at most 100 attributes' });

/** Whether the end date is not before the start date. */
export const datesInOrder = (value: {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}): boolean => !value.startDate || !value.endDate || value.startDate <= value.endDate;
export const datesError = { path: ['endDate'], error: 'The end date is before the start date' };

/**
 * Fields of the body that creates an item. Prices are bare numbers per default unit, or `{value, unitID, perUnitID}`
 * with the unit dollar per any unit of the group, converted exactly (else 400 `inexact_conversion`). `orderPoint` is a
 * number in the default unit or `{measure, unitID}` with a unit of the item's group, `leadTime` a number of days or
 * `{measure, unitID}` with a unit of the group Time.
 */
export const newItemFields = {
  sku,
  description: description.default(''),
  ...commonItemFields.input,
  unitValue: rateInput.default(0),
  unitCost: rateInput.default(0),
  /** Default: the group of the product line, else of the category, else the group `Count`. */
  unitGroupID: unitGroupReference.optional(),
  /** Default: the base unit of the group. */
  defaultUnitID: unitReference.optional(),
  /** At most one of each property. */
  attributeIDs: attributeIDs.default([]),
  orderPoint: nonNegativeQuantityInput.nullish(),
  leadTime: nonNegativeQuantityInput.nullish(),
};

/**
 * Fields of the body that changes an item. A new default unit converts all prices that are not sent. A new unit group
 * needs a default unit of that group, and is 409 `in_use` if stock or documents refer to the item. `attributeIDs`
 * replaces all attributes.
 */
export const changedItemFields = {
  sku: sku.optional(),
  description: description.optional(),
  ...commonItemFields.input,
  unitValue: rateInput.optional(),
  unitCost: rateInput.optional(),
  unitGroupID: unitGroupReference.optional(),
  defaultUnitID: unitReference.optional(),
  attributeIDs: attributeIDs.optional(),
  orderPoint: nonNegativeQuantityInput.nullish(),
  leadTime: nonNegativeQuantityInput.nullish(),
  version: z.int().optional(),
};

/** Filters of every list of items. */
export const itemFilters = {
  ...commonItemFields.filters,
  /** Items with any of these attributes; with `isExactMatch`, with all of them. */
  attributeIDs: repeated(z.string()),
  /** `attributeIDs` must all match, and `query` must equal the SKU. */
  isExactMatch: booleanText,
  unitGroupIDs: repeated(z.string()),
  /** Exact names. */
  manufacturers: repeated(singleLine(200)),
  /** Whether the item is in use or on sale today. */
  isActive: booleanText,
  /** Whether the account's own stock is below the order point; 403 for portal customers, who see no stock. */
  isBelowOrderPoint: booleanText,
  /** Created on or after this day or instant, and on or before `endDate`; days are in the account's time zone. */
  startDate: filterValue(isoDateOrDateTime),
  endDate: filterValue(isoDateOrDateTime),
};

/** Sort fields of every item list. */
export const itemSorts = [
  'sku',
  'description',
  'category',
  'manufacturer',
  'unitValue',
  'unitCost',
  'startDate',
  'endDate',
  'createdAt',
  'updatedAt',
] as const;

/** The body of a bulk action on items: ids, or the filter of their list. */
export const itemSelection = <Filter extends z.ZodType<Record<string, unknown>>>(filter: Filter) =>
  bulkBody({ ids: 'itemIDs', one: 'item', several: 'items', filter });
