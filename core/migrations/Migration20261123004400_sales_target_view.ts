import { Migration } from '@mikro-orm/migrations';

/** Domains that sell say what became of targets. */
export class Migration20261123004400_sales_target_view extends Migration {
  override name = 'Migration20261123004400_sales_target_view';

  override up(): void | Promise<void> {
    this.addSql(`
      create view core.v_sales_targets with (security_invoker = true) as
        select account_id, id, created_at, updated_at, version, member_id, amount, starts_on, ends_on, note
        from core.sales_target;
    `);
  }
}
