import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { problems } from '../contracts/endpoints/problem.ts';
import type { FieldTable } from '../contracts/records/fields/record-fields.ts';
import { fieldConditions, referenceName, referenceReplies } from '../database/rows/field-columns.ts';
import type { ReferencedTables } from '../database/rows/referenced-tables.ts';
import { fixedSelect } from '../database/statements/fixed-select.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { todayOf } from '../kernel/context/today.ts';
import { among, likeOf } from './conditions.ts';
import { type ListEndpoint, listIDs, listPage } from './list-page.ts';

/** A timestamp from PostgreSQL; connections of the run-time roles use UTC. */
const instant = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00(?::00)?$/;

/** A timestamp in replies. Rearranging the text is many times faster than creating a Date. */
export function isoText(value: Date | string): string {
  const parts = typeof value === 'string' ? instant.exec(value) : null;
  return parts
    ? `${parts[1]}T${parts[2]}.${(parts[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`
    : new Date(value).toISOString();
}

/** A timestamp in replies, inside JSON created by PostgreSQL. */
export const instantJSON = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The column of a field: `customerPO` is `customer_po`. */
const snake = (name: string): string =>
  name
    .replaceAll(/[A-Z]+(?![a-z])/g, (run) => `${run[0]}${run.slice(1).toLowerCase()}`)
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Fields of the record to which a column refers, or null: `named('commerce.priority', 'pick.priority_id', ['id',
 * 'code'])`. Both tables must have `account_id`; with the `account` as a value the statement works on many nodes.
 */
export const named = (
  table: string,
  column: string,
  fields: readonly string[] = ['id', 'name'],
  { account }: { account?: string } = {},
) =>
  sql<{ id: string; name: string } | null>`(select json_build_object(${sql.join(
    fields.map((name) => sql`${sql.lit(name)}, ${sql.ref(`other.${snake(name)}`)}`),
  )})
    from ${sql.table(table)} other
    where other.account_id = ${account ?? sql.ref(`${column.split('.')[0]}.account_id`)}
      and other.id = ${sql.ref(column)})`;

