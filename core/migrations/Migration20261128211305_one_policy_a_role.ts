import { Migration } from '@mikro-orm/migrations';

/** Tables of which people of a customer see their own rows, with the column that says whose a row is. */
const ofCustomers: Readonly<Record<string, string>> = {
  party: 'id',
  party_address: 'party_id',
  search_document: 'customer_id',
};

/** Tables of which they see nothing. */
const closed = ['widget_session'];

const own = "account_id = current_setting('app.account_id')";
const isStaff = "current_setting('app.customer_id') = ''";

/** One permissive policy for each role and command in place of a restrictive one beside that of the account. */
export class Migration20261128211305_one_policy_a_role extends Migration {
  override name = 'Migration20261128211305_one_policy_a_role';

  override up(): void | Promise<void> {
    for (const [table, column] of Object.entries(ofCustomers))
      this.#limit(table, `case when ${isStaff} then true else ${column} = current_setting('app.customer_id') end`);
    for (const table of closed) this.#limit(table, isStaff);
    // What waits cannot be removed by anybody, whatever else the role may.
    this.addSql(`
      drop policy event_outbox_job_delete on core.event_outbox;
      drop policy event_outbox_job on core.event_outbox;
      create policy event_outbox_job on core.event_outbox for select to millwright_job using (true);
      create policy event_outbox_job_update on core.event_outbox for update to millwright_job
        using (true) with check (true);
      create policy event_outbox_job_delete on core.event_outbox for delete to millwright_job
        using (dispatched_at is not null);
    `);
  }

  #limit(table: string, rule: string): void {
    this.addSql(`
      drop policy "${table}_customer" on "core"."${table}";
      alter policy "${table}_account" on "core"."${table}" to millwright_tenant
        using (${own} and ${rule}) with check (${own} and ${rule});
      create policy "${table}_auth" on "core"."${table}" to millwright_auth using (${own}) with check (${own});
    `);
  }
}
