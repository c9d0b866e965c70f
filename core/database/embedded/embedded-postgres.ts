import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { initialise } from './embedded-postgres-cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { attachOrLaunch, launchAddress } from './embedded-postgres-launch.ts';
import { leaveSocketFolder, type ServerPlace, settlePlace } from './embedded-postgres-place.ts';
import { isPostgresAlive, isRunning, pause } from './embedded-postgres-process.ts';
import { findNative } from './embedded-postgres-programs.ts';
import { archiveSettings } from './write-ahead-archive.ts';

export { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** A running embedded PostgreSQL server. */
export interface EmbeddedPostgres {
  /**
   * Superuser address over the unix socket: `postgres://postgres:<password>@%2Fsocket%2Ffolder:5432/postgres`. The
   * folder is the percent-encoded host, so that `new URL`, `pg` and MikroORM can parse it.
   */
  readonly url: string;
  /** PGDATA, the actual folder of the cluster; for root it may be under /var/lib/millwright. */
  readonly dataDir: string;
  /** Process id of the postmaster; changes when supervision restarts it. */
  readonly pid: number;
  /**
   * True if the server was already running, because its former owner died or another process of the installation owns
   * it.
   */
  readonly attached: boolean;
  /**
   * Fast shutdown; resolves when it is complete. Does nothing while another living process owns the server. May be
   * called twice.
   */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Data folder of the installation, such as `.data`; the cluster is in its `postgres/pgdata`. */
  dataDir: string;
  /** Receives one sentence per notable event. */
  log?: (line: string) => void;
  /** PostgreSQL settings that override the defaults. Only temporary databases may switch `fsync` off. */
  settings?: Record<string, string>;
  /** Folder of the write-ahead log archive, for point-in-time recovery. */
  archive?: string | undefined;
  /** Folder with PostgreSQL's `bin`, `lib`, `share`; defaults to the npm package's. */
  nativeDir?: string;
}

const STOP_PATIENCE_MS = 60_000;
const WATCH_EVERY_MS = 500;
const MAX_RESTARTS_A_MINUTE = 5;

/**
 * Starts the embedded PostgreSQL of a data folder, or attaches to it if it runs. The first start creates the cluster.
 * The postmaster has its own session, so that Ctrl-C reaches only the application, which then calls `stop`. A
 * postmaster that dies while this process owns it is restarted.
 * @throws EmbeddedPostgresError with a message that says how to fix it.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
  const place = settlePlace(options.dataDir, options.nativeDir ?? findNative(), log);
  const settings = { ...options.settings, ...(options.archive ? archiveSettings(place, options.archive) : {}) };
  const password = keepPassword(place);
  await initialise(place, settings, log);

  let server = await attachOrLaunch(place, password, settings, log);
  const owns = takeOwnership(place, server.attached);
  if (server.attached && owns) log(`attached to the PostgreSQL that was still running (process ${server.pid})`);

  let stopping: Promise<void> | undefined;
  let restarts: number[] = [];
  let reviving = Promise.resolve();
  const watch = async (): Promise<void> => {
    if (isPostgresAlive(server.pid)) return;
    restarts = [...restarts.filter((at) => Date.now() - at < 60_000), Date.now()];
    if (restarts.length > MAX_RESTARTS_A_MINUTE) {
      clearInterval(watcher);
      log(`PostgreSQL died ${restarts.length} times within a minute: not starting it again, see ${place.pgdata}/log`);
      return;
    }
    log(`PostgreSQL (process ${server.pid}) has died: starting it again`);
    server = { ...(await attachOrLaunch(place, password, settings, log)), attached: server.attached };
  };
  let watching = false;
  const watcher = setInterval(() => {
    if (watching || stopping) return;
    watching = true;
    reviving = watch()
      .catch((error: unknown) => log(`PostgreSQL could not be started again: ${String(error)}`))
      .finally(() => {
        watching = false;
      });
  }, WATCH_EVERY_MS);
  watcher.unref();
  if (!owns) clearInterval(watcher);

  return {
    url: launchAddress(server, password),
    dataDir: place.pgdata,
    get pid() {
      return server.pid;
    },
    attached: server.attached,
    stop() {
      stopping ??= (async () => {
        clearInterval(watcher);
        await reviving;
        if (owns) await shutDown(place, server.pid);
      })();
      return stopping;
    },
  };
}

/** Creates the password once. The flag `wx` lets the first of two simultaneous starts win. */
function keepPassword(place: ServerPlace): string {
  const path = join(place.home, 'superuser-password');
  try {
    writeFileSync(path, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 });
    // initdb reads the file as the server's user.
    if (place.user) chownSync(path, place.user.uid, place.user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}

/**
 * Whether this process owns the server. A second process, such as `migrate` while the server runs, uses the database
 * but must not stop it.
 */
function takeOwnership(place: ServerPlace, attached: boolean): boolean {
  const path = join(place.home, 'owner');
  if (attached && existsSync(path)) {
    const owner = Number(readFileSync(path, 'utf8'));
    if (owner !== process.pid && owner > 0 && isRunning(owner)) return false;
  }
  writeFileSync(path, `${process.pid}\n`);
  return true;
}

async function shutDown(place: ServerPlace, pid: number): Promise<void> {
  if (isPostgresAlive(pid)) process.kill(pid, 'SIGINT');
  const patience = Date.now() + STOP_PATIENCE_MS;
  while (isPostgresAlive(pid)) {
    if (Date.now() > patience) {
      throw new EmbeddedPostgresError(
        'embedded_postgres_stop_failed',
        `PostgreSQL (process ${pid}) did not stop within ${STOP_PATIENCE_MS / 1000} s; see ${place.pgdata}/log.`,
      );
    }
    await pause(10);
  }
  rmSync(join(place.home, 'owner'), { force: true });
  leaveSocketFolder(place);
}
