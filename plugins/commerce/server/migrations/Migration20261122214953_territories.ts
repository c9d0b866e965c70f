import { Migration } from '@mikro-orm/migrations';

export class Migration20261122214953_territories extends Migration {
  override name = 'Migration20261122214953_territories';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."territory" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "sales_rep_id" text collate "C" not null, "state" text null, "start_zipcode" int null, "end_zipcode" int null, "product_line_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "territory_account_id_sales_rep_id_index" on "commerce"."territory" ("account_id", "sales_rep_id");`,
    );
    this.addSql(
      `create index "territory_account_id_product_line_id_index" on "commerce"."territory" ("account_id", "product_line_id") where product_line_id is not null;`,
    );

    this.addSql(
      `alter table "commerce"."territory" add constraint "territory_account_id_sales_rep_id_foreign" foreign key ("account_id", "sales_rep_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."territory" add constraint "territory_zipcodes" check (num_nulls(start_zipcode, end_zipcode) in (0, 2) and start_zipcode >= 501 and end_zipcode <= 99999 and start_zipcode <= end_zipcode);`,
    );
    this.addSql(`alter table "commerce"."territory" add constraint "territory_state" check (state <> '');`);
    this.addSql(
      `alter table "commerce"."territory" add constraint "territory_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."territory" enable row level security;`);
    this.addSql(`alter table "commerce"."territory" force row level security;`);
    this.addSql(
      `create policy "territory_account" on "commerce"."territory" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "territory_customer" on "commerce"."territory" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
  }
}
