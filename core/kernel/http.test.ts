import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../contracts/api-key.contract.ts';
import { problemBody } from '../contracts/problem.ts';
import { parseDatabaseUrl } from '../database/roles.ts';
import { createEntry } from '../testing/ledger/ledger.contract.ts';
import { LedgerEntry } from '../testing/ledger/ledger.entity.ts';
import { Ledger, ledgerPlugin } from '../testing/ledger/ledger.plugin.ts';
import { bootTestKernel, type TestKernel, type TestPerson, testPassword } from '../testing/test-kernel.ts';
import { createOps } from './ops.ts';
import { listen, stopListening } from './serve.ts';
import { createSite } from './site.ts';

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
  kernel = await bootTestKernel({ plugins: [ledgerPlugin] });
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

/** Status, code and fields of a refusal; its body is a whole problem. */
async function refusalOf(response: Response | Promise<Response>) {
  const answer = await response;
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const body = problemBody.parse(await answer.json());
  expect(body.status).toBe(answer.status);
  expect(body.requestID).toBe(answer.headers.get('x-request-id'));
  expect(body.message).not.toBe('');
  return { status: answer.status, code: body.code, paths: body.errors.map(({ path }) => path), message: body.message };
}

const create = async (title = 'Gloves'): Promise<{ id: string; version: number }> =>
  (await (await send('POST', entries, { ...input, title })).json()) as { id: string; version: number };
const countOf = async (): Promise<number> => ((await (await send('GET', entries)).json()) as { count: number }).count;

/** Nothing of what is refused leaves a trace. */
async function expectRefused(what: Promise<Response>, expected: Record<string, unknown>): Promise<void> {
  const before = await countOf();
  expect(await refusalOf(what)).toMatchObject(expected);
  expect(await countOf()).toBe(before);
}

describe('a body', () => {
  it.each(['{', '{"title": }', '{"title": "a",}', 'null null', '\u{feff}{"title":"a"', "{'title': 'a'}", 'undefined'])(
    'of broken JSON is refused: %s',
    async (body) => {
      await expectRefused(send('POST', entries, body), { status: 400, code: 'invalid_json' });
    },
  );

  it('that is no UTF-8 is refused', async () => {
    const bytes = new Uint8Array([0x7b, 0x22, 0x74, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
    await expectRefused(send('POST', entries, bytes), { status: 400, code: 'invalid_json' });
  });

  it.each(['null', '[]', '"text"', '1', 'true', '[{"title":"a"}]'])(
    'that is no object is refused: %s',
    async (body) => {
      await expectRefused(send('POST', entries, body), { status: 400, code: 'invalid_input' });
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/jsonp',
    '',
  ])('of another content type is refused: %s', async (type) => {
    await expectRefused(send('POST', entries, input, { 'content-type': type }), {
      status: 415,
      code: 'unsupported_media_type',
    });
  });

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'])(
    'of %s is read',
    async (type) => {
      expect((await send('POST', entries, input, { 'content-type': type })).status).toBe(201);
    },
  );

  it('that is too large is refused, whether it says its length or not', async () => {
    const large = JSON.stringify({ ...input, note: 'x'.repeat(1_000_000) });
    await expectRefused(send('POST', entries, large), { status: 413, code: 'too_large' });
    await expectRefused(send('POST', entries, '{}', { 'content-length': '1000001' }), {
      status: 413,
      code: 'too_large',
    });
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(100_000).fill(0x20));
      },
    });
    const streamed = admin.fetch(entries, {
      method: 'POST',
      headers: json,
      body: endless,
      duplex: 'half',
    } as RequestInit);
    await expectRefused(streamed, { status: 413, code: 'too_large' });
    expect(sent).toBeLessThan(20);
  });

  it('with NUL characters is refused wherever they are', async () => {
    for (const body of [
      { ...input, title: 'a\0b' },
      { ...input, lines: [{ text: '\0', measure: 1 }] },
      '{"title":"a","no\\u0000te":"b"}',
    ])
      await expectRefused(send('POST', entries, body), { status: 400, code: 'invalid_input' });
  });

  it('with unknown fields is refused, each by its name', async () => {
    await expectRefused(
      send('POST', entries, { ...input, colour: 'red', lines: [{ text: 'a', measure: 1, extra: 1 }] }),
      {
        status: 400,
        code: 'invalid_input',
        paths: expect.arrayContaining(['colour', 'lines.0.extra']),
      },
    );
    await expectRefused(send('POST', entries, '{"title":"a","__proto__":{"x":1}}'), { status: 400 });
    await expectRefused(send('POST', entries, '{"title":"a","constructor":1}'), {
      status: 400,
      paths: ['constructor'],
    });
  });

  it('names every wrong field with its path', async () => {
    await expectRefused(
      send('POST', entries, {
        title: '',
        dueOn: 'soon',
        lines: [
          { text: 'a', measure: 1 },
          { text: '', measure: 'x' },
        ],
      }),
      {
        status: 400,
        code: 'invalid_input',
        paths: ['title', 'dueOn', 'lines.1.text', 'lines.1.measure'],
      },
    );
  });

  it('that is missing is told as what it misses', async () => {
    await expectRefused(send('POST', entries), { status: 400, code: 'invalid_input', paths: ['title'] });
  });

  it('where none is expected is refused, an empty object is not', async () => {
    const { id } = await create();
    await expectRefused(send('DELETE', `${entries}/${id}`, { force: true }), { status: 400, code: 'invalid_input' });
    expect((await send('DELETE', `${entries}/${id}`, {})).status).toBe(204);
  });

  it.each(['1e308', '-1', '1e400', '-0.5', '1000000', '"2"', 'null', '[]', '{}', '9'.repeat(400)])(
    'with the number %s is refused',
    async (measure) => {
      await expectRefused(send('POST', entries, `{"title":"a","lines":[{"text":"b","measure":${measure}}]}`), {
        status: 400,
        code: 'invalid_input',
        paths: ['lines.0.measure'],
      });
    },
  );

  it.each([
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '99999-01-01',
    '0000-00-00',
    '',
    'today',
    '2026-01-01T00:00:00Z',
    '+012026-01-01',
  ])('with the date %s is refused', async (dueOn) => {
    await expectRefused(send('POST', entries, { ...input, dueOn }), { status: 400, paths: ['dueOn'] });
  });

  it('with text of any language and sign is kept as it is', async () => {
    const title = 'Ærøskøbing 手袋 🧤 \u202e "quotes" <b>bold</b> \\ \' -- ; drop table';
    const made = await admin.call(createEntry, { body: { ...input, title } });
    expect(made.title).toBe(title);
  });

  it('with half a character is refused or kept well-formed, never a fault of ours', async () => {
    const response = await send('POST', entries, '{"title":"\\ud800","lines":[]}');
    expect([201, 400]).toContain(response.status);
  });
});

