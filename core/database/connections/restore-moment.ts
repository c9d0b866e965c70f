import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { EmbeddedPostgresError } from '../embedded/embedded-postgres-error.ts';
import { type ServerPlace, settlePlace } from '../embedded/embedded-postgres-place.ts';
import { isPostgresAlive, readPostmasterFile } from '../embedded/embedded-postgres-process.ts';
import { findNative } from '../embedded/embedded-postgres-programs.ts';
import { baseCopies, baseFolder, logFolder, passwordFile, segment } from '../embedded/write-ahead-archive.ts';

export interface RestoredMoment {
  base: string;
  /** Folder of the previous cluster. */
  aside: string | undefined;
}

/**
 * Restores the cluster of a data folder to a point in time, or to the end of the archive. The previous cluster is set
 * aside and put back if the restore fails. The server must not run.
 */
export async function restoreMoment(
  options: Pick<EmbeddedPostgresOptions, 'dataDir' | 'log' | 'settings'> & { archive: string },
  moment: Date | 'latest',
): Promise<RestoredMoment> {
  const { archive, dataDir, log = () => {}, settings = {} } = options;
  const base = baseCopies(archive).findLast(({ finishedAt }) => moment === 'latest' || new Date(finishedAt) <= moment);
  if (!base)
    throw new EmbeddedPostgresError(
      'embedded_postgres_no_base',
      `${archive} has no copy of the cluster that was complete by then: see millwright recovery list.`,
    );
  const place = settlePlace(dataDir, findNative(), log);
  const running = readPostmasterFile(place.pgdata);
  if (running && isPostgresAlive(running.pid))
    throw new EmbeddedPostgresError('embedded_postgres_runs', 'The database runs: stop the server first.');
  const fresh = join(place.home, `pgdata.restored-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  copyTree(join(baseFolder(archive), base.name, 'cluster'), fresh, place);
  keepUnarchived(place.pgdata, fresh, archive, place);
  own(join(fresh, 'recovery.signal'), place, () => writeFileSync(join(fresh, 'recovery.signal'), ''));
  const password = join(place.home, passwordFile);
  const formerPassword = existsSync(password) ? readFileSync(password) : undefined;
  const aside = existsSync(place.pgdata) ? join(place.home, `pgdata.before-${Date.now()}`) : undefined;
  if (aside) renameSync(place.pgdata, aside);
  renameSync(fresh, place.pgdata);
  own(password, place, () => copyFileSync(join(baseFolder(archive), base.name, passwordFile), password));
  try {
    const server = await startEmbeddedPostgres({
      dataDir,
      log,
      archive,
      settings: {
        ...settings,
        // With hot standby the server would report that it is ready while it still replays the log.
        hot_standby: 'off',
        restore_command: `cp "${logFolder(archive)}/%f" "%p"`,
        ...(moment === 'latest'
          ? {}
          : // Zone names, even `Z`, are not known this early in the start.
            { recovery_target_time: moment.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }),
      },
    });
    await server.stop();
    return { base: base.name, aside };
  } catch (error) {
    rmSync(place.pgdata, { recursive: true, force: true });
    if (aside) renameSync(aside, place.pgdata);
    if (formerPassword) writeFileSync(password, formerPassword, { mode: 0o600 });
    if (!/recovery ended before configured recovery target was reached/.test((error as Error).message)) throw error;
    throw new EmbeddedPostgresError(
      'embedded_postgres_after_archive',
      'The archive ends before that moment: restore to an earlier one, or to its end with --to latest.',
    );
  }
}

/** Creates a path and gives it to the server's user. */
function own(path: string, { user }: ServerPlace, make: () => void): void {
  make();
  if (user) chownSync(path, user.uid, user.gid);
}

function copyTree(from: string, to: string, place: ServerPlace): void {
  own(to, place, () => mkdirSync(to, { mode: 0o700 }));
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const target = join(to, entry.name);
    if (entry.isDirectory()) copyTree(join(from, entry.name), target, place);
    else own(target, place, () => copyFileSync(join(from, entry.name), target));
    chmodSync(target, entry.isDirectory() ? 0o700 : 0o600);
  }
}

/** Copies the last minute of the log, which the old cluster had not archived yet, to the archive. */
function keepUnarchived(from: string, to: string, archive: string, place: ServerPlace): void {
  const log = join(from, 'pg_wal');
  if (!existsSync(log)) return;
  for (const name of readdirSync(log))
    if (segment.test(name) && !existsSync(join(logFolder(archive), name))) {
      const target = join(to, relative(from, log), name);
      own(target, place, () => copyFileSync(join(log, name), target));
    }
}
