import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import {
  type analyzeDeliveries,
  type DeliveriesAnswer,
  type DeliveryState,
  type Trend,
  trendOf,
} from '../../contracts/index.ts';
import { and, customerConditions, type Fragment, isAmong, itemConditions, refuseUnknown } from '../query/conditions.ts';
import { type Period, periodOf } from '../query/period.ts';
import { bucketOf, periodAnswerOf } from '../sales/sums.ts';
import { reportedSalesOrderIs, reportedShipmentIs } from '../states/states.ts';

type Body = EndpointRequest<typeof analyzeDeliveries>['body'];
export type DeliveryQuery = Omit<Body, 'startDate' | 'endDate'> & { period: Period };

/** @throws Problem 400 `invalid_input` if promised dates are overridden without a target */
export function refuseMissingTarget({ overridePromisedDates, targetDeliveryTimeDays }: Partial<Body>): void {
  if (overridePromisedDates && typeof targetDeliveryTimeDays !== 'number')
    throw problems.invalid_input({
      errors: [{ path: 'targetDeliveryTimeDays', message: 'Say how many days an order may take' }],
    });
}

/**
 * Rows of `(order_id, number, customer_id, amount, day, promised_on, to_first, to_completion, first_on, completed_on)`:
 * the orders issued in the period. Times are days of 24 hours from issue; an order that was closed short is never
 * completed.
 */
export function deliveriesFacts(ctx: AccountContext, query: DeliveryQuery): Fragment {
  const account = ctx.account.id;
  const { begin, end } = query.period;
  const dayOf = (column: string): Fragment => sql`(${sql.ref(column)} at time zone ${ctx.account.timeZone})::date`;
  const daysTo = (column: string): Fragment => sql`extract(epoch from ${sql.ref(column)} - placed.issued_at) / 86400`;
  const items = itemConditions(ctx, sql`line.item_id`, query);
  const conditions = [
    sql`placed.account_id = ${account} and placed.issued_at >= ${begin.toISOString()}::timestamptz
      and placed.issued_at < ${end.toISOString()}::timestamptz`,
    ...customerConditions(ctx, sql`placed.customer_id`, query),
    ...(query.salesRepIDs?.length ? [isAmong(sql`placed.sales_rep_id`, query.salesRepIDs)] : []),
    ...(items.length
      ? [
          sql`placed.id in (select line.order_id from commerce.v_sales_order_lines line
            where line.account_id = ${account} and ${and(items)})`,
        ]
      : []),
  ];
  const promised = query.overridePromisedDates
    ? sql`${dayOf('placed.issued_at')} + ${query.targetDeliveryTimeDays ?? 0}::int`
    : sql`placed.promised_at`;
  return sql`select placed.id as order_id, placed.number, placed.customer_id, placed.line_total as amount,
      ${dayOf('placed.issued_at')} as day, ${promised} as promised_on,
      ${daysTo('shipped.first_at')} as to_first, ${dayOf('shipped.first_at')} as first_on,
      case when ${reportedSalesOrderIs.fulfilled('placed.status')}
        then ${daysTo('placed.completed_at')} end as to_completion,
      case when ${reportedSalesOrderIs.fulfilled('placed.status')}
        then ${dayOf('placed.completed_at')} end as completed_on
    from commerce.v_sales_orders placed
    left join (select shipment.order_id, min(shipment.shipped_at) as first_at from commerce.v_shipments shipment
      where shipment.account_id = ${account}
        and ${reportedShipmentIs.left('shipment.status')} group by shipment.order_id) shipped
      on shipped.order_id = placed.id
    where ${and(conditions)}`;
}

