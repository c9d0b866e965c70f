import { Migration } from '@mikro-orm/migrations';

/** Tables of which they see nothing. */
const closed = ['dashboard', 'scheduled_report', 'sold_in_month', 'summed_month', 'work_of_day'];

const own = "account_id = current_setting('app.account_id')";
const isStaff = "current_setting('app.customer_id') = ''";

/** One permissive policy for each role and command in place of a restrictive one beside that of the account. */
export class Migration20261128211445_one_policy_a_role extends Migration {
  override name = 'Migration20261128211445_one_policy_a_role';

  override up(): void | Promise<void> {
    for (const table of closed) this.#limit(table, isStaff);
  }

  #limit(table: string, rule: string): void {
    this.addSql(`
      drop policy "${table}_customer" on "analytics"."${table}";
      alter policy "${table}_account" on "analytics"."${table}" to millwright_tenant
        using (${own} and ${rule}) with check (${own} and ${rule});
      create policy "${table}_auth" on "analytics"."${table}" to millwright_auth using (${own}) with check (${own});
    `);
  }
}
