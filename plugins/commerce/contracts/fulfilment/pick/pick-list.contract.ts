import {
  booleanText,
  bulkAnswer,
  bulkBody,
  endpoint,
  filterValue,
  isoDateOrDateTime,
  listOf,
  listQuery,
  repeated,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { priorityCodes } from '../../terms/priority/priority.contract.ts';
import { pickHead, pickLine } from './pick.contract.ts';
import { pickStates, pickStatuses } from './pick-stage.ts';

/** A pick in lists. */
export const pickRow = z.object(pickHead);
export type PickRow = z.output<typeof pickRow>;

const ids = repeated(z.string().max(100));
const oneOf = <const Codes extends readonly [string, ...string[]]>(codes: Codes) =>
  z.enum(codes, { error: `Must be one of ${codes.join(', ')}` });

const pickFilters = {
  /** Of its planned places and, for what is short, of those who make it. */
  departmentIDs: ids,
  customerIDs: ids,
  /** With a product of one of these lines. */
  productLineIDs: ids,
  /** Types of their customers. */
  customerGroupIDs: ids,
  stages: repeated(oneOf(pickStates.codes)),
  priorityCodes: repeated(oneOf(priorityCodes)),
  carrierIDs: ids,
  assigneeIDs: ids,
  isShort: booleanText,
  /** Promised for a day that has passed, and not finished. */
  isLate: booleanText,
  /** Opened from this day or instant on, and until; a day is one of the account's time zone. */
  startDate: filterValue(isoDateOrDateTime),
  endDate: filterValue(isoDateOrDateTime),
};

/** Text search and filters of the list, for bulk actions over everything that matches. */
export const pickFilter = z.strictObject({
  query: filterValue(singleLine(200)),
  status: filterValue(oneOf(pickStatuses)),
  ...pickFilters,
});
export type PickFilter = z.output<typeof pickFilter>;

/**
 * Picks, the most urgent first: by priority, promised day and age. `status` is required. `query` finds parts of the
 * numbers of pick and order, of the customer's name and number.
 */
export const listPicks = endpoint({
  name: 'listPicks',
  method: 'GET',
  path: '/v1/picks',
  permission: 'picks:read',
  summary: 'Lists picks.',
  query: listQuery({
    sortBy: ['number', 'createdAt', 'promisedAt', 'customer', 'finishedAt'],
    filters: {
      status: z.enum(pickStatuses, { error: `status must be one of ${pickStatuses.join(', ')}` }),
      ...pickFilters,
    },
  }),
  reply: listOf(pickRow),
});

/**
 * Releases picks: what is reserved for their orders is set aside in places and lots, the most urgent first. What is
 * short stays visible and is planned when stock comes. Those that cannot be released are listed with the reason.
 */
export const releasePicks = endpoint({
  name: 'releasePicks',
  method: 'POST',
  path: '/v1/picks/actions/release',
  status: 200,
  isLong: true,
  inTurn: true,
  permission: 'picks:update',
  summary: 'Releases picks: sets their stock aside and plans the walk.',
  body: bulkBody({ ids: 'pickIDs', one: 'pick', several: 'picks', filter: pickFilter }),
  reply: bulkAnswer,
});

/** Most picks of a wave. */
export const mostPicksOfWave = 100;

/** A stop of a walk: what is planned in a place, for the order that it is sorted to. */
export const walkLine = pickLine.extend({
  pick: z.object({ id: z.string(), number: z.string() }),
  order: z.object({ id: z.string(), number: z.string(), promisedAt: z.string().nullable() }),
  customer: z.object({ id: z.string(), name: z.string() }),
});
export type WalkLine = z.output<typeof walkLine>;

/** What a department has to make before it can be picked. */
export const shortPickLine = z.object({
  pick: z.object({ id: z.string(), number: z.string() }),
  order: z.object({ id: z.string(), number: z.string(), promisedAt: z.string().nullable() }),
  customer: z.object({ id: z.string(), name: z.string() }),
  orderLine: pickLine.shape.orderLine,
  /** In the unit that was ordered. */
  short: pickLine.shape.quantity,
  /** Lots that are there and may not be used, in words: 'Lot L1 expired Nov 27'. */
  because: z.array(z.string()),
  /** Who makes it; none where nobody of the house does. */
  departments: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type ShortPickLine = z.output<typeof shortPickLine>;

/**
 * Everything that is planned of these picks, or of all open picks in the places of these departments, as one walk: by
 * the path of the place. `short` is what is missing of them. At most 1,000 stops.
 */
export const getWalkList = endpoint({
  name: 'getWalkList',
  method: 'GET',
  path: '/v1/picks/walk-list',
  permission: 'picks:read',
  summary: 'One walk through the places of several picks.',
  query: z.strictObject({
    pickIDs: ids,
    departmentIDs: ids,
  }),
  reply: z.object({ items: z.array(walkLine), count: z.int(), short: z.array(shortPickLine) }),
});
