import {
  decimal,
  type EndpointRequest,
  problems,
  roundHalfUp,
  roundUnitPrice,
  sumOf,
  toWire,
} from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import {
  type analyzeManufacturing,
  type analyzeOpenBatches,
  type analyzeProductionCosts,
  type analyzeProductionEfficiency,
  type Filters,
  type ManufacturingAnswer,
  type ManufacturingType,
  type OpenBatchesAnswer,
  type ProductionCostsAnswer,
  type ProductionEfficiencyAnswer,
  trendOf,
} from '../../contracts/index.ts';
import { and, type Fragment, itemConditions, refuseUnknown } from '../query/conditions.ts';
import { wholeMonths, withoutMonths, workProof } from '../query/months.ts';
import { type Period, periodOf } from '../query/period.ts';
import { bucketOf, moneyFigure, periodAnswerOf } from '../sales/sums.ts';
import { reportedBatchIs } from '../states/states.ts';

const hours = (seconds: string): number => toWire(roundHalfUp(decimal(seconds).div('3600'), 2));
const amount = (text: string): number => toWire(roundUnitPrice(decimal(text)));
const percent = (part: string, whole: string): number | null =>
  decimal(whole).gt('0') ? toWire(roundHalfUp(decimal(part).times('100').div(whole), 2)) : null;

/** A base quantity in the default unit of the item that is joined as `cost`. */
const shown = (value: Fragment): Fragment =>
  sql`coalesce(${value} * cost.unit_denominator / cost.unit_numerator, 0)::numeric(24,6)`;

/** @throws Problem 404 if the account does not have production */
export function requireProduction(ctx: AccountContext): void {
  if (!ctx.isEnabled('production')) throw problems.no_such_endpoint();
}

/** Completed work of the period: rows of `production.v_work` with their day in the account's time zone. */
export function workFacts(ctx: AccountContext, period: Period, filters: Filters): Fragment {
  return sql`select work.*, (work.worked_at at time zone ${ctx.account.timeZone})::date as day
    from production.v_work work
    where ${and([
      sql`work.account_id = ${ctx.account.id} and work.worked_at >= ${period.begin.toISOString()}::timestamptz
        and work.worked_at < ${period.end.toISOString()}::timestamptz`,
      ...itemConditions(ctx, sql`work.item_id`, filters),
    ])}`;
}

/** Conditions for open batches. */
export const openBatches = (ctx: AccountContext, filters: Filters): Fragment =>
  and([
    sql`batch.account_id = ${ctx.account.id} and ${reportedBatchIs.open('batch.status')}`,
    ...itemConditions(ctx, sql`batch.item_id`, filters),
  ]);

export async function openBatchesOf(
  ctx: AccountContext,
  body: EndpointRequest<typeof analyzeOpenBatches>['body'],
): Promise<OpenBatchesAnswer> {
  requireProduction(ctx);
  await refuseUnknown(ctx, body);
  type Row = Omit<OpenBatchesAnswer['rows'][number], 'count' | 'value'> & { count: string; value: string };
  const { rows } = await sql<Row>`select coalesce(department.name, '') as "departmentName",
      coalesce(part.station_name, '') as "stationName", item.sku as "itemName", part.item_id as "itemID",
      part.station_id as "scanningStationID", part.batches as "batchCount", ${shown(sql`part.quantity`)}::text as count,
      item.default_unit_name as unit, part.value::text as value
    from (select batch.item_id, batch.station_id, batch.station_name, batch.department_id, count(*)::int as batches,
        sum(batch.quantity) as quantity, sum(batch.value) as value
      from production.v_batches batch where ${openBatches(ctx, body)} group by 1, 2, 3, 4) part
    join inventory.v_items item on item.account_id = ${ctx.account.id} and item.id = part.item_id
    join inventory.v_item_costs cost on cost.account_id = ${ctx.account.id} and cost.id = part.item_id
    left join inventory.v_departments department
      on department.account_id = ${ctx.account.id} and department.id = part.department_id
    order by part.value desc, item.sku, part.station_id`.execute(ctx.em.query());
  return {
    asOf: ctx.clock.now().toISOString(),
    batchCount: rows.reduce((sum, { batchCount }) => sum + batchCount, 0),
    value: moneyFigure(sumOf(rows.map(({ value }) => value))),
    rows: rows.map((row) => ({ ...row, count: amount(row.count), value: moneyFigure(row.value) })),
  };
}

/** Completed work of the period; from months with stored sums by day and item. */
async function completedWork(ctx: AccountContext, period: Period, filters: Filters): Promise<Fragment> {
  const columns = sql.raw('work.day, work.item_id, work.firsts, work.materials, work.labor, work.overhead');
  const months = await summedWork(ctx, period);
  const parts = withoutMonths(ctx, period, months).map(
    (part) => sql`select ${columns}
    from (${workFacts(ctx, part, filters)}) work`,
  );
  if (months.length)
    parts.push(sql`select ${columns} from analytics.work_of_day work
      where ${and([
        sql`work.account_id = ${ctx.account.id} and date_trunc('month', work.day)::date = any(${months}::date[])`,
        ...itemConditions(ctx, sql`work.item_id`, filters),
      ])}`);
  return sql.join(parts, sql` union all `);
}

