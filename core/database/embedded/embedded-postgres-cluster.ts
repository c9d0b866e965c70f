import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type ServerPlace, spawnOptions } from './embedded-postgres-place.ts';
import { isRunning } from './embedded-postgres-process.ts';

const run = promisify(execFile);

async function majorVersionOf(place: ServerPlace): Promise<number> {
  const { stdout } = await run(join(place.native, 'bin', 'postgres'), ['--version'], spawnOptions(place));
  return Number.parseInt(stdout.trim().split(' ').at(-1) ?? '', 10) || 0;
}

/**
 * Byte order collation with Unicode character classes; PostgreSQL has it built in since 17, and completely since 18.
 */
function localeOf(version: number): string[][] {
  if (version < 17) return [['--locale', 'C.UTF-8']];
  const builtin = version < 18 ? 'C.UTF-8' : 'PG_UNICODE_FAST';
  return [
    ['--locale', 'C'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', builtin],
  ];
}

/** Creates the cluster beside its final path and renames it, so that an interrupted start leaves no partial cluster. */
export async function initialise(
  place: ServerPlace,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<void> {
  if (existsSync(place.pgdata)) return;
  log('creating the database cluster');
  for (const name of readdirSync(place.home)) {
    const maker = /^pgdata\.new-(\d+)$/.exec(name)?.[1];
    if (maker && !isRunning(Number(maker))) rmSync(join(place.home, name), { recursive: true, force: true });
  }
  const fresh = join(place.home, `pgdata.new-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  if (place.user) {
    // The parent folder belongs to root, but initdb accepts an existing empty folder of its user.
    mkdirSync(fresh, { mode: 0o700 });
    chownSync(fresh, place.user.uid, place.user.gid);
  }
  const options = [
    ['--pgdata', fresh],
    ['--username', 'postgres'],
    ['--pwfile', join(place.home, 'superuser-password')],
    ['--auth', 'scram-sha-256'],
    ['--encoding', 'UTF8'],
    ...localeOf(await majorVersionOf(place)),
    ['--data-checksums'],
    ['--no-instructions'],
    ...(settings['fsync'] === 'off' ? [['--no-sync']] : []),
  ].flat();
  try {
    await run(join(place.native, 'bin', 'initdb'), options, spawnOptions(place));
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    const { stderr, message } = error as Error & { stderr?: string };
    throw new EmbeddedPostgresError('embedded_postgres_initdb_failed', `initdb failed: ${stderr?.trim() || message}`);
  }
  try {
    renameSync(fresh, place.pgdata);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another start of this installation was faster.
    if (!existsSync(place.pgdata)) throw error;
  }
}
