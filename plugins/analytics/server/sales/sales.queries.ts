import { decimal, type EndpointRequest, startOfDayIn, sumOf } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import type {
  analyzeOrders,
  analyzeQuarterlyOrders,
  analyzeSales,
  OrdersAnswer,
  QuarterlyOrdersAnswer,
  SalesAnswer,
} from '../../contracts/index.ts';
import { refuseUnknown } from '../query/conditions.ts';
import { type Period, periodOf } from '../query/period.ts';
import { salesFacts } from './facts.ts';
import { moneyFigure, periodAnswerOf, sumsOf } from './sums.ts';

/** Years of the quarterly table, including the current one. */
const years = 10;

export async function salesOf(
  ctx: AccountContext,
  { groupBy, ...body }: EndpointRequest<typeof analyzeSales>['body'],
): Promise<SalesAnswer> {
  const period = periodOf(ctx, body);
  await refuseUnknown(ctx, body);
  const { total, positive, trend, rows, documentCount } = await sumsOf(ctx, 'sales', { ...body, period }, groupBy);
  return {
    ...periodAnswerOf(ctx, period),
    total: moneyFigure(total),
    invoiced: moneyFigure(positive),
    credited: moneyFigure(positive.minus(total)),
    documentCount,
    trend,
    groupBy,
    rows,
  };
}

export async function ordersOf(
  ctx: AccountContext,
  { groupBy, ...body }: EndpointRequest<typeof analyzeOrders>['body'],
): Promise<OrdersAnswer> {
  const period = periodOf(ctx, body);
  await refuseUnknown(ctx, body);
  const query = { ...body, period };
  const { total, trend, rows, documentCount } = await sumsOf(ctx, 'orders', query, groupBy);
  const open = await sql<{ orders: number; late: number; amount: string }>`
    select count(distinct fact.document_id)::int as orders, coalesce(sum(fact.amount), 0)::text as amount,
      count(distinct fact.document_id) filter (where fact.promised_at < ${todayOf(ctx)}::date)::int as late
    from (${salesFacts(ctx, 'openOrders', query)}) fact`.execute(ctx.em.query());
  const { orders = 0, late = 0, amount = '0' } = open.rows[0] ?? {};
  return {
    ...periodAnswerOf(ctx, period),
    total: moneyFigure(total),
    orderCount: documentCount,
    averageValue: documentCount ? moneyFigure(total.div(decimal(documentCount))) : null,
    openCount: orders,
    openTotal: moneyFigure(amount),
    lateCount: late,
    trend,
    groupBy,
    rows,
  };
}

/** The period of the quarterly table. */
export function quarterlyPeriodOf(ctx: AccountContext): Period {
  const year = Number(todayOf(ctx).slice(0, 4));
  return periodOf(ctx, { startDate: `${year - years + 1}-01-01`, endDate: `${year}-12-31` });
}

export async function quarterlyOrdersOf(
  ctx: AccountContext,
  body: EndpointRequest<typeof analyzeQuarterlyOrders>['body'],
): Promise<QuarterlyOrdersAnswer> {
  await refuseUnknown(ctx, body);
  const period = quarterlyPeriodOf(ctx);
  const firstYear = Number(period.startDate.slice(0, 4));
  // Quarters as instants: converting the time of every order to a day would double the query's time.
  const begins = Array.from({ length: years * 4 }, (_, index) =>
    startOfDayIn(
      ctx.account.timeZone,
      `${firstYear + Math.floor(index / 4)}-${['01', '04', '07', '10'][index % 4]}-01`,
    ).toISOString(),
  );
  type Row = { quarter: number; amount: string };
  const { rows: quarters } = await sql<Row>`
    select width_bucket(fact.issued_at, ${begins}::timestamptz[]) - 1 as quarter, sum(fact.amount)::text as amount
    from (${salesFacts(ctx, 'orders', { ...body, period })}) fact group by 1`.execute(ctx.em.query());
  const amounts = new Map(quarters.map(({ quarter, amount }) => [quarter, amount]));
  const amountsOf = (year: number) => [0, 1, 2, 3].map((index) => amounts.get((year - firstYear) * 4 + index) ?? '0');
  const oldest = quarters.length ? firstYear + Math.floor(Math.min(...amounts.keys()) / 4) : undefined;
  const newest = Number(todayOf(ctx).slice(0, 4));
  return {
    asOf: ctx.clock.now().toISOString(),
    years: Array.from({ length: oldest === undefined ? 0 : newest - oldest + 1 }, (_, index) => {
      const year = newest - index;
      const [q1 = 0, q2 = 0, q3 = 0, q4 = 0] = amountsOf(year).map(moneyFigure);
      return { year, q1, q2, q3, q4, total: moneyFigure(sumOf(amountsOf(year))) };
    }),
  };
}
