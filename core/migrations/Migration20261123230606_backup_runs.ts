import { Migration } from '@mikro-orm/migrations';

export class Migration20261123230606_backup_runs extends Migration {
  override name = 'Migration20261123230606_backup_runs';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "core"."backup_run" (
        "id" text collate "C" not null, "place" text not null,
        "bytes" bigint not null, "finished_at" timestamptz not null, primary key ("id")
      );`,
    );
    this.addSql(`create index "backup_run_finished_at_index" on "core"."backup_run" ("finished_at");`);
  }
}
