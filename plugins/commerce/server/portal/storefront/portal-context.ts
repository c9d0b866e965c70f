import type { AnyEndpoint, EndpointReply, EndpointRequest } from '@millwright/core/contracts';
import { problems } from '@millwright/core/contracts';
import { type AccountContext, type Route, route, sql, withoutCustomerPolicy } from '@millwright/core/server';
import { portalProblems } from '../../../contracts/index.ts';
import { type PortalContext, shopper } from '../../parties/customer/shopper.ts';

/**
 * Restricts the rest of the transaction to the data of a customer: for team members who view its portal, and for
 * holders of a link to one of its documents.
 */
export async function asCustomerOf(ctx: AccountContext, customerID: string): Promise<PortalContext> {
  await sql`select set_config('app.customer_id', ${customerID}, true)`.execute(ctx.em.query());
  return { ...ctx, customerID, roleType: 'customer', memberID: undefined };
}

/** Context of a team member who views a customer's portal. */
async function visitor(ctx: AccountContext, customerID: string): Promise<PortalContext> {
  ctx.require('customers:read');
  const { rows } = await sql`select from commerce.customer
    where account_id = ${ctx.account.id} and id = ${customerID}`.execute(ctx.em.query());
  if (!rows.length) throw problems.not_found();
  return asCustomerOf(ctx, customerID);
}

/** A child customer of the own customer. */
export interface ChildCustomer {
  id: string;
  name: string;
  number: string;
}

/** Child customers whose portals the own customer's people may view. Empty if the team has not allowed it. */
export const childrenOf = (ctx: PortalContext): Promise<ChildCustomer[]> =>
  withoutCustomerPolicy(ctx, async () => {
    const { rows } = await sql<ChildCustomer>`select child.id, child.name, child.number
      from commerce.customer own
      join core.v_parties party on party.account_id = own.account_id and party.parent_id = own.id
      join commerce.customer child on child.account_id = party.account_id and child.id = party.id
      where own.account_id = ${ctx.account.id} and own.id = ${ctx.customerID} and own.sees_children
      order by child.name, child.id limit 200`.execute(ctx.em.query());
    return rows;
  });

/** The own customer, then its child customers. Empty without child customers. */
export async function familyOf(ctx: PortalContext): Promise<ChildCustomer[]> {
  const children = await childrenOf(ctx);
  if (!children.length) return [];
  const { rows } = await sql<ChildCustomer>`select id, name, number from commerce.customer
    where account_id = ${ctx.account.id} and id = ${ctx.customerID}`.execute(ctx.em.query());
  return [...rows, ...children];
}

/**
 * Context of a portal view: a person of the customer, an allowed person of the parent customer, or a team member as
 * that customer.
 * @throws Problem 403 for other callers, 404 for other customers
 */
export async function onlooker(ctx: AccountContext, asCustomerID: string | undefined): Promise<PortalContext> {
  if (ctx.customerID !== undefined) {
    const caller = shopper(ctx);
    if (asCustomerID === undefined || asCustomerID === caller.customerID) return caller;
    if (!(await childrenOf(caller)).some(({ id }) => id === asCustomerID)) throw problems.not_found();
    return asCustomerOf(ctx, asCustomerID);
  }
  if (asCustomerID === undefined) throw portalProblems.no_portal_customer();
  return visitor(ctx, asCustomerID);
}

type Handler<E extends AnyEndpoint> = (ctx: PortalContext, request: EndpointRequest<E>) => Promise<EndpointReply<E>>;

/** A route that reads portal data, for people of the customer and for team members who view the portal. */
export const portalRead = <E extends AnyEndpoint>(endpoint: E, handle: Handler<E>): Route =>
  route(endpoint, async (ctx, request) =>
    handle(await onlooker(ctx, (request.query as { asCustomerID?: string } | undefined)?.asCustomerID), request),
  );

/** A route that only people of the customer may call. */
export const portalWrite = <E extends AnyEndpoint>(endpoint: E, handle: Handler<E>): Route =>
  route(endpoint, (ctx, request) => handle(shopper(ctx), request));
