import { newID } from '@millwright/core/contracts';
import { type AccountContext, audit, notify, touched } from '@millwright/core/server';
import { listPortalRequests, type PortalRequestKind, portalRequestKinds } from '../../../contracts/index.ts';
import { PortalRequest } from './portal-request.entity.ts';

interface NewRequest {
  kind: PortalRequestKind;
  customerID: string;
  order: { id: string; number: string } | null;
  message: string | null;
  lines: { sku: string; quantity: number; unit: string }[];
  /** Sales rep to tell. */
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

const requestsPath = '/dashboard/portal-requests';

async function tellRep(ctx: AccountContext, request: NewRequest, askedBy: string): Promise<void> {
  const kind = portalRequestKinds[request.kind];
  await notify(ctx, {
    kind: 'portal_order',
    to: { members: [request.salesRepID] },
    ...(request.order ? { record: { type: 'sales_order', id: request.order.id } } : {}),
    path: requestsPath,
    title: request.order ? `${kind}: order ${request.order.number}, ${askedBy}` : `${kind}: ${askedBy}`,
    text: request.message ?? '',
    key: `portal_request ${request.customerID}`,
    mail: {
      template: 'commerce.portal-request',
      props: {
        kind,
        askedBy,
        orderNumber: request.order?.number ?? null,
        message: request.message,
        link: `${ctx.baseURL}${requestsPath}`,
      },
    },
  });
}
