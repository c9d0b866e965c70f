import { z } from 'zod';
import { type AnyEndpoint, endpoint, noContent } from './endpoint.ts';
import { listOf, listQuery } from './list-query.ts';
import type { FieldTable } from './record-fields.ts';

/** What every record answers beside its own fields. */
export const recordShape = {
  id: z.string(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

type Shape = Record<string, z.ZodType>;
type Optional<Fields extends Shape> = { [Name in keyof Fields]: z.ZodOptional<Fields[Name]> };

const optionalFields = <Fields extends Shape>(fields: Fields): Optional<Fields> =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.optional()])) as Optional<Fields>;

/** The screen of the list: `/dashboard/machines` for what is called at `/v1/machines`. */
export const homeOf = (home: string | undefined, { path }: Pick<AnyEndpoint, 'path'>): string =>
  home ?? path.replace(/^\/v1/, '/dashboard').replace(/\/\{\w+\}$/, '');

/**
 * The five endpoints of a record: a list by pages, one, POST, PATCH and DELETE, with the bodies that they take. Errors:
 * 404 for what is not there, 409 `duplicate` for a name that exists, 409 `stale_version` where `version` is older than
 * the record, 409 `in_use` naming what refers to a record that is to be deleted.
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
>(parts: {
  /** As the names of the endpoints have it: `PaymentTerm` for `getPaymentTerm` and `{paymentTermID}`. */
  one: One;
  many: string;
  /** In sentences: 'payment term', 'payment terms'. */
  words: readonly [one: string, many: string];
  /** `/v1/payment-terms` */
  path: Path;
  /** Domain of the rights: `payment_terms`. */
  domain: string;
  /** Prefix of its ids: `pyt`. */
  prefix?: string;
  /** Its list on the screen, where that is not at the path of its endpoints. */
  home?: string;
  /** The fields of row and body that stand for themselves: forms, lists and imports follow from them. */
  fields?: Table;
  /** What a record answers beside id, version and times. */
  row: Row;
  sortBy: Sort;
  filters?: Filters;
  /** What POST takes. PATCH takes the same, each field optional, and `version`. */
  body: Body;
}) {
  const { one, many, words, domain, path } = parts;
  const row = z.object({ ...recordShape, ...parts.row });
  const createBody = z.strictObject(parts.body);
  const updateBody = z.strictObject({ ...optionalFields(parts.body), version: z.int().optional() });
  const single = `${path}/{${one.charAt(0).toLowerCase()}${one.slice(1)}ID}` as `${Path}/{${Uncapitalize<One>}ID}`;
  const right = <Verb extends string>(verb: Verb) => `${domain}:${verb}` as `${string}:${Verb}`;
  return {
    /** Record type: `payment_term`. */
    type: one.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase(),
    prefix: parts.prefix,
    words,
    domain,
    home: homeOf(parts.home, { path }),
    fields: parts.fields as Table,
    row,
    createBody,
    updateBody,
    list: endpoint({
      name: `list${many}`,
      method: 'GET',
      path,
      permission: right('read'),
      summary: `Lists ${words[1]}.`,
      query: listQuery({ sortBy: parts.sortBy, filters: (parts.filters ?? {}) as Filters }),
      reply: listOf(row),
    }),
    get: endpoint({
      name: `get${one}`,
      method: 'GET',
      path: single,
      permission: right('read'),
      summary: `Reads a ${words[0]}.`,
      reply: row,
    }),
    create: endpoint({
      name: `create${one}`,
      method: 'POST',
      path,
      permission: right('create'),
      summary: `Creates a ${words[0]}.`,
      body: createBody,
      reply: row,
    }),
    update: endpoint({
      name: `update${one}`,
      method: 'PATCH',
      path: single,
      permission: right('update'),
      summary: `Changes a ${words[0]}.`,
      body: updateBody,
      reply: row,
    }),
    remove: endpoint({
      name: `delete${one}`,
      method: 'DELETE',
      path: single,
      permission: right('delete'),
      summary: `Deletes a ${words[0]} that nothing refers to.`,
      reply: noContent,
    }),
  };
}
