import {
  type AccountContext,
  audit,
  closeTaskWithLast,
  type EndedTask,
  type Invariant,
  sql,
  TaskEndPort,
  tasksWithReason,
  touched,
} from '@millwright/core/server';
import { listPortalRequests, type PortalRequestKind, portalRequestKinds } from '../../../contracts/index.ts';
import type { PortalRequest, ReturnedLine } from './portal-request.entity.ts';

/** What a request is about: its order, or the customer where it names none. */
export interface AskedAbout {
  customerID: string;
  orderID: string | null;
}

const prefix = 'commerce.';

/** The task of a request: one for all open requests of a kind about the same order. */
export const taskOfRequest = (kind: PortalRequestKind, { customerID, orderID }: AskedAbout): EndedTask => ({
  kind: `${prefix}${kind}`,
  record: orderID === null ? { type: 'customer', id: customerID } : { type: 'sales_order', id: orderID },
});

const isAbout = ({ kind, record }: EndedTask) => sql<boolean>`request.kind = ${kind.slice(prefix.length)}
  and ${
    record.type === 'customer'
      ? sql`request.order_id is null and request.customer_id = ${record.id}`
      : sql`request.order_id = ${record.id}`
  }`;

/** The words of all open requests of the task, the oldest first; null where none is open. */
export const wordsOfRequests = (ctx: AccountContext, task: EndedTask) => async (): Promise<string | null> => {
  const { rows } = await sql<Pick<PortalRequest, 'lines' | 'message'>>`select request.lines, request.message
    from commerce.portal_request request
    where request.account_id = ${ctx.account.id} and ${isAbout(task)} and request.done_at is null
    order by request.created_at, request.id`.execute(ctx.em.query());
  if (!rows.length) return null;
  const words = rows.flatMap(({ lines, message }) => [
    ...lines.map(({ sku, quantity, unit }) => `${quantity} ${unit} ${sku}`),
    ...(message ? [message] : []),
  ]);
  return words.join('\n');
};

/** What open requests of an order ask to return. */
export async function openReturns(ctx: AccountContext, orderID: string): Promise<ReturnedLine[]> {
  const { rows } = await sql<Pick<PortalRequest, 'lines'>>`select request.lines from commerce.portal_request request
    where request.account_id = ${ctx.account.id} and request.order_id = ${orderID} and request.kind = 'return'
      and request.done_at is null`.execute(ctx.em.query());
  return rows.flatMap(({ lines }) => lines);
}

/** Closes the task of a request that is closed, with the last of those about the same. */
export function closeTaskOfRequest(ctx: AccountContext, kind: PortalRequestKind, about: AskedAbout): void {
  const task = taskOfRequest(kind, about);
  closeTaskWithLast(ctx, task.kind, task.record, wordsOfRequests(ctx, task));
}

/** Closes the open requests of a task, all or those with this message. */
async function closeRequests(ctx: AccountContext, task: EndedTask, message?: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select request.id from commerce.portal_request request
    where request.account_id = ${ctx.account.id} and ${isAbout(task)} and request.done_at is null
      and ${message === undefined ? sql`true` : sql`request.message = ${message}`}
    order by request.id for no key update`.execute(ctx.em.query());
  if (!rows.length) return;
  const now = ctx.clock.now();
  await sql`update commerce.portal_request set done_at = ${now}, done_by = ${ctx.actor.name}, version = version + 1,
      updated_at = ${now}
    where account_id = ${ctx.account.id} and id = any(${rows.map(({ id }) => id)}::text[])`.execute(ctx.em.query());
  if (task.record.type === 'sales_order') audit(ctx, { record: task.record, action: 'request_closed' });
  touched(ctx, listPortalRequests);
}

/** Closes the requests with this message, whose reason is gone, and their task with the last one. */
export async function closeReason(
  ctx: AccountContext,
  { kind, message, ...about }: AskedAbout & { kind: PortalRequestKind; message: string },
): Promise<void> {
  await closeRequests(ctx, taskOfRequest(kind, about), message);
  closeTaskOfRequest(ctx, kind, about);
}

const kinds = Object.keys(portalRequestKinds).map((kind) => `${prefix}${kind}`);

/** A task of a request that is gone would wait for nothing. Those of deleted records wait for them to come back. */
export const portalRequestInvariants: readonly Invariant[] = [
  tasksWithReason('commerce.tasks-of-requests-have-an-open-one', {
    kinds,
    reasons: `select '${prefix}' || request.kind as kind,
        case when request.order_id is null then 'customer' else 'sales_order' end as record_type,
        coalesce(request.order_id, request.customer_id) as record_id
      from commerce.portal_request request where request.account_id = $1 and request.done_at is null`,
    records: `select 'customer' as record_type, id as record_id from commerce.customer where account_id = $1
      union all select 'sales_order', id from commerce.sales_order where account_id = $1`,
  }),
];

/** Closing the task of a request closes the request, as whoever may close requests does. */
export class PortalRequestTasks extends TaskEndPort {
  readonly kinds = kinds;
  readonly permission = 'customer_portal:update';
  override async end(ctx: AccountContext, task: EndedTask, { isOwn }: { isOwn: boolean }): Promise<void> {
    if (!isOwn) ctx.require(this.permission);
    await closeRequests(ctx, task);
  }
  override left(ctx: AccountContext, task: EndedTask): Promise<string | null> {
    return wordsOfRequests(ctx, task)();
  }
}
