import { Migration } from '@mikro-orm/migrations';

/** What a look over all accounts reads of labels that may be forgotten. */
export class Migration20261128235344_looks_of_jobs extends Migration {
  override name = 'Migration20261128235344_looks_of_jobs';

  override up(): void | Promise<void> {
    this.addSql(`create index pallet_label_account_id_printed_at_index
      on acme_pallet_labels.pallet_label (account_id, printed_at) where printed_at is not null;`);
    this.addSql(`create policy pallet_label_job
      on acme_pallet_labels.pallet_label to millwright_job using (true) with check (true);`);
  }
}
