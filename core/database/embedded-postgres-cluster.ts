import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type ServerPlace, spawnOptions } from './embedded-postgres-place.ts';
import { isRunning } from './embedded-postgres-process.ts';

const run = promisify(execFile);

/** Makes the cluster beside its final place and renames it, so that an interrupted start leaves no half cluster. */
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
    // The parent belongs to root; initdb accepts an empty folder that is its own.
    mkdirSync(fresh, { mode: 0o700 });
    chownSync(fresh, place.user.uid, place.user.gid);
  }
  const options = [
    ['--pgdata', fresh],
    ['--username', 'postgres'],
    ['--pwfile', join(place.home, 'superuser-password')],
    ['--auth', 'scram-sha-256'],
    ['--encoding', 'UTF8'],
    ['--locale', 'C'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'PG_UNICODE_FAST'],
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
    // Another start of this installation was quicker.
    if (!existsSync(place.pgdata)) throw error;
  }
}
