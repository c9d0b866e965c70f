import { newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  memberIs,
  membersWhoWant,
  queueEmail,
  sql,
  touched,
} from '@millwright/core/server';
import { listPortalRequests, type PortalRequestKind, portalRequestKinds } from '../../../contracts/index.ts';
import { PortalRequest } from './portal-request.entity.ts';

interface NewRequest {
  kind: PortalRequestKind;
  customerID: string;
  order: { id: string; number: string } | null;
  message: string | null;
  lines: { sku: string; quantity: number; unit: string }[];
  /** Sales rep for the notification mail. */
  salesRepID: string | null;
}

/** Creates a request for the team and notifies the sales rep; answers its id. */
export async function openPortalRequest(ctx: AccountContext, request: NewRequest): Promise<string> {
  const id = newID('prq');
  const askedBy = ctx.actor.type === 'user' ? ctx.actor.name : 'The customer';
  ctx.em.create(PortalRequest, {
    id,
    kind: request.kind,
    customerID: request.customerID,
    orderID: request.order?.id ?? null,
    orderNumber: request.order?.number ?? null,
    message: request.message,
    lines: request.lines,
    askedBy,
  });
  if (request.order)
    audit(ctx, {
      record: { type: 'sales_order', id: request.order.id },
      action: request.kind === 'return' ? 'return_asked' : request.kind,
      ...(request.message ? { note: request.message } : {}),
    });
  await ctx.em.flush();
  touched(ctx, listPortalRequests);
  await tellRep(ctx, request, askedBy);
  return id;
}

async function tellRep(ctx: AccountContext, request: NewRequest, askedBy: string): Promise<void> {
  if (!request.salesRepID || !(await membersWhoWant(ctx, 'portal_order', [request.salesRepID])).length) return;
  const { rows } = await sql<{ email: string }>`select email from core.v_members
    where account_id = ${ctx.account.id} and id = ${request.salesRepID} and ${memberIs.active('status')}`.execute(
    ctx.em.query(),
  );
  if (!rows[0]) return;
  await queueEmail(ctx, {
    template: 'commerce.portal-request',
    to: [rows[0].email],
    props: {
      kind: portalRequestKinds[request.kind],
      askedBy,
      orderNumber: request.order?.number ?? null,
      message: request.message,
      link: `${ctx.baseURL}/dashboard/portal-requests`,
    },
    ...(request.order ? { record: { type: 'sales_order', id: request.order.id } } : {}),
  });
}
