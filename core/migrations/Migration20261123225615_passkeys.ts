import { Migration } from '@mikro-orm/migrations';

export class Migration20261123225615_passkeys extends Migration {
  override name = 'Migration20261123225615_passkeys';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "core"."passkey" ("id" text collate "C" not null, "user_id" text collate "C" not null,
        "name" text not null, "credential_id" text collate "C" not null, "public_key" text not null,
        "sign_count" bigint not null, "transports" text[] not null, "is_synced" boolean not null,
        "created_at" timestamptz not null, "last_used_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "passkey_user_id_index" on "core"."passkey" ("user_id");`);
    this.addSql(`alter table "core"."passkey" add constraint "passkey_credential_id_unique" unique ("credential_id");`);
  }
}
