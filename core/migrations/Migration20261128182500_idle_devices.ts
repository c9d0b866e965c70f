import { Migration } from '@mikro-orm/migrations';

export class Migration20261128182500_idle_devices extends Migration {
  override name = 'Migration20261128182500_idle_devices';

  override up(): void | Promise<void> {
    this.addSql(`alter table "core"."api_key" add "idle_days" int null;`);
    this.addSql(`alter table "core"."api_key" no force row level security;`);
    // Keys of devices are told by the end of their name, which is that of their id.
    this.addSql(`update "core"."api_key" set "idle_days" = 60 where "name" like '% (' || right("id", 6) || ')';`);
    this.addSql(`alter table "core"."api_key" force row level security;`);
  }
}
