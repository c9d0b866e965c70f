import { endpoint, filterValue, isoDate, positiveMeasure, quantity, quantityInput } from '@millwright/core/contracts';
import { z } from 'zod';
import { itemReference } from '../../catalogue/item/item-fields.ts';
import { stockItem } from '../../locations/storage-location/storage-location.contract.ts';
import { unitSummary } from '../../units/unit/unit.contract.ts';

const mostPromiseLines = 500;

/**
 * What can be promised of an item. Quantities are in its default unit, and null for portal customers, who see no
 * figures.
 */
export const itemPromise = z.object({
  itemID: z.string(),
  /** False for what is no stock, such as a service: always available. */
  isStocked: z.boolean(),
  wanted: quantity,
  /** Whether all of it is free now, or can be promised for `on`. */
  isAvailable: z.boolean(),
  /** First day on which all of it can be promised; null where nothing that is expected covers it. */
  firstDate: z.string().nullable(),
  onHand: quantity.nullable(),
  reserved: quantity.nullable(),
  /** What is free now: on hand, less what lies in closed places, is held and reserved. */
  availableToPromise: quantity.nullable(),
  /**
   * What can be promised for the day `on`, with what comes until then and what later promises need; null where no day
   * was asked.
   */
  availableOn: quantity.nullable(),
  short: quantity.nullable(),
});
export type ItemPromise = z.output<typeof itemPromise>;

/**
 * When items can be promised, without setting anything aside. What the hold `holdID` of the acting person sets aside
 * counts as free, and so does what the document `documentID` has, whose own demand is left out (staff only).
 */
export const promiseItems = endpoint({
  name: 'promiseItems',
  method: 'POST',
  path: '/v1/items/actions/promise',
  reads: true,
  permission: 'products:read',
  customers: 'whether products open to them are there',
  summary: 'Says when items can be promised.',
  body: z.strictObject({
    lines: z
      .array(
        z.strictObject({
          itemID: itemReference,
          /** One default unit where it is missing. */
          quantity: quantityInput.default(1),
          on: isoDate.nullish(),
        }),
      )
      .min(1, { error: 'There is nothing to promise' })
      .max(mostPromiseLines, { error: `At most ${mostPromiseLines} lines` }),
    holdID: z.string().max(100).nullish(),
    documentID: z.string().max(100).nullish(),
  }),
  reply: z.object({ items: z.array(itemPromise) }),
});

/** Kinds of rows of the promise ledger. */
export const promiseRowKinds = ['on_hand', 'closed', 'hold', 'demand', 'supply'] as const;
export type PromiseRowKind = (typeof promiseRowKinds)[number];

/** A dated row of the promise ledger of an item. Quantities are in the item's default unit. */
export const promiseRow = z.object({
  /** Unique in the answer: `sup_...`, `dem_....short`. */
  id: z.string(),
  /** What is overdue counts today. */
  date: z.string(),
  kind: z.enum(promiseRowKinds),
  /** Supply that should have come, or demand that should have been served, before today. */
  isLate: z.boolean(),
  /** Demand that stock is set aside for; the rest of it is a row of its own. */
  isReserved: z.boolean(),
  /** The document; null for stock on hand. A hold is named after who took it. */
  source: z.object({ type: z.string(), id: z.string(), number: z.string() }).nullable(),
  note: z.string().nullable(),
  /** Below 0 for what takes. */
  quantity,
  /** Sum of all rows up to here. */
  runningBalance: quantity,
  /**
   * What can be promised for this day: the least balance of this and all later days, so that no later promise is taken;
   * at least 0.
   */
  availableOn: quantity,
});
export type PromiseRow = z.output<typeof promiseRow>;

/** Why a quantity can be promised for a day and not before. */
export const promiseReason = z.object({
  wanted: quantity,
  firstDate: z.string().nullable(),
  /** In words, one sentence each. */
  sentences: z.array(z.string()),
  /** Ids of the rows that decide. */
  rowIDs: z.array(z.string()),
});
export type PromiseReason = z.output<typeof promiseReason>;

/** The promise ledger of an item, day by day. */
export const itemPromises = z.object({
  item: stockItem,
  unit: unitSummary,
  /** In the account's time zone. */
  today: z.string(),
  onHand: quantity,
  /** What of it lies in closed places, and is promised to nobody. */
  closed: quantity,
  reserved: quantity,
  /** What is free now, as everywhere. */
  availableToPromise: quantity,
  short: quantity,
  /** Up to 1,000, the earliest first. */
  rows: z.array(promiseRow),
  hasMore: z.boolean(),
  why: promiseReason,
});
export type ItemPromises = z.output<typeof itemPromises>;

/** The dated supply and demand of an item, and why `quantity` (one default unit) can be promised for its first day. */
export const getItemPromises = endpoint({
  name: 'getItemPromises',
  method: 'GET',
  path: '/v1/items/{itemID}/promises',
  permission: 'inventory:read',
  summary: 'Reads supply and demand of an item by date.',
  query: z.strictObject({
    /** In the default unit. */
    quantity: filterValue(
      z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), positiveMeasure),
    ),
  }),
  reply: itemPromises,
});
