import type { Client } from '../../contracts/client.ts';
import { type AnyEndpoint, type EndpointAnswer, type EndpointInput, pathNames } from '../../contracts/endpoint.ts';
import type { PermissionCode } from '../../contracts/permission.ts';

/** An entry of a select; `hint` is the second, quiet text (a number, an address). */
export interface Option {
  value: string;
  label: string;
  hint?: string;
}

/** Row type of a list endpoint, `{ items, count }`. */
export type RowOf<E extends AnyEndpoint> = EndpointAnswer<E> extends { items: readonly (infer Row)[] } ? Row : never;

/** Where a select or filter finds its records. */
export interface RecordSource {
  /** Part of the cache key. */
  readonly name: string;
  /** Of its list: what is touched at or below it makes the options old. */
  readonly path?: string;
  search(client: Client, text: string, signal?: unknown): Promise<Option[]>;
  /** The option of a known id; undefined where the source has no endpoint for one record. */
  one?(client: Client, id: string): Promise<Option>;
  /** The option of a record of which another says no more than its id and name; undefined where that is not enough. */
  known?(record: object): Option | undefined;
  /**
   * Records of exactly these texts, in as few calls as possible: what is pasted. Texts without a record are missing.
   * Absent: each text is searched for by itself.
   */
  exact?(client: Client, texts: readonly string[]): Promise<Map<string, Option>>;
  /** Makes a record of a name that was not found; undefined where a name is not enough. */
  readonly create?: RecordCreation;
}

/** How a picker makes the record that somebody misses in it. */
export interface RecordCreation {
  /** What is made: 'customer'. */
  noun: string;
  /** Who may: 'customers:create'. */
  permission: PermissionCode;
  create(client: Client, name: string): Promise<Option>;
}

/**
 * Declares a source over a list endpoint: `recordSource(listCustomers, { option: (c) => ({ value: c.id, label: c.name,
 * hint: c.number }), one: getCustomer })`. `one` has a single path parameter and lets a form show the name behind an id
 * it only knows; `create` is a call whose body needs nothing but a name.
 */
export function recordSource<E extends AnyEndpoint, One extends AnyEndpoint = never>(
  endpoint: E,
  parts: {
    option(record: RowOf<E> | EndpointAnswer<One>): Option;
    one?: One;
    create?: CreateParts;
    /** Filters of every search. */
    query?: Record<string, unknown>;
    /** Of a search without a text: how what is browsed is sorted. With one the best comes first. */
    browse?: Record<string, unknown>;
    /** Rows per search; 20 by default. */
    take?: number;
  },
): RecordSource {
  const single = parts.one as AnyEndpoint | undefined;
  return {
    // Two sources over one list differ by their filters.
    name: parts.query ? `${endpoint.name} ${JSON.stringify(parts.query)}` : endpoint.name,
    path: endpoint.path,
    async search(client, text, signal) {
      // Lists that page take these; those that do not (statuses, terms) are read whole and searched here.
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
        // The option is made of more than its id and name.
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
  /** Takes a `name`; `body` is sent beside it. */
  endpoint: AnyEndpoint;
  body?: Record<string, unknown>;
}

function creation({ noun, endpoint, body }: CreateParts, option: (record: unknown) => Option): RecordCreation {
  return {
    noun,
    permission: endpoint.permission as PermissionCode,
    create: async (client, name) =>
      option(await client.call(endpoint, { body: { ...body, name } } as unknown as EndpointInput<AnyEndpoint>)),
  };
}
