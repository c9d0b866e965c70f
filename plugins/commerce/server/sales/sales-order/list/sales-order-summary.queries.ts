import { addDays, daysLater, decimal, startOfDayIn, toWire } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import { type SalesOrderSummary, salesOrderStates } from '../../../../contracts/index.ts';
import { salesOrderIs } from '../../../states/states.ts';

interface Sum {
  count: number;
  total: string;
}
const sumOf = (row: Sum | undefined) => ({ count: row?.count ?? 0, total: toWire(decimal(row?.total ?? '0')) });
const chartDays = 14;
const customerDays = 90;

/** Days since Monday. */
const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** Figures of the dashboard. Every order counts, because cancelled estimates are deleted. */
export async function salesOrderSummaryOf(ctx: AccountContext): Promise<SalesOrderSummary> {
  const account = ctx.account.id;
  const { timeZone } = ctx.account;
  const today = todayOf(ctx);
  const now = ctx.clock.now();
  const instant = (date: Date) => sql`${date.toISOString()}::timestamptz`;
  const monday = startOfDayIn(timeZone, addDays(today, -weekday(today)));
  const mondayBefore = startOfDayIn(timeZone, addDays(today, -weekday(today) - 7));
  const weekAgo = daysLater(now, -7);
  const { rows: states } = await sql<{ name: string } & Sum>`
    select case when ${salesOrderIs.open('status')} then 'open' else 'quoted' end as name, count(*)::int as count,
        sum(total)::text as total
      from commerce.sales_order
      where account_id = ${account} and deleted_at is null and ${salesOrderIs.current('status')}
      group by 1
    union all
    select 'late', count(*)::int, coalesce(sum(total), 0)::text from commerce.sales_order
      where account_id = ${account} and deleted_at is null and ${salesOrderIs.open('status')}
        and promised_at < ${today}::date`.execute(ctx.em.query());
  const since = startOfDayIn(timeZone, addDays(today, 1 - chartDays));
  const { rows: weeks } = await sql<{ name: string } & Sum>`
    select case when created_at >= ${instant(monday)} then 'this' else 'last' end as name, count(*)::int as count,
        sum(total)::text as total
      from commerce.sales_order where account_id = ${account} and deleted_at is null
        and created_at >= ${instant(mondayBefore)}
        and (created_at >= ${instant(monday)} or created_at <= ${instant(weekAgo)}) group by 1`.execute(ctx.em.query());
  const { rows: days } = await sql<{ date: string } & Sum>`
    select to_char(created_at at time zone ${timeZone}, 'YYYY-MM-DD') as date, count(*)::int as count,
        sum(total)::text as total
      from commerce.sales_order where account_id = ${account} and deleted_at is null and created_at >= ${instant(since)}
      group by 1`.execute(ctx.em.query());
  // Looked up state by state: PostgreSQL 17 would read the whole history of a state where it is given several at once.
  const { rows: customers } = await sql<Sum & { id: string; name: string; number: string }>`
    select customer.id, customer.name, customer.number, ordered.count, ordered.total from (
      select customer_id, count(*)::int as count, sum(total)::text as total
      from unnest(${[...salesOrderStates.those.placed]}::text[]) placed (status)
      cross join lateral (select customer_id, total from commerce.sales_order sold
        where sold.account_id = ${account} and sold.deleted_at is null and sold.status = placed.status
          and sold.created_at >= ${instant(startOfDayIn(timeZone, addDays(today, -customerDays)))} offset 0) sold
      group by customer_id order by sum(total) desc, customer_id limit 5) ordered
    join commerce.customer customer on customer.account_id = ${account} and customer.id = ordered.customer_id
    order by ordered.total::numeric desc, customer.id`.execute(ctx.em.query());

  return {
    open: sumOf(states.find(({ name }) => name === 'open')),
    late: sumOf(states.find(({ name }) => name === 'late')),
    quoted: sumOf(states.find(({ name }) => name === 'quoted')),
    thisWeek: sumOf(weeks.find(({ name }) => name === 'this')),
    lastWeek: sumOf(weeks.find(({ name }) => name === 'last')),
    days: Array.from({ length: chartDays }, (_, index) => {
      const date = addDays(today, index + 1 - chartDays);
      return { date, ...sumOf(days.find((day) => day.date === date)) };
    }),
    topCustomers: customers.map(({ id, name, number, ...sum }) => ({ id, name, number, ...sumOf(sum) })),
  };
}
