import { type AccountContext, isNoCustomer } from '@millwright/core/server';
import { portalProblems } from '../../../contracts/index.ts';

/** The context of somebody who shops: `customerID` is there, and the database shows nothing of other customers. */
export type PortalContext = AccountContext & { customerID: string };

/** Who shops. @throws Problem 403 for staff, who may look and change nothing */
export function shopper(ctx: AccountContext): PortalContext {
  if (ctx.customerID === undefined) throw portalProblems.portal_read_only();
  if (isNoCustomer(ctx.customerID)) throw portalProblems.no_portal_customer();
  return ctx as PortalContext;
}
