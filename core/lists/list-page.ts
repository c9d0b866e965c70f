import {
  AliasNode,
  type Compilable,
  IdentifierNode,
  type RawBuilder,
  type ReferenceExpression,
  type SelectQueryBuilder,
  sql,
  TableNode,
} from 'kysely';
import type { AnyEndpoint } from '../contracts/endpoints/endpoint.ts';
import { collectionOf } from '../contracts/endpoints/touched.ts';
import { fixedSelect } from '../database/statements/fixed-select.ts';
import { slot } from '../kernel/calls/call-slots.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { countFound, findIDs, isFoundBy, searchIDs, type TextFilter } from '../search/search.ts';

/** Milliseconds for which a count may be reused (details.md, HTTP, Lists). */
const countLifetime = 2000;
/** Largest number of cached filters per account and list; the oldest is dropped first. */
const mostFilters = 200;

// ListParts checks the types of the callers' tables; here only the shape of the builder matters.
// biome-ignore lint/suspicious/noExplicitAny: as said
type Query = SelectQueryBuilder<any, any, any>;

/** A column to sort by. For a pair, each direction is used as given, including its order of nulls. */
export type SortColumn<DB, TB extends keyof DB> =
  | ReferenceExpression<DB, TB>
  | Readonly<Record<'asc' | 'desc', ReferenceExpression<DB, TB>>>;

/** The endpoint of a list, which identifies it in counts and browser caches. */
export type ListEndpoint = Pick<AnyEndpoint, 'path'>;

/** The properties of a list for `listPage` and `listIDs`. */
export interface ListParts<DB, TB extends keyof DB, Row, Sort extends string = string> {
  /** The list's endpoint; `touched(ctx, listCarriers)` after a write invalidates its counts. */
  list: ListEndpoint;
  /** Qualified id column of the base table: `carrier.id`; sorts rows with equal values. */
  id: ReferenceExpression<DB, TB> & string;
  /**
   * Base table with `account_id` and all filters, without select, order and limit. One row per record: filter by
   * `exists`, not by joins that multiply rows.
   */
  matching: SelectQueryBuilder<DB, TB, object>;
  /** Adds the joins and columns of a row to `matching`; joins must not change the number of rows. */
  // biome-ignore lint/suspicious/noExplicitAny: the joined tables widen the types, only the row matters
  select(matching: SelectQueryBuilder<DB, TB, object>): SelectQueryBuilder<any, any, Row>;
  /** The complete validated query of the endpoint. All of it except page and sorting is the key of the count. */
  page: { take: number; skip: number; sortBy?: Sort | undefined; sortOrder?: 'asc' | 'desc' | undefined };
  /**
   * Column of each `sortBy`, or one per direction if each direction has an index of its own. Rows without a value come
   * last.
   */
  sortable?: { [Name in NoInfer<Sort>]: SortColumn<DB, TB> };
  /** Default order. */
  order: readonly (readonly [ReferenceExpression<DB, TB>, 'asc' | 'desc'])[];
  /** Further values that determine the rows, besides `page`: a path parameter, a fixed status. */
  scope?: string;
  /** True if customers see the same rows for the same `scope`, so that they share a count. */
  isForAll?: boolean;
  /**
   * Text search, in place of a condition in `matching`. `isWhole`: without other filters the rows are exactly those
   * with a search document, as an invariant proves, so documents can be counted instead of rows.
   */
  text?: (TextFilter & { isWhole?: boolean }) | undefined;
  /**
   * True if the SQL of `select`, and of `matching` without filters, is the same for all callers. Both are then built
   * once, and a first page without filters is one statement, planned once per connection.
   */
  isFixed?: boolean;
}

interface KnownCount {
  at: number;
  count: Promise<number>;
}

/**
 * Counts by account and list, then by filter. Dropping a list's map also drops counts that are being computed for it.
 */
const counts = new Map<string, Map<string, KnownCount>>();
/** Paths of lists that the transaction has changed. */
const changedLists = slot(() => new Set<string>());
const listKey = (accountID: string, { path }: ListEndpoint): string => `${accountID} ${path}`;

/** Drops the counts of an account's list in this process. */
export const invalidateCounts = (accountID: string, list: ListEndpoint): void => {
  counts.delete(listKey(accountID, list));
};

/**
 * Records that this transaction changes a list or its records. Counts are dropped after the commit and not reused
 * before it. The reply names the list, so that browsers read it again.
 */
