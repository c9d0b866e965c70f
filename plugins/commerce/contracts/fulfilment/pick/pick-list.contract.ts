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
import { priorityCode } from '../../terms/priority/priority.contract.ts';
import { pickHead, pickLine } from './pick.contract.ts';
import { pickStates, pickStatuses } from './pick-stage.ts';

/** A pick in lists. */
export const pickRow = z.object(pickHead);
export type PickRow = z.output<typeof pickRow>;

const ids = repeated(z.string().max(100));
const oneOf = <const Codes extends readonly [string, ...string[]]>(codes: Codes) =>
  z.enum(codes, { error: `Must be one of ${codes.join(', ')}` });

const pickFilters = {
  /** Departments of its planned places and, for short goods, those that make them. */
  departmentIDs: ids,
  customerIDs: ids,
  /** Picks with a product of these product lines. */
  productLineIDs: ids,
  /** Customer types. */
  customerGroupIDs: ids,
  stages: repeated(pickStates.code),
  priorityCodes: repeated(priorityCode),
  carrierIDs: ids,
  assigneeIDs: ids,
  isShort: booleanText,
  /** Unfinished after the promised date. */
  isLate: booleanText,
  /** Opened on or after this day or instant, and on or before `endDate`; days are in the account's time zone. */
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
 * Picks, the most urgent first: by priority, promised date and age. `status` is required. `query` matches parts of pick
 * number, order number, customer name and customer number.
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
 * Releases picks: stock reserved for their orders is allocated in places and lots, the most urgent first. Short
 * quantities stay visible and are planned when stock comes. Picks that cannot be released are listed with the reason.
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

/** Largest number of picks in a wave. */
export const mostPicksOfWave = 100;

/** A stop of a walk: the planned quantity in a place, with the order it is sorted to. */
export const walkLine = pickLine.extend({
  pick: z.object({ id: z.string(), number: z.string() }),
  order: z.object({ id: z.string(), number: z.string(), promisedAt: z.iso.date().nullable() }),
  customer: z.object({ id: z.string(), name: z.string() }),
});
export type WalkLine = z.output<typeof walkLine>;

/** Short goods that a department has to make before they can be picked. */
export const shortPickLine = z.object({
  pick: z.object({ id: z.string(), number: z.string() }),
  order: z.object({ id: z.string(), number: z.string(), promisedAt: z.iso.date().nullable() }),
  customer: z.object({ id: z.string(), name: z.string() }),
  orderLine: pickLine.shape.orderLine,
  /** In the ordered unit. */
  short: pickLine.shape.quantity,
  /** Unusable lots in stock, as text: 'Lot L1 expired Nov 27'. */
  because: z.array(z.string()),
  /** Departments that make it; empty if none does. */
  departments: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type ShortPickLine = z.output<typeof shortPickLine>;

/**
 * All planned lines of these picks, or of all open picks in places of these departments, as one walk in path order.
 * `short` has their missing goods. At most 1,000 stops.
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
