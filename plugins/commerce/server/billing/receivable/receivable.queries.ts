import { daysBetween, type EndpointRequest, problems, sumOf, toWire } from '@millwright/core/contracts';
import { type AccountContext, likeOf, sql, todayOf } from '@millwright/core/server';
import {
  type AccountReceivables,
  type AgingBucket,
  agingBuckets,
  type listReceivables,
  type ReceivableRow,
} from '../../../contracts/index.ts';
import { refuseAhead } from '../journal/books.ts';
import { allocatedOn, openCredits, openDebts, thereOn } from '../settlement/open-money.queries.ts';

const bucketOf = (age: number): AgingBucket =>
  (agingBuckets.find(({ to }) => to === null || age <= to) ?? agingBuckets[0]).name;

/** The day that is asked for, today where none is. @throws Problem 400 for a day ahead */
export function cutoffOf(ctx: AccountContext, cutoffDate: string | undefined): string {
  refuseAhead(ctx, cutoffDate, 'cutoffDate');
  return cutoffDate ?? todayOf(ctx);
}

const buckets = ['current', 'over30', 'over60', 'over90', 'over120'] as const;
const bucketEnds = [30, 60, 90, 120];

/** What is open of debts, by customer and age, and what is overdue. `debts` has customer, days and what is open. */
const byAge = (day: string, debts: ReturnType<typeof sql>) => {
  const age = sql`${day}::date - dated_on`;
  const sums = buckets.map((name, at) => {
    const [from, to] = [bucketEnds[at - 1], bucketEnds[at]];
    const isWithin = [
      ...(from === undefined ? [] : [sql`${age} > ${sql.lit(from)}`]),
      ...(to === undefined ? [] : [sql`${age} <= ${sql.lit(to)}`]),
    ];
    return sql`coalesce(sum(open) filter (where ${sql.join(isWithin, sql` and `)}), 0) as ${sql.ref(name)}`;
  });
  return sql`select customer_id, ${sql.join(sums)},
      coalesce(sum(open) filter (where due_on < ${day}::date), 0) as overdue, 0 as credits
    from (${debts}) debt group by customer_id`;
};

/**
 * What every customer owes on a day, and has left of credits. Of today it reads what is open now, by an index that has
 * nothing else; of a day before, what was allocated by then. Each kind is summed up by itself, then all together.
 */
const aged = (ctx: AccountContext, day: string, isNow: boolean) => {
  const left = (total: string, column: 'invoice_id' | 'debit_id' | 'transaction_id') =>
    isNow
      ? sql`${sql.ref(`own.${total}`)} - own.allocated`
      : sql`${sql.ref(`own.${total}`)} - ${allocatedOn(day, column)}`;
  const isThere = (total: string) =>
    isNow ? sql`own.voided_on is null and own.allocated < ${sql.ref(`own.${total}`)}` : thereOn(day);
  const invoices = sql`select own.customer_id, own.dated_on, own.due_on, ${left('total', 'invoice_id')} as open
    from commerce.invoice own where own.account_id = ${ctx.account.id} and ${isThere('total')}`;
  const debits = sql`select own.customer_id, own.dated_on, own.dated_on as due_on, ${left('amount', 'debit_id')} as open
    from commerce.transaction own where own.account_id = ${ctx.account.id} and own.is_debit and ${isThere('amount')}`;
  const credits = sql`select own.customer_id, ${sql.join(buckets.map(() => sql`0`))}, 0,
      sum(${left('amount', 'transaction_id')}) from commerce.transaction own
    where own.account_id = ${ctx.account.id} and not own.is_debit and ${isThere('amount')} group by own.customer_id`;
  const total = sql.join(
    buckets.map((name) => sql`sum(${sql.ref(name)})`),
    sql` + `,
  );
  return sql`select customer_id,
      ${sql.join([...buckets, 'overdue', 'credits'].map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))},
      ${total} as total
    from (${byAge(day, invoices)} union all ${byAge(day, debits)} union all ${credits}) kind
    group by customer_id having ${total} + sum(credits) > 0`;
};

/** Which of the customers are wanted; of the columns of `aged`. */
function wantedOf({ isOverdue, hasCredits, olderThan }: ReceivablesQuery) {
  const isSo = (amount: ReturnType<typeof sql>, wanted: boolean | undefined) =>
    wanted === undefined ? [] : [sql`(${amount} > 0) = ${wanted}::boolean`];
  const old = buckets.filter((_, at) => at > bucketEnds.indexOf(Number(olderThan))).map((name) => sql.ref(name));
  return sql.join(
    [
      sql`true`,
      ...isSo(sql.ref('overdue'), isOverdue),
      ...isSo(sql.ref('credits'), hasCredits),
      ...(olderThan ? isSo(sql.join(old, sql` + `), true) : []),
    ],
    sql` and `,
  );
}

