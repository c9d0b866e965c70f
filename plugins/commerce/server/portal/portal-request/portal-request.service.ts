import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, audit, isoText, likeOf, listPage, sql, touched } from '@millwright/core/server';
import {
  listPortalRequests,
  type PortalRequestKind,
  type PortalRequest as PortalRequestReply,
  portalProblems,
  portalRequestKinds,
} from '../../../contracts/index.ts';
import { PortalRequest, type ReturnedLine } from '../../document/portal-request/portal-request.entity.ts';
import { closeTaskOfRequest } from '../../document/portal-request/portal-request-tasks.ts';
import type { Tables } from '../../tables.ts';

const requests = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('commerce.portal_request as request')
    .where('request.account_id', '=', ctx.account.id);

const withRow = (query: ReturnType<typeof requests>) =>
  query
    .leftJoin('commerce.customer as customer', (join) =>
      join.onRef('customer.account_id', '=', 'request.account_id').onRef('customer.id', '=', 'request.customer_id'),
    )
    .select([
      'request.id',
      sql<PortalRequestKind>`request.kind`.as('kind'),
      'customer.id as customerID',
      'customer.name as customerName',
      'customer.number as customerNumber',
      'request.order_id as orderID',
      'request.order_number as orderNumber',
      'request.message',
      sql<ReturnedLine[]>`request.lines`.as('lines'),
      'request.asked_by as askedBy',
      'request.done_at as doneAt',
      'request.done_by as doneBy',
      'request.answer',
      'request.version',
      'request.created_at as createdAt',
      'request.updated_at as updatedAt',
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof withRow>['executeTakeFirstOrThrow']>>;

const replyOf = (row: Row): PortalRequestReply => ({
  id: row.id,
  kind: { code: row.kind, name: portalRequestKinds[row.kind] },
  customer: row.customerID
    ? { id: row.customerID, name: row.customerName ?? '', number: row.customerNumber ?? '' }
    : null,
  order: row.orderID ? { id: row.orderID, number: row.orderNumber ?? '' } : null,
  message: row.message,
  lines: row.lines.map(({ sku, quantity, unit }) => ({ sku, quantity, unit })),
  askedBy: row.askedBy,
  isOpen: row.doneAt === null,
  doneBy: row.doneBy,
  doneAt: row.doneAt && isoText(row.doneAt),
  answer: row.answer,
  version: row.version,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of customer requests, the newest first. */
export async function findPortalRequests(
  ctx: AccountContext,
  page: EndpointRequest<typeof listPortalRequests>['query'],
) {
  let matching = requests(ctx);
  if (page.isOpen !== undefined) matching = matching.where('request.done_at', page.isOpen ? 'is' : 'is not', null);
  if (page.kinds) matching = matching.where('request.kind', 'in', page.kinds);
  if (page.query) {
    const pattern = likeOf(page.query);
    matching = matching.where(sql<boolean>`(request.order_number ilike ${pattern} or request.message ilike ${pattern}
      or request.asked_by ilike ${pattern})`);
  }
  const { items, count } = await listPage(ctx, {
    list: listPortalRequests,
    id: 'request.id',
    matching,
    select: (query) => withRow(query as ReturnType<typeof requests>),
    page,
    sortable: { createdAt: 'request.created_at' },
    order: [['request.created_at', 'desc']],
  });
  return { items: items.map(replyOf), count };
}

/** Closes a request, and its task with the last one. @throws Problem 404, 409 `portal_request_done`, `stale_version` */
export async function finishRequest(
  ctx: AccountContext,
  id: string,
  { answer, version }: { answer?: string | null | undefined; version?: number | undefined },
): Promise<PortalRequestReply> {
  const request = await ctx.em.getForUpdate(PortalRequest, id);
  ctx.em.expectVersion(request, version);
  if (request.doneAt) throw portalProblems.portal_request_done();
  ctx.em.assign(request, { doneAt: ctx.clock.now(), doneBy: ctx.actor.name, answer: answer || null });
  if (request.orderID)
    audit(ctx, { record: { type: 'sales_order', id: request.orderID }, action: 'request_closed', note: answer || '' });
  await ctx.em.flush();
  closeTaskOfRequest(ctx, request.kind, { customerID: request.customerID, orderID: request.orderID ?? null });
  touched(ctx, listPortalRequests);
  return replyOf(await withRow(requests(ctx)).where('request.id', '=', id).executeTakeFirstOrThrow());
}
