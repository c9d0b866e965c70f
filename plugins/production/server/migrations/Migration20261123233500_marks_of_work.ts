import { Migration } from '@mikro-orm/migrations';

/** One row for each change that work made, and one more where it was taken back: their count only grows. */
export class Migration20261123233500_marks_of_work extends Migration {
  override name = 'Migration20261123233500_marks_of_work';

  override up(): void | Promise<void> {
    this.addSql(`
      create view production.v_work_marks with (security_invoker = true) as
        select account_id, worked_at from production.batch_change where worked_at is not null
        union all
        select work.account_id, work.worked_at
        from production.batch_event undone
        join production.batch_change work on work.account_id = undone.account_id and work.event_id = undone.undoes_id
        where undone.undoes_id is not null and work.worked_at is not null;
    `);
  }
}
