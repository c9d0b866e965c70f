import { Migration } from '@mikro-orm/migrations';

export class Migration20261129100057_comments extends Migration {
  override name = 'Migration20261129100057_comments';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "core"."record_follower" ("account_id" text collate "C" not null, "record_type" text
        collate "C" not null, "record_id" text collate "C" not null, "member_id" text collate "C" not null,
        "is_muted" boolean not null, primary key ("account_id", "record_type", "record_id", "member_id"));`,
    );
    this.addSql(
      `create index "record_follower_account_id_member_id_index" on "core"."record_follower" ("account_id",
        "member_id");`,
    );

    this.addSql(
      `create table "core"."comment" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default
        1, "record_type" text collate "C" not null, "record_id" text collate "C" not null, "text" text not
        null, "author_id" text collate "C" null, "author_name" text not null, "edited_at" timestamptz null,
        "removed_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "comment_account_id_record_type_record_id_created_at_index" on "core"."comment"
        ("account_id", "record_type", "record_id", "created_at");`,
    );
    this.addSql(`create index "comment_account_id_author_id_index" on "core"."comment" ("account_id", "author_id");`);

    this.addSql(
      `alter table "core"."record_follower" add constraint "record_follower_account_id_member_id_foreign"
        foreign key ("account_id", "member_id") references "core"."member" ("account_id", "id") on update no
        action on delete no action;`,
    );
    this.addSql(
      `alter table "core"."record_follower" add constraint "record_follower_account_id_check" check
        (account_id <> '');`,
    );
    this.addSql(`alter table "core"."record_follower" enable row level security;`);
    this.addSql(`alter table "core"."record_follower" force row level security;`);
    this.addSql(
      `create policy "record_follower_account" on "core"."record_follower" to "millwright_tenant" using
        (account_id = current_setting('app.account_id') and current_setting('app.customer_id') = '') with
        check (account_id = current_setting('app.account_id') and current_setting('app.customer_id') = '');`,
    );
    this.addSql(
      `create policy "record_follower_auth" on "core"."record_follower" to "millwright_auth" using (account_id
        = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "core"."comment" add constraint "comment_account_id_author_id_foreign" foreign key
        ("account_id", "author_id") references "core"."member" ("account_id", "id") on update no action on
        delete no action;`,
    );
    this.addSql(`alter table "core"."comment" add constraint "comment_length" check (char_length(text) <= 5000);`);
    this.addSql(
      `alter table "core"."comment" add constraint "comment_removed" check (removed_at is null or text = '');`,
    );
    this.addSql(`alter table "core"."comment" add constraint "comment_account_id_check" check (account_id <> '');`);
    this.addSql(`alter table "core"."comment" enable row level security;`);
    this.addSql(`alter table "core"."comment" force row level security;`);
    this.addSql(
      `create policy "comment_account" on "core"."comment" to "millwright_tenant" using (account_id =
        current_setting('app.account_id') and current_setting('app.customer_id') = '') with check (account_id
        = current_setting('app.account_id') and current_setting('app.customer_id') = '');`,
    );
    this.addSql(
      `create policy "comment_auth" on "core"."comment" to "millwright_auth" using (account_id =
        current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
  }
}