describe('a query', () => {
  it.each([
    ['colour=red', 'colour'],
    ['take=0', 'take'],
    ['take=-1', 'take'],
    ['take=501', 'take'],
    ['take=1e2', 'take'],
    ['take=abc', 'take'],
    ['take=99999999999999999999', 'take'],
    ['take=1&take=2', 'take'],
    ['skip=-1', 'skip'],
    ['skip=99999999999999999999', 'skip'],
    ['sortBy=note', 'sortBy'],
    ['sortBy=number;drop', 'sortBy'],
    ['sortOrder=up', 'sortOrder'],
    ['query=%00', 'query'],
    [`query=${'x'.repeat(201)}`, 'query'],
    ['__proto__=1', '__proto__'],
  ])('?%s is refused', async (query, path) => {
    expect(await refusalOf(send('GET', `${entries}?${query}`))).toMatchObject({
      status: 400,
      code: 'invalid_input',
      paths: [path],
    });
  });

  it('of a write takes no account: it would be written elsewhere than the sender thinks', async () => {
    await expectRefused(send('POST', `${entries}?accountID=${kernel.b.id}`, input), {
      status: 400,
      paths: ['accountID'],
    });
  });

  it('that cannot be decoded is no fault of ours', async () => {
    expect((await send('GET', `${entries}?query=%E0%A4%A`)).status).toBeLessThan(500);
  });
});

