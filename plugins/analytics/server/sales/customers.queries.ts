import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type analyzeNewCustomers, type NewCustomersAnswer, trendOf } from '../../contracts/index.ts';
import { and, customerConditions, type Fragment, isAmong, refuseUnknown } from '../query/conditions.ts';
import { type Period, periodOf } from '../query/period.ts';
import { bucketOf, moneyFigure, periodAnswerOf } from './sums.ts';

const mostCustomers = 500;

type Filter = Pick<EndpointRequest<typeof analyzeNewCustomers>['body'], 'customerGroupIDs' | 'salesRepIDs'>;

/**
 * Rows of `(customer_id, order_id, number, day, amount, sales_rep_id)`: first orders of customers, if issued in the
 * period. The sales rep is that of the order.
 */
export function firstOrdersOf(ctx: AccountContext, period: Period, filter: Filter): Fragment {
  const account = ctx.account.id;
  const reps = filter.salesRepIDs?.length ? [isAmong(sql`placed.sales_rep_id`, filter.salesRepIDs)] : [];
  return sql`select placed.customer_id, placed.id as order_id, placed.number, placed.line_total as amount,
      placed.sales_rep_id, (placed.issued_at at time zone ${ctx.account.timeZone})::date as day
    from (select distinct on (placed.customer_id) placed.*
      from commerce.v_sales_orders placed
      join (select ordered.customer_id, min(ordered.issued_at) as issued_at from commerce.v_sales_orders ordered
        where ordered.account_id = ${account} and ordered.issued_at is not null group by ordered.customer_id
        having min(ordered.issued_at) >= ${period.begin.toISOString()}::timestamptz
          and min(ordered.issued_at) < ${period.end.toISOString()}::timestamptz) beginning
        on beginning.customer_id = placed.customer_id and beginning.issued_at = placed.issued_at
      where placed.account_id = ${account}
      order by placed.customer_id, placed.id) placed
    where ${and([...customerConditions(ctx, sql`placed.customer_id`, filter), ...reps])}`;
}

export async function newCustomersOf(
  ctx: AccountContext,
  body: EndpointRequest<typeof analyzeNewCustomers>['body'],
): Promise<NewCustomersAnswer> {
  const period = periodOf(ctx, body);
  await refuseUnknown(ctx, body);
  type Row = { bucket: string; count: number };
  type Customer = Omit<NewCustomersAnswer['customers'][number], 'amount'> & { amount: string };
  const { rows } = await sql<{ buckets: Row[]; customers: Customer[] }>`
    with fact as materialized (${firstOrdersOf(ctx, period, body)})
    select (select coalesce(json_agg(part), '[]') from (select ${bucketOf(period.step, sql`fact.day`)}::text as bucket,
          count(*)::int as count from fact group by 1) part) as buckets,
      (select coalesce(json_agg(json_build_object('id', customer.id, 'number', customer.number, 'name', customer.name,
          'salesRepName', member.name, 'firstOrderID', newest.order_id, 'firstOrderNumber', newest.number,
          'firstOrderedOn', newest.day::text, 'amount', newest.amount::text) order by newest.day desc, customer.id),
            '[]')
        from (select * from fact order by fact.day desc, fact.customer_id limit ${mostCustomers}) newest
        join commerce.v_customers customer on customer.account_id = ${ctx.account.id}
          and customer.id = newest.customer_id
        left join core.v_members member on member.account_id = ${ctx.account.id} and member.id = newest.sales_rep_id
      ) as customers`.execute(ctx.em.query());
  const { buckets = [], customers = [] } = rows[0] ?? {};
  return {
    ...periodAnswerOf(ctx, period),
    count: buckets.reduce((sum, { count }) => sum + count, 0),
    trend: trendOf(period, new Map(buckets.map(({ bucket, count }) => [bucket, count]))),
    customers: customers.map((customer) => ({ ...customer, amount: moneyFigure(customer.amount) })),
  };
}