export function touched(ctx: AccountContext, ...lists: readonly ListEndpoint[]): void {
  const written = ctx.slots.of(changedLists);
  for (const list of lists) {
    if (written.has(list.path)) continue;
    written.add(list.path);
    ctx.afterCommit(() => {
      invalidateCounts(ctx.account.id, list);
      ctx.touchedPaths?.add(collectionOf(list.path));
    });
  }
}

/**
 * Records that this transaction changes the content of rows, but not which rows there are: browsers read them again,
 * and counts are kept.
 */
export function touchedRows(ctx: AccountContext, ...shown: readonly Pick<AnyEndpoint, 'path'>[]): void {
  ctx.afterCommit(() => {
    for (const { path } of shown) ctx.touchedPaths?.add(collectionOf(path));
  });
}

const filtersOf = (page: object): [string, unknown][] =>
  Object.entries(page).filter(
    ([name, value]) => value !== undefined && !['take', 'skip', 'sortBy', 'sortOrder'].includes(name),
  );

const filterKey = (
  ctx: AccountContext,
  { page, scope, isForAll }: { page: object; scope?: string; isForAll?: boolean },
): string => {
  const filters = filtersOf(page).sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([isForAll ? '' : (ctx.customerID ?? ''), scope ?? '', filters]);
};

/**
 * Runs a query for ids or counts, planned for its values, because the best plan depends on how rare the filters' values
 * are.
 */
const found = async <Row extends object>(ctx: AccountContext, query: Compilable<Row>): Promise<Row[]> =>
  (await ctx.em.query('values').executeQuery(query)).rows;

async function computeCount(ctx: AccountContext, matching: Query): Promise<number> {
  const [row] = await found(ctx, matching.select(sql<string>`count(*)`.as('count')));
  return Number((row as { count: string }).count);
}

/**
 * Exact number of matching rows, reused for at most 2 s per account, list and `key`, or until this process commits a
 * change of the list (`touched`). Concurrent callers share one computation.
 */
export async function cachedCount(
  ctx: AccountContext,
  list: ListEndpoint,
  key: string,
  compute: () => Promise<number>,
): Promise<number> {
  if (ctx.slots.of(changedLists).has(list.path)) return compute();
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
      // The failure was in the transaction of another caller.
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

type Direction = 'asc' | 'desc' | 'desc nulls last';

const isPair = <Column>(
  column: Column | Readonly<Record<'asc' | 'desc', Column>>,
): column is Record<'asc' | 'desc', Column> =>
  typeof column === 'object' && column !== null && 'asc' in column && 'desc' in column;

/** Whether columns are required, by list and column. */
const required = new Map<string, boolean>();

/**
 * Whether a column of the base table, or of one that is joined to it, is never null; then the direction alone suffices
 * for sorting, and any index serves it.
 */
function isRequired(ctx: AccountContext, list: ListEndpoint, matching: Query, column: string): boolean {
  const key = `${list.path} ${column}`;
  const known = required.get(key);
  if (known !== undefined) return known;
  const [alias, name] = column.split('.');
  const found = baseTables(matching).some(
    (base) => base.alias === alias && ctx.em.requiredColumns(base.table).has(name ?? ''),
  );
  required.set(key, found);
  return found;
}

function baseTables(matching: Query): { alias: string; table: string }[] {
  const { from, joins = [] } = matching.toOperationNode();
  // A row of an outer join may be missing, and with it the value of a required column.
  const joined = joins.flatMap(({ joinType, table }) => (joinType === 'InnerJoin' ? [table] : []));
  return [...(from?.froms ?? []), ...joined].flatMap((node) => {
    if (!AliasNode.is(node) || !TableNode.is(node.node) || !IdentifierNode.is(node.alias)) return [];
    const { schema, identifier } = node.node.table;
    return [{ alias: node.alias.name, table: `${schema?.name ?? ''}.${identifier.name}` }];
  });
}

/**
 * The sort columns of the page. Equal values are sorted by id in the same direction, so that one index (account_id,
 * column, id) serves both directions. Rows without a value come last, which for descending order must be stated
 * explicitly.
 */
function orderOf<DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
): (readonly [RawBuilder<unknown>, Direction])[] {
  const { sortBy, sortOrder = 'asc' } = parts.page;
  const sortColumn = sortBy === undefined ? undefined : parts.sortable?.[sortBy as NoInfer<Sort>];
  if (sortBy !== undefined && sortColumn === undefined)
    throw new Error(`The list ${parts.list.path} has no column to sort by ${sortBy}`);
  const written = (column: ReferenceExpression<DB, TB>): RawBuilder<unknown> =>
    typeof column === 'string' ? sql.ref(column) : sql`${column}`;
  const directed = (
    column: SortColumn<DB, TB>,
    direction: 'asc' | 'desc',
  ): readonly [RawBuilder<unknown>, Direction] => {
    if (isPair(column)) return [written(column[direction] as ReferenceExpression<DB, TB>), direction];
    const isPlain =
      direction === 'asc' ||
      (typeof column === 'string' && isRequired(ctx, parts.list, parts.matching as Query, column));
    return [written(column as ReferenceExpression<DB, TB>), isPlain ? direction : 'desc nulls last'];
  };
  const order = sortColumn === undefined ? parts.order : [[sortColumn, sortOrder] as const];
  return [
    ...order.map(([column, direction]) => directed(column, direction)),
    [sql.ref(parts.id), order.at(-1)?.[1] ?? 'asc'] as const,
  ];
}

