import { Migration } from '@mikro-orm/migrations';

export class Migration20261123234311_access_notices extends Migration {
  override name = 'Migration20261123234311_access_notices';

  override up(): void | Promise<void> {
    this.addSql(`create unlogged table "core"."access_notice" (
        "id" text collate "C" not null, "subject" text not null, "created_at" timestamptz not null, primary key ("id")
      );`);
    this.addSql(`create index "access_notice_created_at_index" on "core"."access_notice" ("created_at");`);
  }
}
