import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPostgresAlive, pause } from '../database/embedded-postgres-process.ts';
import { parseDatabaseUrl } from '../database/roles.ts';
import type { CrashServerReady } from './crash/crash-server.ts';

interface Server extends CrashServerReady {
  process: ChildProcess;
  /** Everything that the process wrote to its log. */
  log: string[];
}

const dataDir = mkdtempSync(join(tmpdir(), 'millwright-crash-'));
// As root the database runs as a service user, who must be able to enter.
chmodSync(dataDir, 0o755);
const folder = join(import.meta.dirname, 'crash');
const children: ChildProcess[] = [];
let server: Server;
let cookie = '';

async function startServer(): Promise<Server> {
  const child = spawn(
    process.execPath,
    ['--import', join(folder, '../../cli/tsx-loader.mjs'), join(folder, 'crash-server.ts'), dataDir],
    { stdio: ['ignore', 'pipe', 'pipe'] },
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

const api = (path: string, init: RequestInit = {}): Promise<Response> =>
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
interface Load {
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
function startLoad(name: string, writers = 6): { load: Load; stop(): Promise<Load> } {
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

const failedRequests = (): string => server.log.filter((line) => line.includes('request failed')).join('\n');

const acknowledgedIn = (load: Load): Write[] => load.writes.filter(({ acknowledged }) => acknowledged);

async function until(what: string, isTrue: () => boolean | Promise<boolean>, patience = 60_000): Promise<void> {
  const end = Date.now() + patience;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`${what} did not happen; the log says:\n${server.log.slice(-20).join('\n')}`);
    await pause(50);
  }
}

async function inDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: parseDatabaseUrl(server.adminUrl).toString() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Everything that must hold after a crash and a repetition of what had no answer. */
async function expectWhole(load: Load): Promise<void> {
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

beforeAll(async () => {
  server = await startServer();
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

describe('kill -9', () => {
  it('of the server in mid-write, twice, loses nothing that was acknowledged', { timeout: 120_000 }, async () => {
    const all: Load = { writes: [], statuses: new Map(), cut: 0 };
    for (const round of ['first', 'second']) {
      const running = startLoad(round);
      await until('Some writes', () => acknowledgedIn(running.load).length > 40);
      const postgresBefore = server.postgresPid;
      server.process.kill('SIGKILL');
      await once(server.process, 'exit');
      const load = await running.stop();
      expect(load.cut).toBeGreaterThan(0);
      expect([...load.statuses.keys()], failedRequests()).toEqual([201]);
      all.writes.push(...load.writes);
      server = await startServer();
      expect(server.postgresPid, 'the new process attaches to the database that lived on').toBe(postgresBefore);
    }
    await expectWhole(all);
  });

  it('of the database in mid-write is answered with 503 until it is back, and loses nothing', {
    timeout: 120_000,
  }, async () => {
    const running = startLoad('database');
    await until('Some writes', () => acknowledgedIn(running.load).length > 40);
    const before = acknowledgedIn(running.load).length;
    process.kill(server.postgresPid, 'SIGKILL');
    await until('The recovery', () => acknowledgedIn(running.load).length > before + 40);
    const load = await running.stop();
    expect(load.cut).toBe(0);
    expect([...load.statuses.keys()].sort(), failedRequests()).toEqual([201, 503]);
    const ready = await fetch(`http://127.0.0.1:${server.opsPort}/readyz`);
    expect(await ready.json()).toMatchObject({ status: 'ok', database: true });
    await expectWhole(load);
  });

  it('of the server in the middle of a change set does every row once', { timeout: 180_000 }, async () => {
    const rows = 8000;
    await inDatabase((client) =>
      client.query(
        `insert into ledger.entry (account_id, id, created_at, updated_at, number, title, line_count)
         select id, 'len_' || lpad(n::text, 26, '0'), now(), now(), 'bulk-' || n, 'Bulk', 0
         from core.account, generate_series(1, $1::int) n`,
        [rows],
      ),
    );
    const started = (await (await api('/v1/x/ledger/entries/actions/delete-all', { method: 'POST' })).json()) as {
      changeSetID: string;
    };
    const read = async () =>
      (await (await api(`/v1/change-sets/${started.changeSetID}`)).json()) as { status: string; appliedCount: number };
    await until('The first chunk', async () => (await read()).appliedCount > 0);
    server.process.kill('SIGKILL');
    await once(server.process, 'exit');
    server = await startServer();
    const broken = await read();
    expect(broken.status).toBe('applying');
    expect(broken.appliedCount).toBeGreaterThan(0);
    expect(broken.appliedCount).toBeLessThan(rows);
    await until('The rest', async () => (await read()).status === 'applied', 120_000);
    expect((await read()).appliedCount).toBe(rows);
    await inDatabase(async (client) => {
      const { rows: left } = await client.query("select count(*)::int from ledger.entry where number like 'bulk-%'");
      expect(left).toEqual([{ count: 0 }]);
      const { rows: history } = await client.query(
        `select count(*)::int, count(distinct record_id)::int as records from core.audit_event
         where record_type = 'ledger_entry' and action = 'deleted' and note like $1`,
        [`%${started.changeSetID}%`],
      );
      expect(history).toEqual([{ count: rows, records: rows }]);
    });
  });

  it('leaves a server that stops cleanly', { timeout: 60_000 }, async () => {
    server.process.kill('SIGTERM');
    const [code] = await once(server.process, 'exit');
    expect(code).toBe(0);
    expect(isPostgresAlive(server.postgresPid)).toBe(false);
  });
});
