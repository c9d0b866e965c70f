import type { AnyEndpoint, Endpoint, EndpointAnswer, EndpointInput } from '../../core/contracts/endpoints/endpoint.ts';
import type { FieldError, ProblemBody } from '../../core/contracts/endpoints/problem.ts';
import type { getWidgetAccess } from '../../core/contracts/sign-in/publishable-key.contract.ts';

/**
 * What a widget needs to know to call an endpoint. The compiler checks it against the contract, whose code is not
 * bundled.
 */
export interface EndpointAddress<E extends AnyEndpoint> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: E extends Endpoint<infer Path, infer _Query, infer _Body, infer _Reply> ? Path : never;
}

/** A failed call; `message` is for the visitor. */
export class WidgetError extends Error {
  /** Code of the problem; `network_error` without an answer. */
  readonly code: string;
  readonly errors: readonly FieldError[];

  constructor(code: string, message: string, errors: readonly FieldError[] = []) {
    super(message);
    this.name = 'WidgetError';
    this.code = code;
    this.errors = errors;
  }
}

const accessAddress: EndpointAddress<typeof getWidgetAccess> = {
  method: 'GET',
  path: '/v1/widgets/{publishableKey}/access',
};

/** Messages for visitors about errors that only the owner of the page can fix; the console has the cause. */
const ownersFaults: Readonly<Record<string, string>> = {
  origin_refused: 'This service is not set up for this site.',
  publishable_key_refused: 'This service is not set up for this site.',
  widget_refused: 'This service is not set up for this site.',
  no_such_endpoint: 'This service is switched off at the moment.',
};

const hints: Readonly<Record<string, () => string>> = {
  origin_refused: () => `${location.origin} is not on the list of sites of the publishable key`,
  publishable_key_refused: () => 'the publishable key is missing, unknown or has ended',
  widget_refused: () => 'the publishable key does not open this widget',
  no_such_endpoint: () => 'the account has switched this service off',
};

/** The arguments of a call besides the key. */
interface Said<E extends AnyEndpoint> {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: EndpointInput<E>['body'];
  /** Idempotency key: a repeated call with the same key has no second effect. */
  once?: string;
}

/** Calls widget endpoints with a publishable key. Uses no cookies and stores nothing but the sign-in token. */
export interface WidgetClient {
  /** @throws WidgetError, or the reason of `signal` */
  call<E extends AnyEndpoint>(
    address: EndpointAddress<E>,
    input: Said<E>,
    signal?: AbortSignal,
  ): Promise<EndpointAnswer<E>>;
  /** Sends the token with every further call; undefined signs the visitor out. */
  signIn(token: string | undefined): void;
}

// Captured when the module loads, so that later replacements by the page are not used.
const ask = globalThis.fetch.bind(globalThis);
const { stringify } = JSON;

/** Some old libraries define `Array.prototype.toJSON`, which would send lists as texts. */
const plain = (value: unknown): unknown =>
  Array.isArray(value)
    ? Object.assign(Array.from(value, plain), { toJSON: undefined })
    : value && typeof value === 'object'
      ? Object.assign(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)])), {
          toJSON: undefined,
        })
      : value;

export function createWidgetClient(publishableKey: string): WidgetClient {
  // This module is served at /widgets/v1/ of the installation.
  const api = new URL('../../api', import.meta.url).href;
  let token: string | undefined;
  const urlOf = (path: string, { params, query }: Said<AnyEndpoint> = {}): string => {
    const all: Readonly<Record<string, string>> = { ...params, publishableKey: publishableKey || 'none' };
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(all[name] ?? ''));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined && value !== '') search.set(name, String(value));
    return `${api}${filled}${search.size ? `?${search}` : ''}`;
  };
  const plainCall = { mode: 'cors', credentials: 'omit', cache: 'no-store' } as const;

  const failure = async (response: Response): Promise<WidgetError> => {
    const { code, message, errors } = (await response.json().catch(() => ({}))) as Partial<ProblemBody>;
    if (!code || !message) return new WidgetError('unknown_error', 'Something went wrong. Try again in a moment.');
    const hint = hints[code];
    if (hint) console.error(`Millwright widget: ${hint()} (${code})`);
    return new WidgetError(code, ownersFaults[code] ?? message, errors);
  };

  /** A failed preflight gives no reason; this simple request is answered with it. */
  const whyNot = async (): Promise<WidgetError> => {
    const response = await ask(urlOf(accessAddress.path), plainCall).catch(() => undefined);
    if (response && !response.ok) return failure(response);
    return new WidgetError('network_error', 'The service cannot be reached. Check your connection and try again.');
  };

  return {
    async call(address, input, signal) {
      const { method, path } = address;
      const { body, once } = input as Said<AnyEndpoint>;
      const headers = {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(once === undefined ? {} : { 'idempotency-key': once }),
      };
      const response = await ask(urlOf(path, input as Said<AnyEndpoint>), {
        ...plainCall,
        method,
        headers,
        signal: signal ?? null,
        ...(body === undefined ? {} : { body: stringify(plain(body)) }),
      }).catch(async () => {
        signal?.throwIfAborted();
        throw await whyNot();
      });
      if (!response.ok) throw await failure(response);
      return response.status === 204 ? undefined : response.json();
    },
    signIn(given) {
      token = given;
    },
  };
}
