import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a running server leaves in the data folder, so that other commands find it. */
export interface ServerState {
  pid: number;
  /** When the process began, as the system counts it: a pid alone may belong to somebody else by now. */
  begun: string;
  url: string;
  opsUrl: string;
  startedAt: string;
}

const pathOf = (dataDir: string): string => join(dataDir, 'server.json');

/** Field 22 of /proc/<pid>/stat, the start in clock ticks; '' where there is no /proc. */
function beginOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive({ pid, begun }: ServerState): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return beginOf(pid) === begun;
}

/** The server of this data folder that runs now; undefined also for one that died without a word. */
export function readServerState(dataDir: string): ServerState | undefined {
  let state: ServerState;
  try {
    state = JSON.parse(readFileSync(pathOf(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
  return isAlive(state) ? state : undefined;
}

/** Enters this process as the server of the data folder, unless another one runs there; answers how to leave again. */
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
