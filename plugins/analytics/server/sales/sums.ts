import { type Big, decimal, roundMoney, sumOf, toWire } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type BreakdownRow, type Grouping, type Trend, type TrendStep, trendOf } from '../../contracts/index.ts';
import type { Fragment } from '../query/conditions.ts';
import { salesProof, wholeMonths, withoutMonths } from '../query/months.ts';
import type { Period } from '../query/period.ts';
import { type FactKind, type FactQuery, isUnfiltered, needsLines, salesFacts } from './facts.ts';

/** Rows of a breakdown; further rows are summed up. */
const mostRows = 200;

/** The first day of the bucket (day, week or month) of a day. */
export const bucketOf = (step: TrendStep, day: Fragment): Fragment =>
  step === 'day' ? day : sql`date_trunc(${sql.lit(step)}, ${day})::date`;

export const moneyFigure = (value: string | Big): number => toWire(roundMoney(decimal(value)));

interface SumRow {
  /** Grouping flags: `no_bucket` is 0 for a sum by bucket, `no_group` is 0 for a sum by group. */
  no_bucket: number;
  no_group: number;
  bucket: string | null;
  id: string | null;
  positive: string;
  amount: string;
  facts: number;
}

/** Column of a grouping, with its join and its view of names. */
const groups: Readonly<Record<Grouping, (ctx: AccountContext) => { column: Fragment; join: Fragment; view: string }>> =
  {
    customer: () => ({ column: sql`fact.customer_id`, join: sql``, view: 'commerce.v_customers' }),
    salesRep: () => ({ column: sql`fact.sales_rep_id`, join: sql``, view: 'core.v_members' }),
    item: () => ({ column: sql`fact.item_id`, join: sql``, view: 'inventory.v_items' }),
    customerGroup: (ctx) => ({
      column: sql`customer.customer_type_group_id`,
      join: sql`join commerce.v_customers customer on customer.account_id = ${ctx.account.id}
        and customer.id = fact.customer_id`,
      view: 'commerce.v_account_groups',
    }),
    productLine: (ctx) => ({
      column: sql`item.product_line_id`,
      join: sql`left join inventory.v_items item on item.account_id = ${ctx.account.id} and item.id = fact.item_id`,
      view: 'inventory.v_product_lines',
    }),
  };

export interface Sums {
  total: Big;
  /** Sums of the positive and of the negative amounts. */
  positive: Big;
  trend: Trend;
  rows: BreakdownRow[];
  documentCount: number;
}

/**
 * Sales by product without filters: documents give everything but the products, which come from the stored sums of
 * months.
 */
async function sumsByProduct(ctx: AccountContext, query: FactQuery, groupBy: Grouping): Promise<Sums> {
  const { period } = query;
  const account = ctx.account.id;
  type Row = Omit<SumRow, 'no_group' | 'id'> & { no_month: number; month: string | null; proof: string };
  const { rows } = await sql<Row>`
    select grouping(fact.bucket) as no_bucket, grouping(fact.month) as no_month, fact.bucket::text as bucket,
      fact.month::text as month, sum(fact.amount)::text as amount, count(*)::int as facts, ${salesProof} as proof,
      coalesce(sum(fact.amount) filter (where fact.type <> 'transaction'), 0)::text as positive
    from (select fact.*, ${bucketOf(period.step, sql`fact.day`)} as bucket,
        ${bucketOf('month', sql`fact.day`)} as month from (${salesFacts(ctx, 'sales', query)}) fact) fact
    group by grouping sets ((fact.bucket), (fact.month), ())`.execute(ctx.em.query());
  const whole = rows.find(({ no_bucket, no_month }) => no_bucket === 1 && no_month === 1);
  const byBucket = rows.filter(({ no_bucket }) => no_bucket === 0);
  const proofs = new Map(rows.filter(({ no_month }) => no_month === 0).map(({ month, proof }) => [month, proof]));
  const summed = await sql<{ month: string; proof: string }>`select kept.month::text as month, kept.proof
    from analytics.summed_month kept where kept.account_id = ${account} and kept.kind = 'sales'
      and not kept.is_wrong and kept.month = any(${wholeMonths(period)}::date[])`.execute(ctx.em.query());
  const months = summed.rows.flatMap(({ month, proof }) => (proofs.get(month) === proof ? month : []));
  const { column, join, view } = groups[groupBy](ctx);
  const parts = withoutMonths(ctx, period, months).map(
    (part) =>
      sql`select lines.item_id, lines.amount from (${salesFacts(ctx, 'sales', { period: part }, groupBy)}) lines`,
  );
  if (months.length)
    parts.push(sql`select nullif(kept.item_id, '') as item_id, kept.amount from analytics.sold_in_month kept
      where kept.account_id = ${account} and kept.month = any(${months}::date[])`);
  const byGroup = await sql<SumRow>`select ${column} as id, sum(fact.amount)::text as amount
    from (${sql.join(parts, sql` union all `)}) fact ${join} group by 1`.execute(ctx.em.query());
  return {
    total: decimal(whole?.amount ?? '0'),
    positive: decimal(whole?.positive ?? '0'),
    trend: trendOf(period, new Map(byBucket.map(({ bucket, amount }) => [bucket ?? '', moneyFigure(amount)]))),
    rows: await breakdown(ctx, view, byGroup.rows, groupBy),
    documentCount: whole?.facts ?? 0,
  };
}

