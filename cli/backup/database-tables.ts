import { CommandFailure, exitCodes } from '@millwright/core/cli';
import { parseDatabaseUrl, queueSchema } from '@millwright/core/kernel';
import { Client, escapeIdentifier } from 'pg';

export interface DatabaseTable {
  schema: string;
  table: string;
  /** Columns that hold data of their own: generated ones follow from them. */
  columns: string[];
}

/** An administrator's connection that sees every row, whatever the policies say, or none at all. */
export async function connectAsAdministrator(url: string): Promise<Client> {
  const client = new Client({
    connectionString: parseDatabaseUrl(url).toString(),
    application_name: 'millwright-backup',
  });
  // A server that goes away ends the query that runs; nobody else has to hear of it.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ sees: boolean }>(
    'select rolsuper as sees from pg_roles where rolname = current_user',
  );
  if (rows[0]?.sees) {
    // With `off` a policy that would hide a row is an error instead.
    await client.query('set row_security = off');
    await client.query('set search_path = pg_catalog');
    return client;
  }
  await client.end();
  throw new CommandFailure({
    message: 'The administrator of DATABASE_URL is no superuser: row-level security would hide rows from the backup',
    code: 'not_superuser',
    exitCode: exitCodes.denied,
    hint:
      'Use the backup of the database service, ' +
      'or pg_dump and pg_restore with a role that bypasses row-level security',
  });
}

/** Tables of these schemas that hold rows, partitions one by one, but for the lists of migrations. */
export async function tablesOf(client: Client, schemas: readonly string[]): Promise<DatabaseTable[]> {
  const { rows } = await client.query<DatabaseTable>(
    `select n.nspname as schema, c.relname as "table",
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = any($1) and c.relname <> 'schema_migration'
     group by 1, 2 order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** Tables with rows of an account, and that account and its people, who come first: others name them. */
export async function tablesOfAccount(client: Client, schemas: readonly string[]): Promise<DatabaseTable[]> {
  const tables = await tablesOf(client, schemas);
  // Which slugs are taken is for each installation to say.
  const own = tables.filter(({ table, columns }) => columns.includes('account_id') && table !== 'account_slug');
  const named = (name: string): DatabaseTable[] =>
    tables.filter(({ schema, table }) => schema === 'core' && table === name);
  return [...named('user'), ...named('account'), ...own];
}

/** Schema version of pg-boss; null where it is not installed. */
export async function queueVersionOf(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ present: boolean }>(
    `select to_regclass('${queueSchema}.version') is not null as present`,
  );
  if (!rows[0]?.present) return null;
  const { rows: versions } = await client.query<{ version: number }>(`select version from ${queueSchema}.version`);
  return versions[0]?.version ?? null;
}

/** `"schema"."table"`. */
export const qualified = ({ schema, table }: { schema: string; table: string }): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;

/** `("a", "b")`. */
export const columnList = (columns: readonly string[]): string =>
  `(${columns.map((name) => escapeIdentifier(name)).join(', ')})`;