const ordered = <DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  query: Query,
  parts: ListParts<DB, TB, Row, Sort>,
): Query =>
  orderOf(ctx, parts).reduce(
    (result, [column, direction]) =>
      direction === 'desc nulls last'
        ? result.orderBy(column, (by) => by.desc().nullsLast())
        : result.orderBy(column, direction),
    query,
  );

const idsQuery = <DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
  take: number | undefined,
  skip = 0,
): Query => {
  let query = ordered(ctx, parts.matching as Query, parts).select(`${parts.id} as id`);
  if (take !== undefined) query = query.limit(take);
  if (skip) query = query.offset(skip);
  return query;
};

async function pageIDs<DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
  take: number | undefined,
  skip = 0,
): Promise<string[]> {
  return (await found(ctx, idsQuery(ctx, parts, take, skip))).map(({ id }) => id as string);
}

/** The base table without the filters. */
function byKey<DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
  ids: RawBuilder<unknown>,
): Query {
  const table = parts.id.slice(0, parts.id.lastIndexOf('.'));
  const rows = (parts.matching as Query)
    .clearWhere()
    .where(`${table}.account_id`, '=', ctx.account.id)
    .where(parts.id, '=', sql`any(${ids})`);
  return parts.select(rows) as Query;
}

/**
 * The rows with these ids, in order. The statement uses only the key and is the same for all queries, so it is planned
 * once per connection instead of once per page.
 */
async function rowsOf<DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
  ids: readonly string[],
): Promise<Row[]> {
  if (!ids.length) return [];
  const build = (): Query =>
    byKey(ctx, parts, sql`${ids}::text[]`).orderBy(sql`array_position(${ids}::text[], ${sql.ref(parts.id)})`);
  if (!parts.isFixed) return (await ctx.em.query('once').executeQuery(build())).rows as Row[];
  return fixedSelect<Row>(ctx.em, `rows of ${parts.list.path}`, [ctx.account.id, ids], build);
}

/**
 * Page sizes that people can choose. Each has a statement of its own, so that PostgreSQL knows the small number of
 * rows.
 */
const usualSizes: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

/** Whether the first page of the list can be read by a statement with only the account as parameter. */
const isPlainStart = <DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  { isFixed, scope, page }: ListParts<DB, TB, Row, Sort>,
): boolean =>
  isFixed === true &&
  scope === undefined &&
  ctx.customerID === undefined &&
  page.skip === 0 &&
  usualSizes.has(page.take) &&
  !filtersOf(page).length;

/** The first page without filters: ids and rows in one statement, planned once. */
function firstRows<DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
): Promise<Row[]> {
  const { take, sortBy = '', sortOrder = '' } = parts.page;
  return fixedSelect<Row>(
    ctx.em,
    `first ${take} of ${parts.list.path} ${sortBy} ${sortOrder}`,
    [ctx.account.id],
    () => {
      const ids = idsQuery(ctx, parts, undefined).limit(sql.lit(take));
      return ordered(ctx, byKey(ctx, parts, sql`array(${ids})`), parts);
    },
  );
}

/** Largest number of found ids passed as a parameter; beyond it the rows are looked through instead. */
const mostFound = 2000;
/** Largest number of rows looked through for a page of a text search, from the beginning of the order. */
const mostLookedThrough = 5000;