/** Sums of facts by time and by group, in one pass, with one lookup of names. */
export async function sumsOf(ctx: AccountContext, kind: FactKind, query: FactQuery, groupBy: Grouping): Promise<Sums> {
  if (kind === 'sales' && needsLines({ period: query.period }, groupBy) && isUnfiltered(query))
    return sumsByProduct(ctx, query, groupBy);
  const { column, join, view } = groups[groupBy](ctx);
  const { rows } = await sql<SumRow>`
    with fact as (${salesFacts(ctx, kind, query, groupBy)})
    select grouping(parts.bucket) as no_bucket, grouping(parts.id) as no_group, parts.bucket::text as bucket, parts.id,
      sum(parts.amount)::text as amount, coalesce(sum(parts.amount) filter (where parts.type <> 'transaction'),
        0)::text as positive, count(*)::int as facts
    from (select ${bucketOf(query.period.step, sql`fact.day`)} as bucket, ${column} as id, fact.amount, fact.type
      from fact ${join}) parts
    group by grouping sets ((bucket), (id), ())`.execute(ctx.em.query());
  const whole = rows.find((row) => row.no_bucket === 1 && row.no_group === 1);
  const byBucket = rows.filter((row) => row.no_bucket === 0);
  const byGroup = rows.filter((row) => row.no_bucket === 1 && row.no_group === 0);
  return {
    total: decimal(whole?.amount ?? '0'),
    positive: decimal(whole?.positive ?? '0'),
    trend: trendOf(query.period, new Map(byBucket.map(({ bucket, amount }) => [bucket ?? '', moneyFigure(amount)]))),
    rows: await breakdown(ctx, view, byGroup, groupBy),
    documentCount: needsLines(query, groupBy) ? await documentCountOf(ctx, kind, query) : (whole?.facts ?? 0),
  };
}

async function documentCountOf(ctx: AccountContext, kind: FactKind, query: FactQuery): Promise<number> {
  const facts = salesFacts(ctx, kind, query);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    ${
      needsLines(query) ? sql`select from (${facts}) fact group by fact.type, fact.document_id` : facts
    }) documents`.execute(ctx.em.query());
  return rows[0]?.count ?? 0;
}

const nameless: Readonly<Record<Grouping, string>> = {
  customer: 'No customer',
  customerGroup: 'No customer type',
  salesRep: 'No sales rep',
  productLine: 'No product line',
  item: 'No product',
};

async function breakdown(
  ctx: AccountContext,
  view: string,
  found: readonly SumRow[],
  groupBy: Grouping,
): Promise<BreakdownRow[]> {
  const sorted = found
    .map(({ id, amount }) => ({ id, amount: decimal(amount) }))
    .sort((one, other) => other.amount.cmp(one.amount) || ((one.id ?? '') < (other.id ?? '') ? -1 : 1));
  const shown = sorted.slice(0, mostRows);
  const rest = sorted.slice(mostRows);
  const names = await namesOf(
    ctx,
    view,
    shown.flatMap(({ id }) => id ?? []),
    groupBy,
  );
  const rows = shown.map(({ id, amount }) => ({
    id,
    name: id === null ? nameless[groupBy] : (names.get(id) ?? id),
    isRest: false,
    amount: moneyFigure(amount),
  }));
  if (!rest.length) return rows;
  return [
    ...rows,
    {
      id: null,
      name: `${rest.length} others`,
      isRest: true,
      amount: moneyFigure(sumOf(rest.map(({ amount }) => amount))),
    },
  ];
}

async function namesOf(
  ctx: AccountContext,
  view: string,
  ids: readonly string[],
  groupBy: Grouping,
): Promise<ReadonlyMap<string, string>> {
  if (!ids.length) return new Map();
  const name = groupBy === 'item' ? sql`known.sku` : sql`known.name`;
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select known.id, ${name} as name from ${sql.table(view)} known
    where known.account_id = ${ctx.account.id} and known.id = any(${ids}::text[])`.execute(ctx.em.query());
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The period in answers. */
export const periodAnswerOf = (ctx: AccountContext, { startDate, endDate }: Period) => ({
  startDate,
  endDate,
  asOf: ctx.clock.now().toISOString(),
});
