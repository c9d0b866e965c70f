import { Migration } from '@mikro-orm/migrations';

/** What looks over all accounts read of pages that are over, links that ran out, and who has sales to sum up. */
export class Migration20261128235249_looks_of_jobs extends Migration {
  override name = 'Migration20261128235249_looks_of_jobs';

  override up(): void | Promise<void> {
    this.addSql(`drop index commerce.checkout_session_account_id_expires_at_index;`);
    this.addSql(`create index checkout_session_expires_at_account_id_index
      on commerce.checkout_session (expires_at, account_id) where status in ('open', 'processing');`);
    this.addSql(`create policy checkout_session_job
      on commerce.checkout_session to millwright_job using (true) with check (true);`);

    this.addSql(`create policy document_link_job
      on commerce.document_link to millwright_job using (true) with check (true);`);

    this.addSql(`create policy invoice_job
      on commerce.invoice to millwright_job using (true) with check (true);`);
  }
}