describe('a path', () => {
  it('that does not exist is 404, signed in or not', async () => {
    for (const path of [
      '/v1/nothing',
      '/v2/x/ledger/entries',
      `${entries}/`,
      '/V1/x/ledger/entries',
      '//v1',
      '/v1/x/ledger/../entries',
    ])
      expect(await refusalOf(send('GET', path)), path).toMatchObject({
        status: 404,
        code: 'no_such_endpoint',
        message: 'Unknown API endpoint',
      });
    expect(await refusalOf(kernel.anonymous().fetch('/v1/nothing'))).toMatchObject({ status: 404 });
  });

  it('of another method is 405 and says which it takes', async () => {
    const { id } = await create();
    const one = await send('PUT', `${entries}/${id}`, {});
    expect(one.headers.get('allow')).toBe('DELETE, GET, PATCH');
    expect(await refusalOf(one)).toMatchObject({ status: 405, code: 'method_not_allowed' });
    const all = await send('DELETE', entries);
    expect(all.headers.get('allow')).toBe('GET, POST');
    expect(await refusalOf(all)).toMatchObject({ status: 405 });
    const options = await send('OPTIONS', entries);
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([204, 'GET, POST', '']);
  });

  it.each([
    'len_01h455vb4pex5vsknk084sn02q',
    'nothing',
    '%00',
    'x'.repeat(201),
    '..%2f..',
    "' or 1=1 --",
    '%F0%9F%A7%A4',
    '-1',
    '0',
  ])('with the id %s, which names nothing, is 404', async (id) => {
    for (const method of ['GET', 'DELETE'])
      expect(await refusalOf(send(method, `${entries}/${id}`))).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('with an id of another account is the same 404', async () => {
    const theirs = await (await kernel.b.as('admin')).call(createEntry, { body: input });
    const strange = await refusalOf(send('GET', `${entries}/${theirs.id}`));
    expect(strange).toEqual(await refusalOf(send('GET', `${entries}/len_01h455vb4pex5vsknk084sn02q`)));
    expect(await refusalOf(send('PATCH', `${entries}/${theirs.id}`, { title: 'mine' }))).toMatchObject({ status: 404 });
  });
});

describe('who asks', () => {
  const signIn = async (): Promise<string> => {
    const response = await kernel.api.request('http://millwright.test/auth/actions/login', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ identifier: admin.email, password: testPassword }),
    });
    expect(response.status).toBe(200);
    for (const line of response.headers.getSetCookie()) expect(line).toMatch(/HttpOnly; SameSite=Lax/);
    return response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  };
  const ask = (path: string, headers: Record<string, string>, method = 'GET', body?: unknown): Promise<Response> =>
    Promise.resolve(
      kernel.api.request(`http://millwright.test${path}`, {
        method,
        headers: { ...(body ? json : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );

  it('is asked for before anything is read', async () => {
    expect(await refusalOf(ask(entries, {}, 'POST', { wrong: 'body' }))).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    });
    expect(await refusalOf(ask(entries, { cookie: 'access_token=made-up; refresh_token=made-up' }))).toMatchObject({
      status: 401,
    });
  });

  it('may not come from another site with a cookie', async () => {
    const cookie = await signIn();
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: 'https://millwright.test.evil.test' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://shop.millwright.test' },
    ] as Record<string, string>[])
      expect(
        await refusalOf(ask(entries, { cookie, ...headers }, 'POST', input)),
        JSON.stringify(headers),
      ).toMatchObject({ status: 403, code: 'csrf_refused' });
    for (const headers of [{ origin: 'http://millwright.test' }, { 'sec-fetch-site': 'same-origin' }, {}] as Record<
      string,
      string
    >[])
      expect((await ask(entries, { cookie, ...headers }, 'POST', input)).status).toBe(201);
    expect((await ask(entries, { cookie, origin: 'https://evil.test' })).status).toBe(200);
  });

  it('may name the account in the address where a header cannot be sent', async () => {
    const cookie = await signIn();
    expect((await ask(`${entries}?accountID=${kernel.a.id}`, { cookie })).status).toBe(200);
    for (const account of [kernel.b.id, 'acc_00000000000000000000000000', 'nonsense', ''])
      expect(await refusalOf(ask(`${entries}?accountID=${account}`, { cookie })), account).toMatchObject({
        status: 403,
        code: 'account_required',
      });
    expect(await refusalOf(ask(entries, { cookie, 'account-id': kernel.b.id }))).toMatchObject({
      status: 403,
      code: 'account_required',
    });
    // The header is the tab's own account and goes first.
    expect((await ask(`${entries}?accountID=${kernel.b.id}`, { cookie, 'account-id': kernel.a.id })).status).toBe(200);
  });

  it('is the key where there is a key and a cookie', async () => {
    const cookie = await signIn();
    const { id, secret } = await admin.call(createApiKey, {
      body: { name: 'Reader', scopes: ['ledger_entries:read'] },
    });
    const key = { 'x-api-key': id, 'x-auth-secret': secret };
    expect((await ask(entries, key)).status).toBe(200);
    expect(await refusalOf(ask(entries, { cookie, ...key }, 'POST', input))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    expect((await ask(entries, { cookie }, 'POST', input)).status).toBe(201);
    expect(await refusalOf(ask(entries, { cookie, ...key, 'x-auth-secret': 'wrong' }))).toMatchObject({ status: 401 });
    expect(await refusalOf(ask(entries, { ...key, 'account-id': kernel.b.id }))).toMatchObject({
      status: 403,
      code: 'account_required',
    });
    // No page of another site can send a key: the origin does not matter, the missing right does.
    expect(await refusalOf(ask(entries, { ...key, origin: 'https://evil.test' }, 'POST', input))).toMatchObject({
      code: 'forbidden',
    });
  });
});

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
    const again = await site.request('http://millwright.test/api/docs');
    expect(docs.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(docs.headers.get('content-security-policy')).not.toBe(again.headers.get('content-security-policy'));
    expect(await refusalOf(site.request('http://millwright.test/api/nothing'))).toMatchObject({
      code: 'no_such_endpoint',
    });
    expect(await (await site.request('http://millwright.test/api')).json()).toEqual({ status: 'ok', env: 'test' });
    expect((await site.request('http://millwright.test/captured-mail')).headers.get('content-type')).not.toContain(
      'mails',
    );
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
    const ledger = kernel.services.get(Ledger);
    await kernel.a.run(async (ctx) => {
      for (let count = 0; count < 510; count += 1) await ledger.create(ctx, { title: `Bulk ${count}`, lines: [] });
    });
    const lines = await read('columns=number,title,nothing&sortBy=number&sortOrder=asc&take=10&skip=3');
    expect(lines[0]).toBe('number,title,nothing');
    const rows = lines.slice(1).join('\r\n').match(/^\d+,/gm) ?? [];
    expect(rows).toHaveLength(await countOf());
    expect(rows).toEqual([...rows].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)));
  });

  it('answers columns of the row alone', async () => {
    const lines = await read('columns=constructor,__proto__.x,toString');
    expect(new Set(lines.slice(1, -1))).toEqual(new Set([',,']));
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
    const before = new Date();
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
      while ((await read()).rows.length < 4) await new Promise((done) => setTimeout(done, 50));
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
      expect(created.occurred_at.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1000);
      const all = JSON.stringify(rows);
      for (const hidden of [secret, testPassword, '4111', 'access_token']) expect(all).not.toContain(hidden);
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

const opsOf = (of: TestKernel) =>
  createOps({ ping: () => of.database.ping(), isReady: () => !of.load.isDraining, metrics: () => of.metrics() });

describe('a busy server', () => {
  it('refuses calls that it could not answer in time, and takes them again later', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    const calls = Array.from({ length: 400 }, () => kernel.load.during(() => held));
    const refused = await send('GET', entries);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refusalOf(refused)).toMatchObject({ status: 503, code: 'overloaded' });
    release();
    await Promise.all(calls);
    expect((await send('GET', entries)).status).toBe(200);
  });

  it('refuses calls while its event loop runs late', async () => {
    let status = 0;
    for (let turn = 0; turn < 40 && status !== 503; turn += 1) {
      const end = performance.now() + 400;
      while (performance.now() < end);
      await new Promise((done) => setTimeout(done, 1));
      status = (await send('GET', entries)).status;
    }
    expect(status).toBe(503);
    while ((await send('GET', entries)).status !== 200) await new Promise((done) => setTimeout(done, 50));
  });
});

