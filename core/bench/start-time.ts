import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How long a start took. */
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

/** Starts the built platform and waits for its first answer. */
export async function startServer(dataDir: string): Promise<{ child: ChildProcess; seconds: number; url: string }> {
  const port = await freePort();
  const opsPort = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.js'), 'start'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      MILLWRIGHT_OPS_PORT: String(opsPort),
      MILLWRIGHT_DATA_DIR: dataDir,
      MILLWRIGHT_LOG_LEVEL: 'error',
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

/** Ends it and waits for that. */
export async function stopServer(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}

/**
 * First start after install (new data folder: cluster, roles, migrations, demo) and warm starts (data there), from the
 * start of the built program to the first answered request. Installing and building are not part of it.
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
      atMost: 4,
    },
  ];
}

/** Removes a data folder with its cluster, which root keeps elsewhere: the data folder says where. */
export function removeData(folder: string): void {
  const note = join(folder, 'location');
  if (existsSync(note)) rmSync(readFileSync(note, 'utf8').trim(), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

/** The lines of the starts. */
export const startTable = (starts: readonly StartTime[]): string =>
  starts
    .map(
      ({ title, seconds, atMost }) =>
        `${title.padEnd(48)} ${seconds.toFixed(2).padStart(6)} s  target < ${atMost} s  ` +
        `${seconds < atMost ? 'yes' : 'NO'}`,
    )
    .join('\n');
