import {
  AliasNode,
  IdentifierNode,
  type RawBuilder,
  type ReferenceExpression,
  type SelectQueryBuilder,
  sql,
  TableNode,
} from 'kysely';
import type { AnyEndpoint } from '../contracts/endpoint.ts';
import { collectionOf } from '../contracts/touched.ts';
import { fixedSelect } from '../database/fixed-select.ts';
import { preparable } from '../database/sent-statement.ts';
import { slot } from '../kernel/call-slots.ts';
import type { AccountContext } from '../kernel/context.ts';
import { countFound, findIDs, isFoundBy, searchIDs, type TextFilter } from '../search/search.ts';

/** How long a count may be reused, in milliseconds (details.md, HTTP, Lists). */
const countLifetime = 2000;
/** Filters remembered per account and list; the oldest goes first. */
const mostFilters = 200;

// The callers' tables are checked in ListParts; inside, only the shape of the builder matters.
// biome-ignore lint/suspicious/noExplicitAny: as said
type Query = SelectQueryBuilder<any, any, any>;

/** What rows are sorted by. Of a pair each is taken as it is: it says itself where rows without a value go. */
export type SortColumn<DB, TB extends keyof DB> =
  | ReferenceExpression<DB, TB>
  | Readonly<Record<'asc' | 'desc', ReferenceExpression<DB, TB>>>;

/** The endpoint of a list, as counts and caches of browsers know it. */
export type ListEndpoint = Pick<AnyEndpoint, 'path'>;

/** What `listPage` and `listIDs` need to know of a list. */
export interface ListParts<DB, TB extends keyof DB, Row, Sort extends string = string> {
  /** The endpoint that answers it; `touched(ctx, listCarriers)` after a write makes its counts fresh. */
  list: ListEndpoint;
  /** Qualified id column of the base table: `carrier.id`. Ties are sorted by it. */
  id: ReferenceExpression<DB, TB> & string;
  /**
   * Base table with `account_id` and all filters; no select, order or limit. One row per record: filter by `exists`,
   * not by joins that multiply.
   */
  matching: SelectQueryBuilder<DB, TB, object>;
  /** Adds the joins and columns of a row to `matching`; joined tables must not change the number of rows. */
  // biome-ignore lint/suspicious/noExplicitAny: the joined tables widen the types, only the row matters
  select(matching: SelectQueryBuilder<DB, TB, object>): SelectQueryBuilder<any, any, Row>;
  /** The validated query of the endpoint, whole: everything in it but page and sorting keys the count. */
  page: { take: number; skip: number; sortBy?: Sort | undefined; sortOrder?: 'asc' | 'desc' | undefined };
  /**
   * Column of each `sortBy`; one for each direction where every direction has an index of its own. Rows without a value
   * come last.
   */
  sortable?: { [Name in NoInfer<Sort>]: SortColumn<DB, TB> };
  /** Order where nothing is asked. */
  order: readonly (readonly [ReferenceExpression<DB, TB>, 'asc' | 'desc'])[];
  /** What decides about the rows beside `page`: a path parameter, a fixed status. */
  scope?: string;
  /** True where customers are shown the same rows unless `scope` differs: they share a count. */
  isForAll?: boolean;
  /**
   * What the rows have to be found by, instead of a condition in `matching`. `isWhole` says that without other filters
   * the rows are those that have a document, which an invariant proves: then documents are counted instead of rows.
   */
  text?: (TextFilter & { isWhole?: boolean }) | undefined;
  /**
   * True where the text of `select`, and of `matching` without filters, is the same for everybody. Then both are built
   * once; a first page without filters becomes one statement, which a connection plans once.
   */
  isFixed?: boolean;
}

interface KnownCount {
  at: number;
  count: Promise<number>;
}

/** Counts by account and list, then by filter. Dropping a list's map also orphans the counts being computed for it. */
const counts = new Map<string, Map<string, KnownCount>>();
/** Paths of lists that the transaction has changed. */
const changedLists = slot(() => new Set<string>());
const listKey = (accountID: string, { path }: ListEndpoint): string => `${accountID} ${path}`;

/** Forgets the counts of a list of an account in this process. */
export const invalidateCounts = (accountID: string, list: ListEndpoint): void => {
  counts.delete(listKey(accountID, list));
};

/**
 * Says that this transaction changes what a list or its records show. Counts are forgotten after the commit and not
 * reused before it; the answer of the call names the list, so that browsers read it again.
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
 * Says that this transaction changes what rows and records show, and not which there are: browsers read them again, and
 * counts of lists are kept.
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

type Direction = 'asc' | 'desc' | 'desc nulls last';

const isPair = <Column>(
  column: Column | Readonly<Record<'asc' | 'desc', Column>>,
): column is Record<'asc' | 'desc', Column> =>
  typeof column === 'object' && column !== null && 'asc' in column && 'desc' in column;

/** By list and column. */
const required = new Map<string, boolean>();

/**
 * Whether a column of the base table has a value in every row: then the direction alone is enough, and any index serves
 * it.
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
  const { from } = matching.toOperationNode();
  return (from?.froms ?? []).flatMap((node) => {
    if (!AliasNode.is(node) || !TableNode.is(node.node) || !IdentifierNode.is(node.alias)) return [];
    const { schema, identifier } = node.node.table;
    return [{ alias: node.alias.name, table: `${schema?.name ?? ''}.${identifier.name}` }];
  });
}

/**
 * The columns that the page is sorted by. Ties go by id, in the direction before it: one index (account_id, column, id)
 * serves both. Rows without a value are last in both directions, which PostgreSQL has to be told where the larger come
 * first.
 */
