import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ApiError,
  type ClientFetch,
  type ClientOptions,
  type ClientRequest,
  createClient,
  endpointPath,
  queryString,
} from './client.ts';
import { type AnyEndpoint, binaryReply, endpoint, noContent } from './endpoints/endpoint.ts';

const getThing = endpoint({
  name: 'getThing',
  method: 'GET',
  path: '/v1/things/{thingID}',
  summary: 'Gets a thing.',
  public: 'test',
  query: z.object({ tags: z.array(z.string()).optional(), since: z.date().optional(), text: z.string().optional() }),
  reply: z.object({ id: z.string() }),
});
const createThing = endpoint({
  name: 'createThing',
  method: 'POST',
  path: '/v1/things',
  summary: 'Creates a thing.',
  public: 'test',
  body: z.object({ name: z.string(), note: z.string().optional() }),
  reply: z.object({ id: z.string() }),
});
const deleteThing = endpoint({
  name: 'deleteThing',
  method: 'DELETE',
  path: '/v1/things/{thingID}',
  summary: 'x.',
  public: 'test',
  reply: noContent,
});
const putPhoto = endpoint({
  name: 'putPhoto',
  method: 'PUT',
  path: '/v1/photo',
  summary: 'x.',
  public: 'test',
  body: binaryReply('image/*'),
  reply: binaryReply('image/*'),
});

type Answer = { status: number; body?: unknown; text?: string; headers?: Record<string, string> };

/** A `fetch` that replies with the given answers in turn, and the requests that it got. */
function scripted(answers: Answer[], options: Partial<ClientOptions> = {}) {
  const sent: (ClientRequest & { url: string })[] = [];
  const fetch: ClientFetch = async (url, request) => {
    sent.push({ url, ...request });
    const answer = answers.shift();
    if (!answer) throw new TypeError('fetch failed');
    const text = answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
    const noBody = answer.status === 204;
    return new Response(noBody ? null : text, {
      status: answer.status,
      statusText: answer.status === 502 ? 'Bad Gateway' : '',
      headers: answer.headers,
    });
  };
  return { sent, client: createClient({ baseURL: '/api', fetch, ...options }) };
}

const rejection = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe('addresses', () => {
  it('encodes path parameters and repeats list keys', () => {
    const query = { tags: ['a b', 'c&d'], since: new Date(0), text: '' };
    expect(endpointPath(getThing, { params: { thingID: 'a/b?' }, query })).toBe(
      '/v1/things/a%2Fb%3F?tags=a%20b&tags=c%26d&since=1970-01-01T00%3A00%3A00.000Z',
    );
  });

  it('drops undefined, null, empty text and empty lists but keeps false and zero', () => {
    expect(queryString({ a: undefined, b: null, c: '', d: [], e: false, f: 0, g: ['', 'x'] })).toBe('e=false&f=0&g=x');
  });

  it('names the missing path parameter', async () => {
    const { client, sent } = scripted([]);
    const error = await rejection(client.call(getThing, { params: { thingID: '' } }));
    expect(error.message).toBe('Missing path param: thingID');
    expect(sent).toHaveLength(0);
  });
});