const columns = [...buckets, 'total', 'overdue', 'credits', 'balance'] as const;
type Sums = Record<(typeof columns)[number], number>;

type ReceivablesQuery = EndpointRequest<typeof listReceivables>['query'];

/** A page of the customers that owe something or have credits left, with the sums of all that match. */
export async function findReceivables(ctx: AccountContext, page: ReceivablesQuery) {
  const day = cutoffOf(ctx, page.cutoffDate);
  const text = page.query ? likeOf(page.query) : null;
  const by = page.sortBy === 'customer' || !page.sortBy ? sql`lower(name)` : sql`${sql.ref(page.sortBy)}`;
  const direction = page.sortOrder === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ items: ReceivableRow[]; count: number; totals: Sums }>`with matching as (
      select customer.id, customer.name, customer.number, customer.email, aged.current, aged.over30, aged.over60,
        aged.over90, aged.over120, aged.total, aged.overdue, aged.credits, aged.total - aged.credits as balance
      from (${aged(ctx, day, day >= todayOf(ctx))}) aged
      join commerce.customer customer on customer.account_id = ${ctx.account.id} and customer.id = aged.customer_id
      where (${text}::text is null or customer.name ilike ${text} or customer.number ilike ${text})
        and ${wantedOf(page)})
    select (select coalesce(json_agg(json_build_object('id', id,
          'customer', json_build_object('id', id, 'name', name, 'number', number, 'email', email),
          ${sql.join(columns.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`))})), '[]')
        from (select * from matching order by ${by} ${direction}, id limit ${page.take} offset ${page.skip}) page) as
          items,
      (select count(*)::int from matching) as count,
      (select json_build_object(${sql.join(
        columns.map((name) => sql`${sql.lit(name)}, coalesce(sum(${sql.ref(name)}), 0)`),
      )}) from matching) as totals`.execute(ctx.em.query());
  const { items, count, totals } = rows[0] as { items: ReceivableRow[]; count: number; totals: Sums };
  return { items, count, cutoffDate: day, totals };
}

/** Open debts with their age on a day. */
async function agedDebts(ctx: AccountContext, day: string, scope: Parameters<typeof openDebts>[1]) {
  return (await openDebts(ctx, scope)).map(({ parentID: _, ...debt }) => {
    const age = daysBetween(debt.date, day);
    return { ...debt, age, bucket: bucketOf(age) };
  });
}

/** Documents that are named of all customers together, the oldest first. */
const mostOfAll = 500;

/** What all customers owe on a day: the sums of all, and the oldest of their documents. */
export async function receivablesOfAll(
  ctx: AccountContext,
  cutoffDate: string | undefined,
): Promise<AccountReceivables> {
  const { totals, cutoffDate: day } = await findReceivables(ctx, { take: 1, skip: 0, sortOrder: 'asc', cutoffDate });
  const scope = { day: day >= todayOf(ctx) ? undefined : day, most: mostOfAll };
  const { id, name } = ctx.account;
  return {
    cutoffDate: day,
    id,
    customer: { id, name, number: '', email: null },
    ...totals,
    receivables: await agedDebts(ctx, day, scope),
    openCredits: await openCredits(ctx, scope),
  };
}

/** What one customer owes on a day, invoice by invoice; 404 for none. */
export async function receivablesOf(
  ctx: AccountContext,
  customerID: string,
  cutoffDate: string | undefined,
): Promise<AccountReceivables> {
  const day = cutoffOf(ctx, cutoffDate);
  const { rows } = await sql<ReceivableRow['customer']>`select id, name, number, email from commerce.customer
    where account_id = ${ctx.account.id} and id = ${customerID}`.execute(ctx.em.query());
  const [customer] = rows;
  if (!customer) throw problems.not_found();
  const scope = { customerIDs: [customerID], day: day >= todayOf(ctx) ? undefined : day };
  const receivables = await agedDebts(ctx, day, scope);
  const credits = await openCredits(ctx, scope);
  const sum = (values: readonly number[]): number => toWire(sumOf(values));
  const of = (name: AgingBucket): number =>
    sum(receivables.filter(({ bucket }) => bucket === name).map(({ open }) => open));
  const total = sumOf(receivables.map(({ open }) => open));
  const left = sumOf(credits.map(({ open }) => open));
  return {
    cutoffDate: day,
    id: customer.id,
    customer,
    current: of('current'),
    over30: of('over30'),
    over60: of('over60'),
    over90: of('over90'),
    over120: of('over120'),
    total: toWire(total),
    overdue: sum(receivables.filter(({ dueAt }) => dueAt < day).map(({ open }) => open)),
    credits: toWire(left),
    balance: toWire(total.minus(left)),
    receivables,
    openCredits: credits,
  };
}
