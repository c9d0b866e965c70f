import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely';
import type { AccountContext } from '../kernel/context.ts';
import { preparable } from './pipelined-client.ts';

/** How long a count may be reused, in milliseconds (details.md, HTTP, Lists). */
const countLifetime = 2000;
/** Filters remembered per account and list; the oldest goes first. */
const mostFilters = 200;

// biome-ignore lint/suspicious/noExplicitAny: the callers' tables are checked in ListParts; inside, only the shape of the builder matters
type Query = SelectQueryBuilder<any, any, any>;

/** What `listPage` and `listIDs` need to know of a list. */
export interface ListParts<DB, TB extends keyof DB, Row, Sort extends string = string> {
  /** Name of the list; `touched(ctx, name)` after a write makes its counts fresh: 'carriers'. */
  list: string;
  /** Qualified id column of the base table: `carrier.id`. Ties are sorted by it. */
  id: ReferenceExpression<DB, TB> & string;
  /** Base table with `account_id` and all filters; no select, order or limit. One row per record: filter by `exists`, not by joins that multiply. */
  matching: SelectQueryBuilder<DB, TB, object>;
  /** Adds the joins and columns of a row to `matching`; joined tables must not change the number of rows. */
  // biome-ignore lint/suspicious/noExplicitAny: the joined tables widen the types, only the row matters
  select(matching: SelectQueryBuilder<DB, TB, object>): SelectQueryBuilder<any, any, Row>;
  /** The validated query of the endpoint, whole: everything in it but page and sorting keys the count. */
  page: { take: number; skip: number; sortBy?: Sort | undefined; sortOrder?: 'asc' | 'desc' | undefined };
  /** Column of each `sortBy`. */
  sortable?: { [Name in NoInfer<Sort>]: ReferenceExpression<DB, TB> };
  /** Order where nothing is asked. */
  order: readonly (readonly [ReferenceExpression<DB, TB>, 'asc' | 'desc'])[];
  /** What decides about the rows beside `page`: a path parameter, a fixed status. */
  scope?: string;
}

interface KnownCount {
  at: number;
  count: Promise<number>;
}

/** Counts by account and list, then by filter. Dropping a list's map also orphans the counts being computed for it. */
const counts = new Map<string, Map<string, KnownCount>>();
const writers = new WeakMap<object, Set<string>>();
const listKey = (accountID: string, list: string): string => `${accountID} ${list}`;

/** Forgets the counts of a list of an account in this process. */
export const invalidateCounts = (accountID: string, list: string): void => {
  counts.delete(listKey(accountID, list));
};

/** Says that this transaction changes which rows a list has: its counts are forgotten after the commit and not reused before it. */
export function touched(ctx: AccountContext, ...lists: string[]): void {
  let written = writers.get(ctx);
  if (!written) {
    written = new Set();
    writers.set(ctx, written);
  }
  for (const list of lists) {
    if (written.has(list)) continue;
    written.add(list);
    ctx.afterCommit(() => invalidateCounts(ctx.account.id, list));
  }
}

const filterKey = (ctx: AccountContext, page: object, scope: string | undefined): string => {
  const filters = Object.entries(page)
    .filter(([name, value]) => value !== undefined && !['take', 'skip', 'sortBy', 'sortOrder'].includes(name))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([ctx.customerID ?? '', scope ?? '', filters]);
};