/** Conditions on these rows by state. An open order whose day has not passed is neither on time nor late. */
export function deliveryConditions(ctx: AccountContext): Readonly<Record<DeliveryState, Fragment>> {
  const hasPassed = sql`fact.promised_on < ${todayOf(ctx)}::date`;
  return {
    all: sql`true`,
    promised: sql`fact.promised_on is not null`,
    onTime: sql`fact.completed_on <= fact.promised_on`,
    late: sql`coalesce(fact.completed_on > fact.promised_on, ${hasPassed})`,
    notYetDue: sql`fact.completed_on is null and not ${hasPassed}`,
    firstOnTime: sql`fact.first_on <= fact.promised_on`,
    firstNotYetDue: sql`fact.first_on is null and not ${hasPassed}`,
    shipped: sql`fact.first_on is not null`,
    completed: sql`fact.completed_on is not null`,
  };
}

interface Row {
  no_bucket: number;
  bucket: string | null;
  orders: number;
  shipped: number;
  completed: number;
  promised: number;
  not_yet_due: number;
  first_on_time: number;
  first_not_yet_due: number;
  on_time: number;
  to_first: number | null;
  to_completion: number | null;
}

const percentage = (part: number, whole: number): number | null =>
  whole ? Math.round((part * 10_000) / whole) / 100 : null;
const onTimeOf = (row: Row | undefined): number | null =>
  row ? percentage(row.on_time, row.promised - row.not_yet_due) : null;
const firstOnTimeOf = (row: Row | undefined): number | null =>
  row ? percentage(row.first_on_time, row.promised - row.first_not_yet_due) : null;

export async function deliveriesOf(ctx: AccountContext, body: Body): Promise<DeliveriesAnswer> {
  const period = periodOf(ctx, body);
  refuseMissingTarget(body);
  await refuseUnknown(ctx, body);
  const conditions = deliveryConditions(ctx);
  const count = (state: DeliveryState): Fragment => sql`count(*) filter (where ${conditions[state]})::int`;
  const { rows } = await sql<Row>`
    with fact as (select fact.*, ${bucketOf(period.step, sql`fact.day`)} as bucket
      from (${deliveriesFacts(ctx, { ...body, period })}) fact)
    select grouping(fact.bucket) as no_bucket, fact.bucket::text as bucket, count(*)::int as orders,
      ${count('shipped')} as shipped, ${count('completed')} as completed, ${count('promised')} as promised,
      ${count('firstOnTime')} as first_on_time, ${count('onTime')} as on_time,
      ${count('notYetDue')} as not_yet_due, ${count('firstNotYetDue')} as first_not_yet_due,
      round(avg(fact.to_first), 2)::float8 as to_first, round(avg(fact.to_completion), 2)::float8 as to_completion
    from fact group by grouping sets ((fact.bucket), ())`.execute(ctx.em.query());
  const whole = rows.find(({ no_bucket }) => no_bucket === 1);
  const buckets = rows.filter(({ no_bucket }) => no_bucket === 0);
  const chart = (figureOf: (row: Row) => number | null): Trend =>
    trendOf(period, new Map(buckets.map((row) => [row.bucket ?? '', figureOf(row)])), null);
  return {
    ...periodAnswerOf(ctx, period),
    statistics: {
      averageTimeToFirstShipment: whole?.to_first ?? null,
      averageTimeToCompletion: whole?.to_completion ?? null,
      onTimeDeliveryPercentage: onTimeOf(whole),
      onTimeFirstShipmentPercentage: firstOnTimeOf(whole),
      totalOrders: whole?.orders ?? 0,
      ordersWithFirstShipment: whole?.shipped ?? 0,
      ordersWithCompletion: whole?.completed ?? 0,
      ordersWithPromiseDate: whole?.promised ?? 0,
      ordersPartiallyFulfilledInPromiseDate: whole?.first_on_time ?? 0,
      ordersCompletedWithinPromiseDate: whole?.on_time ?? 0,
    },
    ordersNotYetDue: whole?.not_yet_due ?? 0,
    chartData: {
      onTimeDelivery: chart(onTimeOf),
      averageDeliveryTime: chart((row) => row.to_completion),
      averageFirstShipmentTime: chart((row) => row.to_first),
    },
  };
}
