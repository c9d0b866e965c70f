import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusal } from '@millwright/core/cli';
import {
  type Config,
  connected,
  type DatabaseUrls,
  hasEmbeddedCluster,
  installRoles,
  newSecret,
  parseDatabaseUrl,
  prepareExistingRoles,
  rememberedSecret,
  secretFingerprint,
  settledAddress,
  startEmbeddedPostgres,
  withDatabase,
} from '@millwright/core/kernel';

/** The database of this installation, embedded or external. */
export interface Installation {
  urls: DatabaseUrls;
  secret: string;
  /** Address with administrator rights: of the embedded server, or from DATABASE_URL. */
  adminUrl: string;
  /** Folder of the embedded cluster; undefined for an external database. */
  cluster: string | undefined;
  /** Stops the embedded server; does nothing for an external one. */
  stop(): Promise<void>;
}

export interface OpeningOptions {
  /** Whether a missing database is created; only for commands that begin an installation. */
  makes?: boolean;
}

const databaseName = 'millwright';

/** Name of the installation for people: the database address without its password. */
export function nameOfInstallation({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return `the embedded database in ${dataDir}`;
  const { hostname, port, pathname, searchParams } = parseDatabaseUrl(databaseUrl);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return `database ${decodeURIComponent(pathname.slice(1)) || databaseName} at ${host}${port ? `:${port}` : ''}`;
}

const noDatabase = (config: Config): Error =>
  refusal('no_database', `There is no database yet: ${nameOfInstallation(config)}`, {
    hint: 'Run migrate first, or name the right database: --env FILE, DATABASE_URL, MILLWRIGHT_DATA_DIR',
  });

/** Oldest PostgreSQL version that migrations and statements support. */
const oldestPostgres = 16;

/** @throws CommandFailure `postgres_too_old` for the `server_version_num` of an older version */
export function refuseOldPostgres(versionNumber: number): void {
  const major = Math.floor(versionNumber / 10_000);
  if (major < oldestPostgres)
    throw refusal(
      'postgres_too_old',
      `The server is PostgreSQL ${major}; Millwright needs ${oldestPostgres} or newer`,
      {
        hint: 'Upgrade PostgreSQL, or name another server in DATABASE_URL',
      },
    );
}

const neverMigrated = (): Error =>
  refusal('not_migrated', 'The database has no tables of Millwright: it was never migrated', {
    hint:
      'Run migrate first: millwright migrate, ' +
      'or name the right database: --env FILE, DATABASE_URL, MILLWRIGHT_DATA_DIR',
  });

/** A database that every server has. */
const maintenanceDatabase = 'postgres';

/**
 * Checks an external server before anything is written: a wrong address may lead to the database of another program.
 * Answers the address of a database that is there, from which a missing one is created.
 * @throws CommandFailure `no_database` and `not_migrated` unless `makes`, `postgres_too_old`
 */
async function checkedServer(config: Config, adminUrl: string, makes: boolean): Promise<string> {
  const check = (url: string): Promise<string> =>
    connected(url, async (client) => {
      // From the catalogue, because the administrator may lack the right to the schema.
      const { rows } = await client.query<{ version: number; isMigrated: boolean }>(
        `select current_setting('server_version_num')::int as version,
           exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname = 'core' and c.relname = 'schema_migration') as "isMigrated"`,
      );
      refuseOldPostgres(rows[0]?.version ?? 0);
      if (!makes && !rows[0]?.isMigrated) throw neverMigrated();
      return url;
    });
  return check(adminUrl).catch((error: { code?: string }) => {
    if (error.code !== '3D000') throw error;
    if (!makes) throw noDatabase(config);
    return check(withDatabase(adminUrl, maintenanceDatabase));
  });
}

const secretFile = (config: Config): string => join(config.dataDir, 'secret');

/** The installation's secret from the environment or the data folder; undefined where neither has one. */
export function keptSecret(config: Config): string | undefined {
  const path = secretFile(config);
  return config.secret ?? (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined);
}

/** The secret of the installation: from the environment, else generated once and stored in the data folder. */
export function secretOf(config: Config): string {
  const kept = keptSecret(config);
  if (kept) return kept;
  if (config.production && config.databaseUrl)
    throw new Error(
      'The configuration is wrong:\n  - MILLWRIGHT_SECRET has to be set in production with an external database',
    );
  const made = newSecret();
  mkdirSync(config.dataDir, { recursive: true });
  writeFileSync(secretFile(config), made, { mode: 0o600 });
  chmodSync(secretFile(config), 0o600);
  return made;
}

/** @throws CommandFailure `other_secret` if the database was set up with another secret */
export async function checkSecret(url: string, secret: string): Promise<void> {
  const [known, given] = [await rememberedSecret(url), secretFingerprint(secret)];
  if (known !== undefined && known !== given)
    throw refusal(
      'other_secret',
      `This installation has another secret than its database was set up with (${given} in place of ${known}): ` +
        'with it nobody stays signed in, and stored credentials of integrations do not open',
      {
        hint:
          'Put the former one back (MILLWRIGHT_SECRET, or the file "secret" in the data folder); ' +
          'if it is lost, or meant to change: millwright secret rotate',
      },
    );
}

/** Opens the database: starts the embedded server or connects to the external one, and creates missing roles. */
export async function openInstallation(
  config: Config,
  log: (line: string) => void,
  { makes = false, ...given }: OpeningOptions & { secret?: string; check?: typeof checkSecret } = {},
): Promise<Installation> {
  const { check = checkSecret } = given;
  // Read after the database was checked, so that no secret is written for a missing installation.
  const secretHere = (): string => given.secret ?? secretOf(config);
  if (config.databaseUrl) {
    const url = await settledAddress('DATABASE_URL', config.databaseUrl);
    const database = decodeURIComponent(parseDatabaseUrl(url).pathname.slice(1)) || databaseName;
    const adminUrl = withDatabase(url, database);
    const server = await checkedServer(config, adminUrl, makes);
    const secret = secretHere();
    // Checked before the roles' passwords are derived from the secret: a wrong secret would disconnect running
    // processes.
    if (!config.databaseRoles) await check(adminUrl, secret);
    const urls = config.databaseRoles
      ? await prepareExistingRoles({ url, database, secret, roles: config.databaseRoles })
      : await installRoles({ adminUrl: server, database, secret });
    if (config.databaseRoles) await check(urls.migrate, secret);
    return { urls, secret, adminUrl, cluster: undefined, stop: async () => {} };
  }
  if (!makes && !hasEmbeddedCluster(config.dataDir)) throw noDatabase(config);
  const secret = secretHere();
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log, archive: config.walArchive });
  try {
    const adminUrl = withDatabase(server.url, databaseName);
    await check(adminUrl, secret);
    return {
      urls: await installRoles({ adminUrl: server.url, database: databaseName, secret }),
      secret,
      adminUrl,
      cluster: server.dataDir,
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
