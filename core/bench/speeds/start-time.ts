import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDir } from '../place/bench-root.ts';

/** Duration of a start. */
export interface StartTime {
  title: string;
  /** Seconds from the start of the process to the first answer. */
  seconds: number;
  atMost: number;
}

const patience = 120_000;

const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });

/** Starts the built server and waits for its first reply. */
export async function startServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ child: ChildProcess; seconds: number; url: string }> {
  const port = await freePort();
  const opsPort = await freePort();
  const began = performance.now();
  // With the options of Node that this program has from `npm run bench`, the same as those of `npm start`.
  const child = spawn(process.execPath, [...process.execArgv, join(buildDir, 'cli/main.js'), 'start'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      MILLWRIGHT_OPS_PORT: String(opsPort),
      MILLWRIGHT_DATA_DIR: dataDir,
      MILLWRIGHT_LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The platform ended with ${child.exitCode} instead of starting`);
    if (performance.now() - began > patience) throw new Error('The platform did not answer within two minutes');
    const answer = await fetch(`http://127.0.0.1:${port}/api`).catch(() => undefined);
    const url = `http://127.0.0.1:${port}`;
    if (answer?.ok) return { child, seconds: (performance.now() - began) / 1000, url };
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** Stops the server and waits for its end. */
export async function stopServer(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}

/**
 * First start after installing (empty data folder: cluster, roles, migrations, demo) and warm starts (existing data),
 * from starting the built program to the first reply. Installing and building do not count.
 */
export async function measureStarts(say: (line: string) => void): Promise<StartTime[]> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-start-'));
  const times: number[] = [];
  try {
    for (const title of ['first start', 'warm start', 'warm start', 'warm start']) {
      say(`measuring: ${title}`);
      const { child, seconds } = await startServer(folder);
      times.push(seconds);
      await stopServer(child);
    }
  } finally {
    removeData(folder);
  }
  const [first = Number.NaN, ...warm] = times;
  return [
    { title: 'first start after install, to the first answer', seconds: first, atMost: 20 },
    {
      title: 'warm start, to the first answer (median of 3)',
      seconds: warm.sort((a, b) => a - b)[1] ?? Number.NaN,
      atMost: 1.4,
    },
  ];
}

/**
 * Removes a data folder with its cluster. As root the cluster is elsewhere, and a file in the folder names the place.
 */
export function removeData(folder: string): void {
  const note = join(folder, 'location');
  if (existsSync(note)) rmSync(readFileSync(note, 'utf8').trim(), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

/** The report lines of the starts. */
export const startTable = (starts: readonly StartTime[]): string =>
  starts
    .map(
      ({ title, seconds, atMost }) =>
        `${title.padEnd(48)} ${seconds.toFixed(2).padStart(6)} s  target < ${atMost} s  ` +
        `${seconds < atMost ? 'yes' : 'NO'}`,
    )
    .join('\n');
