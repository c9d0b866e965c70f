import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { isPostgresAlive, pause } from '../../database/embedded-postgres-process.ts';
import { parseDatabaseUrl } from '../../database/roles.ts';
import type { CrashServerReady } from './crash-server.ts';

interface Server extends CrashServerReady {
  process: ChildProcess;
  /** Everything that the process wrote to its log. */
  log: string[];
}

const dataDir = mkdtempSync(join(tmpdir(), 'millwright-crash-'));
// As root the database runs as a service user, who must be able to enter.
chmodSync(dataDir, 0o755);
const folder = import.meta.dirname;
// That of the command line, so that a start takes half the time.
const compileCache = join(folder, '../../../node_modules/.cache/millwright');
const children: ChildProcess[] = [];
/** The server that lives now. */
export let server: Server;
let cookie = '';

async function startServer(): Promise<Server> {
  const child = spawn(
    process.execPath,
    ['--import', join(folder, '../../cli/tsx-loader.mjs'), join(folder, 'crash-server.ts'), dataDir],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_COMPILE_CACHE: compileCache } },
  );
  children.push(child);
  const log: string[] = [];
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => log.push(line));
  const first = await Promise.race([
    once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`The server did not start:\n${log.join('\n')}`))),
  ]);
  return { ...(JSON.parse(String(first[0])) as CrashServerReady), process: child, log };
}

