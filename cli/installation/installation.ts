import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusal } from '@millwright/core/cli';
import {
  type Config,
  type DatabaseUrls,
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

/** The database of this installation, ours or somebody else's. */
export interface Installation {
  urls: DatabaseUrls;
  secret: string;
  /** The administrator's address of the database: of the embedded server, or as given in DATABASE_URL. */
  adminUrl: string;
  /** Folder of the embedded cluster; undefined for an external database. */
  cluster: string | undefined;
  /** Stops the embedded server; does nothing for an external one. */
  stop(): Promise<void>;
}

const databaseName = 'millwright';

/** The secret of the installation: from the environment, else generated once and kept in the data folder. */
export function secretOf(config: Config): string {
  if (config.secret) return config.secret;
  if (config.production && config.databaseUrl)
    throw new Error(
      'The configuration is wrong:\n  - MILLWRIGHT_SECRET has to be set in production with an external database',
    );
  const path = join(config.dataDir, 'secret');
  if (!existsSync(path)) {
    mkdirSync(config.dataDir, { recursive: true });
    writeFileSync(path, newSecret(), { mode: 0o600 });
    chmodSync(path, 0o600);
  }
  return readFileSync(path, 'utf8').trim();
}

/** @throws CommandFailure `other_secret` where the database was set up with another secret */
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

/** Opens the database: starts the embedded server or takes the external one, and makes sure of the roles. */
export async function openInstallation(
  config: Config,
  log: (line: string) => void,
  { secret = secretOf(config), check = checkSecret }: { secret?: string; check?: typeof checkSecret } = {},
): Promise<Installation> {
  if (config.databaseUrl) {
    const url = await settledAddress('DATABASE_URL', config.databaseUrl);
    const database = decodeURIComponent(parseDatabaseUrl(url).pathname.slice(1)) || databaseName;
    const adminUrl = withDatabase(url, database);
    // Before passwords are made of the secret: those of processes that run would end.
    if (!config.databaseRoles) await check(adminUrl, secret);
    const urls = config.databaseRoles
      ? await prepareExistingRoles({ url, database, secret, roles: config.databaseRoles })
      : await installRoles({ adminUrl: url, database, secret });
    if (config.databaseRoles) await check(urls.migrate, secret);
    return { urls, secret, adminUrl, cluster: undefined, stop: async () => {} };
  }
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