function orderOf<DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
): (readonly [RawBuilder<unknown>, Direction])[] {
  const { sortBy, sortOrder = 'asc' } = parts.page;
  const asked = sortBy === undefined ? undefined : parts.sortable?.[sortBy as NoInfer<Sort>];
  if (sortBy !== undefined && asked === undefined)
    throw new Error(`The list ${parts.list.path} has no column to sort by ${sortBy}`);
  const written = (column: ReferenceExpression<DB, TB>): RawBuilder<unknown> =>
    typeof column === 'string' ? sql.ref(column) : sql`${column as never}`;
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
  const order = asked === undefined ? parts.order : [[asked, sortOrder] as const];
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
  return (await idsQuery(ctx, parts, take, skip).execute()).map(({ id }) => id as string);
}

/** The base table by key alone, without the filters. */
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
  return parts.select(rows as never) as Query;
}

/**
 * The rows of these ids, in their order. By key alone: whatever was asked for, the statement is the same and its plan
 * is always right, so that it is planned once per connection instead of once per page.
 */
async function rowsOf<DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
  ids: readonly string[],
): Promise<Row[]> {
  if (!ids.length) return [];
  const build = (): Query =>
    preparable(
      byKey(ctx, parts, sql`${ids}::text[]`).orderBy(sql`array_position(${ids}::text[], ${sql.ref(parts.id)})`),
    );
  if (!parts.isFixed) return (await build().execute()) as Row[];
  return fixedSelect<Row>(ctx.em, `rows of ${parts.list.path}`, [ctx.account.id, ids], build);
}

/**
 * Sizes of page that people get by choosing; each has a statement of its own, in which PostgreSQL sees how few rows it
 * is about.
 */
const usualSizes: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

/** Whether the first page of the list can be had by a statement that names nothing but the account. */
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

/** The first page of the whole list: ids and rows in one statement, planned once. */
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
      return preparable(ordered(ctx, byKey(ctx, parts, sql`array(${ids})`), parts));
    },
  );
}

/** Found ids that are sent along; where a text finds more, the rows are looked through instead. */
const mostFound = 2000;
/** Rows that are looked through for a page of what a text finds, from the first of the order on. */
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
 * Ids of a page of what a frequent text finds, without looking up all of it: the rows are looked through in their order
 * until the page is full. Undefined where the first rows do not fill it.
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
    ctx.em.query(),
  );
  return rows.length < take ? undefined : rows.map(({ id }) => id);
}

/** A page of what a text finds. */
async function foundPage<DB, TB extends keyof DB, Row, Sort extends string>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
  text: TextFilter & { isWhole?: boolean },
): Promise<{ ids: string[]; count: () => Promise<number> }> {
  const { take, skip } = parts.page;
  const found = await findIDs(ctx, text, mostFound + 1);
  if (found.length <= mostFound) {
    const matching = (parts.matching as Query).where(parts.id, '=', sql`any(${found}::text[])`);
    const few = { ...parts, matching };
    const rows = await idsQuery(ctx, few, take, skip).select(sql<string>`count(*) over ()`.as('count')).execute();
    const [first] = rows;
    return {
      ids: rows.map(({ id }) => id as string),
      count: async () => (first ? Number(first['count']) : skip ? computeCount(matching) : 0),
    };
  }
  const isCountedByDocuments = text.isWhole && parts.scope === undefined && filtersOf(parts.page).length === 1;
  const whole = withText(parts);
  return {
    ids: (await lookedThrough(ctx, parts, text)) ?? (await pageIDs(ctx, whole, take, skip)),
    count: () =>
      cachedCount(ctx, parts.list, filterKey(ctx, parts), () =>
        isCountedByDocuments ? countFound(ctx, text) : computeCount(whole.matching as Query),
      ),
  };
}

/** The rows of a page, and how to count the list where the page does not tell. */
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
  return { items, count: () => cachedCount(ctx, parts.list, key, () => computeCount(parts.matching as Query)) };
}

/**
 * One page of a list and the exact count. The ids of the page come first, by a scan that need not touch more than an
 * index however deep the page lies; then their rows in one statement; then the count, unless it is known: from the
 * cache, or because the page is the last one. Ties are sorted by id.
 */
export async function listPage<DB, TB extends keyof DB, Row, const Sort extends string = never>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
): Promise<{ items: Row[]; count: number }> {
  const { take, skip } = parts.page;
  const { items, count } = await pageOf(ctx, parts);
  if (items.length < take && (items.length > 0 || skip === 0)) return { items, count: skip + items.length };
  // A reused count may be older than the rows; it never contradicts what the page shows.
  return { items, count: Math.max(await count(), items.length ? skip + items.length : 0) };
}

/**
 * Ids of all rows that match, in the list's order, at most `most`: for bulk actions over a filter. `page.take` and
 * `page.skip` are ignored.
 */
export const listIDs = <DB, TB extends keyof DB, Row, const Sort extends string = never>(
  ctx: AccountContext,
  parts: ListParts<DB, TB, Row, Sort>,
  most?: number,
): Promise<string[]> => pageIDs(ctx, withText(parts), most);