const withText = <DB, TB extends keyof DB, Row, Sort extends string>(
  parts: ListParts<DB, TB, Row, Sort>,
): ListParts<DB, TB, Row, Sort> =>
  parts.text
    ? {
        ...parts,
        matching: (parts.matching as Query).where(parts.id, 'in', searchIDs(parts.text.types, parts.text.query)),
      }
    : parts;

/**
 * Ids of a page for a frequent search text, without finding all matches: rows are looked through in order until the
 * page is full. Undefined if the first rows do not fill it.
 */
async function lookedThrough<DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
  text: TextFilter,
): Promise<string[] | undefined> {
  const { take, skip } = parts.page;
  if (ctx.customerID !== undefined || take + skip > mostFound / 4) return undefined;
  const order = orderOf(ctx, parts);
  const candidates = ordered(ctx, parts.matching as Query, parts)
    .select([`${parts.id} as id`, ...order.map(([column], place) => column.as(`key_${place}`))])
    .limit(mostLookedThrough);
  const keys = order.map(([, direction], place) => sql`${sql.ref(`row.key_${place}`)} ${sql.raw(direction)}`);
  const { rows } = await sql<{ id: string }>`select row.id from (${candidates}) as row
    where ${isFoundBy(ctx, text, 'row.id')} order by ${sql.join(keys)} limit ${take} offset ${skip}`.execute(
    ctx.em.query('values'),
  );
  return rows.length < take ? undefined : rows.map(({ id }) => id);
}

/** A page of a text search. */
async function foundPage<DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
  text: TextFilter & { isWhole?: boolean },
): Promise<{ ids: string[]; count: () => Promise<number> }> {
  const { take, skip } = parts.page;
  const ids = await findIDs(ctx, text, mostFound + 1);
  if (ids.length <= mostFound) {
    const matching = (parts.matching as Query).where(parts.id, '=', sql`any(${ids}::text[])`);
    const few = { ...parts, matching };
    const counted = idsQuery(ctx, few, take, skip).select(sql<string>`count(*) over ()`.as('count'));
    const rows = await found(ctx, counted);
    const [first] = rows;
    return {
      ids: rows.map(({ id }) => id as string),
      count: async () => (first ? Number(first['count']) : skip ? computeCount(ctx, matching) : 0),
    };
  }
  const isCountedByDocuments = text.isWhole && parts.scope === undefined && filtersOf(parts.page).length === 1;
  const whole = withText(parts);
  return {
    ids: (await lookedThrough(ctx, parts, text)) ?? (await pageIDs(ctx, whole, take, skip)),
    count: () =>
      cachedCount(ctx, parts.list, filterKey(ctx, parts), () =>
        isCountedByDocuments ? countFound(ctx, text) : computeCount(ctx, whole.matching as Query),
      ),
  };
}

/** The rows of a page, and a way to count the list if the page does not show the number. */
async function pageOf<DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
): Promise<{ items: Row[]; count: () => Promise<number> }> {
  if (parts.text) {
    const { ids, count } = await foundPage(ctx, parts, parts.text);
    return { items: await rowsOf(ctx, parts, ids), count };
  }
  const { take, skip } = parts.page;
  const items = isPlainStart(ctx, parts)
    ? await firstRows(ctx, parts)
    : await rowsOf(ctx, parts, await pageIDs(ctx, parts, take, skip));
  const key = filterKey(ctx, parts);
  return { items, count: () => cachedCount(ctx, parts.list, key, () => computeCount(ctx, parts.matching as Query)) };
}

/**
 * One page of a list and the exact count. First the ids of the page are read, by a scan that can use an index alone
 * however deep the page is; then their rows in one statement; then the count, unless it is cached or follows from the
 * last page. Equal values are sorted by id.
 */
export async function listPage<DB, TB extends keyof DB, Row, const Sort extends string = never>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
): Promise<{ items: Row[]; count: number }> {
  const { take, skip } = parts.page;
  const { items, count } = await pageOf(ctx, parts);
  if (items.length < take && (items.length > 0 || skip === 0)) return { items, count: skip + items.length };
  // A reused count may be older than the rows, but must not contradict the page.
  return { items, count: Math.max(await count(), items.length ? skip + items.length : 0) };
}

/**
 * Ids of all matching rows in the list's order, at most `most`, for bulk actions on a filter. `page.take` and
 * `page.skip` are ignored.
 */
export const listIDs = <DB, TB extends keyof DB, Row, const Sort extends string = never>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
  most?: number,
): Promise<string[]> => pageIDs(ctx, withText(parts), most);
