import { z } from 'zod';
import {
  type AnyEndpoint,
  type BinaryAnswer,
  type EndpointAnswer,
  type EndpointInput,
  pathNames,
} from './endpoints/endpoint.ts';
import { type FieldError, problemBody } from './endpoints/problem.ts';
import { touchedHeader } from './endpoints/touched.ts';

/** The part of a `Response` that the client reads. Browsers, Node and test doubles all have it. */
export interface ClientResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The request that the client passes to `fetch`. `signal` is an AbortSignal, whose type needs DOM or Node types. */
export interface ClientRequest {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | BinaryAnswer;
  credentials: 'include';
  signal?: unknown;
  keepalive?: boolean;
}

/** A structural `fetch`; in a browser pass `(url, init) => fetch(url, init as RequestInit)`. */
export type ClientFetch = (url: string, init: ClientRequest) => Promise<ClientResponse>;

export interface ClientOptions {
  /** Address of the API without a trailing slash: `/api` or `https://example.com/api`. */
  baseURL: string;
  fetch: ClientFetch;
  /** Headers of every request, such as `account-id` or `x-api-key`. */
  headers?(): Record<string, string>;
  /**
   * Refreshes the session after a 401; true means that the request is worth one retry. Parallel 401s share one call.
   */
  onUnauthorized?(): Promise<boolean>;
  /** Called when the refresh has failed. The shell clears its state and shows the login screen. */
  onSignedOut?(): void;
  /** Asks the person to confirm when the server requires it; true repeats the call with the confirmation. */
  onConfirm?(error: ApiError): Promise<boolean>;
  /** Called with every error before it is thrown. The shell drops cached rights on 403. */
  onError?(error: ApiError): void;
  /** Checks replies against the contract and throws `reply_mismatch`. Only for development and tests. */
  checkReplies?: boolean;
}

export interface CallOptions {
  signal?: unknown;
  /** Replaces the generated key, so that a form can repeat the same attempt. */
  idempotencyKey?: string;
  /** Overrides the `account-id` of `headers()` for one call. */
  accountID?: string;
  /** False where a 401 does not mean an expired session (login, refresh). */
  refreshes?: boolean;
  /** Called after a write with the paths at or below which cached replies are out of date; see `isTouched`. */
  onTouched?(paths: readonly string[]): void;
  /** The request completes even if the person leaves the page. Only browsers support it, and only for small bodies. */
  keepalive?: boolean;
}

/** Any failure of a call: refused by the server, unreadable reply, or never sent (`status` 0). */
export class ApiError extends Error {
  /** Stable problem code; `network_error` without a reply, `unknown_error` for a body without a code. */
  readonly code: string;
  /** HTTP status, 0 when no answer came. */
  readonly status: number;
  readonly requestID: string;
  /** One entry per wrong field; the path is dotted as in the body. */
  readonly errors: FieldError[];
  readonly details: Record<string, unknown>;
  /** Address of a refused GET including the base address; empty for other methods. */
  readonly url: string;

  constructor(parts: {
    message: string;
    code: string;
    status: number;
    requestID?: string;
    errors?: FieldError[];
    details?: Record<string, unknown>;
    url?: string;
    cause?: unknown;
  }) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = 'ApiError';
    this.code = parts.code;
    this.status = parts.status;
    this.requestID = parts.requestID ?? '';
    this.errors = parts.errors ?? [];
    this.details = parts.details ?? {};
    this.url = parts.url ?? '';
  }
}

export interface Client {
  /** Calls an endpoint. Rejects only with `ApiError` or with the abort reason of `signal`. */
  call<E extends AnyEndpoint>(endpoint: E, input: EndpointInput<E>, options?: CallOptions): Promise<EndpointAnswer<E>>;
}

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

