import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { canReach, type ServerPlace } from './embedded-postgres-place.ts';

/*
 * Point-in-time recovery. The server copies every segment of its write-ahead log to `<archive>/wal` when the segment is
 * full or a minute old. `<archive>/base/<moment>` contains copies of the cluster from which the log is replayed.
 */

/** A base copy of the cluster. */
export interface BaseCopy {
  /** Name of its folder, the time of completion: `20261123T021500Z`. */
  name: string;
  /** The earliest time that can be restored from it. */
  finishedAt: string;
  /** First log segment that it needs. */
  firstSegment: string;
  bytes: number;
}

const facts = 'millwright.json';
export const passwordFile = 'superuser-password';
export const baseFolder = (archive: string): string => join(archive, 'base');
export const logFolder = (archive: string): string => join(archive, 'wal');

/** Files left out of a copy, because they belong to the running server or are recreated at the start. */
const emptied = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  'log',
]);
const leftOut = /^(postmaster\.(pid|opts)|pgsql_tmp.*|.*\.old|recovery\.signal|standby\.signal)$/;
/** Name of a log segment. */
export const segment = /^[0-9A-F]{24}$/;

/** Settings of a server that archives its log in this folder, which its user has to be able to write. */
export function archiveSettings(place: ServerPlace, archive: string): Record<string, string> {
  mkdirSync(baseFolder(archive), { recursive: true, mode: 0o755 });
  mkdirSync(logFolder(archive), { recursive: true, mode: 0o700 });
  if (place.user) {
    chownSync(logFolder(archive), place.user.uid, place.user.gid);
    if (!canReach(place.user, [logFolder(archive)]))
      throw new EmbeddedPostgresError(
        'embedded_postgres_archive_closed',
        `PostgreSQL runs as ${place.user.name}, who cannot enter ${archive}: choose another MILLWRIGHT_WAL_ARCHIVE, ` +
          'or let others pass through its parent folders (chmod o+x).',
      );
  }
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': logFolder(archive),
    archive_timeout: '60s',
  };
}

/** Base copies in the archive, the oldest first. */
export function baseCopies(archive: string): BaseCopy[] {
  if (!existsSync(baseFolder(archive))) return [];
  return readdirSync(baseFolder(archive))
    .filter((name) => existsSync(join(baseFolder(archive), name, facts)))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(baseFolder(archive), name, facts), 'utf8')) as BaseCopy);
}

/**
 * Copies the cluster of a running server into the archive. `keep`: number of newest copies to keep, with the log that
 * they need.
 */
export async function copyBase(
  { url, pgdata, archive, keep }: { url: string; pgdata: string; archive: string; keep?: number | undefined },
  signal?: AbortSignal,
): Promise<BaseCopy & { removed: string[] }> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const fresh = join(baseFolder(archive), `new-${process.pid}`);
  try {
    const { rows: set } = await client.query<{ mode: string }>("select current_setting('archive_mode') as mode");
    if (set[0]?.mode !== 'on')
      throw new EmbeddedPostgresError(
        'embedded_postgres_no_archive',
        'The server that runs keeps no log: set MILLWRIGHT_WAL_ARCHIVE and start it again.',
      );
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(join(fresh, 'cluster'), { recursive: true, mode: 0o700 });
    await client.query("select pg_backup_start('millwright', true)");
    const bytes = copyCluster(pgdata, join(fresh, 'cluster'), signal);
    // Waits until the log that the copy needs is archived.
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(true)');
    const { label = '' } = rows[0] ?? {};
    writeFileSync(join(fresh, 'cluster', 'backup_label'), label, { mode: 0o600 });
    copyFileSync(join(dirname(pgdata), passwordFile), join(fresh, passwordFile));
    const finishedAt = new Date().toISOString();
    const copy: BaseCopy = {
      name: finishedAt.replaceAll(/[-:]|\.\d+/g, ''),
      finishedAt,
      firstSegment: /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '',
      bytes,
    };
    writeFileSync(join(fresh, facts), `${JSON.stringify(copy)}\n`, { mode: 0o600 });
    renameSync(fresh, join(baseFolder(archive), copy.name));
    return { ...copy, removed: keep === undefined ? [] : removeOld(archive, keep) };
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    await client.end();
  }
}

/** Files change and vanish during the copy; replaying the log restores their content. */
function copyCluster(from: string, to: string, signal?: AbortSignal): number {
  let bytes = 0;
  const copy = (folder: string): void => {
    signal?.throwIfAborted();
    for (const entry of readdirSync(join(from, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (leftOut.test(entry.name) || path === 'global/pg_control') continue;
      if (entry.isDirectory()) {
        mkdirSync(join(to, path), { mode: 0o700 });
        if (folder !== '' || !emptied.has(entry.name)) copy(path);
      } else bytes += copyFile(join(from, path), join(to, path));
    }
  };
  copy('');
  mkdirSync(join(to, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
  // Copied last, so that it is not older than the files it describes.
  return bytes + copyFile(join(from, 'global/pg_control'), join(to, 'global/pg_control'));
}

function copyFile(from: string, to: string): number {
  try {
    copyFileSync(from, to);
    return statSync(to).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

/** Removes the oldest copies beyond the number to keep, then the log that no remaining copy needs. */
function removeOld(archive: string, keep: number): string[] {
  const all = baseCopies(archive);
  const old = all.slice(0, -keep);
  for (const { name } of old) rmSync(join(baseFolder(archive), name), { recursive: true, force: true });
  const first = all.slice(-keep)[0]?.firstSegment;
  if (first)
    // The first eight digits are the timeline. After a restore the segment numbers continue on a new one.
    for (const name of readdirSync(logFolder(archive)))
      if (segment.test(name) && name.slice(8) < first.slice(8)) rmSync(join(logFolder(archive), name), { force: true });
  return old.map(({ name }) => name);
}
