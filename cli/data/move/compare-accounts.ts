import { type Client, escapeIdentifier } from 'pg';
import { type DatabaseTable, qualified, tablesOfAccount } from '../backup/database-tables.ts';

/** Rows of an account in one table, and the sum of each numeric column. */
export interface TableTotals {
  rows: number;
  totals: Readonly<Record<string, string>>;
}

/** The log of requests is also written for refused calls, so both sides differ in it. */
const besides = 'core.request_log';

/**
 * Rows and totals of an account by table. Totals cover every number, including versions of records and sizes of files.
 */
export async function totalsOfAccount(
  client: Client,
  schemas: readonly string[],
  accountID: string,
): Promise<Map<string, TableTotals>> {
  const found = new Map<string, TableTotals>();
  const sums = await summedColumns(client);
  for (const table of await tablesOfAccount(client, schemas)) {
    const name = `${table.schema}.${table.table}`;
    if (name === besides || !table.columns.includes('account_id')) continue;
    const columns = sums.get(name) ?? [];
    const { rows } = await client.query<Record<string, string>>(totalsSql(table, columns), [accountID]);
    const { rows: count, ...totals } = rows[0] as Record<string, string>;
    found.set(name, { rows: Number(count), totals });
  }
  return found;
}

const totalsSql = (table: DatabaseTable, columns: readonly { name: string; isBytes: boolean }[]): string =>
  `select ${[
    'count(*)::text as rows',
    ...columns.map(({ name, isBytes }) => {
      const column = escapeIdentifier(name);
      return `coalesce(sum(${isBytes ? `octet_length(${column})` : column}::numeric), 0)::text as ${column}`;
    }),
  ].join(', ')} from ${qualified(table)} where account_id = $1`;

/** Columns of numbers, and of bytes, by table. */
async function summedColumns(client: Client): Promise<Map<string, { name: string; isBytes: boolean }[]>> {
  const { rows } = await client.query<{ owner: string; name: string; isBytes: boolean }>(
    `select n.nspname || '.' || c.relname as owner, a.attname as name, a.atttypid = 'bytea'::regtype as "isBytes"
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.atttypid = any(array['int2', 'int4', 'int8', 'numeric', 'bytea']::regtype[])
     order by 1, a.attnum`,
  );
  const found = new Map<string, { name: string; isBytes: boolean }[]>();
  for (const { owner, ...column } of rows) found.set(owner, [...(found.get(owner) ?? []), column]);
  return found;
}

/** Differences between both sides as people read them: `commerce.sales_order: 3 rows here, 2 there`. */
export function differencesOf(
  here: ReadonlyMap<string, TableTotals>,
  there: ReadonlyMap<string, TableTotals>,
): { path: string; message: string }[] {
  const found: { path: string; message: string }[] = [];
  for (const path of new Set([...here.keys(), ...there.keys()])) {
    const [own, other] = [here.get(path), there.get(path)];
    if (own?.rows !== other?.rows)
      found.push({ path, message: `${own?.rows ?? 0} rows here, ${other?.rows ?? 0} there` });
    else
      for (const [column, total] of Object.entries(own?.totals ?? {}))
        if (total !== other?.totals[column])
          found.push({ path: `${path}.${column}`, message: `${total} here, ${other?.totals[column] ?? 0} there` });
  }
  return found;
}

/** Rows of all tables together. */
export const countRows = (totals: ReadonlyMap<string, TableTotals>): number =>
  [...totals.values()].reduce((sum, { rows }) => sum + rows, 0);
