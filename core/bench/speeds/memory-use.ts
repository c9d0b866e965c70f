import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { demoPassword } from '../../boot/demo/demo.ts';
import { repeat } from '../figures/measurement.ts';
import { removeData, startServer, stopServer } from './start-time.ts';

/** Resident memory of the server process, its threads included; PostgreSQL has processes of its own. */
export interface MemoryUse {
  title: string;
  mebibytes: number;
  atMost: number;
}

const clients = 16;
const loadSeconds = 30;
/** Seconds of idleness: V8 returns what the start needed after about a minute and a half. */
const idleSeconds = 150;
const sampleMilliseconds = 50;

const lists = ['sales-orders', 'customers', 'products', 'items', 'shipments', 'invoices', 'purchase-orders'];

/** Undefined where there is no /proc. */
function residentMebibytes(pid: number): number | undefined {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
  }
}

type Ask = (path: string) => Promise<{ items?: readonly { id: string }[] }>;

/** Asks as the administrator of the demo. */
async function signedIn(url: string): Promise<Ask> {
  const signIn = await fetch(`${url}/api/auth/actions/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: 'admin@demo.test', password: demoPassword }),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return async (path) => {
    const reply = await fetch(`${url}/api/v1/${path}`, { headers: { cookie } });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as Awaited<ReturnType<Ask>>;
  };
}

/** The lists, and records of each. */
async function pathsOf(ask: Ask): Promise<string[]> {
  const paths: string[] = [];
  for (const list of lists) {
    const { items = [] } = await ask(`${list}?take=50`);
    paths.push(`${list}?take=50`, ...items.slice(0, 5).map(({ id }) => `${list}/${id}`));
  }
  return paths;
}

/**
 * Memory of the built server with the demo: idle some minutes after a warm start, and at most while sixteen clients
 * read lists and records. Empty where the operating system does not tell it (Linux only).
 */
export async function measureMemory(say: (line: string) => void): Promise<MemoryUse[]> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-memory-'));
  try {
    say('measuring: memory');
    await stopServer((await startServer(folder)).child);
    const { child, url } = await startServer(folder);
    try {
      const resident = (): number | undefined => residentMebibytes(child.pid as number);
      if (resident() === undefined) return [];
      await pause(idleSeconds * 1000);
      const idle = resident() ?? Number.NaN;
      const ask = await signedIn(url);
      const paths = await pathsOf(ask);
      let highest = idle;
      const sampling = setInterval(() => {
        highest = Math.max(highest, resident() ?? 0);
      }, sampleMilliseconds);
      const { failed, firstError } = await repeat(clients, loadSeconds, async (client, turn) => {
        await ask(paths[(client + turn) % paths.length] as string);
      });
      clearInterval(sampling);
      if (failed) throw new Error(`${failed} requests of the load failed: ${firstError}`);
      return [
        { title: `memory, idle for ${idleSeconds} s after a warm start`, mebibytes: idle, atMost: 220 },
        { title: `memory at most, ${clients} clients reading for ${loadSeconds} s`, mebibytes: highest, atMost: 350 },
      ];
    } finally {
      await stopServer(child);
    }
  } finally {
    removeData(folder);
  }
}

/** The report lines of the memory. */
export const memoryTable = (uses: readonly MemoryUse[]): string =>
  uses
    .map(
      ({ title, mebibytes, atMost }) =>
        `${title.padEnd(48)} ${mebibytes.toFixed(0).padStart(6)} MiB  target < ${atMost} MiB  ` +
        `${mebibytes < atMost ? 'yes' : 'NO'}`,
    )
    .join('\n');
