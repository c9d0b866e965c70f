import { createHash, randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { inject } from 'vitest';
import { migrate, type SchemaOwner } from '../database/migrate.ts';
import { type DatabaseUrls, installRoles, parseDatabaseUrl, withDatabase } from '../database/roles.ts';
import { inParts, testPartitions } from './partitioned-tables.ts';

const secret = 'a secret that only tests know, 32 characters';

export interface TestDatabase {
  urls: DatabaseUrls;
  /** Address of the administrator in this database: sees every account, for assertions only. */
  adminUrl: string;
  name: string;
  drop(): Promise<void>;
}

async function asAdmin<T>(work: (client: Client, adminUrl: string) => Promise<T>): Promise<T> {
  const adminUrl = inject('postgresUrl');
  const client = new Client({ connectionString: parseDatabaseUrl(adminUrl).toString() });
  await client.connect();
  try {
    return await work(client, adminUrl);
  } finally {
    await client.end();
  }
}

/** Makes sure of the migrated template of these schemas, once per server, and answers its name. */
async function templateOf(
  owners: readonly SchemaOwner[],
  partitions: number,
  client: Client,
  adminUrl: string,
): Promise<string> {
  const identity = owners
    .map(
      ({ schema, migrations }) => `${schema}:${migrations.map(({ name, class: source }) => `${name}${source}`).join()}`,
    )
    .join();
  const hash = createHash('sha256')
    .update(`${identity}${partitions || ''}`)
    .digest('hex')
    .slice(0, 16);
  const name = `mwt_${hash}`;
  await client.query("select pg_advisory_lock(hashtext('millwright.test-template'))");
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name]);
    if (rowCount) return name;
    await client.query(`drop database if exists ${escapeIdentifier(name)}`);
    const urls = await installRoles({ adminUrl, database: name, secret });
    await migrate(urls.migrate, partitions ? inParts(owners, partitions) : owners);
    await client.query(`alter database ${escapeIdentifier(name)} with is_template true`);
    return name;
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('millwright.test-template'))");
  }
}

/** What a database holds beside its schemas; made once per run, whoever comes first. */
export interface TestContents {
  /** Tells these contents from others over the same schemas. */
  identity: string;
  fill(urls: DatabaseUrls, adminUrl: string): Promise<void>;
}

/**
 * Copies the files rather than writing every page to the log, as PostgreSQL does by itself: a fifth of the time for the
 * tables of all plugins.
 */
const cloneOf = (template: string, name: string): string =>
  `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy file_copy`;

/** Makes sure of the template with these contents, once per run: what fills it may be other code in the next. */
async function filledTemplateOf(
  migrated: string,
  { identity, fill }: TestContents,
  client: Client,
  adminUrl: string,
): Promise<string> {
  const hash = createHash('sha256').update(`${migrated} ${identity}`).digest('hex').slice(0, 16);
  const name = `${inject('templatePrefix')}${hash}`;
  await client.query("select pg_advisory_lock(hashtext('millwright.test-contents'))");
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name]);
    if (rowCount) return name;
    await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
    await client.query(cloneOf(migrated, name));
    await fill(await installRoles({ adminUrl, database: name, secret }), withDatabase(adminUrl, name));
    await client.query(`alter database ${escapeIdentifier(name)} with is_template true`);
    return name;
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('millwright.test-contents'))");
  }
}

/**
 * A database of its own for one test file: a clone of the migrated template, or of the one with contents; about 150 ms.
 */
export async function createTestDatabase(
  owners: readonly SchemaOwner[],
  contents?: TestContents,
  partitions = testPartitions,
): Promise<TestDatabase> {
  return asAdmin(async (client, adminUrl) => {
    const migrated = await templateOf(owners, partitions, client, adminUrl);
    const template = contents ? await filledTemplateOf(migrated, contents, client, adminUrl) : migrated;
    const name = `mwt_${randomBytes(6).toString('hex')}`;
    await client.query(cloneOf(template, name));
    const urls = await installRoles({ adminUrl, database: name, secret });
    return {
      urls,
      adminUrl: withDatabase(adminUrl, name),
      name,
      drop: () =>
        asAdmin(
          async (admin) => void (await admin.query(`drop database if exists ${escapeIdentifier(name)} with (force)`)),
        ),
    };
  });
}
