import { z } from 'zod';
import '../records/fields/field-messages.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** Path parameters of a path: `/v1/carriers/{carrierID}` has `{ carrierID: string }`. */
export type PathParams<Path extends string> = { [Name in PathNames<Path>]: string };

/**
 * Permitted callers: those with a permission, any signed-in person, an operator, everyone, or a widget with a
 * publishable key.
 */
export type EndpointAccess =
  | {
      permission: `${string}:${'create' | 'read' | 'update' | 'delete'}`;
      signedIn?: never;
      operator?: never;
      public?: never;
      widget?: never;
      customers?: string;
    }
  | {
      permission?: never;
      signedIn: string;
      operator?: never;
      public?: never;
      widget?: never;
      customers?: string;
    }
  | { permission?: never; signedIn?: never; operator: string; public?: never; widget?: never; customers?: never }
  | { permission?: never; signedIn?: never; operator?: never; public: string; widget?: never; customers?: never }
  /** Name of the widget or widgets; the path begins with `widgetPath`. */
  | {
      permission?: never;
      signedIn?: never;
      operator?: never;
      public?: never;
      widget: string | readonly string[];
      customers?: string;
    };

/** A reply that is not JSON: files, PDF, CSV, plain text. `contentType` may end in `/*`. */
export interface BinaryReply {
  readonly binary: true;
  readonly contentType: string;
  /** Largest upload in bytes; defaults to 10 MB. */
  readonly limit?: number;
}

/** Bytes that a client receives or sends; a browser's Blob has this shape. */
export interface BinaryAnswer {
  readonly size: number;
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  text(): Promise<string>;
}

/** The reply of an endpoint that answers 204 without a body. */
export const noContent = z.undefined();

/** Declares a reply that is a stream of bytes of this content type. */
export const binaryReply = (contentType: string, { limit }: { limit?: number } = {}): BinaryReply => ({
  binary: true,
  contentType,
  ...(limit === undefined ? {} : { limit }),
});

export interface EndpointParts<
  Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType | BinaryReply,
  Reply extends z.ZodType | BinaryReply,
> {
  /** Unique operation name of a verb and a noun: `getSalesOrder`. */
  name: string;
  method: HttpMethod;
  /** Path below `/api`, parameters in braces. */
  path: Path;
  /** One sentence for the reference. */
  summary: string;
  /**
   * Data that people of a customer see here: 'own orders'. Without it the kernel refuses them, whatever their role
   * permits. A widget's endpoint with it is for people of a customer who have signed in inside the widget.
   */
  customers?: string;
  query?: Query;
  /** A zod schema for JSON, or `binaryReply('image/*')` for an upload. */
  body?: Body;
  /** Largest JSON body in bytes; defaults to 1 MB. Must fit the largest number of rows in the body. */
  bodyLimit?: number;
  reply: Reply;
  /** Success status; by default 201 for a POST that is no action, 204 for an empty reply, else 200. */
  status?: 200 | 201 | 202 | 204;
  /**
   * True for a POST or PUT that changes nothing: its transaction is READ ONLY, an idempotency key has no effect, and
   * its right is `:read`.
   */
  reads?: true;
  /**
   * Paths whose cached replies are out of date after a call, besides the endpoint's own collection; they include all
   * paths below.
   */
  touches?: readonly `/v1/${string}`[];
  /**
   * True where the kernel opens no transaction around the handler; `ctx.inTransaction(work)` opens one. For handlers
   * that call a provider or run longer than a transaction should last.
   */
  outside?: true;
  /**
   * True for work of seconds (imports, exports, PDFs, bulk actions). An account runs two at once; further calls are
   * 429.
   */
  isLong?: true;
  /**
   * True for long work on one record, such as a PDF: it waits up to 10 s for a free place where the account already
   * runs two. Long GET endpoints always wait so.
   */
  inTurn?: true;
  /**
   * True where the handler waits for a machine whose address the account has entered. An account runs two such calls at
   * once, all accounts together twenty; further calls are 429. A call is answered 504 after a minute.
   */
  waits?: true;
  /**
   * True where strangers can ask about a person or their data. The reply takes at least the same time for known and
   * unknown persons, so that its duration reveals nothing.
   */
  findsPeople?: true;
  /**
   * True for reports that read much. They and all long reading endpoints use the replica of an installation that has
   * one.
   */
  isReport?: true;
}

