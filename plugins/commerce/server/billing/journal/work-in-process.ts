import { type AccountContext, sql } from '@millwright/core/server';
import { type JournalDays, within } from './stock-moves.ts';

/**
 * Postings of production runs, except for goods, which are posted by their stock movements. Labor and overhead are
 * posted to work in process at the rates of the steps, and scrap is posted out of it. The rest in work in process at
 * the completion of a run, and later postings, are variance: they come from material that was missing when it was
 * consumed, and from rounding.
 */
export const workInProcess = (ctx: AccountContext, days: JournalDays) => {
  const { id, timeZone } = ctx.account;
  if (!ctx.isEnabled('production'))
    return sql`work as (select null::date as day, null::text as document, null::text as record_id,
      null::text as account, 0::numeric as amount where false)`;
  const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone ${timeZone})::date`;
  return sql`run_cost as (
      select run.id as run_id, run.number, ${dayOf('run.completed_at')} as completed_on, ${dayOf('cost.at')} as day,
        round(cost.labor, 2) as labor, round(cost.overhead, 2) as overhead, round(cost.lost, 2) as lost, 0 as goods
      from production.v_run_costs cost
      join production.v_runs run on run.account_id = cost.account_id and run.id = cost.run_id
      where cost.account_id = ${id} and (${within(ctx, 'cost.at', days)} or ${within(ctx, 'run.completed_at', days)})
      union all
      select run.id, run.number, ${dayOf('run.completed_at')}, ${dayOf('movement.created_at')}, 0, 0, 0,
        -movement.book_amount
      from production.v_runs run
      join inventory.v_movements movement on movement.account_id = run.account_id
        and movement.source_type = 'production_run' and movement.source_id = run.id and movement.owner_id = ${id}
      where run.account_id = ${id} and run.completed_at is not null
        and (${within(ctx, 'movement.created_at', days)} or ${within(ctx, 'run.completed_at', days)})
    ), run_variance as (
      select run_id, number, greatest(day, completed_on) as day, sum(labor + overhead - lost + goods) as amount
      from run_cost where completed_on is not null group by 1, 2, 3
    ), work as (
      select day, 'Production run ' || number as document, run_id as record_id, part.account, part.amount
      from run_cost cross join lateral (values ('work_in_process', labor + overhead - lost),
        ('labor_absorbed', -labor), ('overhead_absorbed', -overhead), ('scrap', lost)) as part (account, amount)
      union all
      select day, 'Production run ' || number || ', completed', run_id, part.account, part.amount
      from run_variance cross join lateral (values ('work_in_process', -amount), ('production_variance', amount))
        as part (account, amount)
    )`;
};
