import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../boot/site.ts';
import { parseDatabaseUrl } from '../database/schema/roles.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import { EventOutbox } from '../events/event-outbox.entity.ts';
import { runInAccount } from '../tenancy/accounts/account-transaction.ts';
import { refusalOf } from '../testing/calls/refusal.ts';
import { patience, until } from '../testing/calls/until.ts';
import { createEntry } from '../testing/kernel/ledger/ledger.contract.ts';
import { LedgerEntry } from '../testing/kernel/ledger/ledger.entity.ts';
import { ledgerPlugin } from '../testing/kernel/ledger/ledger.plugin.ts';
import { bootTestKernel, type TestKernel, type TestPerson, testPassword } from '../testing/kernel/test-kernel.ts';
import { createOps, type OpsSource, opsSourceOf } from './ops.ts';
import { listen, stopListening } from './serve.ts';

const entries = '/v1/x/ledger/entries';
const json = { 'content-type': 'application/json' };
const input = { title: 'Gloves', lines: [{ text: 'Cotton', measure: 2 }] };

let kernel: TestKernel;
let admin: TestPerson;
const buildDir = mkdtempSync(join(tmpdir(), 'millwright-site-'));
beforeAll(async () => {
  writeFileSync(
    join(buildDir, 'manifest.json'),
    JSON.stringify({
      shell: { entry: '/assets/main.0123456789.js', integrity: 'sha384-abc', css: [], preload: [] },
      remotes: [],
    }),
  );
  kernel = await bootTestKernel({ why: 'its pool and its log', plugins: [ledgerPlugin] });
  admin = await kernel.a.as('admin');
});
afterAll(async () => {
  await kernel.stop();
  rmSync(buildDir, { recursive: true });
});

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  admin.fetch(path, {
    method,
    headers: { ...(body === undefined ? {} : json), ...headers },
    body:
      body === undefined || typeof body === 'string' || body instanceof Uint8Array
        ? (body as string)
        : JSON.stringify(body),
  });

const create = async (title = 'Gloves'): Promise<{ id: string; version: number }> =>
  (await (await send('POST', entries, { ...input, title })).json()) as { id: string; version: number };
const countOf = async (): Promise<number> => ((await (await send('GET', entries)).json()) as { count: number }).count;

/** A refused request leaves no trace. */
async function expectRefused(what: Promise<Response>, expected: Record<string, unknown>): Promise<void> {
  const before = await countOf();
  expect(await refusalOf(what)).toMatchObject(expected);
  expect(await countOf()).toBe(before);
}

