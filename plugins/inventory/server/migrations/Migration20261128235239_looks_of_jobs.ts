import { Migration } from '@mikro-orm/migrations';

/** What looks over all accounts read of holds that ran out and of lots that expire. */
export class Migration20261128235239_looks_of_jobs extends Migration {
  override name = 'Migration20261128235239_looks_of_jobs';

  override up(): void | Promise<void> {
    this.addSql(`create index lot_is_blocked_expires_on_account_id_index
      on inventory.lot (is_blocked, expires_on, account_id) where is_blocked or expires_on is not null;`);
    this.addSql(`create policy lot_job
      on inventory.lot to millwright_job using (true) with check (true);`);

    this.addSql(`create index hold_line_expires_at_account_id_index
      on inventory.hold_line (expires_at, account_id) where quantity > 0;`);
    this.addSql(`create policy hold_line_job
      on inventory.hold_line to millwright_job using (true) with check (true);`);
  }
}
