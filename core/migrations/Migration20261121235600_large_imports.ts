import { Migration } from '@mikro-orm/migrations';

export class Migration20261121235600_large_imports extends Migration {
  override name = 'Migration20261121235600_large_imports';

  override up(): void | Promise<void> {
    this.addSql(`
      -- As its owner, because only a table's owner may analyze it. Answers nothing, and takes nothing that could name a table.
      create function core.analyze_grown() returns void
        language plpgsql security definer
        set search_path = pg_catalog
      as $function$
      declare
        grown text;
      begin
        select string_agg(format('%I.%I', stat.schemaname, stat.relname), ', ') into grown
        from pg_stat_xact_user_tables stat
        join pg_class known on known.oid = stat.relid
        where stat.n_tup_ins >= 500 and stat.n_tup_ins > known.reltuples / 10 and known.relowner = current_user::regrole;
        if grown is not null then
          execute 'analyze (skip_locked) ' || grown;
        end if;
      end
      $function$;
      revoke all on function core.analyze_grown() from public;
      grant execute on function core.analyze_grown() to millwright_tenant;
    `);
    // Room for the mark of what was applied as well: with 40 every third row moved to another page, and all its index entries with it.
    this.addSql(`alter table "core"."change_set_row" set (fillfactor = 25);`);
  }
}
