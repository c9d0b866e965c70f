import { Migration } from '@mikro-orm/migrations';

export class Migration20261123085616_second_factors extends Migration {
  override name = 'Migration20261123085616_second_factors';

  override up(): void | Promise<void> {
    this.addSql(`create table "core"."authenticator_app" ("user_id" text collate "C" not null,
      "sealed_secret" text not null, "last_step" int not null default 0, "created_at" timestamptz not null,
      "confirmed_at" timestamptz null, primary key ("user_id"));`);

    this.addSql(`create table "core"."recovery_code" ("code_hash" text collate "C" not null,
      "user_id" text collate "C" not null, "created_at" timestamptz not null, "used_at" timestamptz null,
      primary key ("code_hash"));`);
    this.addSql(`create index "recovery_code_user_id_index" on "core"."recovery_code" ("user_id");`);

    this.addSql(`create table "core"."sign_in_challenge" ("token_hash" text collate "C" not null,
      "purpose" text not null, "user_id" text collate "C" null, "data" jsonb not null,
      "expires_at" timestamptz not null, primary key ("token_hash"));`);
    this.addSql(`create index "sign_in_challenge_expires_at_index" on "core"."sign_in_challenge" ("expires_at");`);
    this.addSql(`create index "sign_in_challenge_user_id_index" on "core"."sign_in_challenge" ("user_id");`);

    this.addSql(`alter table "core"."session" add "method" text not null default 'password',
      add "second_factor" text null;`);
  }
}
