import { CommandFailure, exitCodes, refusal } from '@millwright/core/cli';
import { parseDatabaseUrl, queueSchema } from '@millwright/core/kernel';
import { Client, escapeIdentifier } from 'pg';

export interface DatabaseTable {
  schema: string;
  table: string;
  /** Columns that store data, without generated ones. */
  columns: string[];
}

/** An administrator's connection that sees all rows regardless of policies, or fails. */
export async function connectAsAdministrator(url: string): Promise<Client> {
  const client = new Client({
    connectionString: parseDatabaseUrl(url).toString(),
    application_name: 'millwright-backup',
  });
  // If the server ends the connection, the running query fails; the event itself needs no handling.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ sees: boolean }>(
    'select rolsuper as sees from pg_roles where rolname = current_user',
  );
  if (rows[0]?.sees) {
    // With `off`, a policy that would hide a row causes an error instead.
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

/** Tables with rows in these schemas, with each partition as a table, without the migration lists. */
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

/** @throws CommandFailure `not_migrated` if the database is not one of this platform, whose backup would be empty */
export function requirePlatform(tables: readonly DatabaseTable[]): void {
  if (!tables.some(({ schema, table }) => schema === 'core' && table === 'account'))
    throw refusal('not_migrated', 'The database has no tables of Millwright: there is nothing to back up', {
      hint: 'Name the right one (--env FILE, DATABASE_URL, MILLWRIGHT_DATA_DIR); a new one: run migrate first',
    });
}

/** Tables with rows of an account, after the account itself and its people, because others refer to them. */
export async function tablesOfAccount(client: Client, schemas: readonly string[]): Promise<DatabaseTable[]> {
  const tables = await tablesOf(client, schemas);
  // Reserved slugs belong to the installation, not to the account.
  const accountTables = tables.filter(
    ({ table, columns }) => columns.includes('account_id') && table !== 'account_slug',
  );
  const named = (name: string): DatabaseTable[] =>
    tables.filter(({ schema, table }) => schema === 'core' && table === name);
  return [...named('user'), ...named('account'), ...accountTables];
}

/** Schema version of pg-boss; null if it is not installed. */
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
