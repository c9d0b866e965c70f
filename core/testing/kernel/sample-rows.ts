import { type Client, escapeIdentifier } from 'pg';
import { tableAccess } from '../../database/tenant-entity.ts';
import type { AnyPlugin, TableSample } from '../../kernel/plugin/plugin.ts';
import { testNow } from '../stand-ins/test-clock.ts';

/** A table from PostgreSQL's catalogue, with the data that the generated matrices need. */
export interface TenantTable {
  /** `commerce.carrier` */
  name: string;
  columns: { name: string; type: string; isGenerated: boolean }[];
  /** Columns of the primary key, in order. */
  key: string[];
  /** Foreign keys to other tenant tables: own columns and the target table. */
  references: { columns: string[]; target: string }[];
}

/** All tenant tables of the catalogue, without global logs that only mention an account. */
export async function tenantTables(client: Client, schemas: readonly string[]): Promise<TenantTable[]> {
  const { rows } = await client.query<{
    name: string;
    columns: TenantTable['columns'];
    key: string[];
    references: TenantTable['references'];
  }>(
    `select n.nspname || '.' || c.relname as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
          'isGenerated', a.attgenerated <> '') order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       (select array_agg(a.attname::text order by x.n) from pg_constraint k, unnest(k.conkey) with ordinality x(num, n)
        join pg_attribute a on a.attnum = x.num
        where k.conrelid = c.oid and k.contype = 'p' and a.attrelid = c.oid) as key,
       coalesce((select json_agg(json_build_object('target', fn.nspname || '.' || f.relname, 'columns',
         (select json_agg(a.attname order by x.n) from unnest(k.conkey) with ordinality x(num, n)
           join pg_attribute a on a.attrelid = c.oid and a.attnum = x.num)))
        from pg_constraint k join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
        where k.conrelid = c.oid and k.contype = 'f'), '[]') as references
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
       and exists (select from pg_attribute a
         where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped)
     order by 1`,
    [schemas],
  );
  const global = new Set(
    tableAccess()
      .filter(({ kind }) => kind === 'global')
      .map(({ schema, table }) => `${schema}.${table}`),
  );
  return rows.filter(({ name }) => !global.has(name));
}

/** Sample rows of all plugins by table. Throws on a second sample for the same table. */
export const samplesOf = (plugins: readonly AnyPlugin[]): Map<string, TableSample> => {
  const samples = new Map<string, TableSample>();
  for (const { id, samples: own = [] } of plugins)
    for (const sample of own) {
      if (samples.has(sample.table)) throw new Error(`Plugin "${id}" gives a second sample of ${sample.table}`);
      samples.set(sample.table, sample);
    }
  return samples;
};

/** The key of a row of one account: its id, or its natural key. */
export type SampleRow = Record<string, unknown>;

/**
 * Inserts one row per sampled table for an account, as administrator, and returns the rows by table. Ids contain the
 * label, so that rows of two accounts have different ids.
 */
export async function insertSamples(
  client: Client,
  tables: readonly TenantTable[],
  samples: ReadonlyMap<string, TableSample>,
  accountID: string,
  label: string,
): Promise<Map<string, SampleRow>> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const inserted = new Map<string, SampleRow>();
  for (const [name, sample] of samples) {
    const table = byName.get(name);
    if (!table) throw new Error(`There is a sample of ${name}, which is no tenant table`);
    const ids = (other: string): string => {
      const row = inserted.get(other);
      if (!row) throw new Error(`The sample of ${name} refers to ${other}: list that sample first`);
      return String(row['id']);
    };
    const given = typeof sample.row === 'function' ? sample.row(ids) : sample.row;
    const row: SampleRow = { ...standardValues(table, accountID, label), ...labelled(given, label) };
    const columns = Object.keys(row);
    const values = columns.map((column) => {
      const type = table.columns.find((known) => known.name === column)?.type;
      return type === 'jsonb' ? JSON.stringify(row[column]) : row[column];
    });
    const { rows } = await client.query(
      `insert into ${name} (${columns.map(escapeIdentifier).join(', ')})
        values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
      values,
    );
    inserted.set(name, rows[0] as SampleRow);
  }
  return inserted;
}

function standardValues(table: TenantTable, accountID: string, label: string): SampleRow {
  const standard: SampleRow = {
    account_id: accountID,
    id: `${table.name.replaceAll(/\W/g, '_')}_${label}`,
    created_at: testNow,
    updated_at: testNow,
    version: 1,
  };
  return Object.fromEntries(
    Object.entries(standard).filter(([column]) => table.columns.some(({ name }) => name === column)),
  );
}

/** Replaces `{label}` in texts by the account's label, for unique values and canaries. */
const labelled = (row: SampleRow, label: string): SampleRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'string' ? value.replaceAll('{label}', label) : value,
    ]),
  );
