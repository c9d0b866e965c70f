import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { problems } from '../contracts/problem.ts';
import type { FieldTable } from '../contracts/record-fields.ts';
import { fieldConditions, referenceName, referenceReplies } from '../database/field-columns.ts';
import type { ReferencedTables } from '../database/referenced-tables.ts';
import type { AccountContext } from '../kernel/context.ts';
import { type ListEndpoint, listIDs, listPage } from './list-page.ts';

/** A timestamp of PostgreSQL as answers carry it: the connections of the run-time roles write UTC. */
const instant = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00(?::00)?$/;

/**
 * A timestamp of a projection as answers carry it. Taking the text apart is many times as fast as making a date of it.
 */
export function isoText(value: Date | string): string {
  const parts = typeof value === 'string' ? instant.exec(value) : null;
  return parts
    ? `${parts[1]}T${parts[2]}.${(parts[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`
    : new Date(value).toISOString();
}

/** A timestamp inside JSON that PostgreSQL makes, as answers carry it. */
export const instantJSON = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Part of a text in any case, as a LIKE pattern: the characters that mean something there mean themselves. */
const partOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

const snake = (name: string): string =>
  name.replace(/ID\b|ID(?=[A-Z]|$)/g, 'Id').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The record that a column refers to, as `{ id, name }`, or null: `named('inventory.department',
 * 'machine.department_id')`.
 * Both tables are the account's.
 */
export const named = (table: string, column: string) =>
  sql<{ id: string; name: string } | null>`(select json_build_object('id', other.id, 'name', other.name)
    from ${sql.table(table)} other
    where other.account_id = ${sql.ref(`${column.split('.')[0]}.account_id`)} and other.id = ${sql.ref(column)})`;

/** The name of the record that a column refers to, to sort by. */
export const otherName = (table: string, column: string) =>
  sql<string | null>`(select other.name from ${sql.table(table)} other
    where other.account_id = ${sql.ref(`${column.split('.')[0]}.account_id`)} and other.id = ${sql.ref(column)})`;

type Row = z.ZodObject;
type NameOf<Schema extends Row> = keyof z.output<Schema> & string;
/** SQL over the base table, which has its own name as alias: `machine.name`. */
type Expression = RawBuilder<unknown>;
/** What depends on the account, such as its today, is made for each call. */
type Computed = Expression | ((ctx: AccountContext) => Expression);
type Filter<Value> = (value: NonNullable<Value>, ctx: AccountContext) => RawBuilder<boolean>;

// biome-ignore lint/suspicious/noExplicitAny: the fields of any record
type AnyTable = FieldTable<any>;
type NoTable = FieldTable<Record<never, never>>;
type Paging = 'query' | 'take' | 'skip' | 'sortBy' | 'sortOrder';

/** How rows of a contract are read from a table. */
export interface ProjectionParts<
  Schema extends Row,
  Derived extends NameOf<Schema>,
  Query,
  Declared extends AnyTable = NoTable,
> {
  /** The endpoint that answers it, see `touched`. */
  list: ListEndpoint;
  /** Qualified: `commerce.payment_term`. Its alias is its name. */
  table: string;
  /** Declared fields: references are answered, sorted by name and filtered by; `tables` says where they stand. */
  fields?: Declared;
  tables?: ReferencedTables;
  /** Fields that are no column of their name: counts, names of other records as JSON. */
  computed?: { [Name in NameOf<Schema>]?: Computed };
  /** Fields that are worked out from others, once the row is here. */
  derived?: { [Name in Derived]: (row: Omit<z.output<Schema>, Derived>) => z.output<Schema>[Name] };
  /** Fields, or SQL, that `query` is looked for in; or the record type, whose document is searched. */
  search: readonly (NameOf<Schema> | Expression)[] | { document: string };
  /** Columns to sort by that are no field of their name: of the table, `invoice.number_key`, or other records. */
  sortable?: { [Name in NameOf<Schema>]?: Expression | string };
  /** What each filter of the endpoint means, but for those of `fields`. */
  filters?: {
    [Name in keyof Query as Name extends Paging | keyof Declared['filters'] ? never : Name]-?: Filter<Query[Name]>;
  };
  /** Where nothing is asked: the field, ascending unless it says otherwise. */
  order: readonly (NameOf<Schema> | readonly [NameOf<Schema>, 'asc' | 'desc'])[];
  /** What the rows of the list are beside the account's: not deleted. */
  where?: RawBuilder<boolean>;
}