/** Complete months of a period whose stored sums still match their work. */
async function summedWork(ctx: AccountContext, period: Period): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`select summed.month::text as month from analytics.summed_month summed
    where summed.account_id = ${ctx.account.id} and summed.kind = 'work' and not summed.is_wrong
      and summed.month = any(${wholeMonths(period)}::date[])
      and summed.proof = ${workProof(ctx, sql`summed.month`)}`.execute(ctx.em.query());
  return rows.map(({ month }) => month);
}

export async function productionCostsOf(
  ctx: AccountContext,
  body: EndpointRequest<typeof analyzeProductionCosts>['body'],
): Promise<ProductionCostsAnswer> {
  requireProduction(ctx);
  const period = periodOf(ctx, body);
  await refuseUnknown(ctx, body);
  type Item = Record<'itemID' | 'sku' | 'description' | 'unit' | 'firsts' | 'materials' | 'labor' | 'overhead', string>;
  const { rows } = await sql<{ buckets: { bucket: string; total: string }[]; items: Item[] }>`
    with fact as materialized (select ${bucketOf(period.step, sql`work.day`)} as bucket, work.item_id,
        sum(work.firsts) as firsts, sum(work.materials) as materials, sum(work.labor) as labor,
        sum(work.overhead) as overhead
      from (${await completedWork(ctx, period, body)}) work group by 1, 2)
    select (select coalesce(json_agg(part), '[]') from (select fact.bucket::text as bucket,
        sum(fact.materials + fact.labor + fact.overhead)::text as total from fact group by 1) part) as buckets,
      (select coalesce(json_agg(json_build_object('itemID', item.id, 'sku', item.sku, 'description', item.description,
          'unit', item.default_unit_name, 'firsts', ${shown(sql`part.firsts`)}::text, 'materials', part.materials::text,
          'labor', part.labor::text, 'overhead', part.overhead::text)
          order by part.materials + part.labor + part.overhead desc, item.sku), '[]')
        from (select fact.item_id, sum(fact.firsts) as firsts, sum(fact.materials) as materials,
          sum(fact.labor) as labor, sum(fact.overhead) as overhead from fact group by 1) part
        join inventory.v_items item on item.account_id = ${ctx.account.id} and item.id = part.item_id
        join inventory.v_item_costs cost on cost.account_id = ${ctx.account.id} and cost.id = part.item_id
        where part.firsts <> 0 or part.materials <> 0 or part.labor <> 0 or part.overhead <> 0) as items`.execute(
    ctx.em.query(),
  );
  const { buckets = [], items = [] } = rows[0] ?? {};
  const sum = (name: 'materials' | 'labor' | 'overhead') => sumOf(items.map((item) => item[name]));
  const [materials, labor, overhead] = [sum('materials'), sum('labor'), sum('overhead')];
  return {
    ...periodAnswerOf(ctx, period),
    materials: moneyFigure(materials),
    labor: moneyFigure(labor),
    overhead: moneyFigure(overhead),
    total: moneyFigure(materials.plus(labor).plus(overhead)),
    trend: trendOf(period, new Map(buckets.map(({ bucket, total }) => [bucket, moneyFigure(total)]))),
    items: items.map((item) => {
      const total = sumOf([item.materials, item.labor, item.overhead]);
      const firsts = decimal(item.firsts);
      return {
        itemID: item.itemID,
        sku: item.sku,
        description: item.description,
        unit: item.unit,
        materials: moneyFigure(item.materials),
        labor: moneyFigure(item.labor),
        overhead: moneyFigure(item.overhead),
        total: moneyFigure(total),
        firsts: amount(item.firsts),
        unitCost: firsts.gt('0') ? toWire(roundUnitPrice(total.div(firsts))) : null,
      };
    }),
  };
}

