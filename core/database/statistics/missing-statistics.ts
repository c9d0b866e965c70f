import { connected } from '../connections/connected.ts';

/** Below this size autovacuum may not have run yet, and a plan for an empty table does no harm. */
const leastBytes = 65_536;

/**
 * Non-empty tables of these schemas without statistics, as after a restore by `pg_dump` or an upgrade of PostgreSQL;
 * names as in SQL. If the role may not read the statistics catalog, tables that were never analyzed since the counters
 * were reset.
 */
export async function tablesWithoutStatistics(url: string, schemas: readonly string[]): Promise<string[]> {
  return connected(url, async (client) => {
    const ask = async (isUnknown: string): Promise<string[]> => {
      const { rows } = await client.query<{ name: string }>(
        `select format('%I.%I', n.nspname, c.relname) as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind = 'r' and n.nspname = any($1) and pg_relation_size(c.oid) >= $2 and ${isUnknown} order by 1`,
        [schemas, leastBytes],
      );
      return rows.map(({ name }) => name);
    };
    try {
      return await ask('not exists (select from pg_catalog.pg_statistic known where known.starelid = c.oid)');
    } catch (error) {
      if ((error as { code?: string }).code !== '42501') throw error;
      return ask('pg_stat_get_analyze_count(c.oid) + pg_stat_get_autoanalyze_count(c.oid) = 0');
    }
  });
}

/** Analyzes these tables. `url` is the address of the migrating role, which owns them. */
export async function analyzeTables(url: string, tables: readonly string[]): Promise<void> {
  if (tables.length) await connected(url, (client) => client.query(`analyze ${tables.join(', ')}`));
}
