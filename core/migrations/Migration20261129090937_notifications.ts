import { Migration } from '@mikro-orm/migrations';

export class Migration20261129090937_notifications extends Migration {
  override name = 'Migration20261129090937_notifications';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "core"."notification" ("account_id" text collate "C" not null, "id" text collate "C" not
        null, "member_id" text collate "C" not null, "kind" text collate "C" not null, "key" text collate "C"
        not null, "title" text not null, "text" text not null, "several" text null, "record_type" text collate
        "C" null, "record_id" text collate "C" null, "path" text null, "created_at" timestamptz not null,
        "is_shown" boolean not null, "is_for_digest" boolean not null, "read_at" timestamptz null, primary key
        ("account_id", "id"));`,
    );
    this.addSql(
      `create index "notification_account_id_member_id_id_index" on "core"."notification" ("account_id",
        "member_id", "id");`,
    );
    this.addSql(
      `create index "notification_unread" on "core"."notification" ("account_id", "member_id", "key",
        "created_at") where is_shown and read_at is null;`,
    );
    this.addSql(
      `create index "notification_digest" on "core"."notification" ("account_id", "created_at") where is_for_digest;`,
    );
    this.addSql(
      `create index "notification_account_id_created_at_index" on "core"."notification" ("account_id", "created_at");`,
    );

    this.addSql(
      `alter table "core"."notification_preference" add "is_in_inbox" boolean not null default true, add "mail"
        text not null default 'at_once';`,
    );
    // Policies bind the owner too; for one statement they do not.
    this.addSql(`alter table "core"."notification_preference" no force row level security;`);
    this.addSql(`update "core"."notification_preference" set "mail" = 'off' where not "is_enabled";`);
    this.addSql(`alter table "core"."notification_preference" force row level security;`);
    this.addSql(
      `alter table "core"."notification_preference" drop column "is_enabled", alter column "mail" drop default;`,
    );
    this.addSql(
      `alter table "core"."notification_preference" add constraint "notification_preference_mail" check (mail in
        ('at_once', 'daily', 'off'));`,
    );

    this.addSql(
      `alter table "core"."notification" add constraint "notification_account_id_member_id_foreign" foreign key
        ("account_id", "member_id") references "core"."member" ("account_id", "id") on update no action on
        delete no action;`,
    );
    this.addSql(
      `alter table "core"."notification" add constraint "notification_record" check ((record_type is null) =
        (record_id is null));`,
    );
    this.addSql(
      `alter table "core"."notification" add constraint "notification_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "core"."notification" enable row level security;`);
    this.addSql(`alter table "core"."notification" force row level security;`);
    this.addSql(
      `create policy "notification_account" on "core"."notification" to "millwright_tenant" using (account_id =
        current_setting('app.account_id') and current_setting('app.customer_id') = '') with check (account_id =
        current_setting('app.account_id') and current_setting('app.customer_id') = '');`,
    );
    this.addSql(
      `create policy "notification_auth" on "core"."notification" to "millwright_auth" using (account_id =
        current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "notification_job" on "core"."notification" to "millwright_job" using (true) with check (true);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "core"."notification_preference" drop constraint "notification_preference_mail";`);
    this.addSql(`alter table "core"."notification_preference" add "is_enabled" boolean not null default true;`);
    this.addSql(`alter table "core"."notification_preference" no force row level security;`);
    this.addSql(`update "core"."notification_preference" set "is_enabled" = "mail" <> 'off';`);
    this.addSql(`alter table "core"."notification_preference" force row level security;`);
    this.addSql(
      `alter table "core"."notification_preference" drop column "is_in_inbox", drop column "mail", alter column
        "is_enabled" drop default;`,
    );
    this.addSql(`drop table "core"."notification";`);
  }
}
