import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { isPostgresAlive, pause, processState, readPostmasterFile } from '../database/embedded-postgres-process.ts';
import { parseDatabaseUrl } from '../database/roles.ts';

import { KeptClusters, sourcesOfTemplates } from './kept-clusters.ts';
import type {} from './plan/choice.ts';

import { choiceOfRun, noteRun } from './plan/run-plan.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser address of the server that this test run may fill with databases of its own. */
    postgresUrl: string;
    /** What the names of this run's databases begin with. */
    databasePrefix: string;
    /** What migrated databases are made of. */
    templateSources: string;
    /** Its process, 0 where it is somebody else's: what it uses is counted. */
    postgresProcess: number;
  }
}

const PREFIX = 'millwright-test-';

/** Loss of data is the point of these databases, so nothing waits for the disk. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum_naptime: '1h',
  max_connections: '200',
  shared_buffers: '256MB',
  // Signing in is made to be slow; here each database has four roles, and each kernel signs in anew.
  scram_iterations: '1',
  logging_collector: 'off',
};

/**
 * Vitest's global setup: one PostgreSQL for the run with the templates of its databases, provided as `postgresUrl`,
 * removed with its folder at the end. A clone keeps the templates, but in CI, where every run begins with nothing.
 * MILLWRIGHT_TEST_DATABASE_URL (a superuser's address) uses another server instead, and removes of it only what no
 * later run can use.
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
  // As root the server runs as a service user, who must be able to enter.
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
  const start = () => startEmbeddedPostgres({ dataDir: folder, settings: SETTINGS });
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
  // Where the server's user cannot enter the folder, the cluster lies elsewhere and is not kept.
  if (!kept || !existsSync(join(folder, 'postgres', 'pgdata'))) return server;
  await server.stop();
  kept.keep(sources, folder);
  return start();
}

const makeTemplates = (url: string, sources: string): void =>
  void execFileSync(process.execPath, [join(import.meta.dirname, 'make-templates.ts'), url, sources], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });

/** What is left of this run's databases: shared ones, and those with contents, which another run may fill otherwise. */
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

/** A run that was killed leaves its server and folder behind; the next run clears them. */
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
      // Another user's folder: theirs to clear.
    }
  }
}
