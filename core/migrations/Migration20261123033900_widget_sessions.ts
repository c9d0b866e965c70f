import { Migration } from '@mikro-orm/migrations';

export class Migration20261123033900_widget_sessions extends Migration {
  override name = 'Migration20261123033900_widget_sessions';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "core"."widget_session" ("account_id" text collate "C" not null, "id" text collate "C" not
        null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default
        1, "key_id" text collate "C" not null, "origin" text not null, "member_id" text collate "C" not null,
        "code_hash" text collate "C" null, "token_hash" text collate "C" null, "expires_at" timestamptz not null,
        primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "widget_session_account_id_expires_at_index" on "core"."widget_session" ("account_id",
        "expires_at");`,
    );
    this.addSql(
      `alter table "core"."widget_session" add constraint "widget_session_account_id_token_hash_unique" unique
        ("account_id", "token_hash");`,
    );

    this.addSql(
      `alter table "core"."widget_session" add constraint "widget_session_stage" check ((code_hash is null) <>
        (token_hash is null));`,
    );
    this.addSql(
      `alter table "core"."widget_session" add constraint "widget_session_account_id_check" check (account_id <>
        '');`,
    );
    this.addSql(`alter table "core"."widget_session" enable row level security;`);
    this.addSql(`alter table "core"."widget_session" force row level security;`);
    this.addSql(
      `create policy "widget_session_account" on "core"."widget_session" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "widget_session_customer" on "core"."widget_session" as restrictive to "millwright_tenant"
        using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
  }
}
