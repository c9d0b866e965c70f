import { Migration } from '@mikro-orm/migrations';

export class Migration20261123005313_device_keys extends Migration {
  override name = 'Migration20261123005313_device_keys';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "core"."api_key" add "pairing_hash" text null, add "pairing_expires_at" timestamptz null;`,
    );
    this.addSql(`create index "api_key_pairing_hash_index" on "core"."api_key" ("pairing_hash");`);
    this.addSql(
      `alter table "core"."api_key" add constraint "api_key_pairing" check ((pairing_hash is null) =
        (pairing_expires_at is null));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "core"."api_key_pairing_hash_index";`);
    this.addSql(`alter table "core"."api_key" drop constraint "api_key_pairing";`);
  }
}
