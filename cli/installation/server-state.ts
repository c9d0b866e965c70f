import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** State that a running server stores in the data folder for other commands. */
export interface ServerState {
  pid: number;
  /** Start time of the process, because its pid may be reused. */
  begun: string;
  url: string;
  opsUrl: string;
  startedAt: string;
}

const pathOf = (dataDir: string): string => join(dataDir, 'server.json');

/** Field 22 of /proc/<pid>/stat, the start in clock ticks; '' on systems without /proc. */
function beginOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive({ pid, begun }: Pick<ServerState, 'pid' | 'begun'>): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return beginOf(pid) === begun;
}

/** The running server of this data folder; undefined if it has died. */
export function readServerState(dataDir: string): ServerState | undefined {
  let state: ServerState;
  try {
    state = JSON.parse(readFileSync(pathOf(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
  return isAlive(state) ? state : undefined;
}

const startPathOf = (dataDir: string): string => join(dataDir, 'start.lock');

/**
 * Waits until no other process is starting from this data folder, then keeps others waiting; answers a function that
 * releases it. The lock of a killed process is ignored. `onWait` is called once with the process that is waited for.
 */
export async function oneStartAtATime(dataDir: string, onWait: (pid: number) => void): Promise<() => void> {
  const path = startPathOf(dataDir);
  const mine = { pid: process.pid, begun: beginOf(process.pid) };
  mkdirSync(dataDir, { recursive: true });
  for (let heard = false; ; ) {
    // Created by a link, so that the lock file always appears with its content.
    writeFileSync(`${path}.${process.pid}`, JSON.stringify(mine));
    try {
      linkSync(`${path}.${process.pid}`, path);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(`${path}.${process.pid}`, { force: true });
    }
    const other = startOf(path);
    if (other && !isAlive(other)) rmSync(path, { force: true });
    else {
      if (other && !heard) onWait(other.pid);
      heard ||= other !== undefined;
      await pause(200);
    }
  }
}

function startOf(path: string): Pick<ServerState, 'pid' | 'begun'> | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Registers this process as the server of the data folder, unless another one runs; answers a function that unregisters
 * it.
 */
export function enterServerState(dataDir: string, addresses: { url: string; opsUrl: string }): () => void {
  if (readServerState(dataDir)) return () => {};
  const state: ServerState = {
    pid: process.pid,
    begun: beginOf(process.pid),
    ...addresses,
    startedAt: new Date().toISOString(),
  };
  mkdirSync(dataDir, { recursive: true });
  const path = pathOf(dataDir);
  writeFileSync(`${path}.${process.pid}`, `${JSON.stringify(state)}\n`);
  renameSync(`${path}.${process.pid}`, path);
  return () => {
    if (readServerState(dataDir)?.pid === process.pid) rmSync(path, { force: true });
  };
}
