import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../contracts/sign-in/api-key.contract.ts';
import { refusalOf } from '../testing/calls/refusal.ts';
import { createEntry } from '../testing/kernel/ledger/ledger.contract.ts';
import { ledgerPlugin } from '../testing/kernel/ledger/ledger.plugin.ts';
import { sharedKernel } from '../testing/kernel/shared-kernel.ts';
import { type TestKernel, type TestPerson, testPassword } from '../testing/kernel/test-kernel.ts';

const entries = '/v1/x/ledger/entries';
const json = { 'content-type': 'application/json' };
const input = { title: 'Gloves', lines: [{ text: 'Cotton', measure: 2 }] };

let kernel: TestKernel;
let admin: TestPerson;
beforeAll(async () => {
  kernel = await sharedKernel([ledgerPlugin]);
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel.stop());

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

  it('with text of any language and sign is kept as it is, without signs that nobody sees', async () => {
    const title = 'Ærøskøbing 手袋 🧤 "quotes" <b>bold</b> \\ \' -- ; drop table';
    const made = await admin.call(createEntry, { body: { ...input, title: title.replace('🧤', '\u202e🧤\u200b') } });
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

  it('may end with a slash', async () => {
    const { id } = await create();
    expect(await (await send('GET', `${entries}/${id}/`)).json()).toMatchObject({ id });
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
    // The header, which names the tab's account, takes precedence.
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
    // A page of another site cannot send a key. The origin is therefore not checked, and the missing right is the
    // fault.
    expect(await refusalOf(ask(entries, { ...key, origin: 'https://evil.test' }, 'POST', input))).toMatchObject({
      code: 'forbidden',
    });
  });
});
