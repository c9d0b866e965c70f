import { Migration } from '@mikro-orm/migrations';

/** Tables of which they see nothing. */
const closed = [
  'connection',
  'control_number',
  'dc_location',
  'document',
  'document_hold',
  'document_order',
  'file',
  'interchange',
  'mailbox_file',
  'partner',
  'partner_item',
  'run',
];

const own = "account_id = current_setting('app.account_id')";
const isStaff = "current_setting('app.customer_id') = ''";

/** One permissive policy for each role and command in place of a restrictive one beside that of the account. */
export class Migration20261128211502_one_policy_a_role extends Migration {
  override name = 'Migration20261128211502_one_policy_a_role';

  override up(): void | Promise<void> {
    for (const table of closed) this.#limit(table, isStaff);
  }

  #limit(table: string, rule: string): void {
    this.addSql(`
      drop policy "${table}_customer" on "edi"."${table}";
      alter policy "${table}_account" on "edi"."${table}" to millwright_tenant
        using (${own} and ${rule}) with check (${own} and ${rule});
      create policy "${table}_auth" on "edi"."${table}" to millwright_auth using (${own}) with check (${own});
    `);
  }
}
