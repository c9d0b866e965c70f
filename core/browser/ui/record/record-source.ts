import type { Client } from '../../../contracts/client.ts';
import {
  type AnyEndpoint,
  type EndpointAnswer,
  type EndpointInput,
  pathNames,
} from '../../../contracts/endpoints/endpoint.ts';
import type { PermissionCode } from '../../../contracts/plugins/permission.ts';

/** An option of a select; `hint` is its secondary text (a number, an address). */
export interface Option {
  value: string;
  label: string;
  hint?: string;
}

/** Row type of a list endpoint that replies `{ items, count }`. */
export type RowOf<E extends AnyEndpoint> = EndpointAnswer<E> extends { items: readonly (infer Row)[] } ? Row : never;

/** A source of records for a select or filter. */
export interface RecordSource {
  /** Part of the cache key. */
  readonly name: string;
  /** Path of its list. A change at or below it makes the options out of date. */
  readonly path?: string;
  /** Rights to read its records, if any; filters by them are for people who have all of them. */
  readonly needs: readonly PermissionCode[];
  search(client: Client, text: string, signal?: unknown): Promise<Option[]>;
  /** The option of a known id; undefined if the source has no endpoint for one record. */
  one?(client: Client, id: string): Promise<Option>;
  /** The option of a record of which only id and name are known; undefined if these do not suffice. */
  known?(record: object): Option | undefined;
  /**
   * Records with exactly these texts, in as few calls as possible, for pasted text. Texts without a record are left
   * out. If missing, each text is searched separately.
   */
  exact?(client: Client, texts: readonly string[]): Promise<Map<string, Option>>;
  /** Creates a record with a name that was not found; undefined if a name does not suffice. */
  readonly create?: RecordCreation;
}

/** Creation of a missing record in a picker. */
export interface RecordCreation {
  /** Kind of record: 'customer'. */
  noun: string;
  /** Required right: 'customers:create'. */
  permission: PermissionCode;
  create(client: Client, name: string): Promise<Option>;
}

/**
 * Declares a source on a list endpoint: `recordSource(listCustomers, { option: (c) => ({ value: c.id, label: c.name,
 * hint: c.number }), one: getCustomer })`. `one` has a single path parameter and loads the name of a known id. `create`
 * is an endpoint whose body needs only a name.
 */
export function recordSource<E extends AnyEndpoint, One extends AnyEndpoint = never>(
  endpoint: E,
  parts: {
    option(record: RowOf<E> | EndpointAnswer<One>): Option;
    one?: One;
    create?: CreateParts;
    /** Filters of every search. */
    query?: Record<string, unknown>;
    /** Sorting of options without a search text; with a text the best match comes first. */
    browse?: Record<string, unknown>;
    /** Rows per search; 20 by default. */
    take?: number;
  },
): RecordSource {
  const single = parts.one as AnyEndpoint | undefined;
  return {
    // Two sources on one list differ by their filters.
    name: parts.query ? `${endpoint.name} ${JSON.stringify(parts.query)}` : endpoint.name,
    path: endpoint.path,
    needs: endpoint.permission ? [endpoint.permission] : [],
    async search(client, text, signal) {
      // Lists without paging (statuses, terms) take no query; they are read completely and filtered here.
      const query = endpoint.query
        ? { take: parts.take ?? 20, query: text || undefined, ...parts.query, ...(text ? {} : parts.browse) }
        : undefined;
      const answer = (await client.call(endpoint, { query } as EndpointInput<E>, { signal })) as { items: RowOf<E>[] };
      const options = answer.items.map((row) => parts.option(row));
      const needle = text.trim().toLowerCase();
      return query || !needle
        ? options
        : options.filter(({ label, hint }) => `${label} ${hint ?? ''}`.toLowerCase().includes(needle));
    },
    known: (record) => {
      try {
        return parts.option(record as RowOf<E>);
      } catch {
        // The option needs more than id and name.
        return undefined;
      }
    },
    ...(single
      ? {
          async one(client: Client, id: string) {
            const [name = ''] = pathNames(single.path);
            const record = await client.call(single, { params: { [name]: id } });
            return parts.option(record as EndpointAnswer<One>);
          },
        }
      : {}),
    ...(parts.create
      ? { create: creation(parts.create, (record) => parts.option(record as EndpointAnswer<One>)) }
      : {}),
  };
}

interface CreateParts {
  noun: string;
  /** Its body takes a `name`; `body` adds further fields. */
  endpoint: AnyEndpoint;
  body?: Record<string, unknown>;
}

function creation({ noun, endpoint, body }: CreateParts, option: (record: unknown) => Option): RecordCreation {
  return {
    noun,
    permission: endpoint.permission as PermissionCode,
    create: async (client, name) => option(await client.call(endpoint, { body: { ...body, name } })),
  };
}
