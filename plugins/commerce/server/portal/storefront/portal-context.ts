import type { AnyEndpoint, EndpointReply, EndpointRequest } from '@millwright/core/contracts';
import { problems } from '@millwright/core/contracts';
import { type AccountContext, isNoCustomer, type Route, route, sql } from '@millwright/core/server';
import { portalProblems } from '../../../contracts/index.ts';

/** The context of somebody who shops: `customerID` is there, and the database shows nothing of other customers. */
export type PortalContext = AccountContext & { customerID: string };

/** Who shops. @throws Problem 403 for staff, who may look and change nothing */
export function shopper(ctx: AccountContext): PortalContext {
  if (ctx.customerID === undefined) throw portalProblems.portal_read_only();
  if (isNoCustomer(ctx.customerID)) throw portalProblems.no_portal_customer();
  return ctx as PortalContext;
}

/** The customer whose portal a person of the team looks at, seen through that customer's eyes. */
async function visitor(ctx: AccountContext, customerID: string): Promise<PortalContext> {
  ctx.require('customers:read');
  const { rows } = await sql`select set_config('app.customer_id', id, true) from commerce.customer
    where account_id = ${ctx.account.id} and id = ${customerID}`.execute(ctx.em.query());
  if (!rows.length) throw problems.not_found();
  return { ...ctx, customerID, roleType: 'customer', memberID: undefined };
}

/** Who looks at a portal: its customer, or the team as that customer. @throws Problem 403 for anybody else */
export async function onlooker(ctx: AccountContext, asCustomerID: string | undefined): Promise<PortalContext> {
  if (ctx.customerID !== undefined) {
    if (asCustomerID !== undefined && asCustomerID !== ctx.customerID) throw problems.not_found();
    return shopper(ctx);
  }
  if (asCustomerID === undefined) throw portalProblems.no_portal_customer();
  return visitor(ctx, asCustomerID);
}

type Handler<E extends AnyEndpoint> = (ctx: PortalContext, request: EndpointRequest<E>) => Promise<EndpointReply<E>>;

/** Answers a question about the own portal, from its customer or from the team that looks at it. */
export const portalRead = <E extends AnyEndpoint>(endpoint: E, handle: Handler<E>): Route =>
  route(endpoint, async (ctx, request) =>
    handle(await onlooker(ctx, (request.query as { asCustomerID?: string } | undefined)?.asCustomerID), request),
  );

/** Does what only people of the customer may do. */
export const portalWrite = <E extends AnyEndpoint>(endpoint: E, handle: Handler<E>): Route =>
  route(endpoint, (ctx, request) => handle(shopper(ctx), request));