describe('an answer', () => {
  it('carries the request id that was sent, if it is one', async () => {
    expect((await send('GET', entries, undefined, { 'x-request-id': 'trace-1.2:3' })).headers.get('x-request-id')).toBe(
      'trace-1.2:3',
    );
    for (const wrong of ['two words', 'x'.repeat(101), '<script>'])
      expect((await send('GET', entries, undefined, { 'x-request-id': wrong })).headers.get('x-request-id')).toMatch(
        /^req_[0-9a-z]{26}$/,
      );
    expect((await send('GET', '/v1/nothing')).headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('is never kept by a cache', async () => {
    for (const path of [entries, '/v1/nothing', `${entries}/nothing`])
      expect((await send('GET', path)).headers.get('cache-control')).toBe('no-store');
  });

  it('has an ETag that a change has to match', async () => {
    const { id } = await create();
    const read = await send('GET', `${entries}/${id}`);
    expect(read.headers.get('etag')).toBe('"1"');
    const patch = (title: string, headers: Record<string, string>, version?: number): Promise<Response> =>
      send('PATCH', `${entries}/${id}`, { title, ...(version ? { version } : {}) }, headers);
    const changed = await patch('First', { 'if-match': '"1"' });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    expect(await refusalOf(patch('Stale', { 'if-match': '"1"' }))).toMatchObject({
      status: 409,
      code: 'stale_version',
    });
    expect(await refusalOf(patch('Stale', {}, 1))).toMatchObject({ status: 409, code: 'stale_version' });
    expect((await patch('Second', { 'if-match': 'W/"2"' })).status).toBe(200);
    expect((await patch('Third', {}, 3)).status).toBe(200);
    for (const wrong of ['2', '"x"', '"1", "2"', '"-1"', '"99999999999"'])
      expect(await refusalOf(patch('Odd', { 'if-match': wrong })), wrong).toMatchObject({
        status: 400,
        paths: ['If-Match'],
      });
    expect((await (await send('GET', `${entries}/${id}`)).json()) as object).toMatchObject({
      title: 'Third',
      version: 4,
    });
  });

  it('to a condition that nothing checks is a refusal', async () => {
    const { id } = await create();
    await expectRefused(send('DELETE', `${entries}/${id}`, undefined, { 'if-match': '"7"' }), {
      status: 400,
      paths: ['If-Match'],
    });
    await expectRefused(send('POST', entries, input, { 'if-match': '"1"' }), { status: 400, paths: ['If-Match'] });
    expect((await send('GET', `${entries}/${id}`, undefined, { 'if-match': '"7"' })).status).toBe(200);
  });

  it('to a fault of ours says nothing about it', async () => {
    const response = await send('POST', '/v1/x/ledger/actions/break');
    const text = await response.clone().text();
    expect(await refusalOf(response)).toMatchObject({
      status: 500,
      code: 'internal_error',
      message: 'Something went wrong on our side',
    });
    expect(text).not.toMatch(/no_such_table|select|relation|\.ts|at /i);
  });

  it('through the site has the security headers, whatever it is', async () => {
    const site = createSite(kernel, { buildDir, production: true });
    for (const path of [
      '/api',
      `/api${entries}`,
      '/api/nothing',
      '/api/docs',
      '/api/openapi.json',
      '/',
      '/dashboard',
      '/assets/missing.js',
    ]) {
      const { headers, status } = await site.request(`http://millwright.test${path}`);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin');
      if (!path.startsWith('/assets'))
        expect(`${headers.get('x-frame-options')} ${headers.get('content-security-policy')}`, path).toMatch(
          /SAMEORIGIN|DENY|frame-ancestors/,
        );
      expect(headers.get('x-powered-by'), path).toBeNull();
      expect(headers.get('access-control-allow-origin'), path).toBeNull();
      if (path.startsWith('/assets')) expect(status).toBe(404);
    }
    const docs = await site.request('http://millwright.test/api/docs');
    expect(docs.headers.get('content-security-policy')).toContain("default-src 'none'");
    const style = /<style>(.*)<\/style>/.exec(await docs.text())?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(docs.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
    expect(await refusalOf(site.request('http://millwright.test/api/nothing'))).toMatchObject({
      code: 'no_such_endpoint',
    });
    expect(await (await site.request('http://millwright.test/api')).json()).toEqual({ status: 'ok', env: 'test' });
    expect((await site.request('http://millwright.test/captured-mail')).headers.get('content-type')).not.toContain(
      'mails',
    );
  });
});

describe('a trace', () => {
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const keptOf = async (traceparent: string): Promise<(string | null | undefined)[]> => {
    const sent = await send('POST', entries, input, { traceparent });
    const { id } = (await sent.json()) as { id: string };
    return runInAccount(kernel.tenancy, { accountID: kernel.a.id, identity: { type: 'system' } }, async ({ em }) =>
      (await em.find(EventOutbox, { accountID: kernel.a.id, aggregateID: id })).map((event) => event.traceparent),
    );
  };

  it('of a request goes on in the events that it leaves, and only if it is one', async () => {
    expect(await keptOf(trace)).toEqual([trace]);
    expect(await keptOf(`${trace}'`)).toEqual([null]);
  });
});

describe('a list as CSV', () => {
  const read = async (query: string): Promise<string[]> => {
    const response = await send('GET', `${entries}?format=csv&${query}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''entries.csv");
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
    expect(text.startsWith('\u{feff}')).toBe(true);
    return text.slice(1).split('\r\n');
  };

  it('makes formulas harmless and quotes what it has to', async () => {
    for (const title of ['=1+1', '+cmd', '-2+3', '@sum', '\tTab', 'Plain, "quoted"', 'Two\nlines']) await create(title);
    const lines = (await read('columns=title')).join('\r\n');
    for (const cell of ["'=1+1", "'+cmd", "'-2+3", "'@sum", "'\tTab", '"Plain, ""quoted"""', '"Two\nlines"'])
      expect(lines).toContain(`\r\n${cell}\r\n`);
    expect(lines.split('\r\n')[0]).toBe('title');
  });

  it('has the whole list, not one page of it, in the order and columns asked for', async () => {
    await kernel.a.run((ctx) =>
      sql`insert into ledger.entry (account_id, id, created_at, updated_at, number, title, line_count)
        select ${ctx.account.id}, 'len_' || lpad(n::text, 26, '0'), now(), now(), (50000 + n)::text, 'Bulk', 0
        from generate_series(1, 510) n`.execute(ctx.em.query()),
    );
    const lines = await read('columns=number,title&sortBy=number&sortOrder=asc&take=10&skip=3');
    expect(lines[0]).toBe('number,title');
    const rows = lines.slice(1).join('\r\n').match(/^\d+,/gm) ?? [];
    expect(rows).toHaveLength(await countOf());
    expect(rows).toEqual([...rows].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)));
  });

  it('refuses columns that no row has, and what an address asks for beside', async () => {
    const refused = async (query: string) => refusalOf(send('GET', `${entries}?${query}`));
    for (const [query, path] of [
      ['format=csv&columns=title,nothing', 'columns'],
      ['format=csv&columns=constructor', 'columns'],
      ['format=csv&columns=__proto__.x', 'columns'],
      ['format=csv&columns=', 'columns'],
      ['columns=title', 'columns'],
      ['format=xml', 'format'],
      ['format=', 'format'],
      ['format=csv&format=csv', 'format'],
    ] as const)
      expect(await refused(query), query).toMatchObject({ status: 400, code: 'invalid_input', paths: [path] });
    expect((await refused('format=csv&columns=title,nothing')).message).toContain('nothing');
  });

  it('exists of lists only, and obeys the same rights', async () => {
    const { id } = await create();
    expect(await refusalOf(send('GET', `${entries}/${id}?format=csv`))).toMatchObject({
      status: 400,
      paths: ['format'],
    });
    expect(await refusalOf(send('GET', `${entries}?format=csv&colour=red`))).toMatchObject({
      status: 400,
      paths: ['colour'],
    });
    const scanner = await kernel.a.as('scanner');
    expect(await refusalOf(scanner.fetch(`${entries}?format=csv`))).toMatchObject({ status: 403 });
  });
});

describe('the request log', () => {
  it('has every request, without anything secret', async () => {
    const before = kernel.clock.now();
    const secret = 'sk_live_1234567890abcdefXYZ';
    await send('GET', `${entries}?token=${secret}&take=5`, undefined, {
      'x-request-id': 'logged-1',
      'user-agent': 'Tester/1.0',
      referer: `http://millwright.test/reset?token=${secret}`,
    });
    await send('POST', '/v1/x/ledger/actions/break', undefined, { 'x-request-id': 'logged-2' });
    await send(
      'POST',
      entries,
      { ...input, title: '4111 1111 1111 1111', note: secret },
      { 'x-request-id': 'logged-3', 'idempotency-key': 'key-of-log' },
    );
    await kernel.anonymous().fetch('/auth/actions/login', {
      method: 'POST',
      headers: { ...json, 'x-request-id': 'logged-4', 'x-api-key': 'ak_wrong', 'x-auth-secret': secret },
      body: JSON.stringify({ identifier: admin.email, password: testPassword }),
    });
    const client = new Client({ connectionString: parseDatabaseUrl(kernel.db.adminUrl).toString() });
    await client.connect();
    try {
      const read = () =>
        client.query("select * from core.request_log where request_id like 'logged-%' order by request_id");
      await until('All four', async () => (await read()).rows.length === 4);
      const { rows } = await read();
      const [refused, failed, created, login] = rows;
      expect(refused).toMatchObject({
        method: 'GET',
        path: entries,
        normalized_route: entries,
        status_code: 400,
        error_code: 'invalid_input',
        account_id: kernel.a.id,
        actor_email: admin.email,
        user_agent: 'Tester/1.0',
      });
      expect(failed).toMatchObject({ status_code: 500, error_code: 'internal_error' });
      expect(failed.internal_error_message).toContain('no_such_table');
      expect(created).toMatchObject({ status_code: 201, idempotency_key_id: 'key-of-log', error_code: null });
      expect(login).toMatchObject({ status_code: 401, account_id: null });
      expect(Number(created.latency)).toBeGreaterThan(0);
      expect(created.occurred_at > before && created.occurred_at < kernel.clock.now()).toBe(true);
      const all = JSON.stringify(rows);
      for (const hidden of [secret, testPassword, '1111 1111', 'access_token']) expect(all).not.toContain(hidden);
      const { rows: secrets } = await client.query(
        'select count(*)::int as count from core.request_log t where t::text like any($1)',
        [[`%${testPassword}%`, `%${secret}%`]],
      );
      expect(secrets).toEqual([{ count: 0 }]);
    } finally {
      await client.end();
    }
  });
});

const opsOf = (of: TestKernel) => createOps(opsSourceOf(of));

describe('health', () => {
  it('says that the process lives and can work, and counts', async () => {
    const ops = opsOf(kernel);
    expect(await (await ops.request('/livez')).json()).toEqual({ status: 'ok' });
    const ready = await ops.request('/readyz');
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ok', database: true, schema: true, outbox: true, disk: true, draining: false },
    ]);
    const metrics = await (await ops.request('/metrics')).text();
    for (const name of [
      'open_calls',
      'event_loop_delay_milliseconds',
      'resident_memory_bytes',
      'waiting_for_connection',
    ])
      expect(metrics).toMatch(new RegExp(`^millwright_${name} \\d+$`, 'm'));
  });

  it('is not ready with a schema of another version, nor where events wait to be handed over', async () => {
    const own = await bootTestKernel({ why: 'its pool and its log', plugins: [ledgerPlugin] });
    const answerOf = async (source: OpsSource) => {
      const answer = await createOps(source).request('/readyz');
      return [answer.status, await answer.json()];
    };
    const source = opsSourceOf(own);
    const client = new Client({ connectionString: parseDatabaseUrl(own.db.adminUrl).toString() });
    await client.connect();
    try {
      const { rows } = await client.query(
        'delete from core.schema_migration where id = (select max(id) from core.schema_migration) returning name',
      );
      expect(await answerOf(source)).toEqual([
        503,
        { status: 'unavailable', database: true, schema: false, outbox: true, disk: true, draining: false },
      ]);
      await client.query('insert into core.schema_migration (name) values ($1)', [rows[0].name]);
      expect((await answerOf(source))[0]).toBe(200);
      // A newer version has already migrated the database, and this process still works.
      await client.query("insert into core.schema_migration (name) values ('Migration29990101000000_newer')");
      expect((await answerOf(opsSourceOf(own)))[0]).toBe(200);
    } finally {
      await client.end();
    }
    expect(await answerOf({ ...source, outboxLag: async () => 60_001 })).toEqual([
      503,
      { status: 'unavailable', database: true, schema: true, outbox: false, disk: true, draining: false },
    ]);
    const full = await answerOf({ ...source, disk: async () => ({ freeBytes: 1_000_000, bytes: 9_000_000 }) });
    expect(full).toEqual([
      503,
      { status: 'unavailable', database: true, schema: true, outbox: true, disk: false, draining: false },
    ]);
    await own.stop();
  });

  it('serves on while it says that it goes down, then lets open calls finish and takes no new ones', async () => {
    const own = await bootTestKernel({ why: 'its pool and its log', plugins: [ledgerPlugin] });
    const person = await own.a.as('admin');
    const made = await person.call(createEntry, { body: input });
    const web = await listen(own.api.fetch, { host: '127.0.0.1', port: 0, setting: 'PORT', wasSet: true });
    own.setBaseURL(`http://127.0.0.1:${web.port}`);
    const login = await fetch(`http://127.0.0.1:${web.port}/auth/actions/login`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ identifier: person.email, password: testPassword }),
    });
    const cookie = login.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    let unlock: () => void = () => undefined;
    const isHeld = new Promise<void>((locked) => {
      void own.a.run(async (ctx) => {
        await ctx.em.getForUpdate(LedgerEntry, made.id);
        locked();
        await new Promise<void>((done) => {
          unlock = done;
        });
      });
    });
    await isHeld;
    const open = fetch(`http://127.0.0.1:${web.port}${entries}/${made.id}`, {
      method: 'PATCH',
      headers: { ...json, cookie },
      body: JSON.stringify({ title: 'Finished' }),
    });
    await until('The call', () => own.load.openCalls > 0);
    own.load.drain();
    const draining = await opsOf(own).request('/readyz');
    expect([draining.status, await draining.json()]).toEqual([
      503,
      { status: 'unavailable', database: true, schema: true, outbox: true, disk: true, draining: true },
    ]);
    // Clients that have not yet noticed are still served.
    expect((await person.fetch(entries)).status).toBe(200);
    const stopped = stopListening(web, 2 * patience);
    expect(await own.load.settled(0)).toBe(false);
    unlock();
    const answered = await open;
    expect([answered.status, ((await answered.json()) as { title: string }).title]).toEqual([200, 'Finished']);
    await stopped;
    expect(await own.load.settled(0)).toBe(true);
    await expect(fetch(`http://127.0.0.1:${web.port}/`)).rejects.toThrow();
    await own.stop();
    const gone = await opsOf(own).request('/readyz');
    expect([gone.status, await gone.json()]).toMatchObject([503, { database: false }]);
  });

  it('a port that was asked for by name and is taken is said so', async () => {
    const first = await listen(kernel.api.fetch, { host: '127.0.0.1', port: 0, setting: 'PORT', wasSet: true });
    await expect(
      listen(kernel.api.fetch, { host: '127.0.0.1', port: first.port, setting: 'PORT', wasSet: true }),
    ).rejects.toThrow(`Port ${first.port} is taken: end the program that uses it, or set PORT to another one`);
    const closed = once(first.server, 'close');
    await stopListening(first, 100);
    await closed.catch(() => undefined);
  });
});

it('packs answers of more than 1 kB for those who can read that, and the documents once', async () => {
  for (let made = 0; made < 6; made += 1) await create('Gloves, long. '.repeat(14));
  const ask = (path: string, encoding: string) => admin.fetch(path, { headers: { 'accept-encoding': encoding } });
  const plain = await (await ask(entries, 'identity')).text();
  const packed = await ask(entries, 'gzip, br');
  expect(packed.headers.get('content-encoding')).toBe('br');
  expect(packed.headers.get('vary')).toBe('accept-encoding');
  expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(plain);
  const zipped = await ask(entries, 'gzip, br;q=0');
  expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(plain);
  const site = createSite(kernel, { buildDir, production: false });
  const host = { host: 'localhost', 'accept-encoding': 'br' };
  const document = await site.request('/api/openapi.json', { headers: host });
  expect(JSON.parse(brotliDecompressSync(await document.arrayBuffer()).toString())).toHaveProperty('openapi', '3.1.0');
  const etag = document.headers.get('etag') ?? '';
  const again = await site.request('/api/openapi.json', { headers: { ...host, 'if-none-match': etag } });
  expect(again.status).toBe(304);
});
