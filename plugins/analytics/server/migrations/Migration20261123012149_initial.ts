import { Migration } from '@mikro-orm/migrations';

export class Migration20261123012149_initial extends Migration {
  override name = 'Migration20261123012149_initial';

  override up(): void | Promise<void> {
    this.addSql(`create schema if not exists "analytics";`);
    this.addSql(`create table "analytics"."dashboard" ("account_id" text collate "C" not null, "id" text collate
        "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not
        null default 1, "member_id" text collate "C" not null, "pins" jsonb not null, primary key ("account_id",
        "id"));`);
    this.addSql(`alter table "analytics"."dashboard" add constraint "dashboard_account_id_member_id_unique"
        unique ("account_id", "member_id");`);
    this.addSql(`alter table "analytics"."dashboard" add constraint "dashboard_account_id_check" check
        (account_id <> '');`);

    this.addSql(`create table "analytics"."scheduled_report" ("account_id" text collate "C" not null, "id" text
        collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version"
        int not null default 1, "member_id" text collate "C" not null, "report" text collate "C" not null,
        "format" text not null, "rhythm" text not null, "period" text not null, "filters" jsonb not null,
        "recipients" text[] not null, "next_on" date not null, "last_sent_at" timestamptz null, primary key
        ("account_id", "id"));`);
    this.addSql(`create index "scheduled_report_account_id_member_id_id_index" on "analytics"."scheduled_report"
        ("account_id", "member_id", "id");`);
    this.addSql(`create index "scheduled_report_account_id_next_on_index" on "analytics"."scheduled_report"
        ("account_id", "next_on");`);
    this.addSql(`alter table "analytics"."scheduled_report" add constraint "scheduled_report_format" check
        (format in ('csv', 'xlsx'));`);
    this.addSql(`alter table "analytics"."scheduled_report" add constraint "scheduled_report_rhythm" check
        (rhythm in ('weekly', 'monthly'));`);
    this.addSql(`alter table "analytics"."scheduled_report" add constraint "scheduled_report_account_id_check"
        check (account_id <> '');`);

    this.addSql(`alter table "analytics"."dashboard" enable row level security;`);
    this.addSql(`alter table "analytics"."dashboard" force row level security;`);
    this.addSql(`create policy "dashboard_account" on "analytics"."dashboard" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`);
    this.addSql(`create policy "dashboard_customer" on "analytics"."dashboard" as restrictive to
        "millwright_tenant" using (current_setting('app.customer_id') = '') with check
        (current_setting('app.customer_id') = '');`);
    this.addSql(`alter table "analytics"."scheduled_report" enable row level security;`);
    this.addSql(`alter table "analytics"."scheduled_report" force row level security;`);
    this.addSql(`create policy "scheduled_report_account" on "analytics"."scheduled_report" to
        "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check
        (account_id = current_setting('app.account_id'));`);
    this.addSql(`create policy "scheduled_report_customer" on "analytics"."scheduled_report" as restrictive to
        "millwright_tenant" using (current_setting('app.customer_id') = '') with check
        (current_setting('app.customer_id') = '');`);
  }
}