describe('health', () => {
  it('says that the process lives and can work, and counts', async () => {
    const ops = opsOf(kernel);
    expect(await (await ops.request('/livez')).json()).toEqual({ status: 'ok' });
    const ready = await ops.request('/readyz');
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok', database: true, draining: false }]);
    const metrics = await (await ops.request('/metrics')).text();
    for (const name of [
      'open_calls',
      'event_loop_delay_milliseconds',
      'resident_memory_bytes',
      'outbox_waiting',
      'dead_letters',
    ])
      expect(metrics).toMatch(new RegExp(`^millwright_${name} \\d+$`, 'm'));
  });

  it('lets open calls finish when the server goes down, takes no new ones and is not ready', async () => {
    const own = await bootTestKernel({ plugins: [ledgerPlugin] });
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
    let letGo: () => void = () => undefined;
    const isHeld = new Promise<void>((locked) => {
      void own.a.run(async (ctx) => {
        await ctx.em.getForUpdate(LedgerEntry, made.id);
        locked();
        await new Promise<void>((done) => {
          letGo = done;
        });
      });
    });
    await isHeld;
    const open = fetch(`http://127.0.0.1:${web.port}${entries}/${made.id}`, {
      method: 'PATCH',
      headers: { ...json, cookie },
      body: JSON.stringify({ title: 'Finished' }),
    });
    while (own.load.openCalls === 0) await new Promise((done) => setTimeout(done, 5));
    own.load.drain();
    const draining = await opsOf(own).request('/readyz');
    expect([draining.status, await draining.json()]).toEqual([
      503,
      { status: 'unavailable', database: true, draining: true },
    ]);
    const refused = await person.fetch(entries);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refusalOf(refused)).toMatchObject({ status: 503, code: 'overloaded' });
    const stopped = stopListening(web, 10_000);
    expect(await own.load.settled(50)).toBe(false);
    letGo();
    const answered = await open;
    expect([answered.status, ((await answered.json()) as { title: string }).title]).toEqual([200, 'Finished']);
    await stopped;
    expect(await own.load.settled(5_000)).toBe(true);
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
