import { addDays } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import { workFacts } from '../production/production.queries.ts';
import { and, type Fragment } from '../query/conditions.ts';
import { monthOf, salesProof, spanOf, workProof } from '../query/months.ts';
import { type Period, periodOf } from '../query/period.ts';
import { salesFacts } from '../sales/facts.ts';

type Kind = 'sales' | 'work';

/** All completed months. */
function past(ctx: AccountContext): Period {
  const endDate = addDays(monthOf(todayOf(ctx)), -1);
  return spanOf(ctx, periodOf(ctx, {}), { startDate: '2000-01-01', endDate });
}

const monthOfDay = sql`date_trunc('month', fact.day)::date`;
const among = (months: readonly string[]): Fragment => sql`${monthOfDay} = any(${months}::date[])`;

/** Stored sums of months: table, columns, the proof of their sources, and the sums. */
const kinds: Readonly<
  Record<
    Kind,
    {
      table: string;
      key: string;
      columns: readonly string[];
      proofs(ctx: AccountContext, only?: readonly string[]): Fragment;
      sums(ctx: AccountContext, months: readonly string[]): Fragment;
    }
  >
> = {
  sales: {
    table: 'analytics.sold_in_month',
    key: 'month',
    columns: ['amount'],
    proofs: (ctx, only) => sql`select ${monthOfDay} as month, ${salesProof} as proof
      from (${salesFacts(ctx, 'sales', { period: past(ctx) })}) fact
      where ${only ? among(only) : sql`true`} group by 1`,
    sums: (ctx, months) => sql`select ${monthOfDay} as key, coalesce(fact.item_id, '') as item_id,
        sum(fact.amount) as amount
      from (${salesFacts(ctx, 'sales', { period: past(ctx) }, 'item')}) fact where ${among(months)} group by 1, 2`,
  },
  work: {
    table: 'analytics.work_of_day',
    key: 'day',
    columns: ['firsts', 'materials', 'labor', 'overhead'],
    proofs: (ctx, only) => sql`select found.month, ${workProof(ctx, sql`found.month`)} as proof
      from (select distinct date_trunc('month', mark.worked_at at time zone ${ctx.account.timeZone})::date as month
        from production.v_work_marks mark
        where mark.account_id = ${ctx.account.id}
          and mark.worked_at < ${past(ctx).end.toISOString()}::timestamptz) found
      where ${only ? sql`found.month = any(${only}::date[])` : sql`true`}`,
    sums: (ctx, months) => sql`select fact.day as key, fact.item_id, sum(fact.firsts) as firsts,
        sum(fact.materials) as materials, sum(fact.labor) as labor, sum(fact.overhead) as overhead
      from (${workFacts(ctx, past(ctx), {})}) fact where ${among(months)} group by 1, 2`,
  },
};

/**
 * Stores sums of completed months that are new or changed, always calculated from all documents. Unchanged months are
 * compared with their documents; a month that differs is marked, so that it is read from the documents and reported by
 * doctor.
 */
export async function sumMonths(ctx: AccountContext): Promise<void> {
  for (const kind of ['sales', 'work'] as const)
    if (kind === 'sales' || ctx.isEnabled('production')) await sumMonthsOf(ctx, kind);
}

async function sumMonthsOf(ctx: AccountContext, kind: Kind): Promise<void> {
  const { table, key, columns, proofs, sums } = kinds[kind];
  const query = ctx.em.query();
  const account = ctx.account.id;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`analytics.sums ${account}`}, 0))`.execute(query);
  const { rows } = await sql<{ month: string; isSame: boolean | null; isGone: boolean }>`
    select coalesce(live.month, kept.month)::text as month, live.proof = kept.proof as "isSame",
      live.month is null as "isGone"
    from (${proofs(ctx)}) live
    full join (select summed.month, summed.proof from analytics.summed_month summed
      where summed.account_id = ${account} and summed.kind = ${kind}) kept on kept.month = live.month`.execute(query);
  const same = rows.filter(({ isSame }) => isSame).map(({ month }) => month);
  const changed = rows.filter(({ isSame }) => !isSame);
  const keyed = sql.ref(`kept.${key}`);
  const inMonths = (months: readonly string[]): Fragment =>
    sql`kept.account_id = ${account} and date_trunc('month', ${keyed})::date = any(${months}::date[])`;
  if (same.length) {
    const differs = sql.join(
      columns.map((name) => sql`${sql.ref(`kept.${name}`)} is distinct from ${sql.ref(`live.${name}`)}`),
      sql` or `,
    );
    await sql`update analytics.summed_month summed set is_wrong = true
      where summed.account_id = ${account} and summed.kind = ${kind} and summed.month in (
        select date_trunc('month', coalesce(kept.key, live.key))::date
        from (select ${keyed} as key, kept.item_id, ${sql.join(columns.map((name) => sql.ref(`kept.${name}`)))}
          from ${sql.table(table)} kept where ${inMonths(same)}) kept
        full join (${sums(ctx, same)}) live on live.key = kept.key and live.item_id = kept.item_id
        where ${differs})`.execute(query);
  }
  if (!changed.length) return;
  const touched = changed.map(({ month }) => month);
  const present = changed.filter(({ isGone }) => !isGone).map(({ month }) => month);
  await sql`delete from ${sql.table(table)} kept where ${inMonths(touched)}`.execute(query);
  await sql`delete from analytics.summed_month summed where ${and([
    sql`summed.account_id = ${account} and summed.kind = ${kind}`,
    sql`summed.month = any(${touched}::date[])`,
  ])}`.execute(query);
  if (!present.length) return;
  // Read in one statement, so that proof and sums belong to the same state.
  const texts = sql.join(columns.map((name) => sql`live.${sql.ref(name)}::text`));
  const { rows: found } = await sql<{ proofs: object[] | null; sums: object[] | null }>`select
      (select json_agg(each) from (select live.month::text, live.proof
        from (${proofs(ctx, present)}) live) each) as proofs,
      (select json_agg(each) from (select live.key::text as ${sql.ref(key)}, live.item_id, ${texts}
        from (${sums(ctx, present)}) live) each) as sums`.execute(query);
  const now = ctx.clock.now();
  await ctx.em.insert(
    'analytics.summed_month',
    (found[0]?.proofs ?? []).map((proof) => ({ kind, ...proof, summed_at: now, is_wrong: false })),
  );
  await ctx.em.insert(table, found[0]?.sums ?? []);
}
