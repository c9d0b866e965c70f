import { Migration } from '@mikro-orm/migrations';

/** What a look over all accounts reads of who has work to sum up. */
export class Migration20261128235328_looks_of_jobs extends Migration {
  override name = 'Migration20261128235328_looks_of_jobs';

  override up(): void | Promise<void> {
    this.addSql(`create policy batch_change_job
      on production.batch_change to millwright_job using (true) with check (true);`);
  }
}
