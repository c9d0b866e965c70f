import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Config,
  type DatabaseUrls,
  installRoles,
  newSecret,
  parseDatabaseUrl,
  prepareExistingRoles,
  startEmbeddedPostgres,
  withDatabase,
} from '@millwright/core/kernel';

/** The database of this installation, ours or somebody else's. */
export interface Installation {
  urls: DatabaseUrls;
  secret: string;
  /** The administrator's address of the database: of the embedded server, or as given in DATABASE_URL. */
  adminUrl: string;
  /** Stops the embedded server; does nothing for an external one. */
  stop(): Promise<void>;
}

const databaseName = 'millwright';

/** The secret of the installation: from the environment, else generated once and kept in the data folder. */
function secretOf(config: Config): string {
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

/** Opens the database: starts the embedded server or takes the external one, and makes sure of the roles. */
export async function openInstallation(config: Config, log: (line: string) => void): Promise<Installation> {
  const secret = secretOf(config);
  if (config.databaseUrl) {
    const database = decodeURIComponent(parseDatabaseUrl(config.databaseUrl).pathname.slice(1)) || databaseName;
    const urls = config.databaseRoles
      ? await prepareExistingRoles({ url: config.databaseUrl, database, secret, roles: config.databaseRoles })
      : await installRoles({ adminUrl: config.databaseUrl, database, secret });
    return { urls, secret, adminUrl: withDatabase(config.databaseUrl, database), stop: async () => {} };
  }
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    return {
      urls: await installRoles({ adminUrl: server.url, database: databaseName, secret }),
      secret,
      adminUrl: withDatabase(server.url, databaseName),
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