describe('requests', () => {
  it('sends request id, own headers and JSON, and an idempotency key on unsafe methods only', async () => {
    const { client, sent } = scripted(
      [
        { status: 201, body: { id: '1' } },
        { status: 200, body: { id: '1' } },
      ],
      {
        headers: () => ({ 'account-id': 'acc_1' }),
      },
    );
    await client.call(createThing, { body: { name: 'x', note: undefined } }, { accountID: 'acc_2' });
    await client.call(getThing, { params: { thingID: '1' } });
    expect(sent[0]).toMatchObject({
      url: '/api/v1/things',
      method: 'POST',
      body: '{"name":"x"}',
      credentials: 'include',
    });
    expect(sent[0]?.headers['content-type']).toBe('application/json');
    expect(sent[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[0]?.headers['account-id']).toBe('acc_2');
    expect(sent[1]?.headers).not.toHaveProperty('idempotency-key');
    expect(sent[1]?.headers['account-id']).toBe('acc_1');
    expect(sent[0]?.headers['x-request-id']).not.toBe(sent[1]?.headers['x-request-id']);
  });

  it('waits where the account has no room, with the same key; not where the wait is long', async () => {
    const busy = (seconds: string) => ({
      status: 429,
      body: { message: 'Later', code: 'too_many_requests' },
      headers: { 'retry-after': seconds },
    });
    const { client, sent } = scripted([busy('0.01'), { status: 201, body: { id: '1' } }, busy('60')]);
    await client.call(createThing, { body: { name: 'x' } });
    expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key']);
    const error = await rejection(client.call(createThing, { body: { name: 'x' } }));
    expect(error).toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  it('asks a person about what has to be confirmed, and sends it again where they agree', async () => {
    const request = {
      status: 409,
      body: { message: 'So many?', code: 'confirmation_required', details: { confirm: 'large_quantity' } },
    };
    const answers = [true, false];
    const { client, sent } = scripted([request, { status: 201, body: { id: '1' } }, request], {
      onConfirm: async ({ message }) => message === 'So many?' && answers.shift() === true,
    });
    await client.call(createThing, { body: { name: 'x' } });
    expect(sent.map(({ headers }) => headers['x-confirm'])).toEqual([undefined, 'large_quantity']);
    const error = await rejection(client.call(createThing, { body: { name: 'x' } }));
    expect([error.code, sent.length]).toEqual(['confirmation_required', 3]);
  });

  it('asks about one thing after the other, and about none twice', async () => {
    const asked = (confirm: string) => ({
      status: 409,
      body: { message: confirm, code: 'confirmation_required', details: { confirm } },
    });
    const { client, sent } = scripted([asked('large_quantity'), asked('product_ended'), asked('product_ended')], {
      onConfirm: async () => true,
    });
    const error = await rejection(client.call(createThing, { body: { name: 'x' } }));
    expect(error).toMatchObject({ code: 'confirmation_required', message: 'product_ended' });
    expect(sent.map(({ headers }) => headers['x-confirm'])).toEqual([
      undefined,
      'large_quantity',
      'large_quantity,product_ended',
    ]);
  });

  it('uploads bytes with their own type and answers bytes', async () => {
    const { client, sent } = scripted([{ status: 200, text: 'png', headers: { 'content-type': 'image/png' } }]);
    const answer = await client.call(putPhoto, { body: new Blob(['logo'], { type: 'image/png' }) });
    expect(sent[0]?.headers['content-type']).toBe('image/png');
    expect(answer).toMatchObject({ size: 3, type: 'image/png' });
    expect(await answer.text()).toBe('png');
  });

  it('answers undefined for 204', async () => {
    const { client } = scripted([{ status: 204 }]);
    expect(await client.call(deleteThing, { params: { thingID: '1' } })).toBeUndefined();
  });

  it('names what the call touched', async () => {
    const { client } = scripted([{ status: 204, headers: { touched: '/v1/things, /v1/boxes' } }, { status: 204 }]);
    const told: (readonly string[])[] = [];
    const onTouched = (paths: readonly string[]) => told.push(paths);
    await client.call(deleteThing, { params: { thingID: '1' } }, { onTouched });
    await client.call(deleteThing, { params: { thingID: '2' } }, { onTouched });
    expect(told).toEqual([['/v1/things', '/v1/boxes'], []]);
  });
});

describe('errors', () => {
  it('carries the parts of a problem', async () => {
    const body = {
      message: 'Bad',
      code: 'invalid_input',
      status: 400,
      requestID: 'r1',
      errors: [{ path: 'name', message: 'Name is required' }],
      details: { a: 1 },
    };
    const { client } = scripted([{ status: 400, body }]);
    const error = await rejection(client.call(createThing, { body: { name: '' } }));
    expect(error).toMatchObject({
      message: 'Bad',
      code: 'invalid_input',
      status: 400,
      requestID: 'r1',
      errors: body.errors,
      details: { a: 1 },
    });
  });

  it('says Unknown error for JSON without a message', async () => {
    const { client } = scripted([{ status: 500, body: { oops: true } }]);
    expect((await rejection(client.call(getThing, { params: { thingID: '1' } }))).message).toBe('Unknown error');
  });

  it('names endpoint and status for an answer that is not JSON', async () => {
    const { client } = scripted([{ status: 502, text: '<html>' }]);
    expect((await rejection(client.call(getThing, { params: { thingID: '1' } }))).message).toBe(
      'API getThing failed: 502 Bad Gateway',
    );
  });

  it('refuses what is no endpoint', async () => {
    const { client } = scripted([]);
    expect((await rejection(client.call(undefined as unknown as AnyEndpoint, {}))).message).toBe(
      'Unknown API endpoint',
    );
  });

  it('turns a dead connection into network_error and tells onError', async () => {
    const seen: ApiError[] = [];
    const { client } = scripted([], { onError: (error) => seen.push(error) });
    const error = await rejection(client.call(getThing, { params: { thingID: '1' } }));
    expect(error).toMatchObject({ code: 'network_error', status: 0 });
    expect(seen).toEqual([error]);
  });

  it('compares replies with the contract only when asked', async () => {
    const strict = scripted([{ status: 200, body: { id: 1 } }], { checkReplies: true });
    expect((await rejection(strict.client.call(getThing, { params: { thingID: '1' } }))).code).toBe('reply_mismatch');
    const loose = scripted([{ status: 200, body: { id: 1 } }]);
    expect(await loose.client.call(getThing, { params: { thingID: '1' } })).toEqual({ id: 1 });
  });
});

describe('session refresh', () => {
  it('refreshes once and repeats the request under the same idempotency key', async () => {
    let refreshes = 0;
    const { client, sent } = scripted([{ status: 401 }, { status: 201, body: { id: '1' } }], {
      onUnauthorized: async () => ++refreshes > 0,
    });
    expect(await client.call(createThing, { body: { name: 'x' } })).toEqual({ id: '1' });
    expect(refreshes).toBe(1);
    expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key']);
  });

  it('shares one refresh between parallel requests', async () => {
    let refreshes = 0;
    const ok = { status: 200, body: { id: '1' } };
    const refreshing = Promise.withResolvers<void>();
    const { client, sent } = scripted([{ status: 401 }, { status: 401 }, ok, ok], {
      onUnauthorized: async () => {
        refreshes += 1;
        await refreshing.promise;
        return true;
      },
    });
    const calls = Promise.all([
      client.call(getThing, { params: { thingID: '1' } }),
      client.call(getThing, { params: { thingID: '2' } }),
    ]);
    await expect.poll(() => sent.length).toBe(2);
    refreshing.resolve();
    await calls;
    expect(refreshes).toBe(1);
  });

  it('signs out when the refresh fails or does not help', async () => {
    let signedOut = 0;
    const onSignedOut = () => {
      signedOut += 1;
    };
    const failing = scripted([{ status: 401, body: { message: 'Sign in to continue' } }], {
      onSignedOut,
      onUnauthorized: async () => {
        throw new Error('offline');
      },
    });
    expect((await rejection(failing.client.call(getThing, { params: { thingID: '1' } }))).status).toBe(401);
    const useless = scripted([{ status: 401 }, { status: 401 }], { onSignedOut, onUnauthorized: async () => true });
    await rejection(useless.client.call(getThing, { params: { thingID: '1' } }));
    expect(signedOut).toBe(2);
  });

  it('leaves a 401 of the login alone', async () => {
    let refreshes = 0;
    const { client } = scripted([{ status: 401 }], { onUnauthorized: async () => ++refreshes > 0 });
    await rejection(client.call(createThing, { body: { name: 'x' } }, { refreshes: false }));
    expect(refreshes).toBe(0);
  });
});