const queryText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** Writes a query string: lists as repeated keys, dates as ISO text; empty and undefined values are left out. */
export function queryString(query: Record<string, unknown> | undefined): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (!isEmpty(item)) pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(queryText(item))}`);
    }
  }
  return pairs.join('&');
}

/** Path and query of a call, relative to the base address. Throws `Missing path param: {name}`. */
export function endpointPath(
  endpoint: AnyEndpoint,
  input: { params?: Record<string, string>; query?: unknown } = {},
): string {
  let path: string = endpoint.path;
  for (const name of pathNames(endpoint.path)) {
    const value = input.params?.[name];
    if (isEmpty(value))
      throw new ApiError({ message: `Missing path param: ${name}`, code: 'missing_path_param', status: 0 });
    path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
  }
  const query = queryString(input.query as Record<string, unknown> | undefined);
  return query ? `${path}?${query}` : path;
}

// Every platform of the client has these, but the types of contracts are those of none.
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };
declare const TextDecoder: new () => { decode(bytes: ArrayBuffer): string };
declare const setTimeout: (work: () => void, milliseconds: number) => unknown;

/** A random 128-bit id in hex. `crypto.randomUUID` does not exist on plain http pages, but `getRandomValues` does. */
export function randomID(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const binaryBody = (endpoint: AnyEndpoint): boolean =>
  Boolean((endpoint.body as { binary?: boolean } | undefined)?.binary);

function encodeBody(endpoint: AnyEndpoint, body: unknown): { body?: ClientRequest['body']; contentType?: string } {
  if (body === undefined) return {};
  if (!binaryBody(endpoint)) return { body: JSON.stringify(body), contentType: 'application/json' };
  const bytes = body as Uint8Array | BinaryAnswer;
  const type = 'type' in bytes ? (bytes as BinaryAnswer).type : '';
  return { body: bytes, contentType: type || 'application/octet-stream' };
}

async function failure(
  endpoint: AnyEndpoint,
  response: ClientResponse,
  requestID: string,
  url: string,
): Promise<ApiError> {
  const answeredID = response.headers.get('x-request-id') ?? requestID;
  const urlDetail = endpoint.method === 'GET' ? { url } : {};
  const fallback = { status: response.status, requestID: answeredID, code: 'unknown_error', ...urlDetail };
  let body: unknown;
  try {
    body = JSON.parse(await response.text());
  } catch {
    return new ApiError({
      ...fallback,
      message: `API ${endpoint.name} failed: ${response.status} ${response.statusText}`.trimEnd(),
    });
  }
  const problem = problemBody.partial().safeParse(body);
  if (!problem.success || !problem.data.message) return new ApiError({ ...fallback, message: 'Unknown error' });
  const { message, code, errors, details } = problem.data;
  return new ApiError({
    ...fallback,
    message,
    code: code ?? fallback.code,
    errors,
    details,
    requestID: problem.data.requestID ?? answeredID,
  });
}

async function readReply(
  endpoint: AnyEndpoint,
  response: ClientResponse,
  requestID: string,
  check: boolean,
): Promise<unknown> {
  if ((endpoint.reply as { binary?: boolean }).binary) {
    const bytes = await response.arrayBuffer();
    const type = response.headers.get('content-type') ?? '';
    return {
      size: bytes.byteLength,
      type,
      arrayBuffer: async () => bytes,
      text: async () => decodeText(bytes),
    } satisfies BinaryAnswer;
  }
  const text = await response.text();
  let reply: unknown;
  try {
    reply = text === '' ? undefined : JSON.parse(text);
  } catch (cause) {
    throw new ApiError({
      message: 'Unknown error',
      code: 'unreadable_reply',
      status: response.status,
      requestID,
      cause,
    });
  }
  const checked = check ? (endpoint.reply as z.ZodType).safeParse(reply) : undefined;
  if (checked && !checked.success) {
    const message = `API ${endpoint.name} answered outside its contract: ${z.prettifyError(checked.error)}`;
    throw new ApiError({ message, code: 'reply_mismatch', status: response.status, requestID });
  }
  return reply;
}

/** Longest `Retry-After` in seconds that the client waits for, and the largest number of retries. */
const longestHold = 5;
const mostHolds = 10;

/**
 * Sends a call until the account has capacity for it. 429 with a short `Retry-After` means that the server has not
 * begun.
 */
async function sendInTurn(send: () => Promise<ClientResponse>): Promise<ClientResponse> {
  for (let held = 0; ; held += 1) {
    const response = await send();
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    if (response.status !== 429 || !(seconds > 0 && seconds <= longestHold) || held === mostHolds) return response;
    await new Promise<void>((done) => void setTimeout(done, seconds * 1000));
  }
}

const decodeText = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/**
 * A typed client for any endpoint in browsers, Node and tests (spec commerce sections 7 and 8). Unsafe methods carry an
 * Idempotency-Key, which the retry after a refresh repeats. The reply is the JSON as sent, also where `checkReplies`
 * compares it with the contract.
 */
export function createClient(options: ClientOptions): Client {
  let refreshing: Promise<boolean> | undefined;

  const refresh = (): Promise<boolean> => {
    refreshing ??= (options.onUnauthorized?.() ?? Promise.resolve(false))
      .catch(() => false)
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  };

  async function perform(endpoint: AnyEndpoint, input: LooseInput, callOptions: CallOptions): Promise<unknown> {
    if (endpoint?.kind !== 'endpoint')
      throw new ApiError({ message: 'Unknown API endpoint', code: 'unknown_endpoint', status: 0 });
    const url = options.baseURL + endpointPath(endpoint, input);
    const requestID = randomID();
    const { body, contentType } = encodeBody(endpoint, input.body);
    const idempotencyKey = endpoint.method === 'GET' ? undefined : (callOptions.idempotencyKey ?? randomID());
    const confirmed = new Set<string>();
    const send = async (): Promise<ClientResponse> => {
      const headers: Record<string, string> = {
        accept: 'application/json',
        ...options.headers?.(),
        'x-request-id': requestID,
      };
      if ((endpoint.reply as { binary?: boolean }).binary) headers['accept'] = '*/*';
      if (contentType) headers['content-type'] = contentType;
      if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
      if (confirmed.size) headers['x-confirm'] = [...confirmed].join(',');
      if (callOptions.accountID) headers['account-id'] = callOptions.accountID;
      const request: ClientRequest = { method: endpoint.method, headers, credentials: 'include' };
      if (body !== undefined) request.body = body;
      if (callOptions.signal !== undefined) request.signal = callOptions.signal;
      if (callOptions.keepalive) request.keepalive = true;
      try {
        return await options.fetch(url, request);
      } catch (cause) {
        if (isAbort(cause)) throw cause;
        const message = 'The server cannot be reached; check the connection and try again';
        throw new ApiError({ message, code: 'network_error', status: 0, requestID, cause });
      }
    };

    let response = await sendInTurn(send);
    if (response.status === 401 && callOptions.refreshes !== false && options.onUnauthorized) {
      if (await refresh()) response = await sendInTurn(send);
      if (response.status === 401) options.onSignedOut?.();
    }
    // What was confirmed goes along with the next question's answer, so that nothing is asked twice.
    while (!response.ok) {
      const error = await failure(endpoint, response, requestID, url);
      const { confirm } = error.details;
      const isAsked = error.code === 'confirmation_required' && typeof confirm === 'string' && !confirmed.has(confirm);
      if (!isAsked || !(await options.onConfirm?.(error))) throw error;
      confirmed.add(confirm);
      response = await sendInTurn(send);
    }
    const reply = await readReply(endpoint, response, requestID, options.checkReplies ?? false);
    callOptions.onTouched?.((response.headers.get(touchedHeader) ?? '').split(/,\s*/).filter(Boolean));
    return reply;
  }

  return {
    async call<E extends AnyEndpoint>(endpoint: E, input: EndpointInput<E>, callOptions: CallOptions = {}) {
      try {
        return (await perform(endpoint, (input ?? {}) as LooseInput, callOptions)) as EndpointAnswer<E>;
      } catch (error) {
        if (error instanceof ApiError) options.onError?.(error);
        throw error;
      }
    },
  };
}
