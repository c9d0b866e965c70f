import { Migration } from '@mikro-orm/migrations';

export class Migration20261122211156_prices_and_volume_discounts extends Migration {
  override name = 'Migration20261122211156_prices_and_volume_discounts';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."account_price" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "customer_id" text collate "C" null, "account_group_id" text collate "C" null, "item_id" text collate "C" null, "product_line_id" text collate "C" null, "unit_value" numeric(18,6) not null, "unit_id" text collate "C" not null, "minimum_quantity" numeric(18,6) null, "start_date" date null, "end_date" date null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "account_price_account_id_customer_id_item_id_index" on "commerce"."account_price" ("account_id", "customer_id", "item_id") where customer_id is not null;`,
    );
    this.addSql(
      `create index "account_price_account_id_account_group_id_item_id_index" on "commerce"."account_price" ("account_id", "account_group_id", "item_id") where account_group_id is not null;`,
    );
    this.addSql(
      `create index "account_price_account_id_item_id_index" on "commerce"."account_price" ("account_id", "item_id") where item_id is not null;`,
    );
    this.addSql(
      `create index "account_price_account_id_product_line_id_index" on "commerce"."account_price" ("account_id", "product_line_id") where product_line_id is not null;`,
    );
    this.addSql(
      `create index "account_price_account_id_unit_id_index" on "commerce"."account_price" ("account_id", "unit_id");`,
    );

    this.addSql(
      `create table "commerce"."account_price_category" ("account_id" text collate "C" not null, "account_price_id" text collate "C" not null, "category_id" text collate "C" not null, primary key ("account_id", "account_price_id", "category_id"));`,
    );
    this.addSql(
      `create index "account_price_category_account_id_category_id_index" on "commerce"."account_price_category" ("account_id", "category_id");`,
    );

    this.addSql(
      `create table "commerce"."account_price_attribute" ("account_id" text collate "C" not null, "account_price_id" text collate "C" not null, "attribute_id" text collate "C" not null, primary key ("account_id", "account_price_id", "attribute_id"));`,
    );
    this.addSql(
      `create index "account_price_attribute_account_id_attribute_id_index" on "commerce"."account_price_attribute" ("account_id", "attribute_id");`,
    );

    this.addSql(
      `create table "commerce"."volume_discount" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "applies_to_customer_prices" boolean not null default true, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "commerce"."volume_discount" add constraint "volume_discount_account_id_name_unique" unique ("account_id", "name");`,
    );

    this.addSql(
      `create table "commerce"."volume_discount_attribute" ("account_id" text collate "C" not null, "volume_discount_id" text collate "C" not null, "attribute_id" text collate "C" not null, primary key ("account_id", "volume_discount_id", "attribute_id"));`,
    );
    this.addSql(
      `create index "volume_discount_attribute_account_id_attribute_id_index" on "commerce"."volume_discount_attribute" ("account_id", "attribute_id");`,
    );

    this.addSql(
      `create table "commerce"."volume_discount_category" ("account_id" text collate "C" not null, "volume_discount_id" text collate "C" not null, "category_id" text collate "C" not null, primary key ("account_id", "volume_discount_id", "category_id"));`,
    );
    this.addSql(
      `create index "volume_discount_category_account_id_category_id_index" on "commerce"."volume_discount_category" ("account_id", "category_id");`,
    );

    this.addSql(
      `create table "commerce"."volume_discount_group" ("account_id" text collate "C" not null, "volume_discount_id" text collate "C" not null, "account_group_id" text collate "C" not null, primary key ("account_id", "volume_discount_id", "account_group_id"));`,
    );
    this.addSql(
      `create index "volume_discount_group_account_id_account_group_id_index" on "commerce"."volume_discount_group" ("account_id", "account_group_id");`,
    );

    this.addSql(
      `create table "commerce"."volume_discount_product_line" ("account_id" text collate "C" not null, "volume_discount_id" text collate "C" not null, "product_line_id" text collate "C" not null, primary key ("account_id", "volume_discount_id", "product_line_id"));`,
    );
    this.addSql(
      `create index "volume_discount_product_line_account_id_product_line_id_index" on "commerce"."volume_discount_product_line" ("account_id", "product_line_id");`,
    );

    this.addSql(
      `create table "commerce"."volume_discount_tier" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "volume_discount_id" text collate "C" not null, "name" text not null, "discount_percentage" numeric(9,6) not null default '0', "threshold" numeric(18,6) not null default '0', primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "commerce"."volume_discount_tier" add constraint "volume_discount_tier_account_id_threshold_unique" unique ("account_id", "volume_discount_id", "threshold");`,
    );

    this.addSql(
      `create table "commerce"."volume_discount_unit" ("account_id" text collate "C" not null, "volume_discount_id" text collate "C" not null, "unit_id" text collate "C" not null, primary key ("account_id", "volume_discount_id", "unit_id"));`,
    );
    this.addSql(
      `create index "volume_discount_unit_account_id_unit_id_index" on "commerce"."volume_discount_unit" ("account_id", "unit_id");`,
    );

    this.addSql(
      `alter table "commerce"."account_price" add constraint "account_price_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "commerce"."customer" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."account_price" add constraint "account_price_account_id_account_group_id_foreign" foreign key ("account_id", "account_group_id") references "commerce"."account_group" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."account_price" add constraint "account_price_recipient" check (num_nonnulls(customer_id, account_group_id) = 1);`,
    );
    this.addSql(
      `alter table "commerce"."account_price" add constraint "account_price_value" check (unit_value >= 0 and minimum_quantity > 0);`,
    );
    this.addSql(
      `alter table "commerce"."account_price" add constraint "account_price_dates" check (start_date <= end_date);`,
    );
    this.addSql(
      `alter table "commerce"."account_price" add constraint "account_price_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."account_price" enable row level security;`);
    this.addSql(`alter table "commerce"."account_price" force row level security;`);
    this.addSql(
      `create policy "account_price_account" on "commerce"."account_price" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "account_price_customer" on "commerce"."account_price" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."account_price_category" add constraint "account_price_category_account_id_account_price_id_foreign" foreign key ("account_id", "account_price_id") references "commerce"."account_price" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."account_price_category" add constraint "account_price_category_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."account_price_category" enable row level security;`);
    this.addSql(`alter table "commerce"."account_price_category" force row level security;`);
    this.addSql(
      `create policy "account_price_category_account" on "commerce"."account_price_category" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "account_price_category_customer" on "commerce"."account_price_category" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."account_price_attribute" add constraint "account_price_attribute_account_id_account_price_id_foreign" foreign key ("account_id", "account_price_id") references "commerce"."account_price" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."account_price_attribute" add constraint "account_price_attribute_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."account_price_attribute" enable row level security;`);
    this.addSql(`alter table "commerce"."account_price_attribute" force row level security;`);
    this.addSql(
      `create policy "account_price_attribute_account" on "commerce"."account_price_attribute" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "account_price_attribute_customer" on "commerce"."account_price_attribute" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(`alter table "commerce"."volume_discount" add constraint "volume_discount_name" check (name <> '');`);
    this.addSql(
      `alter table "commerce"."volume_discount" add constraint "volume_discount_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."volume_discount" enable row level security;`);
    this.addSql(`alter table "commerce"."volume_discount" force row level security;`);
    this.addSql(
      `create policy "volume_discount_account" on "commerce"."volume_discount" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "volume_discount_customer" on "commerce"."volume_discount" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."volume_discount_attribute" add constraint "volume_discount_attribute_account_id_volume_discount_id_foreign" foreign key ("account_id", "volume_discount_id") references "commerce"."volume_discount" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."volume_discount_attribute" add constraint "volume_discount_attribute_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."volume_discount_attribute" enable row level security;`);
    this.addSql(`alter table "commerce"."volume_discount_attribute" force row level security;`);
    this.addSql(
      `create policy "volume_discount_attribute_account" on "commerce"."volume_discount_attribute" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "volume_discount_attribute_customer" on "commerce"."volume_discount_attribute" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."volume_discount_category" add constraint "volume_discount_category_account_id_volume_discount_id_foreign" foreign key ("account_id", "volume_discount_id") references "commerce"."volume_discount" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."volume_discount_category" add constraint "volume_discount_category_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."volume_discount_category" enable row level security;`);
    this.addSql(`alter table "commerce"."volume_discount_category" force row level security;`);
    this.addSql(
      `create policy "volume_discount_category_account" on "commerce"."volume_discount_category" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "volume_discount_category_customer" on "commerce"."volume_discount_category" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."volume_discount_group" add constraint "volume_discount_group_account_id_volume_discount_id_foreign" foreign key ("account_id", "volume_discount_id") references "commerce"."volume_discount" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."volume_discount_group" add constraint "volume_discount_group_account_id_account_group_id_foreign" foreign key ("account_id", "account_group_id") references "commerce"."account_group" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."volume_discount_group" add constraint "volume_discount_group_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."volume_discount_group" enable row level security;`);
    this.addSql(`alter table "commerce"."volume_discount_group" force row level security;`);
    this.addSql(
      `create policy "volume_discount_group_account" on "commerce"."volume_discount_group" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "volume_discount_group_customer" on "commerce"."volume_discount_group" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."volume_discount_product_line" add constraint "volume_discount_product_line_account_id_volume_d_fb803_foreign" foreign key ("account_id", "volume_discount_id") references "commerce"."volume_discount" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."volume_discount_product_line" add constraint "volume_discount_product_line_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."volume_discount_product_line" enable row level security;`);
    this.addSql(`alter table "commerce"."volume_discount_product_line" force row level security;`);
    this.addSql(
      `create policy "volume_discount_product_line_account" on "commerce"."volume_discount_product_line" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "volume_discount_product_line_customer" on "commerce"."volume_discount_product_line" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."volume_discount_tier" add constraint "volume_discount_tier_account_id_volume_discount_id_foreign" foreign key ("account_id", "volume_discount_id") references "commerce"."volume_discount" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."volume_discount_tier" add constraint "volume_discount_tier_name" check (name <> '');`,
    );
    this.addSql(
      `alter table "commerce"."volume_discount_tier" add constraint "volume_discount_tier_share" check (discount_percentage between 0 and 1);`,
    );
    this.addSql(
      `alter table "commerce"."volume_discount_tier" add constraint "volume_discount_tier_threshold" check (threshold >= 0);`,
    );
    this.addSql(
      `alter table "commerce"."volume_discount_tier" add constraint "volume_discount_tier_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."volume_discount_tier" enable row level security;`);
    this.addSql(`alter table "commerce"."volume_discount_tier" force row level security;`);
    this.addSql(
      `create policy "volume_discount_tier_account" on "commerce"."volume_discount_tier" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "volume_discount_tier_customer" on "commerce"."volume_discount_tier" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."volume_discount_unit" add constraint "volume_discount_unit_account_id_volume_discount_id_foreign" foreign key ("account_id", "volume_discount_id") references "commerce"."volume_discount" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."volume_discount_unit" add constraint "volume_discount_unit_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."volume_discount_unit" enable row level security;`);
    this.addSql(`alter table "commerce"."volume_discount_unit" force row level security;`);
    this.addSql(
      `create policy "volume_discount_unit_account" on "commerce"."volume_discount_unit" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "volume_discount_unit_customer" on "commerce"."volume_discount_unit" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
  }
}
