import type { AnyEndpoint, EndpointReply, EndpointRequest } from '@millwright/core/contracts';
import { problems } from '@millwright/core/contracts';
import { type AccountContext, asAccount, type Route, route, sql } from '@millwright/core/server';
import { portalProblems } from '../../../contracts/index.ts';
import { type PortalContext, shopper } from '../../parties/customer/shopper.ts';

/**
 * The customer through whose eyes the rest of the transaction sees: whoever looks at a portal, or holds a link to a
 * document of the customer.
 */
export async function asCustomerOf(ctx: AccountContext, customerID: string): Promise<PortalContext> {
  await sql`select set_config('app.customer_id', ${customerID}, true)`.execute(ctx.em.query());
  return { ...ctx, customerID, roleType: 'customer', memberID: undefined };
}

/** The customer whose portal a person of the team looks at. */
async function visitor(ctx: AccountContext, customerID: string): Promise<PortalContext> {
  ctx.require('customers:read');
  const { rows } = await sql`select from commerce.customer
    where account_id = ${ctx.account.id} and id = ${customerID}`.execute(ctx.em.query());
  if (!rows.length) throw problems.not_found();
  return asCustomerOf(ctx, customerID);
}

/** A customer below the own one. */
export interface ChildCustomer {
  id: string;
  name: string;
  number: string;
}

/** Customers below the own one whose portals its people may look at; none where the team has not allowed it. */
export const childrenOf = (ctx: PortalContext): Promise<ChildCustomer[]> =>
  asAccount(ctx, async () => {
    const { rows } = await sql<ChildCustomer>`select child.id, child.name, child.number
      from commerce.customer own
      join core.v_parties party on party.account_id = own.account_id and party.parent_id = own.id
      join commerce.customer child on child.account_id = party.account_id and child.id = party.id
      where own.account_id = ${ctx.account.id} and own.id = ${ctx.customerID} and own.sees_children
      order by child.name, child.id limit 200`.execute(ctx.em.query());
    return rows;
  });

/** The own customer, then those below it; empty where there are none. */
export async function familyOf(ctx: PortalContext): Promise<ChildCustomer[]> {
  const children = await childrenOf(ctx);
  if (!children.length) return [];
  const { rows } = await sql<ChildCustomer>`select id, name, number from commerce.customer
    where account_id = ${ctx.account.id} and id = ${ctx.customerID}`.execute(ctx.em.query());
  return [...rows, ...children];
}

/**
 * Who looks at a portal: its customer, people of the customer above it that may, or the team as that customer.
 * @throws Problem 403 for anybody else, 404 for customers that are none of theirs
 */
export async function onlooker(ctx: AccountContext, asCustomerID: string | undefined): Promise<PortalContext> {
  if (ctx.customerID !== undefined) {
    const own = shopper(ctx);
    if (asCustomerID === undefined || asCustomerID === own.customerID) return own;
    if (!(await childrenOf(own)).some(({ id }) => id === asCustomerID)) throw problems.not_found();
    return asCustomerOf(ctx, asCustomerID);
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
