import { Migration } from '@mikro-orm/migrations';

/** Production runs and what they cost beside their goods, for the books. */
export class Migration20261123034406_run_costs extends Migration {
  override name = 'Migration20261123034406_run_costs';

  override up(): void | Promise<void> {
    this.addSql(`
      create index batch_event_account_id_created_at_id_index
        on production.batch_event (account_id, created_at, id);
      create view production.v_runs with (security_invoker = true) as
        select run.account_id, run.id, run.number, run.due_at, run.started_at, run.completed_at, run.created_at
        from production.production_run run where run.deleted_at is null;
      -- A batch that is gone was made by a scan that is taken back: what it cost was taken back before.
      create view production.v_run_costs with (security_invoker = true) as
        select change.account_id, change.event_id, change.batch_id, batch.run_id, event.created_at as at,
          change.labor, change.overhead, change.lost
        from production.batch_event event
        join production.batch_change change on change.account_id = event.account_id and change.event_id = event.id
        join production.batch batch on batch.account_id = change.account_id and batch.id = change.batch_id
        where (change.labor, change.overhead, change.lost) is distinct from (0, 0, 0);
    `);
  }
}
