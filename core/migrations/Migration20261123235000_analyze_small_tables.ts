import { Migration } from '@mikro-orm/migrations';

/** As before, from 20 rows on: a table of a hundred that the planner takes for empty makes a list take seconds. */
export class Migration20261123235000_analyze_small_tables extends Migration {
  override name = 'Migration20261123235000_analyze_small_tables';

  override up(): void | Promise<void> {
    this.addSql(`
      create or replace function core.analyze_grown() returns void
        language plpgsql security definer
        set search_path = pg_catalog
      as $function$
      declare
        grown text;
      begin
        select string_agg(format('%I.%I', stat.schemaname, stat.relname), ', ') into grown
        from pg_stat_xact_user_tables stat
        join pg_class known on known.oid = stat.relid
        where stat.n_tup_ins >= 20 and stat.n_tup_ins > known.reltuples / 10 and known.relowner = current_user::regrole;
        if grown is not null then
          execute 'analyze (skip_locked) ' || grown;
        end if;
      end
      $function$;
    `);
  }
}
