import { Migration } from '@mikro-orm/migrations';

export class Migration20261122212513_sales_order_runs extends Migration {
  override name = 'Migration20261122212513_sales_order_runs';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."sales_order_run" ("account_id" text collate "C" not null, "order_id" text collate "C" not null, "run_id" text collate "C" not null, "run_number" text not null, primary key ("account_id", "order_id", "run_id"));`,
    );
    this.addSql(
      `create index "sales_order_run_account_id_run_id_index" on "commerce"."sales_order_run" ("account_id", "run_id");`,
    );

    this.addSql(
      `alter table "commerce"."sales_order_run" add constraint "sales_order_run_account_id_order_id_foreign" foreign key ("account_id", "order_id") references "commerce"."sales_order" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."sales_order_run" add constraint "sales_order_run_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."sales_order_run" enable row level security;`);
    this.addSql(`alter table "commerce"."sales_order_run" force row level security;`);
    this.addSql(
      `create policy "sales_order_run_account" on "commerce"."sales_order_run" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "sales_order_run_customer" on "commerce"."sales_order_run" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
  }
}
