import { Migration } from '@mikro-orm/migrations';

/** What looks over all accounts read of late documents, connections to ask, and what waits for a person. */
export class Migration20261128235304_looks_of_jobs extends Migration {
  override name = 'Migration20261128235304_looks_of_jobs';

  override up(): void | Promise<void> {
    this.addSql(`create index connection_retry_at_account_id_index
      on edi.connection (retry_at, account_id) where is_active and kind <> 'mailbox';`);
    this.addSql(`create policy connection_job
      on edi.connection to millwright_job using (true) with check (true);`);

    this.addSql(`create policy file_job
      on edi.file to millwright_job using (true) with check (true);`);

    this.addSql(`create index document_due_at_account_id_index
      on edi.document (due_at, account_id) where is_live and acknowledgment = 'waiting';`);
    this.addSql(`create policy document_job
      on edi.document to millwright_job using (true) with check (true);`);

    this.addSql(`create policy document_hold_job
      on edi.document_hold to millwright_job using (true) with check (true);`);
  }
}
