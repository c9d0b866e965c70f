import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the process table says about a process id. `zombie` is dead but not yet collected by its parent. */
export type ProcessState = 'gone' | 'zombie' | 'postgres' | 'other';

/** The lines of `postmaster.pid` that matter to us. */
export interface PostmasterFile {
  pid: number;
  /** Folder of the unix socket the server listens in. */
  socketDir: string;
  port: number;
  /** `starting`, `ready`, `stopping` or empty while the server has not said yet. */
  status: string;
}

/** Reads the process table; signal 0 alone would take a zombie or a reused process id for a living server. */
export function processState(pid: number): ProcessState {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone';
  }
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The command is in brackets and may itself hold brackets and spaces.
      const command = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
      if (state === 'Z' || state === 'X') return 'zombie';
      return command === 'postgres' ? 'postgres' : 'other';
    } catch {
      return existsSync('/proc/self/stat') ? 'gone' : 'postgres';
    }
  }
  try {
    const line = execFileSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    if (line.startsWith('Z')) return 'zombie';
    return line.endsWith('postgres') ? 'postgres' : 'other';
  } catch {
    return 'gone';
  }
}

/** True while the process id belongs to a running PostgreSQL program. */
export function isPostgresAlive(pid: number): boolean {
  return processState(pid) === 'postgres';
}

/** True while the process id belongs to anything at all, ours or not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Reads `postmaster.pid`; undefined when there is none or it is not written completely yet. */
export function readPostmasterFile(pgdata: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return {
    pid,
    port: Number(lines[3]) || 5432,
    socketDir: (lines[4] ?? '').trim(),
    status: (lines[7] ?? '').trim(),
  };
}

/**
 * Lets PostgreSQL take over a lock file whose process id now belongs to something else (a reused id after a restart of
 * the container) or to a zombie that nobody collects. The file is never deleted: PostgreSQL takes a file that names its
 * own parent for stale, and still refuses if the shared memory named further down is in use by a living backend.
 * Changes nothing, and returns false, unless the recorded process is provably no PostgreSQL.
 */
export function releaseStaleLock(lockFile: string): boolean {
  if (!existsSync(lockFile)) return false;
  const lines = readFileSync(lockFile, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || isPostgresAlive(pid)) return false;
  const owner = statSync(lockFile);
  const next = `${lockFile}.${process.pid}`;
  writeFileSync(next, [String(process.pid), ...lines.slice(1)].join('\n'), { mode: 0o600 });
  if (process.getuid?.() === 0) chownSync(next, owner.uid, owner.gid);
  renameSync(next, lockFile);
  return true;
}

/** Resolves after so many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
