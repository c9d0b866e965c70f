import { Migration } from '@mikro-orm/migrations';

export class Migration20261122171546_names_and_registrations extends Migration {
  override name = 'Migration20261122171546_names_and_registrations';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "core"."account_slug" ("slug" text collate "C" not null, "account_id" text collate "C" not null, "freed_at" timestamptz null, primary key ("slug"));`,
    );

    this.addSql(
      `create table "core"."pending_registration" ("id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "email" text not null, "name" text not null, "account_name" text null, "password_hash" text not null, "code_hash" text not null, "attempts" int not null default 0, "expires_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "pending_registration_expires_at_index" on "core"."pending_registration" ("expires_at");`,
    );

    this.addSql(`alter table "core"."account" add "audience_names" text[] not null default '{}';`);

    // Its owner sees rows of accounts only while the policies are not forced upon it.
    this.addSql(`alter table core.account no force row level security;`);
    this.addSql(`insert into core.account_slug (slug, account_id) select slug, id from core.account;`);
    this.addSql(`alter table core.account force row level security;`);

    this.addSql(`alter table "core"."account_slug" enable row level security;`);
    this.addSql(`alter table "core"."account_slug" force row level security;`);
    this.addSql(
      `create policy "account_slug_own" on "core"."account_slug" to "millwright_tenant" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "account_slug_auth" on "core"."account_slug" to "millwright_auth" using (true) with check (true);`,
    );
  }
}
