import { Migration } from '@mikro-orm/migrations';

export class Migration20261122184611_order_discounts extends Migration {
  override name = 'Migration20261122184611_order_discounts';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."order_discount" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "code" text not null, "type" text not null, "percentage" numeric(9,6) null, "amount" numeric(14,2) null, "is_active" boolean not null default true, "start_date" date null, "end_date" date null, "minimum_order_total" numeric(14,2) null, "maximum_uses" int null, "order_count" int not null default 0, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "order_discount_account_id_name_id_index" on "commerce"."order_discount" ("account_id", "name", "id");`,
    );

    this.addSql(
      `create table "commerce"."order_discount_group" ("account_id" text collate "C" not null, "order_discount_id" text collate "C" not null, "account_group_id" text collate "C" not null, primary key ("account_id", "order_discount_id", "account_group_id"));`,
    );
    this.addSql(
      `create index "order_discount_group_account_id_account_group_id_index" on "commerce"."order_discount_group" ("account_id", "account_group_id");`,
    );

    this.addSql(
      `create table "commerce"."order_discount_customer" ("account_id" text collate "C" not null, "order_discount_id" text collate "C" not null, "customer_id" text collate "C" not null, primary key ("account_id", "order_discount_id", "customer_id"));`,
    );
    this.addSql(
      `create index "order_discount_customer_account_id_customer_id_index" on "commerce"."order_discount_customer" ("account_id", "customer_id");`,
    );

    this.addSql(
      `alter table "commerce"."order_discount" add constraint "order_discount_text" check (name <> '' and code <> '');`,
    );
    this.addSql(`alter table "commerce"."order_discount" add constraint "order_discount_terms" check ((type = 'percentage' and percentage between 0 and 1 and amount is null)
        or (type = 'amount' and amount > 0 and percentage is null));`);
    this.addSql(
      `alter table "commerce"."order_discount" add constraint "order_discount_dates" check (start_date <= end_date);`,
    );
    this.addSql(
      `alter table "commerce"."order_discount" add constraint "order_discount_minimum" check (minimum_order_total >= 0);`,
    );
    this.addSql(
      `alter table "commerce"."order_discount" add constraint "order_discount_uses" check (maximum_uses > 0 and order_count >= 0);`,
    );
    this.addSql(
      `alter table "commerce"."order_discount" add constraint "order_discount_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."order_discount" enable row level security;`);
    this.addSql(`alter table "commerce"."order_discount" force row level security;`);
    this.addSql(
      `create policy "order_discount_account" on "commerce"."order_discount" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "order_discount_customer" on "commerce"."order_discount" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."order_discount_group" add constraint "order_discount_group_account_id_order_discount_id_foreign" foreign key ("account_id", "order_discount_id") references "commerce"."order_discount" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."order_discount_group" add constraint "order_discount_group_account_id_account_group_id_foreign" foreign key ("account_id", "account_group_id") references "commerce"."account_group" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."order_discount_group" add constraint "order_discount_group_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."order_discount_group" enable row level security;`);
    this.addSql(`alter table "commerce"."order_discount_group" force row level security;`);
    this.addSql(
      `create policy "order_discount_group_account" on "commerce"."order_discount_group" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "order_discount_group_customer" on "commerce"."order_discount_group" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."order_discount_customer" add constraint "order_discount_customer_account_id_order_discount_id_foreign" foreign key ("account_id", "order_discount_id") references "commerce"."order_discount" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."order_discount_customer" add constraint "order_discount_customer_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "commerce"."customer" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."order_discount_customer" add constraint "order_discount_customer_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."order_discount_customer" enable row level security;`);
    this.addSql(`alter table "commerce"."order_discount_customer" force row level security;`);
    this.addSql(
      `create policy "order_discount_customer_account" on "commerce"."order_discount_customer" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "order_discount_customer_customer" on "commerce"."order_discount_customer" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    // People type codes in any case.
    this.addSql(
      `create unique index order_discount_account_id_code_any_case_unique on commerce.order_discount (account_id, lower(code));`,
    );
  }
}
