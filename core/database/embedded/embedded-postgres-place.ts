import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { ELSEWHERE, EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { copyNative } from './embedded-postgres-programs.ts';

/** System user that owns the data and runs the server; undefined for the current user. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

/** Folders of one installation, and the user of its server. */
export interface ServerPlace {
  user: ServerUser | undefined;
  /** Folder with PostgreSQL's `bin`, `lib` and `share`. */
  native: string;
  /** Folder of this installation: `pgdata`, the password, the owner file and the start log. */
  home: string;
  pgdata: string;
  socketDir: string;
}

const SHARED_ROOT = '/var/lib/millwright';
const SOCKET_NAME_BYTES = '/.s.PGSQL.5432.lock'.length;

/**
 * Determines the server's user and the folders of its data and programs (details.md, "Embedded PostgreSQL"). PostgreSQL
 * refuses to run as root, so root starts it as a service user. Folders that this user cannot reach move to
 * /var/lib/millwright, and `<dataDir>/location` records where.
 */
export function settlePlace(dataDir: string, nativeDir: string, log: (line: string) => void): ServerPlace {
  const folder = resolve(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (process.getuid?.() !== 0) {
    const home = join(folder, 'postgres');
    mkdirSync(home, { recursive: true, mode: 0o755 });
    refuseForeignData(join(home, 'pgdata'));
    return { user: undefined, native: nativeDir, home, pgdata: join(home, 'pgdata'), socketDir: socketFolder(home) };
  }

  const recorded = recordedLocation(folder, log);
  const near = join(folder, 'postgres');
  const user = ownerOf(join(recorded ?? near, 'pgdata')) ?? serviceUser(log);
  mkdirSync(recorded ?? near, { recursive: true, mode: 0o755 });
  let home = recorded ?? near;
  if (!recorded && !canReach(user, [near])) {
    if (existsSync(join(near, 'pgdata'))) {
      throw new EmbeddedPostgresError(
        'embedded_postgres_data_closed',
        `${user.name}, who owns the data in ${near}, can no longer enter that folder: ` +
          'let others pass through its parent folders (chmod o+x).',
      );
    }
    home = sharedFolder(folder);
    writeFileSync(join(folder, 'location'), `${home}\n`);
    log(`PostgreSQL runs as ${user.name}, who cannot enter ${folder}: its data is kept in ${home}`);
  }
  let native = nativeDir;
  if (!canReach(user, [join(native, 'bin', 'postgres'), join(native, 'share', 'postgresql'), join(native, 'lib')])) {
    native = copyNative(native, sharedFolder(folder), log);
  }
  return { user, native, home, pgdata: join(home, 'pgdata'), socketDir: socketFolder(home) };
}

/** Whether an earlier start has created the cluster of this data folder. Changes nothing. */
export function hasEmbeddedCluster(dataDir: string): boolean {
  const folder = resolve(dataDir);
  const location = join(folder, 'location');
  const homes = [join(folder, 'postgres'), ...(existsSync(location) ? [readFileSync(location, 'utf8').trim()] : [])];
  return homes.some((home) => existsSync(join(home, 'pgdata')));
}

/** All existing folders of the installation with this data folder. */
export function installationFolders(dataDir: string): string[] {
  const folder = resolve(dataDir);
  const shared = join(SHARED_ROOT, installationKey(folder));
  const origin = join(shared, 'origin');
  const isOwn = existsSync(origin) && readFileSync(origin, 'utf8').trim() === folder;
  const homes = [join(folder, 'postgres'), ...(isOwn ? [shared] : [])];
  return [folder, ...(isOwn ? [shared] : []), ...homes.map(socketFolder)].filter((path) => existsSync(path));
}

/** Creates the socket's folder for the server's user alone; refuses a folder that another user has created there. */
export function prepareSocketFolder(place: ServerPlace): void {
  const uid = place.user?.uid ?? process.getuid?.() ?? 0;
  try {
    mkdirSync(place.socketDir, { mode: 0o700 });
    if (place.user) chownSync(place.socketDir, place.user.uid, place.user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(place.socketDir);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      'embedded_postgres_socket_taken',
      `${place.socketDir} should be a folder that only user id ${uid} may enter. ` +
        'Somebody else made it: remove it and start again.',
    );
  }
}

/** Removes the socket's folder unless a server still uses it. */
export function leaveSocketFolder(place: ServerPlace): void {
  try {
    rmdirSync(place.socketDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

/**
 * Options for starting the server's programs as its user and without inherited environment, because PG* variables must
 * not reach the server.
 */
export function spawnOptions(place: ServerPlace) {
  return {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(place.user ? { uid: place.user.uid, gid: place.user.gid } : {}),
  };
}

/**
 * Twelve hex digits that identify an installation: hash of the clone's path if the data folder is its `.data`, else of
 * the folder's.
 */
function installationKey(folder: string): string {
  const clone = basename(folder) === '.data' ? dirname(folder) : folder;
  return createHash('sha256').update(clone).digest('hex').slice(0, 12);
}

function sharedFolder(folder: string): string {
  const home = join(SHARED_ROOT, installationKey(folder));
  mkdirSync(home, { recursive: true });
  // A strict umask of root must not lock out the service user.
  for (const path of [SHARED_ROOT, home]) chmodSync(path, 0o755);
  writeFileSync(join(home, 'origin'), `${folder}\n`);
  return home;
}

/** The folder to which an earlier start moved the data. A copied clone must not use the data of its original. */
function recordedLocation(folder: string, log: (line: string) => void): string | undefined {
  const file = join(folder, 'location');
  if (!existsSync(file)) return undefined;
  const home = readFileSync(file, 'utf8').trim();
  if (!existsSync(home)) return undefined;
  const origin = existsSync(join(home, 'origin')) ? readFileSync(join(home, 'origin'), 'utf8').trim() : '';
  if (origin === folder) return home;
  if (origin !== '' && existsSync(join(origin, 'location'))) {
    log(`${file} names the data of ${origin}, which is still there: starting with a database of our own`);
    rmSync(file);
    return undefined;
  }
  writeFileSync(join(home, 'origin'), `${folder}\n`);
  return home;
}

/** Checked by a shell of that user, so that parent folders, groups and access control lists count. */
export function canReach(user: ServerUser, paths: string[]): boolean {
  const script = 'for path in "$@"; do test -r "$path" && test -x "$path" || exit 1; done';
  const answer = spawnSync('/bin/sh', ['-c', script, 'sh', ...paths], { uid: user.uid, gid: user.gid, cwd: '/' });
  if (answer.error) {
    throw new EmbeddedPostgresError(
      'embedded_postgres_no_user',
      `PostgreSQL does not run as root, and root may not start a program as ${user.name} here ` +
        `(${answer.error.message}). Start as an ordinary user. ${ELSEWHERE}`,
    );
  }
  return answer.status === 0;
}

/** The owner of existing data keeps running the server, even if other service users have been added since. */
function ownerOf(pgdata: string): ServerUser | undefined {
  const found = statSync(pgdata, { throwIfNoEntry: false });
  if (!found || found.uid === 0) return undefined;
  const known = systemUsers().find((user) => user.uid === found.uid);
  return { name: known?.name ?? `user id ${found.uid}`, uid: found.uid, gid: found.gid };
}

function refuseForeignData(pgdata: string): void {
  const found = statSync(pgdata, { throwIfNoEntry: false });
  if (!found || found.uid === process.getuid?.()) return;
  throw new EmbeddedPostgresError(
    'embedded_postgres_foreign_data',
    `${pgdata} belongs to user id ${found.uid}: start as that user or as root, or choose another MILLWRIGHT_DATA_DIR.`,
  );
}

function serviceUser(log: (line: string) => void): ServerUser {
  const find = (name: string) => systemUsers().find((user) => user.name === name && user.uid !== 0);
  const existing = find('postgres') ?? find('millwright');
  if (existing) return existing;
  for (const [program, options] of [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']],
    ['adduser', ['-S', '-D', '-H']],
  ] as const) {
    spawnSync(program, [...options, 'millwright'], { stdio: 'ignore' });
    const made = find('millwright');
    if (made) {
      log('PostgreSQL does not run as root: created the system user millwright for it');
      return made;
    }
  }
  const nobody = find('nobody');
  if (nobody) return nobody;
  throw new EmbeddedPostgresError(
    'embedded_postgres_no_user',
    'PostgreSQL does not run as root, and no user postgres, millwright or nobody exists here. ' +
      `Start as an ordinary user. ${ELSEWHERE}`,
  );
}

function systemUsers(): ServerUser[] {
  const content = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  return content.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** A socket's path is limited to about 100 bytes, but a clone's path is not; hence a short folder named by a hash. */
function socketFolder(home: string): string {
  const name = `millwright-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
  const bases = ['/tmp', tmpdir()].filter((base) => existsSync(base));
  const short = bases.map((base) => join(base, name)).find((path) => path.length + SOCKET_NAME_BYTES < 100);
  if (!short) {
    throw new EmbeddedPostgresError(
      'embedded_postgres_no_socket_folder',
      `Neither /tmp nor ${tmpdir()} can hold the server's socket. ${ELSEWHERE}`,
    );
  }
  return short;
}
