import { Migration } from '@mikro-orm/migrations';

/** What looks over all accounts read of reports to mail and of sums to compare. */
export class Migration20261128235316_looks_of_jobs extends Migration {
  override name = 'Migration20261128235316_looks_of_jobs';

  override up(): void | Promise<void> {
    this.addSql(`drop index analytics.scheduled_report_account_id_next_on_index;`);
    this.addSql(`create index scheduled_report_next_on_account_id_index
      on analytics.scheduled_report (next_on, account_id) where not is_paused;`);
    this.addSql(`create policy scheduled_report_job
      on analytics.scheduled_report to millwright_job using (true) with check (true);`);

    this.addSql(`create policy summed_month_job
      on analytics.summed_month to millwright_job using (true) with check (true);`);
  }
}
