import { z } from 'zod';
import type { FieldTable } from '../records/fields/record-fields.ts';
import { type AnyEndpoint, endpoint, noContent } from './endpoint.ts';
import { listOf, listQuery } from './list-query.ts';

/** Fields of every record's reply besides its own. */
export const recordShape = {
  id: z.string(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

type Shape = Record<string, z.ZodType>;
type Given<Schema> = Schema extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : Schema;
type Changed<Fields extends Shape, Fixed> = {
  [Name in Exclude<keyof Fields, Fixed>]: z.ZodOptional<Given<Fields[Name]>>;
};

/** A field of PATCH: the default of a new record would overwrite what a change leaves out. */
const withoutDefault = (schema: z.ZodType): z.ZodType =>
  schema.def.type === 'default' ? (schema as z.ZodDefault<z.ZodType>).unwrap() : schema;

const changedFields = <Fields extends Shape, Fixed extends string>(fields: Fields, fixed: readonly Fixed[]) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, schema]) =>
      fixed.some((each) => each === name) ? [] : [[name, withoutDefault(schema).optional()]],
    ),
  ) as Changed<Fields, Fixed>;

const namesOf = <Fields extends Shape>(fields: Fields | undefined) =>
  Object.keys(fields ?? {}) as (keyof Fields & string)[];

/** Path of the list's screen: `/dashboard/machines` for the endpoint path `/v1/machines`. */
export const homeOf = (home: string | undefined, { path }: Pick<AnyEndpoint, 'path'>): string =>
  home ?? path.replace(/^\/v1/, '/dashboard').replace(/\/\{\w+\}$/, '');

/** Name of the list's screen, saved views and import: `machines` for the screen `/dashboard/machines`. */
export const listNameOf = (record: { listName?: string | undefined; home?: string }, endpoint: AnyEndpoint): string => {
  const home = homeOf(record.home, endpoint);
  return record.listName ?? home.slice(home.lastIndexOf('/') + 1);
};

/** 'a unit', 'an order discount'. */
const withArticle = (words: string): string => `${/^(?:[aeio]|u(?!ni))/i.test(words) ? 'an' : 'a'} ${words}`;

/**
 * The five endpoints of a record and their bodies: a paged list, GET, POST, PATCH and DELETE. Errors: 404 for a missing
 * record, 409 `duplicate` for an existing name, 409 `stale_version` where `version` is older than the record, 409
 * `in_use` for deleting a record that others refer to; the problem names these.
 */
export function crudEndpoints<
  const One extends string,
  const Path extends string,
  const Sort extends readonly [string, ...string[]],
  Row extends Shape,
  Body extends Shape,
  Filters extends z.core.$ZodLooseShape = Record<never, never>,
  // biome-ignore lint/suspicious/noExplicitAny: the fields of any record
  Table extends FieldTable<any> | undefined = undefined,
  const Fixed extends keyof Body & string = never,
  Listed extends Shape = Row,
  Changes extends Shape = Record<never, never>,
  const ID extends string = `${Uncapitalize<One>}ID`,
>(parts: {
  /** The singular in endpoint names: `PaymentTerm` for `getPaymentTerm` and `{paymentTermID}`. */
  one: One;
  many: string;
  /** The words in sentences: 'payment term', 'payment terms'. */
  words: readonly [one: string, many: string];
  /** `/v1/payment-terms` */
  path: Path;
  /** Domain of the rights: `payment_terms`. */
  domain: string;
  /** Prefix of its ids: `pyt`. */
  prefix?: string;
  /** Path of its list's screen, where that differs from the path of the endpoints. */
  home?: string;
  /** Name of its list, where that differs from the last part of the screen's path. */
  listName?: string;
  /** Declared fields of the record; row, body, forms, lists and imports follow from them. */
  fields?: Table;
  /** Name of the id in paths, where it is not the singular: `locationID`. */
  id?: ID;
  /** Fields of the reply besides id, version and times. */
  row: Row;
  /** Fields of a row of the list besides those, where they differ. */
  listRow?: Listed;
  sortBy: Sort;
  filters?: Filters;
  /** Fields of POST. PATCH takes the same fields, each optional, and `version`. */
  body: Body;
  /** Fields of POST that PATCH does not take. */
  fixed?: readonly Fixed[];
  /** Fields of PATCH that POST does not have, or has otherwise. */
  changes?: Changes;
  /** What POST and PATCH refuse besides: a test of the whole body, and the error if it fails. */
  rule?: readonly [holds: (body: { [field: string]: unknown }) => boolean, fault: { error: string; path: string[] }];
  /** What people of customers read in the list and in the record, if they may. */
  customers?: string;
}) {
  const { one, many, words, domain, path, fixed = [] } = parts;
  const customers = parts.customers === undefined ? {} : { customers: parts.customers };
  const row = z.object({ ...recordShape, ...parts.row });
  const listRow = z.object({ ...recordShape, ...(parts.listRow ?? (parts.row as Shape as Listed)) });
  const ruled = <Schema extends z.ZodType>(schema: Schema): Schema =>
    parts.rule ? schema.refine((body) => parts.rule?.[0](Object(body)), parts.rule[1]) : schema;
  const createBody = ruled(z.strictObject(parts.body));
  const updateBody = ruled(
    z.strictObject({
      ...changedFields<Body, Fixed | (keyof Changes & string)>(parts.body, [...fixed, ...namesOf(parts.changes)]),
      ...((parts.changes ?? {}) as Changes),
      version: z.int().optional(),
    }),
  );
  const { id = `${one.charAt(0).toLowerCase()}${one.slice(1)}ID` as ID } = parts;
  const single = `${path}/{${id}}` as `${Path}/{${ID}}`;
  const right = <Verb extends string>(verb: Verb) => `${domain}:${verb}` as `${string}:${Verb}`;
  return {
    /** Record type: `payment_term`. */
    type: one.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase(),
    prefix: parts.prefix,
    words,
    domain,
    home: homeOf(parts.home, { path }),
    listName: parts.listName,
    fields: parts.fields as Table,
    row,
    listRow,
    createBody,
    updateBody,
    list: endpoint({
      name: `list${many}`,
      method: 'GET',
      path,
      permission: right('read'),
      ...customers,
      summary: `Lists ${words[1]}.`,
      query: listQuery({ sortBy: parts.sortBy, filters: (parts.filters ?? {}) as Filters }),
      reply: listOf(listRow),
    }),
    get: endpoint({
      name: `get${one}`,
      method: 'GET',
      path: single,
      permission: right('read'),
      ...customers,
      summary: `Reads ${withArticle(words[0])}.`,
      reply: row,
    }),
    create: endpoint({
      name: `create${one}`,
      method: 'POST',
      path,
      permission: right('create'),
      summary: `Creates ${withArticle(words[0])}.`,
      body: createBody,
      reply: row,
    }),
    update: endpoint({
      name: `update${one}`,
      method: 'PATCH',
      path: single,
      permission: right('update'),
      summary: `Changes ${withArticle(words[0])}.`,
      body: updateBody,
      reply: row,
    }),
    remove: endpoint({
      name: `delete${one}`,
      method: 'DELETE',
      path: single,
      permission: right('delete'),
      summary: `Deletes ${withArticle(words[0])} that nothing refers to.`,
      reply: noContent,
    }),
  };
}