async function computeCount(matching: Query): Promise<number> {
  const row = await matching.select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * Exact number of rows that match, reused for at most 2 s per account, list and `key`, or until this process commits a
 * change of the list (`touched`). Several callers at once share one computation.
 */
export async function cachedCount(
  ctx: AccountContext,
  list: string,
  key: string,
  compute: () => Promise<number>,
): Promise<number> {
  if (writers.get(ctx)?.has(list)) return compute();
  const name = listKey(ctx.account.id, list);
  let filters = counts.get(name);
  if (!filters) {
    filters = new Map();
    counts.set(name, filters);
  }
  const now = ctx.clock.now().getTime();
  const known = filters.get(key);
  if (known && now - known.at <= countLifetime && now >= known.at) {
    try {
      return await known.count;
    } catch {
      // Its transaction failed, not ours.
      return compute();
    }
  }
  const entry = { at: now, count: compute() };
  filters.delete(key);
  filters.set(key, entry);
  if (filters.size > mostFilters) filters.delete(filters.keys().next().value as string);
  try {
    return await entry.count;
  } catch (error) {
    if (filters.get(key) === entry) filters.delete(key);
    throw error;
  }
}

function ordered<DB, TB extends keyof DB, Row, Sort extends string>(
  query: Query,
  parts: ListParts<DB, TB, Row, Sort>,
): Query {
  const { sortBy, sortOrder = 'asc' } = parts.page;
  const asked = sortBy === undefined ? undefined : parts.sortable?.[sortBy as NoInfer<Sort>];
  if (sortBy !== undefined && asked === undefined)
    throw new Error(`The list ${parts.list} has no column to sort by ${sortBy}`);
  const order = asked === undefined ? parts.order : [[asked, sortOrder] as const];
  let result = query;
  for (const [column, direction] of order) result = result.orderBy(column as string, direction);
  // The same direction as the column before it, so that one index (account_id, column, id) serves both directions.
  return result.orderBy(parts.id, order.at(-1)?.[1] ?? 'asc');
}

async function pageIDs<DB, TB extends keyof DB, Row, Sort extends string>(
  parts: ListParts<DB, TB, Row, Sort>,
  take: number | undefined,
  skip = 0,
): Promise<string[]> {
  let query = ordered(parts.matching as Query, parts).select(`${parts.id} as id`);
  if (take !== undefined) query = query.limit(take);
  if (skip) query = query.offset(skip);
  return (await query.execute()).map(({ id }) => id as string);
}

/**
 * The rows of these ids, in their order. By key alone, without the filters: whatever was asked for, the statement is the same
 * and its plan is always right, so that it is planned once per connection instead of once per page.
 */
async function rowsOf<DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
  ids: readonly string[],
): Promise<Row[]> {
  if (!ids.length) return [];
  const table = parts.id.slice(0, parts.id.lastIndexOf('.'));
  const byKey = (parts.matching as Query)
    .clearWhere()
    .where(`${table}.account_id`, '=', ctx.account.id)
    .where(parts.id, '=', sql`any(${ids}::text[])`);
  const rows = (parts.select(byKey as never) as Query).orderBy(
    sql`array_position(${ids}::text[], ${sql.ref(parts.id)})`,
  );
  return (await preparable(rows).execute()) as Row[];
}

/**
 * One page of a list and the exact count. The ids of the page come first, by a scan that need not touch more than an index
 * however deep the page lies; then their rows in one statement; then the count, unless it is known: from the cache, or because
 * the page is the last one. Ties are sorted by id.
 */
export async function listPage<DB, TB extends keyof DB, Row, const Sort extends string = never>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
): Promise<{ items: Row[]; count: number }> {
  const { take, skip } = parts.page;
  const items = await rowsOf(ctx, parts, await pageIDs(parts, take, skip));
  if (items.length < take && (items.length > 0 || skip === 0)) return { items, count: skip + items.length };
  const count = await cachedCount(ctx, parts.list, filterKey(ctx, parts.page, parts.scope), () =>
    computeCount(parts.matching as Query),
  );
  // A reused count may be older than the rows; it never contradicts what the page shows.
  return { items, count: Math.max(count, items.length ? skip + items.length : 0) };
}

/** Ids of all rows that match, in the list's order, at most `most`: for bulk actions over a filter. `page.take` and `page.skip` are ignored. */
export const listIDs = <DB, TB extends keyof DB, Row, const Sort extends string = never>(
  _ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
  most?: number,
): Promise<string[]> => pageIDs(parts, most);