/** Calls the API of the server that lives now, signed in. */
export const api = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}/api${path}`, {
    ...init,
    headers: { 'content-type': 'application/json', cookie, ...init.headers },
    signal: AbortSignal.timeout(30_000),
  });

async function signIn(): Promise<void> {
  const response = await api('/auth/actions/login', {
    method: 'POST',
    body: JSON.stringify({ identifier: 'admin@crash.test', password: 'correct horse battery' }),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** What became of one write: answered with 201, or not answered, or refused with a status. */
interface Write {
  title: string;
  key: string;
  acknowledged?: { id: string; number: string };
}
export interface Load {
  writes: Write[];
  /** Statuses of all answers, how often each came. */
  statuses: Map<number, number>;
  /** Answers that nobody gave: the connection was cut. */
  cut: number;
}

async function write(each: Write, load: Load): Promise<void> {
  try {
    const response = await api('/v1/x/ledger/entries', {
      method: 'POST',
      headers: { 'idempotency-key': each.key },
      body: JSON.stringify({
        title: each.title,
        email: `${each.title}@example.test`,
        lines: [1, 2, 3].map((measure) => ({ text: `Line ${measure}`, measure })),
      }),
    });
    const body = (await response.json()) as { id: string; number: string };
    load.statuses.set(response.status, (load.statuses.get(response.status) ?? 0) + 1);
    if (response.status === 201) each.acknowledged = { id: body.id, number: body.number };
  } catch {
    load.cut += 1;
  }
}

/** Writers that go on, whatever they are answered, until they are told to stop. */
export function startLoad(name: string, writers = 6): { load: Load; stop(): Promise<Load> } {
  const load: Load = { writes: [], statuses: new Map(), cut: 0 };
  let isStopping = false;
  const running = Array.from({ length: writers }, async (_, writer) => {
    for (let count = 0; !isStopping; count += 1) {
      const title = `${name}-${writer}-${count}`;
      const each: Write = { title, key: `key-${title}` };
      load.writes.push(each);
      await write(each, load);
      if (!each.acknowledged) await pause(50);
    }
  });
  return {
    load,
    async stop() {
      isStopping = true;
      await Promise.all(running);
      return load;
    },
  };
}

/** What the server's log says of requests that failed. */
export const failedRequests = (): string => server.log.filter((line) => line.includes('request failed')).join('\n');

/** The writes that were answered with 201. */
export const acknowledgedIn = (load: Load): Write[] => load.writes.filter(({ acknowledged }) => acknowledged);

/** Waits until something is so. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>, patience = 60_000): Promise<void> {
  const end = Date.now() + patience;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`${what} did not happen; the log says:\n${server.log.slice(-20).join('\n')}`);
    await pause(50);
  }
}

/** Asks the database as its administrator. */
export async function inDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: parseDatabaseUrl(server.adminUrl).toString() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Everything that must hold after a crash and a repetition of what had no answer. */
export async function expectWhole(load: Load): Promise<void> {
  const lost = load.writes.filter(({ acknowledged }) => !acknowledged);
  const again: Load = { writes: lost, statuses: new Map(), cut: 0 };
  for (const each of lost) await write(each, again);
  expect([...again.statuses.keys()]).toEqual(lost.length ? [201] : []);
  await until('The outbox', () =>
    inDatabase(async (client) => {
      const { rows } = await client.query<{ busy: boolean }>(
        `select exists (select from core.event_outbox where dispatched_at is null)
           or exists (select from core.email_log where not has_sent)
           or (select count(*) from core.email_log) < (select count(*) from ledger.entry) as busy`,
      );
      return rows[0]?.busy === false;
    }),
  );
  await inDatabase(async (client) => {
    const { rows: entries } = await client.query<{
      id: string;
      number: string;
      title: string;
      lines: string;
      line_count: number;
    }>(
      `select e.id, e.number, e.title, e.line_count, (select count(*) from ledger.line l where l.account_id = e.account_id and l.entry_id = e.id) as lines
       from ledger.entry e order by e.number::bigint`,
    );
    const byTitle = new Map(entries.map((entry) => [entry.title, entry]));
    // Every answer with 201 is kept, under the id and number that was answered.
    for (const { title, acknowledged } of load.writes)
      expect(byTitle.get(title), title).toMatchObject({ id: acknowledged?.id, number: acknowledged?.number });
    // One effect per key, no half document, no number twice or left out.
    expect(entries).toHaveLength(byTitle.size);
    expect(entries.filter(({ lines, line_count }) => Number(lines) !== 3 || line_count !== 3)).toEqual([]);
    expect(entries.map(({ number }) => Number(number))).toEqual(entries.map((_, index) => 1000 + index));
    const { rows: counters } = await client.query(
      "select next::int from core.numbering_sequence where kind = 'ledger_entry'",
    );
    expect(counters).toEqual([{ next: 1000 + entries.length }]);
    // One event per entry, one mail per event.
    const { rows: mails } = await client.query<{ count: string; records: string; captured: boolean }>(
      'select count(*), count(distinct record_id) as records, bool_and(has_sent and is_captured) as captured from core.email_log',
    );
    const sum = String(entries.length);
    expect(mails).toEqual([{ count: sum, records: sum, captured: true }]);
    const { rows: events } = await client.query<{ type: string; count: string }>(
      'select type, count(*) from core.event_outbox group by type order by type',
    );
    expect(events.filter(({ type }) => type === 'ledger.entry-created')).toEqual([
      { type: 'ledger.entry-created', count: sum },
    ]);
    const { rows: handled } = await client.query<{ subscriber: string; count: string }>(
      'select subscriber, count(*) from core.handled_event group by subscriber order by subscriber',
    );
    expect(handled).toEqual([
      { subscriber: 'core.send-email', count: sum },
      { subscriber: 'ledger.send-receipt', count: sum },
    ]);
    const { rows: keys } = await client.query('select count(*) from core.idempotency_key where status is null');
    expect(keys).toEqual([{ count: '0' }]);
  });
}

/** Kills the server in whatever it is doing. */
export async function killServer(): Promise<void> {
  server.process.kill('SIGKILL');
  await once(server.process, 'exit');
}

/** Starts a server on what the last one left. */
export async function restartServer(): Promise<void> {
  server = await startServer();
}

/** A server before the tests of a file, and nothing of it after them. */
export function useCrashServer(): void {
  beforeAll(async () => {
    await restartServer();
    await signIn();
  });

  afterAll(async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    // A test that failed half-way may have left the database behind.
    if (server && isPostgresAlive(server.postgresPid)) process.kill(server.postgresPid, 'SIGQUIT');
    rmSync(dataDir, { recursive: true, force: true });
  });
}
