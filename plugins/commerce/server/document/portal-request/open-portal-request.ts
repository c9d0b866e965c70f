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
  /** Who is told by mail, where they want it. */
  salesRepID: string | null;
}

/** Opens a task for the team and tells the sales rep; answers its id. */
export async function openPortalRequest(ctx: AccountContext, asked: NewRequest): Promise<string> {
  const id = newID('prq');
  const askedBy = ctx.actor.type === 'user' ? ctx.actor.name : 'The customer';
  ctx.em.create(PortalRequest, {
    id,
    kind: asked.kind,
    customerID: asked.customerID,
    orderID: asked.order?.id ?? null,
    orderNumber: asked.order?.number ?? null,
    message: asked.message,
    lines: asked.lines,
    askedBy,
  });
  if (asked.order)
    audit(ctx, {
      record: { type: 'sales_order', id: asked.order.id },
      action: asked.kind === 'return' ? 'return_asked' : asked.kind,
      ...(asked.message ? { note: asked.message } : {}),
    });
  await ctx.em.flush();
  touched(ctx, listPortalRequests);
  await tellRep(ctx, asked, askedBy);
  return id;
}

async function tellRep(ctx: AccountContext, asked: NewRequest, askedBy: string): Promise<void> {
  if (!asked.salesRepID || !(await membersWhoWant(ctx, 'portal_order', [asked.salesRepID])).length) return;
  const { rows } = await sql<{ email: string }>`select email from core.v_members
    where account_id = ${ctx.account.id} and id = ${asked.salesRepID} and ${memberIs.active('status')}`.execute(
    ctx.em.query(),
  );
  if (!rows[0]) return;
  await queueEmail(ctx, {
    template: 'commerce.portal-request',
    to: [rows[0].email],
    props: {
      kind: portalRequestKinds[asked.kind],
      askedBy,
      orderNumber: asked.order?.number ?? null,
      message: asked.message,
      link: `${ctx.baseURL}/dashboard/portal-requests`,
    },
    ...(asked.order ? { record: { type: 'sales_order', id: asked.order.id } } : {}),
  });
}