/** Fields of a joined record, or null: `joinedRecord('supplier', ['id', 'number', 'name'])`; see `joins`. */
export const joinedRecord = (alias: string, fields: readonly string[] = ['id', 'name']) =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object(${sql.join(
    fields.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${alias}.${snake(name)}`)}`),
  )}) end`;

/** Name of the record to which a column refers, for sorting. */
export const otherName = (table: string, column: string) =>
  sql<string | null>`(select other.name from ${sql.table(table)} other
    where other.account_id = ${sql.ref(`${column.split('.')[0]}.account_id`)} and other.id = ${sql.ref(column)})`;

type Row = z.ZodObject;
type NameOf<Schema extends Row> = keyof z.output<Schema> & string;
/** SQL over the base table, whose alias is its name: `machine.name`. */
type Expression = RawBuilder<unknown>;
/** An expression, or a function for one that depends on the account, such as its current day. */
type Computed<Value = unknown> = RawBuilder<Value> | ((ctx: AccountContext) => RawBuilder<Value>);
type SortColumn = Expression | string | { asc: Expression | string; desc: Expression | string };
type SortedBy = SortColumn | ((ctx: AccountContext) => Expression);
type Plain<Value> = Extract<NonNullable<Value>, string | number | boolean>;
/** Filters named after a field of the row that take its value or several. */
type ComparedFilters<Schema extends Row, Query> = {
  [Name in keyof Query & NameOf<Schema>]: NonNullable<Query[Name]> extends
    | Plain<z.output<Schema>[Name]>
    | readonly Plain<z.output<Schema>[Name]>[]
    ? Name
    : never;
}[keyof Query & NameOf<Schema>];
type Filter<Value, Query> = (value: NonNullable<Value>, ctx: AccountContext, page: Query) => RawBuilder<boolean>;
// biome-ignore lint/suspicious/noExplicitAny: the tables are known at run time; the schema types what comes out
type AnyQuery = SelectQueryBuilder<any, any, any>;
type SortOf<Query> = Query extends { sortBy?: infer Name } ? NonNullable<Name> & string : never;
type Directed<Name extends string> = readonly [by: Name | Expression, 'asc' | 'desc'];
type Order<Name extends string> = readonly (Name | Expression | Directed<Name>)[];

/**
 * Another table whose columns a row shows, at most one record for each row: `customer: { table: 'commerce.customer',
 * id: 'sales_order.customer_id' }`. It is joined by `account_id` and its `key`.
 */
export interface ProjectionJoin {
  table: string;
  /** Qualified column that holds the key. */
  id: string;
  /** Column of the joined table; `id` unless stated. */
  key?: string;
  /** Further condition of the join. */
  on?: RawBuilder<boolean>;
  /** Every row has one: an inner join. */
  isRequired?: boolean;
  /** The default order or filters read it, so that ids are found with it. Other joins read rows of the page only. */
  isMatched?: boolean;
}

/** What restricts a list for one caller, in addition to its query. */
export interface ProjectionScope {
  where?: RawBuilder<boolean>;
  /** Key of the count: equal keys have the same rows. */
  key?: string;
  /** Default order in place of the projection's. */
  order?: Expression;
  /** Customers with the same key see the same rows. */
  isForAll?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: the fields of any record
type AnyTable = FieldTable<any>;
/** For projections without declared fields. */
export type NoFields = FieldTable<Record<never, never>>;
const paging = ['query', 'take', 'skip', 'sortBy', 'sortOrder'] as const;
type Paging = (typeof paging)[number];
// A conditional type, because functions in an object get their parameters' types from it while `Query` is inferred.
type FiltersOf<Schema extends Row, Query, Declared extends AnyTable> = Query extends unknown
  ? {
      [Name in Exclude<keyof Query, Paging | keyof Declared['filters'] | ComparedFilters<Schema, Query>>]-?: Filter<
        Query[Name],
        Query
      >;
    } & { [Name in ComparedFilters<Schema, Query>]?: Filter<Query[Name], Query> }
  : never;

interface DocumentSearch {
  document: string | readonly string[];
  isWhole?: boolean;
}

/** How the rows of a contract are read from a table. */
export interface ProjectionParts<
  Schema extends Row,
  Derived extends NameOf<Schema>,
  Query,
  Declared extends AnyTable = NoFields,
  Extra extends object = Record<never, never>,
> {
  /** The list's endpoint, from whose query the filters and their types are inferred; see `touched`. */
  list: ListEndpoint & { query?: z.ZodType<Query> };
  /** Keeps its counts apart from those of another list with the same path. */
  scope?: string;
  /** Qualified: `commerce.payment_term`. Its alias is its name unless `alias` is given. */
  table: string;
  alias?: string;
  /** Field that identifies a record in `byID`, if that is not `id`. */
  key?: NameOf<Schema>;
  joins?: { [alias: string]: ProjectionJoin };
  /** Adds joins that only some pages need, such as sums to sort by. */
  joinFor?(rows: AnyQuery, ctx: AccountContext, page: Query): AnyQuery;
  /**
   * Declared fields: their references are included in replies, sorted by name and filtered; `tables` names the tables.
   */
  fields?: Declared;
  tables?: ReferencedTables;
  /** Fields that are not a column with their name: counts, names of other records as JSON. */
  computed?: { [Name in NameOf<Schema>]?: Computed };
  /** Values that only `derived` reads; replies do not have them. */
  extra?: { [Name in keyof Extra]: Computed<Extra[Name]> | Computed };
  /** Fields computed from others after the row is read. */
  derived?: {
    [Name in Derived]: (
      row: Omit<z.output<Schema>, Derived | keyof Extra> & Extra,
      ctx: AccountContext,
    ) => z.output<Schema>[Name];
  };
  /**
   * Fields or SQL in which `query` is searched, the record types whose documents are searched, or a condition.
   * `isWhole`: see `listPage`; it does not hold for customers, who see some of the records.
   */
  search:
    | readonly (NameOf<Schema> | Expression)[]
    | DocumentSearch
    | ((text: string, ctx: AccountContext) => RawBuilder<boolean>);
  /**
   * Columns to sort by that are no field with their name: of the table, `invoice.number_key`, or of other records. One
   * per direction where each direction has an index of its own.
   */
  sortable?: { [Name in NameOf<Schema> | SortOf<Query>]?: SortedBy };
  /**
   * The filters of the endpoint, except those of `fields`. A filter that is named after a field of the row and takes
   * its value or several is compared with the field, unless it is given here.
   */
  filters?: FiltersOf<Schema, Query, Declared>;
  /** Default order by fields or SQL, ascending unless stated. */
  order: Order<NameOf<Schema> | SortOf<Query>> | ((page: Query) => Order<NameOf<Schema> | SortOf<Query>>);
  /** Further condition on the records, besides the account: not deleted. */
  where?: RawBuilder<boolean>;
  /** Condition on what customers see. */
  whereForCustomers?: RawBuilder<boolean>;
  /** True if all callers read the columns with the same SQL, given the account's current day; see `listPage`. */
  isFixed?: boolean;
}

interface Page {
  take: number;
  skip: number;
  query?: string | undefined;
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

const isDirected = <Name extends string>(entry: Name | Expression | Directed<Name>): entry is Directed<Name> =>
  Array.isArray(entry);

const isInstant = (schema: z.ZodType): boolean => {
  const definition = schema.def as { type: string; format?: string; innerType?: z.ZodType };
  if (definition.innerType) return isInstant(definition.innerType);
  return definition.type === 'string' && definition.format === 'datetime';
};
const isNumber = (schema: z.ZodType): boolean => {
  const definition = schema.def as { type: string; innerType?: z.ZodType };
  return definition.innerType ? isNumber(definition.innerType) : definition.type === 'number';
};

const inDirection = (column: SortColumn, direction: 'asc' | 'desc'): Expression | string =>
  typeof column === 'object' && direction in column
    ? (column as Record<'asc' | 'desc', Expression | string>)[direction]
    : (column as Expression | string);

/** Filters that compare the fields of their names with a value or several. */
const comparisons = (
  { shape }: Row,
  declared: AnyTable | undefined,
  columnOf: (ctx: AccountContext, name: string) => Expression,
) =>
  Object.fromEntries(
    Object.keys(shape)
      .filter((name) => !paging.some((each) => each === name) && !(name in (declared?.filters ?? {})))
      .map((name): [string, Filter<unknown, unknown>] => [
        name,
        (value, ctx) => {
          const column = columnOf(ctx, name);
          return Array.isArray(value) ? among(column, value) : sql<boolean>`${column} = ${value}`;
        },
      ]),
  );

const textOf = ({ customerID }: AccountContext, { document, isWhole }: DocumentSearch, query: string) => ({
  types: [document].flat(),
  query,
  isWhole: isWhole === true && customerID === undefined,
});

/** Joins the tables by which ids are found, or the others. */
const withJoins = (query: AnyQuery, joins: { [alias: string]: ProjectionJoin }, isMatched: boolean): AnyQuery =>
  Object.entries(joins).reduce((all, [name, { table, id, key = 'id', on, isRequired, isMatched: isFirst = false }]) => {
    if (isFirst !== isMatched) return all;
    const own = sql<boolean>`${sql.ref(`${name}.account_id`)} = ${sql.ref(`${id.split('.')[0]}.account_id`)}
      and ${sql.ref(`${name}.${key}`)} = ${sql.ref(id)}`;
    const condition = on ? sql<boolean>`${own} and ${on}` : own;
    return isRequired
      ? all.innerJoin(`${table} as ${name}`, (join) => join.on(condition))
      : all.leftJoin(`${table} as ${name}`, (join) => join.on(condition));
  }, query);

/**
 * Reads the rows of a contract; names, columns (snake case) and types come from its schema. `projection(paymentTerm, {
 * list: listPaymentTerms, table: 'commerce.payment_term', search: ['name'], order: ['name'] })`
 */
export function projection<
  Schema extends Row,
  Query extends Page = Page,
  Derived extends NameOf<Schema> = never,
  Declared extends AnyTable = NoFields,
  Extra extends object = Record<never, never>,
>(schema: Schema, parts: ProjectionParts<Schema, Derived, Query, Declared, Extra>) {
  const alias = parts.alias ?? (parts.table.split('.').at(-1) as string);
  const declared: AnyTable | undefined = parts.fields;
  const tables = parts.tables ?? {};
  const references: Record<string, Expression> = declared ? referenceReplies(declared, alias, tables) : {};
  const computed: Record<string, Computed | undefined> = { ...references, ...parts.computed, ...parts.extra };
  const extra = Object.keys(parts.extra ?? {});
  const derived = Object.entries(
    (parts.derived ?? {}) as Record<string, (row: unknown, ctx: AccountContext) => unknown>,
  );
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  const columnOf = (ctx: AccountContext, name: string): Expression => {
    const sourceColumn = computed[name] ?? sql.ref(`${alias}.${snake(name)}`);
    return typeof sourceColumn === 'function' ? sourceColumn(ctx) : sourceColumn;
  };
  const isDerived = (name: string): boolean => derived.some(([own]) => own === name);
  const columnNames = [...fields.map(([name]) => name).filter((name) => !isDerived(name)), ...extra];
  const joined = (query: AnyQuery, isMatched: boolean): AnyQuery => withJoins(query, parts.joins ?? {}, isMatched);
  const rowsOf = (ctx: AccountContext, query: AnyQuery): AnyQuery =>
    joined(query, false).select(columnNames.map((name) => columnOf(ctx, name).as(name)));
  const sortable: Record<string, SortedBy | undefined> = parts.sortable ?? {};
  /** Columns of the table by name, as in an index; see `orderOf`. */
  const sortedBy = (ctx: AccountContext, name: string): SortColumn => {
    const column = sortable[name];
    if (column) return typeof column === 'function' ? column(ctx) : column;
    if (declared && references[name]) return referenceName(declared, name, alias, tables);
    return computed[name] ? columnOf(ctx, name) : `${alias}.${snake(name)}`;
  };
  const instants = fields.filter(([, own]) => isInstant(own)).map(([name]) => name);
  const numbers = fields.filter(([, own]) => isNumber(own)).map(([name]) => name);

  const from = (ctx: AccountContext): AnyQuery => {
    const { whereForCustomers } = parts;
    const table: AnyQuery = ctx.em
      // biome-ignore lint/suspicious/noExplicitAny: see AnyQuery
      .query<any>()
      .selectFrom(`${parts.table} as ${alias}`);
    const base = joined(table, true).where(`${alias}.account_id`, '=', ctx.account.id);
    const kept = parts.where ? base.where(parts.where) : base;
    return whereForCustomers && ctx.customerID !== undefined ? kept.where(whereForCustomers) : kept;
  };
  const reply = (ctx: AccountContext, row: Record<string, unknown>): z.output<Schema> => {
    for (const name of instants)
      if (row[name] !== null && row[name] !== undefined) row[name] = isoText(row[name] as string);
    for (const name of numbers) if (typeof row[name] === 'string') row[name] = Number(row[name]);
    if (derived.length) Object.assign(row, Object.fromEntries(derived.map(([name, of]) => [name, of(row, ctx)])));
    return (extra.length ? Object.fromEntries(fields.map(([name]) => [name, row[name]])) : row) as z.output<Schema>;
  };
  const { search } = parts;
  const found = (ctx: AccountContext, text: string): RawBuilder<boolean> => {
    if (typeof search === 'function') return search(text, ctx);
    const names = search as readonly (string | Expression)[];
    return sql<boolean>`(${sql.join(
      names.map((name) => sql`${typeof name === 'string' ? columnOf(ctx, name) : name} ilike ${likeOf(text)}`),
      sql` or `,
    )})`;
  };
  const document = 'document' in search ? search : undefined;
  const orderOf = (page: Query) =>
    (typeof parts.order === 'function' ? parts.order(page) : parts.order).map((entry) =>
      isDirected(entry) ? entry : ([entry, 'asc'] as const),
    );

  const given = parts.filters as Record<string, Filter<unknown, Query>> | undefined;
  const filters: Record<string, Filter<unknown, Query>> = { ...comparisons(schema, declared, columnOf), ...given };

  /** Records and order of a query. */
  const partsOf = (ctx: AccountContext, page: Query, { where, key, order, isForAll }: ProjectionScope = {}) => {
    let matching = where ? from(ctx).where(where) : from(ctx);
    if (parts.joinFor) matching = parts.joinFor(matching, ctx, page);
    if (page.query && !document) matching = matching.where(found(ctx, page.query));
    for (const condition of declared ? fieldConditions(declared, alias, page) : [])
      matching = matching.where(condition);
    for (const [name, value] of Object.entries(page))
      if (value !== undefined && value !== null && filters[name])
        matching = matching.where(filters[name](value, ctx, page));
    // A list with a further condition is not the list whose first page is planned once.
    const scope = key ?? parts.scope ?? (where ? '' : undefined);
    return {
      list: parts.list,
      id: `${alias}.id`,
      matching,
      select: (query: AnyQuery) => rowsOf(ctx, query),
      page,
      isForAll: isForAll === true,
      isFixed: parts.isFixed === true,
      sortable: page.sortBy === undefined ? {} : { [page.sortBy]: sortedBy(ctx, page.sortBy) },
      order: order
        ? [[order, 'asc'] as const]
        : orderOf(page).map(
            ([by, direction]) =>
              [inDirection(typeof by === 'string' ? sortedBy(ctx, by) : by, direction), direction] as const,
          ),
      ...(scope === undefined ? {} : { scope }),
      ...(page.query && document ? { text: textOf(ctx, document, page.query) } : {}),
    };
  };

  /** All records of a scope, in its order. */
  async function all(
    ctx: AccountContext,
    { where, order }: Pick<ProjectionScope, 'where' | 'order'>,
  ): Promise<z.output<Schema>[]> {
    const kept = where ? from(ctx).where(where) : from(ctx);
    const rows = await (order ? rowsOf(ctx, kept).orderBy(order) : rowsOf(ctx, kept)).execute();
    return (rows as Record<string, unknown>[]).map((row) => reply(ctx, row));
  }

  return {
    /** A page of the records. */
    async find(
      ctx: AccountContext,
      page: Query,
      scope?: ProjectionScope,
    ): Promise<{ items: z.output<Schema>[]; count: number }> {
      const { items, count } = await listPage(ctx, partsOf(ctx, page, scope));
      return { items: (items as Record<string, unknown>[]).map((row) => reply(ctx, row)), count };
    },
    /** Ids of the records that match a filter, in the list's order. */
    findIDs: (
      ctx: AccountContext,
      filter: Omit<Query, Exclude<Paging, 'query'>>,
      scope?: ProjectionScope,
    ): Promise<string[]> => listIDs(ctx, partsOf(ctx, { ...filter, take: 0, skip: 0 } as Query, scope)),
    /** Records with these ids, in no order; missing ones are left out. */
    byIDs: (ctx: AccountContext, ids: readonly string[]): Promise<z.output<Schema>[]> =>
      all(ctx, { where: among(`${alias}.id`, ids) }),
    all,
    /** A record. @throws Problem 404, also where the scope leaves it out */
    async byID(ctx: AccountContext, id: string, { where }: ProjectionScope = {}): Promise<z.output<Schema>> {
      const build = () => {
        const one = rowsOf(ctx, from(ctx)).where(`${alias}.${snake(parts.key ?? 'id')}`, '=', id);
        return where ? one.where(where) : one;
      };
      const name = `${ctx.customerID === undefined ? '' : 'own '}${parts.table} ${columnNames.join()}`;
      const [row] =
        parts.isFixed && !where
          ? await fixedSelect(ctx.em, name, [ctx.account.id, id, todayOf(ctx)], build)
          : await build().execute();
      if (!row) throw problems.not_found();
      return reply(ctx, row as Record<string, unknown>);
    },
  };
}
