import { Migration } from '@mikro-orm/migrations';

export class Migration20261129094812_files_on_records extends Migration {
  override name = 'Migration20261129094812_files_on_records';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "core"."file" add "note" text not null default '',
      add "is_shared" boolean not null default false, add "position" int null,
      add "origin" text not null default 'inside', add "added_by" text not null default '';`,
    );
    this.addSql(
      `alter table "core"."file" add constraint "file_origin" check (origin in ('inside', 'outside', 'made'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "core"."file" drop constraint "file_origin";`);
    this.addSql(
      `alter table "core"."file" drop column "note", drop column "is_shared",
      drop column "position", drop column "origin", drop column "added_by";`,
    );
  }
}