export async function productionEfficiencyOf(
  ctx: AccountContext,
  body: EndpointRequest<typeof analyzeProductionEfficiency>['body'],
): Promise<ProductionEfficiencyAnswer> {
  requireProduction(ctx);
  const period = periodOf(ctx, body);
  await refuseUnknown(ctx, body);
  type Times = { standard: string; actual: string };
  type Step = Times & { scans: number } & Record<
      'stepID' | 'stepName' | 'departmentName' | 'itemID' | 'sku' | 'firsts' | 'unit',
      string
    >;
  const times = sql`sum(fact.standard)::text as standard, sum(fact.actual)::text as actual`;
  // Only scans that completed a step, or counted a part of it, measure working time; otherwise the time is waiting
  // time.
  const { rows } = await sql<{ buckets: (Times & { bucket: string })[]; steps: Step[] }>`
    with fact as materialized (select ${bucketOf(period.step, sql`done.day`)} as bucket, done.step_id, done.step_name,
        done.department_id, done.item_id, sum(done.firsts) as firsts,
        count(*) filter (where done.firsts > 0) as scans,
        coalesce(sum(done.standard_seconds), 0) as standard,
        coalesce(sum(extract(epoch from done.worked_at - done.since)), 0) as actual
      from (${workFacts(ctx, period, body)}) done
      where (done.firsts > 0 or done.kind = 'split') and done.since is not null group by 1, 2, 3, 4, 5)
    select (select coalesce(json_agg(part), '[]') from (select fact.bucket::text as bucket, ${times}
        from fact group by 1) part) as buckets,
      (select coalesce(json_agg(json_build_object('stepID', part.step_id, 'stepName', coalesce(part.step_name, ''),
          'departmentName', coalesce(department.name, ''), 'itemID', item.id, 'sku', item.sku,
          'firsts', ${shown(sql`part.firsts`)}::text, 'unit', item.default_unit_name, 'scans', part.scans,
          'standard', part.standard, 'actual', part.actual) order by part.step_name, department.name), '[]')
        from (select fact.step_id, fact.step_name, fact.department_id, fact.item_id, sum(fact.firsts) as firsts,
            sum(fact.scans)::int as scans, ${times} from fact group by 1, 2, 3, 4) part
        join inventory.v_items item on item.account_id = ${ctx.account.id} and item.id = part.item_id
        join inventory.v_item_costs cost on cost.account_id = ${ctx.account.id} and cost.id = part.item_id
        left join inventory.v_departments department
          on department.account_id = ${ctx.account.id} and department.id = part.department_id) as steps`.execute(
    ctx.em.query(),
  );
  const { buckets = [], steps = [] } = rows[0] ?? {};
  const standard = sumOf(steps.map((step) => step.standard)).toFixed(6);
  const actual = sumOf(steps.map((step) => step.actual)).toFixed(6);
  return {
    ...periodAnswerOf(ctx, period),
    standardHours: hours(standard),
    actualHours: hours(actual),
    efficiency: percent(standard, actual),
    trend: trendOf(period, new Map(buckets.map((each) => [each.bucket, percent(each.standard, each.actual)])), null),
    steps: steps.map(({ standard: should, actual: did, scans, firsts, ...step }) => ({
      ...step,
      firsts: amount(firsts),
      scanCount: scans,
      standardHours: hours(should),
      actualHours: hours(did),
      efficiency: percent(should, did),
    })),
  };
}

interface MadeRow {
  no_bucket: number;
  bucket: string | null;
  batches: number;
  firsts: string;
  seconds: string;
  waste: string;
  standard: string;
  cost: string;
}

const figureOf: Readonly<Record<ManufacturingType, (row: MadeRow) => number | null>> = {
  batches: ({ batches }) => batches,
  firsts: ({ firsts }) => amount(firsts),
  seconds: ({ seconds }) => amount(seconds),
  waste: ({ waste }) => amount(waste),
  yield: ({ firsts, seconds, waste }) => percent(firsts, sumOf([firsts, seconds, waste]).toFixed(6)),
  labourHours: ({ standard }) => hours(standard),
  cost: ({ cost }) => moneyFigure(cost),
};

export async function manufacturingOf(
  ctx: AccountContext,
  { type, ...body }: EndpointRequest<typeof analyzeManufacturing>['body'],
): Promise<ManufacturingAnswer> {
  requireProduction(ctx);
  const period = periodOf(ctx, body);
  const { rows } = await sql<MadeRow>`
    with fact as (select done.day, done.batch_id, done.is_stocked, done.standard_seconds,
        case when done.is_stocked then ${shown(sql`done.firsts`)} else 0 end as firsts,
        ${shown(sql`done.seconds`)} as seconds, ${shown(sql`done.waste`)} as waste,
        done.materials + done.labor + done.overhead as cost
      from (${workFacts(ctx, period, {})}) done
      left join inventory.v_item_costs cost on cost.account_id = ${ctx.account.id} and cost.id = done.item_id)
    select grouping(part.bucket) as no_bucket, part.bucket::text as bucket,
      count(distinct part.batch_id) filter (where part.is_stocked)::int as batches,
      coalesce(sum(part.firsts), 0)::text as firsts, coalesce(sum(part.seconds), 0)::text as seconds,
      coalesce(sum(part.waste), 0)::text as waste, coalesce(sum(part.standard_seconds), 0)::text as standard,
      coalesce(sum(part.cost), 0)::text as cost
    from (select fact.*, ${bucketOf(period.step, sql`fact.day`)} as bucket from fact) part
    group by grouping sets ((part.bucket), ())`.execute(ctx.em.query());
  const whole = rows.find(({ no_bucket }) => no_bucket === 1) as MadeRow;
  const buckets = rows.filter(({ no_bucket }) => no_bucket === 0);
  const none = type === 'yield' ? null : 0;
  return {
    ...periodAnswerOf(ctx, period),
    type,
    value: figureOf[type](whole),
    trend: trendOf(period, new Map(buckets.map((row) => [row.bucket ?? '', figureOf[type](row)])), none),
  };
}
