import { z } from 'zod';
import './field-messages.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** Path parameters of a path: `/v1/carriers/{carrierID}` has `{ carrierID: string }`. */
export type PathParams<Path extends string> = { [Name in PathNames<Path>]: string };

/** Who may call: a permission, any signed-in person, an operator, everyone, or a widget with a publishable key. */
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
  /** The name of the widget, or of several; the path begins with `widgetPath`. */
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
  /** Most bytes of an upload; 10 MB unless it says more. */
  readonly limit?: number;
}

/** Bytes a client gets or sends; a browser's Blob is one. */
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
  /** Unique operation name, a verb and a noun: `getSalesOrder`. */
  name: string;
  method: HttpMethod;
  /** Path below `/api`, parameters in braces. */
  path: Path;
  /** One sentence for the reference. */
  summary: string;
  /**
   * What of theirs it shows to people of a customer: 'own orders'. Without it the kernel keeps them out, whatever their
   * role may do; a widget's endpoint that has it is for people of a customer who have signed in inside the widget.
   */
  customers?: string;
  query?: Query;
  /** A zod schema for JSON, or `binaryReply('image/*')` for an upload. */
  body?: Body;
  /** Most bytes of a JSON body; 1 MB unless it says more: enough for all the rows that the body may have. */
  bodyLimit?: number;
  reply: Reply;
  /** Success status; by default 201 for a POST that is no action, 204 for an empty reply, else 200. */
  status?: 200 | 201 | 202 | 204;
  /**
   * True for a POST or PUT that only asks: its transaction is READ ONLY, an idempotency key has no effect, its right is
   * `:read`.
   */
  reads?: true;
  /** What caches have to read again after it beside its own collection: addresses, and what lies below them. */
  touches?: readonly `/v1/${string}`[];
  /**
   * True where no transaction is open around the handler; `ctx.inTransaction(work)` opens one. For whoever speaks to a
   * provider, or works longer than a transaction should last.
   */
  outside?: true;
  /**
   * True for work of seconds (imports, exports, PDFs, bulk actions): an account does two at once, further calls are
   * 429.
   */
  isLong?: true;
  /**
   * True for long work on one record, such as a paper: it waits up to 10 s for its turn where the account does two
   * already. What only reads by GET does so without saying it.
   */
  inTurn?: true;
  /**
   * True where it waits for another machine that somebody of the account has named: an account does two at once, all
   * together twenty, further calls are 429; what takes longer than a minute is answered 504.
   */
  waits?: true;
  /** True where strangers ask about somebody: known or unknown, no answer comes sooner than another. */
  findsPeople?: true;
  /**
   * True for figures that much is read for: from the replica of an installation that has one, as is all long work that
   * only reads.
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

/** What a caller sends. */
export type EndpointInput<E extends AnyEndpoint> =
  E extends Endpoint<infer Path, infer Query, infer Body, infer _Reply>
    ? (string extends Path
        ? { params?: Record<string, string> }
        : PathNames<Path> extends never
          ? { params?: undefined }
          : { params: PathParams<Path> }) &
        (z.ZodType extends Query ? { query?: undefined } : { query?: z.input<Query> }) &
        (z.ZodType extends Body ? { body?: undefined } : { body: InputOf<Body> })
    : never;

/** What a handler receives after validation. */
export type EndpointRequest<E extends AnyEndpoint> =
  E extends Endpoint<infer Path, infer Query, infer Body, infer _Reply>
    ? {
        params: PathParams<Path>;
        query: z.ZodType extends Query ? Record<string, never> : z.output<Query>;
        body: z.ZodType extends Body ? undefined : OutputOf<Body>;
      }
    : never;

/** What a handler returns; the kernel checks it against the contract in test and development. */
export type EndpointReply<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer Reply>
    ? Reply extends BinaryReply
      ? BinaryContent
      : Reply extends z.ZodType
        ? z.input<Reply>
        : never
    : never;

/** What a caller gets. */
export type EndpointAnswer<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer Reply>
    ? Reply extends z.ZodType
      ? z.output<Reply>
      : BinaryAnswer
    : never;

/** Bytes that a handler answers where the contract says `binaryReply`. */
export interface BinaryContent {
  bytes: Uint8Array | string | AsyncIterable<Uint8Array | string>;
  contentType: string;
  /** Makes the browser save the answer under this name. */
  filename?: string;
  /** Cache lifetime in seconds; private and uncached by default. */
  maxAge?: number;
}

/**
 * Declares an endpoint: one object serves the route, the typed clients of shell, CLI and widgets, the OpenAPI document
 * and the tests.
 * Path parameters are strings; a parameter that names nothing visible to the account is a 404, whatever its form.
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

/** Whether a call of it changes nothing. */
export const isReading = ({ method, reads }: Pick<AnyEndpoint, 'method' | 'reads'>): boolean =>
  method === 'GET' || reads === true;

/** Names of the parameters of a path, in order. */
export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
