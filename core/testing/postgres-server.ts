import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { isPostgresAlive, pause, processState, readPostmasterFile } from '../database/embedded-postgres-process.ts';
import { parseDatabaseUrl } from '../database/roles.ts';
import type {} from './plan/choice.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser address of the server that this test run may fill with databases of its own. */
    postgresUrl: string;
    /** What the names of this run's databases with contents begin with. */
    templatePrefix: string;
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
 * Vitest's global setup: one PostgreSQL for the run, provided as `postgresUrl`, removed with its folder at the end.
 * MILLWRIGHT_TEST_DATABASE_URL (a superuser's address) uses another server instead, and
 * removes of it only what no later run can use.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const templatePrefix = `mwt_run_${randomBytes(4).toString('hex')}_`;
  project.provide('templatePrefix', templatePrefix);
  project.provide('plan', { routes: 'all', screens: 'all' });
  const external = process.env['MILLWRIGHT_TEST_DATABASE_URL'];
  if (external) {
    project.provide('postgresUrl', external);
    return () => dropTemplates(external, templatePrefix);
  }
  await sweepAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // As root the server runs as a service user, who must be able to enter.
  chmodSync(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: folder, settings: SETTINGS });
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Databases with contents are of one run: another may fill them otherwise. */
async function dropTemplates(url: string, prefix: string): Promise<void> {
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
