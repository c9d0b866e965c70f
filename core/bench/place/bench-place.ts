import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import platform from '../../../platform.config.ts';
import {
  type DatabaseUrls,
  installRoles,
  migrateInstallation,
  newSecret,
  startEmbeddedPostgres,
  withDatabase,
} from '../../boot/index.ts';
import { buildDir } from './bench-root.ts';
import { Child } from './child.ts';
import { benchPassword, type People } from './facts.ts';

/** A PostgreSQL server of its own with the platform's tables, empty. */
export interface BenchDatabase {
  urls: DatabaseUrls;
  /** The superuser's address of the same database. */
  adminUrl: string;
  secret: string;
  /** Process id of PostgreSQL. */
  postgres: number;
  /** A folder that is removed afterwards. */
  folder: string;
}

interface DatabaseOptions {
  say(line: string): void;
  /** Further settings of PostgreSQL. */
  settings?: Readonly<Record<string, string>>;
}

/** Runs work on a PostgreSQL server of its own, which is removed afterwards. */
export async function withBenchDatabase<T>(
  { say, settings = {} }: DatabaseOptions,
  work: (database: BenchDatabase) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: say, settings });
  try {
    const database = 'millwright';
    const secret = newSecret();
    const urls = await installRoles({ adminUrl: postgres.url, database, secret });
    const plugins = await Promise.all(
      platform.plugins.map(async ({ server }) => ({ definition: (await server()).default })),
    );
    await migrateInstallation(urls, plugins);
    const adminUrl = withDatabase(postgres.url, database);
    return await work({ urls, adminUrl, secret, postgres: postgres.pid, folder });
  } finally {
    await postgres.stop();
    rmSync(dirname(postgres.dataDir), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Cookies of a person who signs in with the benchmark's password. */
export async function signIn(url: string, identifier: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/actions/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ identifier, password: benchPassword }),
  });
  if (!answer.ok) throw new Error(`Signing in as ${identifier} failed: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/**
 * Sends a request as the administrator, in another account of this person if one is given: a body as JSON, a text as
 * the bytes of a file. Throws for any refusal.
 */
export type Ask = <T = { id: string }>(
  path: string,
  body?: object | string,
  method?: string,
  accountID?: string,
) => Promise<T>;

/** The measured server with an account whose administrator has signed in. */
export interface BenchPlace extends BenchDatabase {
  url: string;
  server: Child;
  admin: Client;
  accountID: string;
  emails: readonly string[];
  ask: Ask;
  /** Signs in again, because a session lasts only minutes, and returns the headers of the session. */
  renew(): Promise<Record<string, string>>;
}

export interface ServerOptions {
  /** Options of Node for the measured server. */
  execArgv?: readonly string[];
}

/** Runs work with a server and an account of its own, both removed afterwards. */
export const withBenchServer = <T>(
  { slug, execArgv = [], ...options }: DatabaseOptions & ServerOptions & { slug: string },
  work: (place: BenchPlace) => Promise<T>,
): Promise<T> =>
  withBenchDatabase(options, async (database) => {
    const server = new Child('server', { execArgv });
    const admin = new Client({ connectionString: database.adminUrl });
    try {
      const { urls, secret } = database;
      const url = await server.call<string>('boot', { urls, buildDir, secret });
      const { accountID, emails } = await server.call<People>('createAccount', { slug, people: 1 });
      let headers: Record<string, string> = {};
      const renew = async () => {
        const cookie = await signIn(url, emails[0] as string);
        headers = { cookie, origin: url, 'account-id': accountID };
        return headers;
      };
      await renew();
      const ask: Ask = async <R>(
        path: string,
        body?: object | string,
        method = body ? 'POST' : 'GET',
        inAccount = accountID,
      ): Promise<R> => {
        const type = typeof body === 'string' ? 'application/octet-stream' : 'application/json';
        const answer = await fetch(`${url}/api${path}`, {
          method,
          headers: { ...headers, 'account-id': inAccount, 'content-type': type },
          ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${path} failed: ${text}`);
        return (text ? JSON.parse(text) : undefined) as R;
      };
      await admin.connect();
      return await work({ ...database, url, server, admin, accountID, emails, ask, renew });
    } finally {
      await admin.end().catch(() => undefined);
      await server.stop();
    }
  });
