import { createHash } from 'node:crypto';
import { type Client, escapeIdentifier } from 'pg';
import { migrate, type SchemaOwner } from '../../database/schema/migrate.ts';
import { installRoles } from '../../database/schema/roles.ts';
import { inParts } from './partitioned-tables.ts';

/** The secret of all test installations. */
export const testSecret = 'a secret that only tests know, 32 characters';

/** A server for templates, and the hash of the sources of their migrations. */
export interface TemplateServer {
  /** The administrator's connection to any database of the server. */
  client: Client;
  adminUrl: string;
  sources: string;
}

/**
 * Copies files instead of logging every page, which is PostgreSQL's default and takes five times as long for the tables
 * of all plugins.
 */
export const cloneOf = (template: string, name: string): string =>
  `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy file_copy`;

/** Short name for a template with this identity. */
export const hashOf = (identity: string): string => createHash('sha256').update(identity).digest('hex').slice(0, 16);

/** Creates a template unless the server has it; an incomplete one is created again. Returns its name. */
export async function ensureTemplate(client: Client, name: string, make: () => Promise<void>): Promise<string> {
  const quoted = escapeIdentifier(name);
  await client.query('select pg_advisory_lock(hashtext($1))', [name]);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [name]);
    if (rowCount) return name;
    await client.query(`drop database if exists ${quoted} with (force)`);
    await make();
    await client.query(`alter database ${quoted} with is_template true`);
    return name;
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [name]);
  }
}

/** Name of the migrated template of these schemas. */
export const migratedName = (sources: string, owners: readonly SchemaOwner[], partitions: number): string => {
  const schemas = owners.map(({ schema, migrations }) => [schema, migrations.map(({ name }) => name)]);
  return `mwt_${hashOf(JSON.stringify([sources, partitions, schemas]))}`;
};

/** Creates the migrated template of these schemas if needed; returns its name. */
export async function migratedTemplate(
  { client, adminUrl, sources }: TemplateServer,
  owners: readonly SchemaOwner[],
  partitions: number,
): Promise<string> {
  const name = migratedName(sources, owners, partitions);
  return ensureTemplate(client, name, async () => {
    const smaller = subsetsOf(owners).map((some) => migratedName(sources, some, partitions));
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where datname = any($1) and datistemplate',
      [smaller],
    );
    const largest = smaller.find((each) => rows.some((row) => row.name === each));
    if (largest) await client.query(cloneOf(largest, name));
    const urls = await installRoles({ adminUrl, database: name, secret: testSecret });
    await migrate(urls.migrate, partitions ? inParts(owners, partitions) : owners);
  });
}

/** All proper subsets, largest first; templates of smaller sets can be extended. */
function subsetsOf<T>(all: readonly T[]): T[][] {
  let subsets: T[][] = [[]];
  for (const each of all) subsets = [...subsets, ...subsets.map((some) => [...some, each])];
  return subsets
    .filter(({ length }) => length > 0 && length < all.length)
    .sort((one, other) => other.length - one.length);
}
