import { Migration } from '@mikro-orm/migrations';

/** Batches and what was done to them, for figures. */
export class Migration20261123010000_work_views extends Migration {
  override name = 'Migration20261123010000_work_views';

  override up(): void | Promise<void> {
    this.addSql(`
      create view production.v_batches with (security_invoker = true) as
        select batch.account_id, batch.id, batch.number, batch.run_id, batch.status, batch.step_id,
          step.name as step_name,
          batch.item_id, batch.quantity, batch.seconds, batch.waste, batch.value, batch.station_id,
          station.name as station_name, station.department_id, batch.scanned_at, batch.closed_at, batch.created_at
        from production.batch batch
        join production.production_step step on step.account_id = batch.account_id and step.id = batch.step_id
        left join production.scanning_station station
          on station.account_id = batch.account_id and station.id = batch.station_id;
      -- Firsts are what a made batch took to another step, or the batch itself: all that it counted before, with what
      -- joined it, less what was lost; or what it closed with.
      create view production.v_work with (security_invoker = true) as
        select done.account_id, done.event_id, done.batch_id, done.kind, done.worked_at, done.since, done.station_id,
          station.department_id, done.step_id, step.name as step_name, done.item_id, done.firsts, done.seconds,
            done.waste,
          done.materials, done.labor, done.overhead,
          done.firsts / step.base_measure * step.labor_time
            * case step.labor_time_unit when 'sec' then 1 when 'min' then 60 when 'hr' then 3600 else 86400 end
            * (step.leveling_factor + 1) * (step.allowances + 1) as standard_seconds,
          done.kind = 'close' and done.firsts > 0 as is_stocked
        from (select event.account_id, event.id as event_id, change.batch_id, event.kind,
            coalesce(event.scanned_at, event.created_at) as worked_at,
            (change.before ->> 'scannedAt')::timestamptz as since, event.station_id,
            (change.before ->> 'stepID') collate "C" as step_id, (change.before ->> 'itemID') collate "C" as item_id,
            coalesce((select sum(edge.quantity) from production.batch_edge edge
              join production.batch_change made on made.account_id = edge.account_id and made.event_id = edge.event_id
                and made.batch_id = edge.target_batch_id
              where edge.account_id = change.account_id and edge.event_id = change.event_id
                and edge.source_batch_id = change.batch_id and made.before ->> 'stepID' is null
                and made.step_id <> change.before ->> 'stepID'), 0)
              + case when change.step_id <> change.before ->> 'stepID'
                then change.counted - change.quantity - change.seconds - change.waste
                  + coalesce((select sum(edge.quantity) from production.batch_edge edge
                    where edge.account_id = change.account_id and edge.event_id = change.event_id
                      and edge.target_batch_id = change.batch_id), 0)
                when event.kind = 'close' then change.counted else 0 end as firsts,
            change.seconds, change.waste, change.materials, change.labor, change.overhead
          from production.batch_event event
          join production.batch_change change on change.account_id = event.account_id and change.event_id = event.id
          where event.kind not in ('init', 'delete', 'undo') and change.before ->> 'stepID' is not null
            and not exists (select from production.batch_event undone
              where undone.account_id = event.account_id and undone.undoes_id = event.id)) done
        left join production.production_step step on step.account_id = done.account_id and step.id = done.step_id
        left join production.scanning_station station on station.account_id = done.account_id
          and station.id = done.station_id;
      create index batch_event_worked on production.batch_event (account_id, (coalesce(scanned_at, created_at)), id)
        where kind not in ('init', 'delete', 'undo');
    `);
  }
}
