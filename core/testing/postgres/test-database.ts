import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { inject } from 'vitest';
import type { SchemaOwner } from '../../database/schema/migrate.ts';
import {
  type DatabaseUrls,
  installRoles,
  type LoginRole,
  loginRoleName,
  parseDatabaseUrl,
  withDatabase,
} from '../../database/schema/roles.ts';
import { patience } from '../calls/until.ts';
import { testPartitions } from './partitioned-tables.ts';
import { cloneOf, ensureTemplate, hashOf, migratedTemplate, type TemplateServer, testSecret } from './templates.ts';

export interface TestDatabase {
  urls: DatabaseUrls;
  /** Administrator's address of this database, which sees all accounts; for assertions only. */
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

const limitedRoles = ['tenant', 'auth', 'job'] as const satisfies readonly LoginRole[];
const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;

/** Installs the roles. On a busy machine their statements may take as long as anything else a test waits for. */
async function installPatientRoles({ client, adminUrl }: TemplateServer, database: string): Promise<DatabaseUrls> {
  const urls = await installRoles({ adminUrl, database, secret: testSecret });
  const settings = limitedRoles.flatMap((role) =>
    limits.map(
      (name) =>
        `alter role ${escapeIdentifier(loginRoleName(database, role))} in database ${escapeIdentifier(database)}
          set ${name} = ${patience}`,
    ),
  );
  await client.query(settings.join('; '));
  return urls;
}

/** Contents of a database besides its schemas, created once per run by the first file that needs them. */
export interface TestContents {
  /** Distinguishes these contents from others with the same schemas. */
  identity: string;
  fill(urls: DatabaseUrls, adminUrl: string): Promise<void>;
}

/**
 * Creates the template with these contents if needed, once per run, because other code may fill the next run's
 * template.
 */
const filledTemplateOf = (
  migrated: string,
  { identity, fill }: TestContents,
  server: TemplateServer,
): Promise<string> => {
  const { client, adminUrl } = server;
  const name = `${inject('databasePrefix')}${hashOf(`${migrated} ${identity}`)}`;
  return ensureTemplate(client, name, async () => {
    await client.query(cloneOf(migrated, name));
    await fill(await installPatientRoles(server, name), withDatabase(adminUrl, name));
  });
};

/**
 * A database for one test file: a clone of the migrated template, or of the template with contents; takes about 150 ms.
 */
export async function createTestDatabase(
  owners: readonly SchemaOwner[],
  contents?: TestContents,
  partitions = testPartitions,
): Promise<TestDatabase> {
  return asAdmin(async (client, adminUrl) => {
    const server = { client, adminUrl, sources: inject('templateSources') };
    const migrated = await migratedTemplate(server, owners, partitions);
    const template = contents ? await filledTemplateOf(migrated, contents, server) : migrated;
    const name = `${inject('databasePrefix')}${randomBytes(6).toString('hex')}`;
    await client.query(cloneOf(template, name));
    const urls = await installPatientRoles(server, name);
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
