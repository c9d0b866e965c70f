import type { AnyEndpoint, EndpointReply, EndpointRequest } from '../contracts/endpoints/endpoint.ts';
import type { PersonAct } from '../credentials/decide-session.ts';
import type { LimitRule } from '../limits/limiter.ts';
import type { AccountContext, OutsideContext, PersonContext, PersonOutsideContext, Rights } from './context/context.ts';

/**
 * Handling of a repeated idempotency key where the first reply must not be kept. `runs`: the key has no effect, because
 * the work can be repeated. `refused`: 409, because the reply contained a secret. A handler replies to the repetition.
 */
export type Repetition<Repeat = never> = 'runs' | 'refused' | Repeat;

type AnyAdmission = (rights: Rights, request: unknown) => void;

/**
 * An endpoint with its handler. `account` handlers run as the tenant role in the caller's account; `outside` handlers
 * do so without a transaction. `person` handlers run as the auth role. `widget` handlers run as the tenant role in the
 * account of the publishable key, or with `isOfPerson` as the auth role.
 */
export type Route =
  | {
      kind: 'route';
      scope: 'account';
      endpoint: AnyEndpoint;
      handle(ctx: AccountContext, request: unknown): Promise<unknown>;
      repeat?: Repetition | undefined;
      admit?: AnyAdmission | undefined;
    }
  | {
      kind: 'route';
      scope: 'outside';
      endpoint: AnyEndpoint;
      handle(ctx: OutsideContext, request: unknown): Promise<unknown>;
      repeat?: Repetition | undefined;
      admit?: AnyAdmission | undefined;
    }
  | {
      kind: 'route';
      scope: 'person';
      endpoint: AnyEndpoint;
      handle(ctx: PersonContext, request: unknown): Promise<unknown>;
      acts: PersonAct;
      repeat?: Repetition<(ctx: PersonContext, request: unknown) => Promise<unknown>> | undefined;
      isOutside?: undefined;
    }
  | {
      kind: 'route';
      scope: 'person';
      endpoint: AnyEndpoint;
      handle(ctx: PersonOutsideContext, request: unknown): Promise<unknown>;
      acts: PersonAct;
      repeat: 'runs';
      isOutside: true;
    }
  | {
      kind: 'route';
      scope: 'widget';
      endpoint: AnyEndpoint;
      handle(ctx: AccountContext, request: unknown, visitor?: Visitor): Promise<unknown>;
      repeat?: Repetition | undefined;
      limits(request: unknown, visitor: Visitor): readonly VisitorLimit[];
      customers: string | undefined;
      isOfPerson?: undefined;
    }
  | {
      kind: 'route';
      scope: 'widget';
      endpoint: AnyEndpoint;
      handle(ctx: PersonContext, request: unknown, visitor?: Visitor): Promise<unknown>;
      repeat: 'runs';
      limits(request: unknown, visitor: Visitor): readonly VisitorLimit[];
      customers?: undefined;
      isOfPerson: true;
    };

/** The visitor of a widget. */
export interface Visitor {
  accountID: string;
  /** The caller's address, or its /64 network for IPv6. */
  network: string;
  /** The publishable key and the origin of the page. */
  keyID: string;
  origin: string;
  /** `wse_...`, session of a signed-in person; only for endpoints with `customers`. */
  sessionID?: string;
  /** True when a limit `of: 'named'` is used up: the handler finds nothing, in the same time, whatever exists. */
  isNamedLimitReached: boolean;
}

/** A number of calls in a window that begins with the first; see `LimitRule`. */
export interface VisitorLimit extends LimitRule {
  /** The counted subject in the account: a network for a rule `of: 'caller'`, else a number that somebody may guess. */
  subject: string;
  /** Which calls count; all by default. */
  counts?: 'failures' | 'successes';
  /** Calls with the same text, such as the found number, count once in a window. */
  once?: string;
}

type Handler<Context, E extends AnyEndpoint> = (ctx: Context, request: EndpointRequest<E>) => Promise<EndpointReply<E>>;

type Admission<E extends AnyEndpoint> = (rights: Rights, request: Pick<EndpointRequest<E>, 'params' | 'query'>) => void;

