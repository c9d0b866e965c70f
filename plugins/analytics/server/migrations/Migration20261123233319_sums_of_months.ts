import { Migration } from '@mikro-orm/migrations';

export class Migration20261123233319_sums_of_months extends Migration {
  override name = 'Migration20261123233319_sums_of_months';

  override up(): void | Promise<void> {
    this.addSql(`create table "analytics"."sold_in_month" ("account_id" text collate "C" not null, "month" date not
        null, "item_id" text collate "C" not null, "amount" numeric(20,6) not null, primary key
        ("account_id", "month", "item_id"));`);
    this.addSql(`create table "analytics"."summed_month" ("account_id" text collate "C" not null, "kind" text not
        null, "month" date not null, "proof" text not null, "summed_at" timestamptz not null, "is_wrong"
        boolean not null default false, primary key ("account_id", "kind", "month"));`);
    this.addSql(`create table "analytics"."work_of_day" ("account_id" text collate "C" not null, "day" date not null,
        "item_id" text collate "C" not null, "firsts" numeric(18,6) not null, "materials" numeric(20,6) not
        null, "labor" numeric(20,6) not null, "overhead" numeric(20,6) not null, primary key ("account_id",
        "day", "item_id"));`);
    this.addSql(`alter table "analytics"."sold_in_month" add constraint "sold_in_month_account_id_check" check
        (account_id <> '');`);
    this.addSql(`alter table "analytics"."sold_in_month" enable row level security;`);
    this.addSql(`alter table "analytics"."sold_in_month" force row level security;`);
    this.addSql(`create policy "sold_in_month_account" on "analytics"."sold_in_month" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`);
    this.addSql(`create policy "sold_in_month_customer" on "analytics"."sold_in_month" as restrictive to
        "millwright_tenant" using (current_setting('app.customer_id') = '') with check
        (current_setting('app.customer_id') = '');`);
    this.addSql(`alter table "analytics"."summed_month" add constraint "summed_month_kind" check (kind in ('sales',
        'work'));`);
    this.addSql(`alter table "analytics"."summed_month" add constraint "summed_month_account_id_check" check
        (account_id <> '');`);
    this.addSql(`alter table "analytics"."summed_month" enable row level security;`);
    this.addSql(`alter table "analytics"."summed_month" force row level security;`);
    this.addSql(`create policy "summed_month_account" on "analytics"."summed_month" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`);
    this.addSql(`create policy "summed_month_customer" on "analytics"."summed_month" as restrictive to
        "millwright_tenant" using (current_setting('app.customer_id') = '') with check
        (current_setting('app.customer_id') = '');`);
    this.addSql(`alter table "analytics"."work_of_day" add constraint "work_of_day_account_id_check" check
        (account_id <> '');`);
    this.addSql(`alter table "analytics"."work_of_day" enable row level security;`);
    this.addSql(`alter table "analytics"."work_of_day" force row level security;`);
    this.addSql(`create policy "work_of_day_account" on "analytics"."work_of_day" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`);
    this.addSql(`create policy "work_of_day_customer" on "analytics"."work_of_day" as restrictive to
        "millwright_tenant" using (current_setting('app.customer_id') = '') with check
        (current_setting('app.customer_id') = '');`);
  }
}
