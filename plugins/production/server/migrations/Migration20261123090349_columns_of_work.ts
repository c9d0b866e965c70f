import { Migration } from '@mikro-orm/migrations';

const tables = ['batch_event', 'batch_change', 'batch_edge'] as const;

/** What figures ask of work in columns of its own: read out of JSON and edges a million scans took seconds. */
export class Migration20261123090349_columns_of_work extends Migration {
  override name = 'Migration20261123090349_columns_of_work';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "production"."batch_change" add "kind" text null, add "station_id" text collate "C" null, add
        "worked_at" timestamptz null, add "since" timestamptz null, add "from_step_id" text collate "C" null, add
        "from_item_id" text collate "C" null, add "firsts" numeric(18,6) null;`,
    );
    for (const table of tables) this.addSql(`alter table production.${table} no force row level security;`);
    this.addSql(`
      update production.batch_change change set kind = event.kind,
        station_id = event.station_id, worked_at = coalesce(event.scanned_at, event.created_at),
        since = (change.before ->> 'scannedAt')::timestamptz, from_step_id = change.before ->> 'stepID',
        from_item_id = change.before ->> 'itemID',
        firsts = coalesce((select sum(edge.quantity) from production.batch_edge edge
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
            when event.kind = 'close' then change.counted else 0 end
      from production.batch_event event
      where event.account_id = change.account_id and event.id = change.event_id
        and event.kind not in ('init', 'delete', 'undo') and change.before ->> 'stepID' is not null;
    `);
    for (const table of tables) this.addSql(`alter table production.${table} force row level security;`);
    this.addSql(`
      create index "batch_change_account_id_worked_at_index" on "production"."batch_change" ("account_id",
        "worked_at");
      create index batch_event_undoing on production.batch_event (account_id, undoes_id) where undoes_id is not null;
      drop index production.batch_event_worked;
      drop view production.v_work;
      create view production.v_work with (security_invoker = true) as
        select work.account_id, work.event_id, work.batch_id, work.kind, work.worked_at, work.since,
          work.station_id, station.department_id, work.from_step_id as step_id, step.name as step_name,
          work.from_item_id as item_id, work.firsts, work.seconds, work.waste, work.materials, work.labor,
          work.overhead,
          work.firsts / step.base_measure * step.labor_time
            * case step.labor_time_unit when 'sec' then 1 when 'min' then 60 when 'hr' then 3600 else 86400 end
            * (step.leveling_factor + 1) * (step.allowances + 1) as standard_seconds,
          work.kind = 'close' and work.firsts > 0 as is_stocked
        from production.batch_change work
        left join production.production_step step on step.account_id = work.account_id and step.id = work.from_step_id
        left join production.scanning_station station on station.account_id = work.account_id
          and station.id = work.station_id
        where work.worked_at is not null
          and not exists (select from production.batch_event undone where undone.account_id = work.account_id
            and undone.undoes_id = work.event_id and undone.undoes_id is not null);
    `);
  }
}