/** The kernel checks params and query by the contract of the endpoint before it asks for admission. */
const checkedAdmission =
  <E extends AnyEndpoint>(admit: Admission<E>): AnyAdmission =>
  (rights, request) =>
    admit(rights, request as Pick<EndpointRequest<E>, 'params' | 'query'>);

/**
 * Handles an endpoint inside the caller's account in one transaction, READ ONLY for GET and for endpoints with `reads`.
 * `admit` checks rights that depend on the query, before the body is read.
 */
export const route = <E extends AnyEndpoint>(
  endpoint: E,
  handle: Handler<AccountContext, E>,
  { repeat, admit }: { repeat?: Repetition; admit?: Admission<E> } = {},
): Route => ({
  kind: 'route',
  scope: 'account',
  endpoint,
  handle,
  repeat,
  admit: admit && checkedAdmission(admit),
});

/** Handles an endpoint with `outside`: inside the caller's account, in transactions of its own. */
export const outsideRoute = <E extends AnyEndpoint>(
  endpoint: E,
  handle: Handler<OutsideContext, E>,
  { repeat, admit }: { repeat?: Repetition; admit?: Admission<E> } = {},
): Route => ({
  kind: 'route',
  scope: 'outside',
  endpoint,
  handle,
  repeat,
  admit: admit && checkedAdmission(admit),
});

/**
 * Handles an endpoint about a person, or an open one, in one transaction of the auth role. `acts` declares its effect
 * on sessions; see `mayAct`.
 */
export const personRoute = <E extends AnyEndpoint>(
  endpoint: E,
  handle: Handler<PersonContext, E>,
  { acts, repeat }: { acts: PersonAct; repeat?: Repetition<Handler<PersonContext, E>> },
): Route => ({
  kind: 'route',
  scope: 'person',
  endpoint,
  acts,
  handle,
  // A repetition gets the request of the call that it repeats, which the kernel has checked by the contract.
  repeat: typeof repeat === 'function' ? (ctx, request) => repeat(ctx, request as EndpointRequest<E>) : repeat,
});

/** Like `personRoute` in transactions of its own, for work that waits for other systems. A repetition runs again. */
export const outsidePersonRoute = <E extends AnyEndpoint>(
  endpoint: E,
  handle: Handler<PersonOutsideContext, E>,
  { acts }: { acts: PersonAct },
): Route => ({
  kind: 'route',
  scope: 'person',
  endpoint,
  acts,
  handle,
  repeat: 'runs',
  isOutside: true,
});

/**
 * Handles an endpoint of a widget inside the account of its publishable key, for a visitor without rights. The kernel
 * checks key, origin, widget, plugin and the general limits; `limits` adds those of the endpoint. Records of customers
 * are hidden unless `customers` gives the reason why the handler needs them; the handler is then responsible for its
 * reply.
 */
export const widgetRoute = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (ctx: AccountContext, request: EndpointRequest<E>, visitor: Visitor) => Promise<EndpointReply<E>>,
  options: {
    limits?: (request: EndpointRequest<E>, visitor: Visitor) => readonly VisitorLimit[];
    customers?: string;
    repeat?: Repetition;
  } = {},
): Route => ({
  kind: 'route',
  scope: 'widget',
  endpoint,
  handle,
  repeat: options.repeat,
  limits: options.limits ?? (() => []),
  customers: options.customers,
});

/**
 * Handles an endpoint by which a visitor of a widget signs in. The checks are those of `widgetRoute`; it runs in one
 * transaction of the auth role, because the tenant role cannot read people's secrets. A repetition runs again.
 */
export const personWidgetRoute = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (ctx: PersonContext, request: EndpointRequest<E>, visitor: Visitor) => Promise<EndpointReply<E>>,
  { limits }: { limits?: (request: EndpointRequest<E>, visitor: Visitor) => readonly VisitorLimit[] } = {},
): Route => ({
  kind: 'route',
  scope: 'widget',
  endpoint,
  handle,
  repeat: 'runs',
  limits: limits ?? (() => []),
  isOfPerson: true,
});
