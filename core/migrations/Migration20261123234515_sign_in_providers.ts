import { Migration } from '@mikro-orm/migrations';

export class Migration20261123234515_sign_in_providers extends Migration {
  override name = 'Migration20261123234515_sign_in_providers';

  override up(): void | Promise<void> {
    this.addSql(`create table "core"."identity_provider" ("account_id" text collate "C" not null,
        "issuer" text not null,
        "client_id" text not null, "sealed_secret" text not null, "domains" text[] not null,
        "role_claim" text null, "roles" jsonb not null default '{}', "usual_role_id" text collate "C" null,
        "is_enabled" boolean not null default false, "is_only_way" boolean not null default false,
        "updated_at" timestamptz not null, "version" int not null default 1, primary key ("account_id"));`);

    this.addSql(`alter table "core"."session" add "provider_account_id" text collate "C" null;`);

    this.addSql(`alter table "core"."identity_provider"
        add constraint "identity_provider_only_way" check (is_enabled or not is_only_way);`);
    this.addSql(`alter table "core"."identity_provider"
        add constraint "identity_provider_account_id_check" check (account_id <> '');`);
    this.addSql(`alter table "core"."identity_provider" enable row level security;`);
    this.addSql(`alter table "core"."identity_provider" force row level security;`);
    this.addSql(`create policy "identity_provider_account" on "core"."identity_provider" to "millwright_tenant"
        using (account_id = current_setting('app.account_id'))
        with check (account_id = current_setting('app.account_id'));`);
    this.addSql(`create policy "identity_provider_auth" on "core"."identity_provider" to "millwright_auth"
        using (true) with check (true);`);
  }
}
