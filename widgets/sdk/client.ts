import type { AnyEndpoint, Endpoint, EndpointAnswer, EndpointInput } from '../../core/contracts/endpoint.ts';
import type { FieldError, ProblemBody } from '../../core/contracts/problem.ts';
import type { getWidgetAccess } from '../../core/contracts/publishable-key.contract.ts';

/**
 * What a widget has to know of an endpoint to call it. The compiler compares it with the contract, whose code stays
 * out.
 */
export interface EndpointAddress<E extends AnyEndpoint> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: E extends Endpoint<infer Path, infer _Query, infer _Body, infer _Reply> ? Path : never;
}

/** A call that failed; `message` is for the visitor. */
export class WidgetError extends Error {
  /** Code of the problem; `network_error` where no answer came. */
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

/** What a visitor can make of refusals that only the owner of the page can mend; he finds the cause in the console. */
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

/** What a call says besides the key. */
interface Said<E extends AnyEndpoint> {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: EndpointInput<E>['body'];
  /** Makes a repetition of the same call do nothing twice. */
  once?: string;
}

/** Calls endpoints of widgets with a publishable key; no cookies, nothing kept but the token of who has signed in. */
export interface WidgetClient {
  /** @throws WidgetError, or the reason of `signal` */
  call<E extends AnyEndpoint>(
    address: EndpointAddress<E>,
    said: Said<E>,
    signal?: AbortSignal,
  ): Promise<EndpointAnswer<E>>;
  /** Sends the token with every call from now on; without one the visitor is a stranger again. */
  signIn(token: string | undefined): void;
}

// Taken when the module comes: what the page puts in their place afterwards is not asked.
const ask = globalThis.fetch.bind(globalThis);
const { stringify } = JSON;

/** Pages with old libraries have `Array.prototype.toJSON`, which would send lists as texts. */
const plain = (value: unknown): unknown =>
  Array.isArray(value)
    ? Object.assign(Array.from(value, plain), { toJSON: undefined })
    : value && typeof value === 'object'
      ? Object.assign(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)])), {
          toJSON: undefined,
        })
      : value;

export function createWidgetClient(publishableKey: string): WidgetClient {
  // This module lies at /widgets/v1/ of the installation.
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

  /** A refused preflight tells nothing; this plain request is answered with the reason, if there is one. */
  const whyNot = async (): Promise<WidgetError> => {
    const response = await ask(urlOf(accessAddress.path), plainCall).catch(() => undefined);
    if (response && !response.ok) return failure(response);
    return new WidgetError('network_error', 'The service cannot be reached. Check your connection and try again.');
  };

  return {
    async call(address, said, signal) {
      const { method, path } = address;
      const { body, once } = said as Said<AnyEndpoint>;
      const headers = {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(once === undefined ? {} : { 'idempotency-key': once }),
      };
      const response = await ask(urlOf(path, said as Said<AnyEndpoint>), {
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
