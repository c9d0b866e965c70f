import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** State of a process id in the process table. `zombie`: dead but not yet collected by its parent. */
export type ProcessState = 'gone' | 'zombie' | 'postgres' | 'other';

/** The relevant lines of `postmaster.pid`. */
export interface PostmasterFile {
  pid: number;
  /** Folder of the server's unix socket. */
  socketDir: string;
  port: number;
  /** `starting`, `ready`, `stopping`, or empty if not yet known. */
  status: string;
}

/** Reads the process table. Signal 0 alone would take a zombie or a reused process id for a running server. */
export function processState(pid: number): ProcessState {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone';
  }
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The command is in parentheses and may itself contain parentheses and spaces.
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

/** Whether the process id belongs to a running PostgreSQL program. */
export function isPostgresAlive(pid: number): boolean {
  return processState(pid) === 'postgres';
}

/** Whether the process id belongs to any process. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Reads `postmaster.pid`; undefined if it is missing or incomplete. */
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
 * Lets PostgreSQL take over a lock file whose process id now belongs to another program (an id reused after a restart
 * of the container) or to an uncollected zombie. The file is never deleted. Instead it is made to name the server's own
 * parent, which PostgreSQL treats as stale, while it still refuses if a backend uses the shared memory in the file.
 * Returns false and changes nothing unless the recorded process is provably not PostgreSQL.
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

/** Resolves after this many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
