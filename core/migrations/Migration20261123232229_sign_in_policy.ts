import { Migration } from '@mikro-orm/migrations';

export class Migration20261123232229_sign_in_policy extends Migration {
  override name = 'Migration20261123232229_sign_in_policy';

  override up(): void | Promise<void> {
    this.addSql(`create table "core"."sign_in_policy" ("account_id" text collate "C" not null,
        "second_factor_since" jsonb not null default '{}',
        "grace_days" int not null default 7, "updated_at" timestamptz not null, "version" int not null default 1,
        primary key ("account_id"));`);

    this.addSql(`alter table "core"."sign_in_policy"
        add constraint "sign_in_policy_grace" check (grace_days between 0 and 90);`);
    this.addSql(`alter table "core"."sign_in_policy"
        add constraint "sign_in_policy_account_id_check" check (account_id <> '');`);
    this.addSql(`alter table "core"."sign_in_policy" enable row level security;`);
    this.addSql(`alter table "core"."sign_in_policy" force row level security;`);
    this.addSql(`create policy "sign_in_policy_account" on "core"."sign_in_policy" to "millwright_tenant"
        using (account_id = current_setting('app.account_id'))
        with check (account_id = current_setting('app.account_id'));`);
    this.addSql(`create policy "sign_in_policy_auth" on "core"."sign_in_policy" to "millwright_auth"
        using (true) with check (true);`);
  }
}
