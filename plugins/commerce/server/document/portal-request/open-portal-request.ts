import { newID } from '@millwright/core/contracts';
import { type AccountContext, audit, createTask, notify, sql, touched } from '@millwright/core/server';
import { listPortalRequests, type PortalRequestKind, portalRequestKinds } from '../../../contracts/index.ts';
import { PortalRequest, type ReturnedLine } from './portal-request.entity.ts';
import { taskOfRequest, wordsOfRequests } from './portal-request-tasks.ts';

interface NewRequest {
  kind: PortalRequestKind;
  customerID: string;
  order: { id: string; number: string } | null;
  message: string | null;
  lines: ReturnedLine[];
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
  await openTask(ctx, request);
  await tellRep(ctx, request, askedBy);
  return id;
}

/** The request as a task of the sales rep, who is told of the request itself. */
async function openTask(ctx: AccountContext, { kind, customerID, order, salesRepID }: NewRequest): Promise<void> {
  const task = taskOfRequest(kind, { customerID, orderID: order?.id ?? null });
  const name = portalRequestKinds[kind];
  createTask(ctx, {
    kind: task.kind,
    record: { ...task.record, label: order?.number ?? (await customerName(ctx, customerID)) },
    title: order ? `${name}: order ${order.number}` : name,
    note: wordsOfRequests(ctx, task),
    assigneeID: salesRepID,
    origin: isOfTeam(kind) ? 'inside' : 'outside',
    isQuiet: true,
  });
}

/** Requests that the platform opens for the team; all others are a customer's. */
const isOfTeam = (kind: PortalRequestKind): boolean => kind === 'payment' || kind === 'payment_refused';

async function customerName(ctx: AccountContext, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from commerce.customer
    where account_id = ${ctx.account.id} and id = ${id}`.execute(ctx.em.query());
  return rows[0]?.name ?? '';
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