export type Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType | BinaryReply = z.ZodType | BinaryReply,
  Reply extends z.ZodType | BinaryReply = z.ZodType | BinaryReply,
> = EndpointParts<Path, Query, Body, Reply> &
  EndpointAccess & { readonly kind: 'endpoint'; status: 200 | 201 | 202 | 204 };

// biome-ignore lint/suspicious/noExplicitAny: the one place where any endpoint, whatever its parts, is meant
export type AnyEndpoint = Endpoint<any, any, any, any>;

type InputOf<T> = T extends z.ZodType ? z.input<T> : T extends BinaryReply ? Uint8Array | BinaryAnswer : undefined;
type OutputOf<T> = T extends z.ZodType ? z.output<T> : T extends BinaryReply ? Uint8Array : undefined;

type IsAny<T> = 0 extends 1 & T ? true : false;

/** The input of a caller; for `AnyEndpoint`, whose parts are unknown, whatever the server then checks. */
export type EndpointInput<E extends AnyEndpoint> =
  E extends Endpoint<infer Path, infer Query, infer Body, infer _Reply>
    ? (string extends Path
        ? { params?: Record<string, string> | undefined }
        : PathNames<Path> extends never
          ? { params?: undefined }
          : { params: PathParams<Path> }) &
        (IsAny<Query> extends true
          ? { query?: object | undefined }
          : z.ZodType extends Query
            ? { query?: undefined }
            : { query?: z.input<Query> }) &
        (IsAny<Body> extends true
          ? { body?: unknown }
          : z.ZodType extends Body
            ? { body?: undefined }
            : { body: InputOf<Body> })
    : never;

/** The input of a handler after validation. */
export type EndpointRequest<E extends AnyEndpoint> =
  E extends Endpoint<infer Path, infer Query, infer Body, infer _Reply>
    ? {
        params: PathParams<Path>;
        query: z.ZodType extends Query ? Record<string, never> : z.output<Query>;
        body: z.ZodType extends Body ? undefined : OutputOf<Body>;
      }
    : never;

/** The return value of a handler; the kernel checks it against the contract in test and development. */
export type EndpointReply<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer Reply>
    ? Reply extends BinaryReply
      ? BinaryContent
      : Reply extends z.ZodType
        ? z.input<Reply>
        : never
    : never;

/** The result that a caller gets. */
export type EndpointAnswer<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer Reply>
    ? Reply extends z.ZodType
      ? z.output<Reply>
      : BinaryAnswer
    : never;

/** The return value of a handler whose contract says `binaryReply`. */
export interface BinaryContent {
  bytes: Uint8Array | string | AsyncIterable<Uint8Array | string>;
  contentType: string;
  /** The browser saves the file under this name. */
  filename?: string;
  /** Cache lifetime in seconds; without it and `version` the reply is private and not cached. */
  maxAge?: number;
  /**
   * Changes with the bytes. The browser keeps them and asks with each use, so that nobody sees what they may no longer
   * see.
   */
  version?: string;
}

/**
 * Declares an endpoint: one object serves the route, the typed clients of shell, CLI and widgets, the OpenAPI document
 * and the tests. Path parameters are strings; one that names no record visible to the account is a 404, whatever its
 * form.
 */
export function endpoint<
  const Path extends string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType | BinaryReply = z.ZodType,
  Reply extends z.ZodType | BinaryReply = z.ZodType,
>(parts: EndpointParts<Path, Query, Body, Reply> & EndpointAccess): Endpoint<Path, Query, Body, Reply> {
  const empty = parts.reply === (noContent as unknown);
  const created = parts.method === 'POST' && !parts.path.includes('/actions/');
  return { ...parts, kind: 'endpoint', status: parts.status ?? (empty ? 204 : created ? 201 : 200) } as Endpoint<
    Path,
    Query,
    Body,
    Reply
  >;
}

/** Whether a call changes nothing. */
export const isReading = ({ method, reads }: Pick<AnyEndpoint, 'method' | 'reads'>): boolean =>
  method === 'GET' || reads === true;

/** Names of the parameters of a path, in order. */
export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
