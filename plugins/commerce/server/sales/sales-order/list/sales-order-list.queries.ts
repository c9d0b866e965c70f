import type { EndpointRequest } from '@millwright/core/contracts';
import {
  type AccountContext,
  fieldConditions,
  listIDs,
  listPage,
  sql,
  todayOf,
  withinInstants,
} from '@millwright/core/server';
import {
  listSalesOrders,
  type SalesOrderFilter,
  type SalesOrderRow,
  salesOrderReferences,
} from '../../../../contracts/index.ts';
import { salesOrderIs } from '../../../states/states.ts';
import {
  fromSalesOrders,
  type SalesOrdersQuery,
  salesOrderFieldsOf,
  withSalesOrderColumns,
} from '../sales-order.queries.ts';

function filteredByState(ctx: AccountContext, orders: SalesOrdersQuery, filter: SalesOrderFilter): SalesOrdersQuery {
  let matching = orders;
  // Checks of the table make "issued" and "issued and not completed" the same.
  if (filter.isOpen !== undefined)
    matching = matching.where('sales_order.status', filter.isOpen ? '=' : '<>', 'issued');
  if (filter.isLate !== undefined)
    matching = matching.where(
      sql<boolean>`(${salesOrderIs.open('sales_order.status')}
        and coalesce(sales_order.promised_at < ${todayOf(ctx)}::date, false)) = ${filter.isLate}`,
    );
  if (filter.isShort !== undefined)
    matching = matching.where(
      'sales_order.id',
      filter.isShort ? 'in' : 'not in',
      sql<string>`(select demand.source_id from inventory.v_demands demand where demand.account_id = ${ctx.account.id}
        and demand.source_type = 'sales_order' and demand.reserved < demand.quantity)`,
    );
  if (filter.statusCodes) matching = matching.where('sales_order.status', 'in', filter.statusCodes);
  if (filter.priorityCodes)
    matching = matching.where(
      'sales_order.priority_id',
      'in',
      sql<string>`(select wanted.id from commerce.priority wanted
        where wanted.account_id = ${ctx.account.id} and wanted.code = any(${filter.priorityCodes}::text[]))`,
    );
  return matching;
}

function filtered(ctx: AccountContext, filter: SalesOrderFilter): SalesOrdersQuery {
  let matching = filteredByState(ctx, fromSalesOrders(ctx), filter);
  // Customers have an estimate from when it is offered.
  if (ctx.customerID !== undefined)
    matching = matching.where(sql<boolean>`(${salesOrderIs.not.estimated('sales_order.status')}
      or sales_order.offered_at is not null)`);
  if (filter.customerIDs) matching = matching.where('sales_order.customer_id', 'in', filter.customerIDs);
  if (filter.customerGroupIDs)
    matching = matching.where(
      'sales_order.customer_id',
      'in',
      sql<string>`(select grouped.id from commerce.customer grouped
        where grouped.account_id = ${ctx.account.id}
          and grouped.customer_type_group_id = any(${filter.customerGroupIDs}::text[]))`,
    );
  for (const condition of fieldConditions(salesOrderReferences, 'sales_order', filter))
    matching = matching.where(condition);
  if (filter.itemIDs)
    matching = matching.where(
      'sales_order.id',
      'in',
      sql<string>`(select line.order_id from commerce.sales_order_line line
        where line.account_id = ${ctx.account.id} and line.item_id = any(${filter.itemIDs}::text[]))`,
    );
  if (filter.promisedStartDate)
    matching = matching.where(sql<boolean>`sales_order.promised_at >= ${filter.promisedStartDate}::date`);
  if (filter.promisedEndDate)
    matching = matching.where(sql<boolean>`sales_order.promised_at <= ${filter.promisedEndDate}::date`);
  for (const isWithin of [
    ...withinInstants(ctx, 'sales_order.created_at', { from: filter.startDate, to: filter.endDate }),
    ...withinInstants(ctx, 'sales_order.issued_at', { from: filter.issuedStartDate, to: filter.issuedEndDate }),
  ])
    matching = matching.where(isWithin);
  return matching;
}

const withRowColumns = (query: SalesOrdersQuery) =>
  withSalesOrderColumns(query).select([
    sql<string | null>`coalesce(sales_order.acknowledgement_emails[1], customer.email)`.as('email'),
    sql<boolean>`exists (select from inventory.v_demands demand
      where demand.account_id = sales_order.account_id and demand.source_type = 'sales_order'
        and demand.source_id = sales_order.id and demand.reserved < demand.quantity)`.as('isShort'),
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof withRowColumns>['executeTakeFirstOrThrow']>>;

const rowOf = (row: Row): SalesOrderRow => ({
  ...salesOrderFieldsOf(row),
  paymentTerm: row.paymentTermID ? { id: row.paymentTermID, name: row.paymentTermName ?? '' } : null,
  customer: {
    id: row.customerID,
    number: row.customerNumber,
    name: row.customerName,
    status: row.customerStatus,
  },
  email: row.email,
  isShort: row.isShort,
});

const listParts = (ctx: AccountContext, filter: SalesOrderFilter) => ({
  list: listSalesOrders,
  id: 'sales_order.id' as const,
  matching: filtered(ctx, filter),
  text: filter.query
    ? { types: ['sales_order'], query: filter.query, isWhole: ctx.customerID === undefined }
    : undefined,
  select: (query: unknown) => withRowColumns(query as SalesOrdersQuery),
  order: [['sales_order.created_at', 'desc']] as const,
  isFixed: ctx.customerID === undefined,
});

/** A page of orders, the newest first, every column computed in one statement. */
export async function findSalesOrders(ctx: AccountContext, page: EndpointRequest<typeof listSalesOrders>['query']) {
  const { items, count } = await listPage(ctx, {
    ...listParts(ctx, page),
    page,
    sortable: {
      number: 'sales_order.number_key',
      createdAt: 'sales_order.created_at',
      // As the indexes have them, one for each direction.
      issuedAt: {
        asc: 'sales_order.issued_at',
        desc: sql<Date>`coalesce(sales_order.issued_at, '-infinity'::timestamptz)`,
      },
      promisedAt: {
        asc: 'sales_order.promised_at',
        desc: sql<string>`coalesce(sales_order.promised_at, '-infinity'::date)`,
      },
      total: 'sales_order.total',
      customer: 'sales_order.customer_name',
    },
  });
  return { items: items.map(rowOf), count };
}

/** Ids of the orders that a filter matches, at most `most`. */
export const findSalesOrderIDs = (ctx: AccountContext, filter: SalesOrderFilter): Promise<string[]> =>
  listIDs(ctx, { ...listParts(ctx, filter), page: { take: 0, skip: 0 } });
