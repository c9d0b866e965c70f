import { Migration } from '@mikro-orm/migrations';

export class Migration20261123231344_key_networks extends Migration {
  override name = 'Migration20261123231344_key_networks';

  override up(): void | Promise<void> {
    this.addSql(`alter table "core"."api_key" add "networks" text[] not null default '{}';`);
  }
}
