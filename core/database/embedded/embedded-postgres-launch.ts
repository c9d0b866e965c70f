import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { leaveSocketFolder, prepareSocketFolder, type ServerPlace, spawnOptions } from './embedded-postgres-place.ts';
import {
  isPostgresAlive,
  type PostmasterFile,
  pause,
  readPostmasterFile,
  releaseStaleLock,
} from './embedded-postgres-process.ts';

/** Sized for 2 cores and 2 GB. Durability settings keep PostgreSQL's safe defaults. */
const DEFAULT_SETTINGS: Record<string, string> = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  // The default of a minute is long for an empty installation: until a table is analyzed, plans assume that it is still
  // empty.
  autovacuum_naptime: '15s',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %q%u@%d ',
  logging_collector: 'on',
  log_filename: 'postgres-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  listen_addresses: '',
  port: '5432',
};

/** Longest wait for a dead predecessor to disappear (reliability.md 7.2). */
const LOCK_PATIENCE_MS = 15_000;

/** A responding postmaster. */
export interface RunningServer {
  pid: number;
  socketDir: string;
  port: number;
  attached: boolean;
}

/** Address of the superuser; its host is the percent-encoded folder of the socket. */
export function launchAddress(server: { socketDir: string; port: number }, password: string): string {
  return `postgres://postgres:${password}@${encodeURIComponent(server.socketDir)}:${server.port}/postgres`;
}

/** Attaches to the running server of this place or starts one, after a dead predecessor has disappeared. */
export async function attachOrLaunch(
  place: ServerPlace,
  password: string,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<RunningServer> {
  const patience = Date.now() + LOCK_PATIENCE_MS;
  for (let announced = false; ; announced = true) {
    const running = await attach(place, password, log);
    if (running) return running;
    const launched = await launch(place, settings, log);
    if (typeof launched !== 'string') return launched;
    const locked = /lock file .* already exists|pre-existing shared memory block|lock file .* is empty/.test(launched);
    if (!locked || Date.now() > patience) {
      throw new EmbeddedPostgresError('embedded_postgres_start_failed', `PostgreSQL did not start:\n${launched}`);
    }
    if (!announced) log('waiting for the previous PostgreSQL of this data folder to end');
    const locks = [
      join(place.pgdata, 'postmaster.pid'),
      join(place.socketDir, `.s.PGSQL.${settings['port'] ?? DEFAULT_SETTINGS['port']}.lock`),
    ];
    if (!locks.map(releaseStaleLock).includes(true)) await pause(200);
  }
}

/** The running server of this data folder; waits while it starts up or shuts down. */
async function attach(
  place: ServerPlace,
  password: string,
  log: (line: string) => void,
): Promise<RunningServer | undefined> {
  const file = readPostmasterFile(place.pgdata);
  if (!file || !isPostgresAlive(file.pid)) return undefined;
  const ready = await waitUntilReady(place, file.pid, log);
  if (!ready) return undefined;
  // The process id may now belong to another PostgreSQL. Only a server that accepts the password and has the data
  // folder is ours.
  const client = new Client({ connectionString: launchAddress(ready, password), connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder");
    return rows[0]?.folder === place.pgdata ? { ...ready, attached: true } : undefined;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Starts a postmaster; returns its output if it ended before it was ready. */
async function launch(
  place: ServerPlace,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<RunningServer | string> {
  prepareSocketFolder(place);
  // Output goes to a file: the server outlives this process, and a closed pipe would end it.
  const startLog = join(place.home, 'start.log');
  const output = openSync(startLog, 'w', 0o600);
  const fixed = {
    unix_socket_directories: place.socketDir,
    unix_socket_permissions: '0700',
  };
  const child = spawn(
    join(place.native, 'bin', 'postgres'),
    [
      '-D',
      place.pgdata,
      ...Object.entries({ ...DEFAULT_SETTINGS, ...settings, ...fixed }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]),
    ],
    { ...spawnOptions(place), detached: true, stdio: ['ignore', output, output] },
  );
  closeSync(output);
  const failed = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `exit code ${code}`}`));
  });
  if (child.pid === undefined) return await failed;

  const ready = await Promise.race([waitUntilReady(place, child.pid, log), failed]);
  if (typeof ready === 'object') {
    // The server outlives this process, so this process must not wait for it.
    child.unref();
    return { ...ready, attached: false };
  }
  const ending = ready ?? (await failed);
  leaveSocketFolder(place);
  return [ending, readTail(startLog), readServerLog(place)].filter(Boolean).join('\n');
}

/** Resolves with the lock file when its status is `ready`, or with undefined when the process is gone. */
async function waitUntilReady(
  place: ServerPlace,
  pid: number,
  log: (line: string) => void,
): Promise<PostmasterFile | undefined> {
  const began = Date.now();
  let told = 0;
  for (;;) {
    const file = readPostmasterFile(place.pgdata);
    if (file?.pid === pid && file.status === 'ready') return file;
    if (!isPostgresAlive(pid)) return undefined;
    if (Date.now() - began > (told + 1) * 10_000) {
      told += 1;
      log(`PostgreSQL is ${file?.status || 'starting'}, which may take a while after a crash (${told * 10} s so far)`);
    }
    await pause(10);
  }
}

function readServerLog(place: ServerPlace): string {
  const day = new Date().toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });
  return readTail(join(place.pgdata, 'log', `postgres-${day}.log`));
}

function readTail(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').slice(-15).join('\n') : '';
}
