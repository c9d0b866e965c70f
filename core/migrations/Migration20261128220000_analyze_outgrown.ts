import { Migration } from '@mikro-orm/migrations';

/**
 * Tables that have grown tenfold since they were looked at, whoever wrote into them and in however many transactions:
 * plans that connections keep are those of the table as it was.
 */
export class Migration20261128220000_analyze_outgrown extends Migration {
  override name = 'Migration20261128220000_analyze_outgrown';

  override up(): void | Promise<void> {
    this.addSql(`
      create function core.analyze_outgrown() returns text[]
        language plpgsql security definer
        set search_path = pg_catalog
      as $function$
      declare
        grown text[];
      begin
        select array_agg(format('%I.%I', stat.schemaname, stat.relname) order by stat.schemaname, stat.relname)
        into grown
        from pg_stat_user_tables stat
        join pg_class known on known.oid = stat.relid
        where stat.n_live_tup >= 20 and stat.n_live_tup >= 10 * greatest(known.reltuples, 1)
          and known.relowner = current_user::regrole;
        if grown is not null then
          execute 'analyze (skip_locked) ' || array_to_string(grown, ', ');
        end if;
        return coalesce(grown, '{}');
      end
      $function$;
    `);
    this.addSql(`
      revoke all on function core.analyze_outgrown() from public;
      grant execute on function core.analyze_outgrown() to millwright_job;
    `);
  }
}
