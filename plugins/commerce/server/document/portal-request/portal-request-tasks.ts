import {
  type AccountContext,
  audit,
  closeTask,
  type EndedTask,
  sql,
  TaskEndPort,
  touched,
} from '@millwright/core/server';
import { listPortalRequests, type PortalRequestKind, portalRequestKinds } from '../../../contracts/index.ts';

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

/** Whether requests of the task are open, besides one that is being closed. */
export async function hasOpenRequests(ctx: AccountContext, task: EndedTask, exceptID: string): Promise<boolean> {
  const { rows } = await sql`select from commerce.portal_request request
    where request.account_id = ${ctx.account.id} and ${isAbout(task)} and request.done_at is null
      and request.id <> ${exceptID} limit 1`.execute(ctx.em.query());
  return rows.length > 0;
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
  const task = taskOfRequest(kind, about);
  await closeRequests(ctx, task, message);
  if (!(await hasOpenRequests(ctx, task, ''))) closeTask(ctx, task.kind, task.record);
}

/** Closing the task of a request closes the request. */
export class PortalRequestTasks extends TaskEndPort {
  readonly kinds = Object.keys(portalRequestKinds).map((kind) => `${prefix}${kind}`);
  override end(ctx: AccountContext, task: EndedTask): Promise<void> {
    return closeRequests(ctx, task);
  }
}