interface Page {
  take: number;
  skip: number;
  query?: string | undefined;
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

const isInstant = (schema: z.ZodType): boolean => {
  const definition = schema.def as { type: string; format?: string; innerType?: z.ZodType };
  if (definition.innerType) return isInstant(definition.innerType);
  return definition.type === 'string' && definition.format === 'datetime';
};
const isNumber = (schema: z.ZodType): boolean => {
  const definition = schema.def as { type: string; innerType?: z.ZodType };
  return definition.innerType ? isNumber(definition.innerType) : definition.type === 'number';
};

/**
 * Reads the rows of a contract: names, columns (snake case) and kinds come from the schema, so that they are said once.
 * `projection(paymentTerm, { list: listPaymentTerms, table: 'commerce.payment_term', search: ['name'], order: ['name']
 * })`
 */
export function projection<
  Schema extends Row,
  Query extends Page = Page,
  Derived extends NameOf<Schema> = never,
  Declared extends AnyTable = NoTable,
>(schema: Schema, parts: ProjectionParts<Schema, Derived, Query, Declared>) {
  const alias = parts.table.split('.').at(-1) as string;
  const declared: AnyTable | undefined = parts.fields;
  const tables = parts.tables ?? {};
  const references: Record<string, Expression> = declared ? referenceReplies(declared, alias, tables) : {};
  const computed: Record<string, Computed | undefined> = { ...references, ...parts.computed };
  const derived = Object.entries((parts.derived ?? {}) as Record<string, (row: unknown) => unknown>);
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  const columnOf = (ctx: AccountContext, name: string): Expression => {
    const own = computed[name] ?? sql.ref(`${alias}.${snake(name)}`);
    return typeof own === 'function' ? own(ctx) : own;
  };
  const columnNames = fields.map(([name]) => name).filter((name) => !derived.some(([own]) => own === name));
  const columnsOf = (ctx: AccountContext) => columnNames.map((name) => columnOf(ctx, name).as(name));
  const sortable: Record<string, Expression | string | undefined> = parts.sortable ?? {};
  /** Columns of the table by name, as an index has them: see `orderOf`. */
  const sortedBy = (ctx: AccountContext, name: string): Expression | string =>
    sortable[name] ??
    (declared && references[name] ? referenceName(declared, name, alias, tables) : undefined) ??
    (computed[name] ? columnOf(ctx, name) : `${alias}.${snake(name)}`);
  const instants = fields.filter(([, own]) => isInstant(own)).map(([name]) => name);
  const numbers = fields.filter(([, own]) => isNumber(own)).map(([name]) => name);

  const from = (ctx: AccountContext) => {
    const base = ctx.em
      // biome-ignore lint/suspicious/noExplicitAny: the table is known at run time; the schema types what comes out
      .query<any>()
      .selectFrom(`${parts.table} as ${alias}`)
      .where(`${alias}.account_id`, '=', ctx.account.id);
    return parts.where ? base.where(parts.where) : base;
  };
  const reply = (row: Record<string, unknown>): z.output<Schema> => {
    for (const name of instants)
      if (row[name] !== null && row[name] !== undefined) row[name] = isoText(row[name] as string);
    for (const name of numbers) if (typeof row[name] === 'string') row[name] = Number(row[name]);
    for (const [name, of] of derived) row[name] = of(row);
    return row as z.output<Schema>;
  };
  const { search } = parts;
  const inFields = (ctx: AccountContext, names: readonly (string | Expression)[], text: string): RawBuilder<boolean> =>
    sql<boolean>`(${sql.join(
      names.map((name) => sql`${typeof name === 'string' ? columnOf(ctx, name) : name} ilike ${partOf(text)}`),
      sql` or `,
    )})`;
  const order = parts.order.map((entry) => (typeof entry === 'string' ? ([entry, 'asc'] as const) : entry));

  /** Which records a query means, and in which order. */
  const partsOf = (ctx: AccountContext, page: Query) => {
    let matching = from(ctx);
    const document = 'document' in search ? search.document : undefined;
    if (page.query && !('document' in search)) matching = matching.where(inFields(ctx, search, page.query));
    for (const condition of declared ? fieldConditions(declared, alias, page) : [])
      matching = matching.where(condition);
    for (const [name, filter] of Object.entries((parts.filters ?? {}) as Record<string, Filter<unknown>>)) {
      const value = (page as unknown as Record<string, unknown>)[name];
      if (value !== undefined && value !== null) matching = matching.where(filter(value, ctx));
    }
    return {
      list: parts.list,
      id: `${alias}.id`,
      matching,
      select: (query: typeof matching) => query.select(columnsOf(ctx)),
      page,
      sortable: page.sortBy === undefined ? {} : ({ [page.sortBy]: sortedBy(ctx, page.sortBy) } as never),
      order: order.map(([name, direction]) => [sortedBy(ctx, name) as never, direction] as const),
      ...(page.query && document ? { text: { types: [document], query: page.query } } : {}),
    };
  };

  return {
    /** A page of the records. */
    async find(ctx: AccountContext, page: Query): Promise<{ items: z.output<Schema>[]; count: number }> {
      const { items, count } = await listPage(ctx, partsOf(ctx, page));
      return { items: (items as Record<string, unknown>[]).map(reply), count };
    },
    /** Ids of the records that a filter means, in the order of the list. */
    findIDs: (ctx: AccountContext, filter: Omit<Query, 'take' | 'skip'>): Promise<string[]> =>
      listIDs(ctx, partsOf(ctx, { ...filter, take: 0, skip: 0 } as Query)),
    /** Records of these ids, in no order; those that are not there are missing. */
    async byIDs(ctx: AccountContext, ids: readonly string[]): Promise<z.output<Schema>[]> {
      const rows = await from(ctx)
        .select(columnsOf(ctx))
        .where(sql<boolean>`${sql.ref(`${alias}.id`)} = any(${[...ids]}::text[])`)
        .execute();
      return (rows as Record<string, unknown>[]).map(reply);
    },
    /** One record; 404 for what is not there. */
    async byID(ctx: AccountContext, id: string): Promise<z.output<Schema>> {
      const row = await from(ctx).select(columnsOf(ctx)).where(`${alias}.id`, '=', id).executeTakeFirst();
      if (!row) throw problems.not_found();
      return reply(row as Record<string, unknown>);
    },
  };
}
