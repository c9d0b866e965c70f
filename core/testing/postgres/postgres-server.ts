import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../database/embedded/embedded-postgres.ts';
import {
  isPostgresAlive,
  pause,
  processState,
  readPostmasterFile,
} from '../../database/embedded/embedded-postgres-process.ts';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import type {} from '../plan/choice.ts';
import { choiceOfRun, noteRun } from '../plan/run-plan.ts';
import { KeptClusters, sourcesOfTemplates } from './kept-clusters.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser's address of the server on which this run creates its databases. */
    postgresUrl: string;
    /** Prefix of this run's database names. */
    databasePrefix: string;
    /** Hash of the sources of migrated databases. */
    templateSources: string;
    /** Process id of the server, whose processor time is measured; 0 for a server that the run did not start. */
    postgresProcess: number;
  }
}

const PREFIX = 'millwright-test-';

/** These databases may lose data, so nothing waits for the disk. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum_naptime: '1h',
  max_connections: '200',
  shared_buffers: '256MB',
  // Database passwords are slow to check on purpose. Each test database has four roles, and each kernel connects anew.
  scram_iterations: '1',
  // Loaded without counting, until a test calls `trackPlanning`.
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
  logging_collector: 'off',
};

/** Programs of another version, set by `npm run postgres`. */
const nativeDir = process.env['MILLWRIGHT_TEST_POSTGRES'];
const otherPrograms = nativeDir ? { nativeDir } : {};

/**
 * Vitest's global setup: starts a PostgreSQL server for the run with the templates of its databases, provided as
 * `postgresUrl`, and removes it with its folder at the end. A clone keeps the templates, except in CI, where every run
 * starts empty. MILLWRIGHT_TEST_DATABASE_URL (a superuser's address) uses another server instead; there only databases
 * that no later run can use are removed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const databasePrefix = `mwt_run_${randomBytes(4).toString('hex')}_`;
  const sources = sourcesOfTemplates();
  project.provide('databasePrefix', databasePrefix);
  project.provide('templateSources', sources);
  project.provide('plan', choiceOfRun());
  const external = process.env['MILLWRIGHT_TEST_DATABASE_URL'];
  if (external) {
    makeTemplates(external, sources);
    project.provide('postgresUrl', external);
    project.provide('postgresProcess', 0);
    return () => dropDatabases(external, databasePrefix);
  }
  await sweepAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // As root the server runs as a service user, who needs access to the folder.
  chmodSync(folder, 0o755);
  const server = await startWithTemplates(folder, sources);
  project.provide('postgresUrl', server.url);
  project.provide('postgresProcess', server.pid);
  return async () => {
    noteRun(server.pid);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function startWithTemplates(folder: string, sources: string): Promise<EmbeddedPostgres> {
  const start = () => startEmbeddedPostgres({ dataDir: folder, settings: SETTINGS, ...otherPrograms });
  const kept = process.env['CI'] ? undefined : new KeptClusters();
  if (kept?.take(sources, folder))
    try {
      return await start();
    } catch {
      kept.forget(sources);
      rmSync(join(folder, 'postgres'), { recursive: true, force: true });
    }
  const server = await start();
  makeTemplates(server.url, sources);
  // If the server's user cannot enter the folder, the cluster is elsewhere and is not kept.
  if (!kept || !existsSync(join(folder, 'postgres', 'pgdata'))) return server;
  await server.stop();
  kept.keep(sources, folder);
  return start();
}

const makeTemplates = (url: string, sources: string): void =>
  void execFileSync(process.execPath, [join(import.meta.dirname, 'make-templates.ts'), url, sources], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });

/** Drops this run's databases: shared ones, and templates with contents, which another run may fill differently. */
async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: parseDatabaseUrl(url).toString() });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { name } of rows) {
      await client.query(`alter database ${escapeIdentifier(name)} with is_template false`);
      await client.query(`drop database ${escapeIdentifier(name)} with (force)`);
    }
  } finally {
    await client.end();
  }
}

/** A killed run leaves its server and folder behind; the next run removes them. */
async function sweepAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? 0);
    if (!owner || processState(owner) === 'other') continue;
    const folder = join(tmpdir(), name);
    try {
      const postmaster = readPostmasterFile(join(folder, 'postgres', 'pgdata'))?.pid;
      if (postmaster && isPostgresAlive(postmaster)) {
        process.kill(postmaster, 'SIGQUIT');
        while (isPostgresAlive(postmaster)) await pause(20);
      }
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The folder belongs to another user, whose runs remove it.
    }
  }
}
