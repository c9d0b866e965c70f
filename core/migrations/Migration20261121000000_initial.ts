import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000000_initial extends Migration {

  override name = 'Migration20261121000000_initial';

  override up(): void | Promise<void> {
    this.addSql(`create schema if not exists "core";`);
    this.addSql(`create table "core"."idempotency_key" ("account_id" text collate "C" not null, "key" text collate "C" not null, "actor_id" text collate "C" not null, "request_hash" text not null, "status" int null, "body" text null, "created_at" timestamptz not null, primary key ("account_id", "key"));`);
    this.addSql(`create index "idempotency_key_account_id_created_at_index" on "core"."idempotency_key" ("account_id", "created_at");`);
    this.addSql(`alter table "core"."idempotency_key" add constraint "idempotency_key_account_id_check" check (account_id <> '');`);

    this.addSql(`alter table "core"."idempotency_key" enable row level security;`);
    this.addSql(`alter table "core"."idempotency_key" force row level security;`);
    this.addSql(`create policy "idempotency_key_account" on "core"."idempotency_key" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`);
  }

}
