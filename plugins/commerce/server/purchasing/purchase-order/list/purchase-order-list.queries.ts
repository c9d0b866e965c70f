import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, listIDs, listPage, sql, todayOf, withinInstants } from '@millwright/core/server';
import { listPurchaseOrders, type PurchaseOrderFilter, type PurchaseOrderRow } from '../../../../contracts/index.ts';
import {
  fromPurchaseOrders,
  type PurchaseOrdersQuery,
  purchaseOrderFieldsOf,
  withPurchaseOrderColumns,
} from '../purchase-order.queries.ts';

function filtered(ctx: AccountContext, filter: PurchaseOrderFilter): PurchaseOrdersQuery {
  let matching = fromPurchaseOrders(ctx);
  // Checks of the table make "issued" and "issued and not completed" the same.
  if (filter.isOpen !== undefined)
    matching = matching.where('purchase_order.status', filter.isOpen ? '=' : '<>', 'issued');
  if (filter.isLate !== undefined)
    matching = matching.where(
      sql<boolean>`coalesce(purchase_order.expected_on < ${todayOf(ctx)}::date, false) = ${filter.isLate}`,
    );
  if (filter.statusCodes) matching = matching.where('purchase_order.status', 'in', filter.statusCodes);
  if (filter.supplierIDs) matching = matching.where('purchase_order.supplier_id', 'in', filter.supplierIDs);
  if (filter.priorityCodes)
    matching = matching.where(
      'purchase_order.priority_id',
      'in',
      sql<string>`(select wanted.id from commerce.priority wanted
        where wanted.account_id = ${ctx.account.id} and wanted.code = any(${filter.priorityCodes}::text[]))`,
    );
  if (filter.itemIDs)
    matching = matching.where(
      'purchase_order.id',
      'in',
      sql<string>`(select line.order_id from commerce.purchase_order_line line
        where line.account_id = ${ctx.account.id} and line.item_id = any(${filter.itemIDs}::text[]))`,
    );
  if (filter.promisedStartDate)
    matching = matching.where(sql<boolean>`purchase_order.scheduled_at >= ${filter.promisedStartDate}::date`);
  if (filter.promisedEndDate)
    matching = matching.where(sql<boolean>`purchase_order.scheduled_at <= ${filter.promisedEndDate}::date`);
  for (const isWithin of [
    ...withinInstants(ctx, 'purchase_order.created_at', { from: filter.startDate, to: filter.endDate }),
    ...withinInstants(ctx, 'purchase_order.issued_at', { from: filter.issuedStartDate, to: filter.issuedEndDate }),
  ])
    matching = matching.where(isWithin);
  return matching;
}

const withRowColumns = (query: PurchaseOrdersQuery) =>
  withPurchaseOrderColumns(query).select(
    sql<boolean>`coalesce(purchase_order.contacts[1], supplier.email) is not null`.as('acceptsEmails'),
  );
type Row = Awaited<ReturnType<ReturnType<typeof withRowColumns>['executeTakeFirstOrThrow']>>;

const rowOf = (row: Row): PurchaseOrderRow => ({
  ...purchaseOrderFieldsOf(row),
  supplier: { id: row.supplierID, number: row.supplierNumber, name: row.supplierName },
  promisedAt: row.scheduledAt,
  acceptsEmails: row.acceptsEmails,
});

const listParts = (ctx: AccountContext, filter: PurchaseOrderFilter) => ({
  list: listPurchaseOrders,
  id: 'purchase_order.id' as const,
  matching: filtered(ctx, filter),
  text: filter.query ? { types: ['purchase_order'], query: filter.query, isWhole: true } : undefined,
  select: (query: unknown) => withRowColumns(query as PurchaseOrdersQuery),
  order: [['purchase_order.created_at', 'desc']] as const,
  isFixed: true,
});

/** As the indexes have them, one for each direction. */
const byDate = (column: 'scheduled_at' | 'expected_on') => ({
  asc: `purchase_order.${column}` as const,
  desc: sql<string>`coalesce(${sql.ref(`purchase_order.${column}`)}, '-infinity'::date)`,
});

/** A page of orders, the newest first, every column computed in one statement. */
export async function findPurchaseOrders(
  ctx: AccountContext,
  page: EndpointRequest<typeof listPurchaseOrders>['query'],
) {
  const { items, count } = await listPage(ctx, {
    ...listParts(ctx, page),
    page,
    sortable: {
      number: 'purchase_order.number_key',
      createdAt: 'purchase_order.created_at',
      issuedAt: {
        asc: 'purchase_order.issued_at',
        desc: sql<Date>`coalesce(purchase_order.issued_at, '-infinity'::timestamptz)`,
      },
      promisedAt: byDate('scheduled_at'),
      expectedOn: byDate('expected_on'),
      total: 'purchase_order.total',
      supplier: 'purchase_order.supplier_name',
    },
  });
  return { items: items.map(rowOf), count };
}

/** Ids of the orders that a filter matches. */
export const findPurchaseOrderIDs = (ctx: AccountContext, filter: PurchaseOrderFilter): Promise<string[]> =>
  listIDs(ctx, { ...listParts(ctx, filter), page: { take: 0, skip: 0 } });
