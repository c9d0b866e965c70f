import { Migration } from '@mikro-orm/migrations';

export class Migration20261121212934_packed_changes extends Migration {
  override name = 'Migration20261121212934_packed_changes';

  override up(): void | Promise<void> {
    this.addSql(`alter table "core"."change_set" add "names" jsonb not null default '[]';`);

    this.addSql(`drop index "core"."change_set_row_problems";`);
    this.addSql(
      `alter table "core"."change_set_row" add "is_problem" boolean generated always as (coalesce(effect in ('error', 'skip'), false)) stored not null;`,
    );
    // Room for the verdict beside the staged row: with nothing indexed changed, it is written without touching an index.
    this.addSql(`alter table "core"."change_set_row" set (fillfactor = 40, toast_tuple_target = 8160);`);
    this.addSql(
      `create index "change_set_row_problem" on "core"."change_set_row" ("account_id", "change_set_id", "row") where is_problem;`,
    );
  }
}
