import { Migration } from '@mikro-orm/migrations';

/**
 * What looks of scheduled jobs over all accounts read, by indexes, and when each looked; and with which plugins an
 * account was set up.
 */
export class Migration20261128235229_looks_of_jobs extends Migration {
  override name = 'Migration20261128235229_looks_of_jobs';

  override up(): void | Promise<void> {
    this.addSql(`create table core.job_look (
        name text collate "C" not null, looked_at timestamptz not null, primary key (name));`);

    this.addSql(`alter table core.account add set_up_with text null;`);
    this.addSql(`create policy account_job
      on core.account for select to millwright_job using (true);`);

    this.addSql(`create index account_plugin_set
      on core.account_plugin (plugin_id, account_id) where settings <> '{}'::jsonb;`);
    this.addSql(`create policy account_plugin_job
      on core.account_plugin to millwright_job using (true) with check (true);`);

    this.addSql(`create index change_set_updated_at_account_id_index
      on core.change_set (updated_at, account_id) where rows_pruned_at is null;`);
    this.addSql(`create policy change_set_job
      on core.change_set to millwright_job using (true) with check (true);`);

    this.addSql(`create policy idempotency_key_job
      on core.idempotency_key to millwright_job using (true) with check (true);`);

    this.addSql(`create index restored_version_account_id_restored_at_index
      on core.restored_version (account_id, restored_at);`);
    this.addSql(`create policy restored_version_job
      on core.restored_version to millwright_job using (true) with check (true);`);
  }
}
