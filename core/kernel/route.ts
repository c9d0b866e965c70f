import type { AnyEndpoint, EndpointReply, EndpointRequest } from '../contracts/endpoint.ts';
import type { AccountContext, PersonContext } from './context.ts';

/** An endpoint with its handler. `account` handlers run as the tenant role in the caller's account, `person` handlers as the auth role. */
export type Route =
  | {
      kind: 'route';
      scope: 'account';
      endpoint: AnyEndpoint;
      handle(ctx: AccountContext, request: unknown): Promise<unknown>;
    }
  | {
      kind: 'route';
      scope: 'person';
      endpoint: AnyEndpoint;
      handle(ctx: PersonContext, request: unknown): Promise<unknown>;
    };

type Handler<Context, E extends AnyEndpoint> = (ctx: Context, request: EndpointRequest<E>) => Promise<EndpointReply<E>>;

/** Answers an endpoint inside the caller's account: one transaction, READ ONLY for GET. */
export const route = <E extends AnyEndpoint>(endpoint: E, handle: Handler<AccountContext, E>): Route => ({
  kind: 'route',
  scope: 'account',
  endpoint,
  handle: handle as never,
});

/** Answers an endpoint about a person or one that is open: one transaction of the auth role. */
export const personRoute = <E extends AnyEndpoint>(endpoint: E, handle: Handler<PersonContext, E>): Route => ({
  kind: 'route',
  scope: 'person',
  endpoint,
  handle: handle as never,
});
