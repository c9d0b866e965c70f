import { type AccountContext, isNoCustomer } from '@millwright/core/server';
import { portalProblems } from '../../../contracts/index.ts';

/** The context of a person of a customer: `customerID` is set, and the database hides other customers. */
export type PortalContext = AccountContext & { customerID: string };

/**
 * The shopping context of the caller.
 * @throws Problem 403 for staff, who may view the portal but change nothing
 */
export function shopper(ctx: AccountContext): PortalContext {
  if (ctx.customerID === undefined) throw portalProblems.portal_read_only();
  if (isNoCustomer(ctx.customerID)) throw portalProblems.no_portal_customer();
  return ctx as PortalContext;
}
