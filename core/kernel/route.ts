import type { AnyEndpoint, EndpointReply, EndpointRequest } from '../contracts/endpoint.ts';
import type { PersonAct } from '../credentials/decide-session.ts';
import type { AccountContext, OutsideContext, PersonContext, PersonOutsideContext, Rights } from './context.ts';

/**
 * What a second request with the same idempotency key gets where the first answer must not be kept. `runs`: the key has
 * no effect, the work is made to be done again; `refused`: 409, the answer held a secret; a handler: it answers the
 * repetition.
 */
export type Repetition<Repeat = never> = 'runs' | 'refused' | Repeat;

/**
 * An endpoint with its handler. `account` handlers run as the tenant role in the caller's account, `outside` handlers
 * there without a transaction, `person` handlers as the auth role, `widget` handlers as the tenant role in the account
 * of the publishable key, those that are `isOfPerson` as the auth role.
 */
export type Route =
  | {
      kind: 'route';
      scope: 'account';
      endpoint: AnyEndpoint;
      handle(ctx: AccountContext, request: unknown): Promise<unknown>;
      repeat?: Repetition | undefined;
      admit?: ((rights: Rights, request: unknown) => void) | undefined;
    }
  | {
      kind: 'route';
      scope: 'outside';
      endpoint: AnyEndpoint;
      handle(ctx: OutsideContext, request: unknown): Promise<unknown>;
      repeat?: Repetition | undefined;
      admit?: ((rights: Rights, request: unknown) => void) | undefined;
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

/** Who comes in through a widget, and from where. */
export interface Visitor {
  accountID: string;
  /** The address, or the /64 of an IPv6 address. */
  network: string;
  /** The publishable key, and the site that shows it. */
  keyID: string;
  origin: string;
  /** `wse_...` of a person who has signed in: only for endpoints that are for customers. */
  sessionID?: string;
}

/** So many calls in a window that begins with the first. */
export interface VisitorLimit {
  /** Unique: `order-status.number`. */
  name: string;
  points: number;
  seconds: number;
  /** What is counted in the account: a network, a number somebody guesses at. */
  subject: string;
  /** Which calls count; all of them unless it says so. */
  counts?: 'failures' | 'successes';
  /** Calls that say the same here count once in a window: the number that was found. */
  once?: string;
}

type Handler<Context, E extends AnyEndpoint> = (ctx: Context, request: EndpointRequest<E>) => Promise<EndpointReply<E>>;

type Admission<E extends AnyEndpoint> = (rights: Rights, request: Pick<EndpointRequest<E>, 'params' | 'query'>) => void;

/**
 * Answers an endpoint inside the caller's account: one transaction, READ ONLY for GET and for endpoints that say
 * `reads`. `admit` refuses before the body is read whom the permission of the endpoint does not: where the query names
 * what is needed.
 */
export const route = <E extends AnyEndpoint>(
  endpoint: E,
  handle: Handler<AccountContext, E>,
  { repeat, admit }: { repeat?: Repetition; admit?: Admission<E> } = {},
): Route => ({
  kind: 'route',
  scope: 'account',
  endpoint,
  handle: handle as never,
  repeat,
  admit: admit as never,
});

/** Answers an endpoint that says `outside`: inside the caller's account, in transactions of its own. */
export const outsideRoute = <E extends AnyEndpoint>(
  endpoint: E,
  handle: Handler<OutsideContext, E>,
  { repeat, admit }: { repeat?: Repetition; admit?: Admission<E> } = {},
): Route => ({
  kind: 'route',
  scope: 'outside',
  endpoint,
  handle: handle as never,
  repeat,
  admit: admit as never,
});

/**
 * Answers an endpoint about a person or one that is open: one transaction of the auth role. `acts` says what it does
 * with a session, see `mayAct`.
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
  handle: handle as never,
  repeat: repeat as never,
});

/** The same in transactions of its own, for work that waits for others in between; a repetition runs again. */
export const outsidePersonRoute = <E extends AnyEndpoint>(
  endpoint: E,
  handle: Handler<PersonOutsideContext, E>,
  { acts }: { acts: PersonAct },
): Route => ({
  kind: 'route',
  scope: 'person',
  endpoint,
  acts,
  handle: handle as never,
  repeat: 'runs',
  isOutside: true,
});

/**
 * Answers an endpoint of a widget inside the account of its publishable key, for a visitor without rights. Who may come
 * in at all the kernel checks: key, origin, widget, plugin and the usual limits; `limits` adds those of the endpoint.
 * Records of customers are out of sight unless `customers` says why the handler needs them: then what it answers is its
 * own responsibility.
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
  handle: handle as never,
  repeat: options.repeat,
  limits: (options.limits ?? (() => [])) as never,
  customers: options.customers,
});

/**
 * Answers an endpoint by which a visitor of a widget proves who they are: behind the same door, in one transaction of
 * the auth role, because people's secrets are out of reach of tenants. A repetition runs again.
 */
export const personWidgetRoute = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (ctx: PersonContext, request: EndpointRequest<E>, visitor: Visitor) => Promise<EndpointReply<E>>,
  { limits }: { limits?: (request: EndpointRequest<E>, visitor: Visitor) => readonly VisitorLimit[] } = {},
): Route => ({
  kind: 'route',
  scope: 'widget',
  endpoint,
  handle: handle as never,
  repeat: 'runs',
  limits: (limits ?? (() => [])) as never,
  isOfPerson: true,
});
