import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../contracts/endpoints/endpoint.ts';
import { getTimeline } from '../../contracts/records/timeline.contract.ts';
import { createApiKey } from '../../contracts/sign-in/api-key.contract.ts';
import {
  createPublishableKey,
  deletePublishableKey,
  getPublishableKey,
  getWidgetAccess,
  listWidgetPublishableKeys,
  listWidgets,
  revokePublishableKey,
  rotatePublishableKey,
  updatePublishableKey,
} from '../../contracts/sign-in/publishable-key.contract.ts';
import { definePlugin } from '../../kernel/plugin/define-plugin.ts';
import { widgetRoute } from '../../kernel/route.ts';
import { limitKey } from '../../limits/limiter.ts';
import { changePlan } from '../../team/accounts/account-plan.ts';
import { closeAccount, openAccount } from '../../team/accounts/close-account.ts';
import { disablePlugin, enablePlugin } from '../../tenancy/access/account-plugins.ts';
import { Party } from '../../tenancy/parties/party.entity.ts';
import { createParty } from '../../tenancy/parties/party.ts';
import { refusalOf } from '../../testing/calls/refusal.ts';
import { bootTestKernel, type TestAccount, type TestKernel } from '../../testing/kernel/test-kernel.ts';

const reply = z.object({ account: z.string(), customers: z.int(), actor: z.string(), rights: z.boolean() });
const look = endpoint({
  name: 'lookAround',
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/x/shop/look',
  widget: 'shop-window',
  summary: 'Looks around.',
  body: z.strictObject({ guess: z.string() }),
  reply,
  status: 200,
});
const lookFar = endpoint({ ...look, name: 'lookFar', path: '/v1/widgets/{publishableKey}/x/shop/look-far' });

const shop = definePlugin({
  id: 'shop',
  title: 'Shop',
  description: 'A plugin with a widget.',
  widgets: [
    { name: 'shop-window', title: 'Shop window', description: 'Shows wares.' },
    { name: 'till', title: 'Till', description: 'Takes money.' },
  ],
  routes: () => {
    const seen = async (ctx: Parameters<Parameters<typeof widgetRoute<typeof look>>[1]>[0], guess: string) => {
      if (guess === 'wrong') throw new Error('never');
      const customers = await ctx.em.find(Party, { accountID: ctx.account.id, kind: 'customer' });
      return {
        account: ctx.account.id,
        customers: customers.length,
        actor: ctx.actor.id,
        rights: ctx.can('customers:read') || ctx.can('account:read'),
      };
    };
    return [
      widgetRoute(look, (ctx, { body }) => seen(ctx, body.guess), {
        limits: ({ body }) => [{ name: 'shop.guess', of: 'caller', points: 3, seconds: 60, subject: body.guess }],
      }),
      widgetRoute(
        lookFar,
        async (ctx, { body }, { isNamedLimitReached }) => {
          const found = await seen(ctx, body.guess);
          return isNamedLimitReached ? { ...found, customers: 0 } : found;
        },
        {
          customers: 'this test wants to see them',
          limits: ({ body: { guess: subject } }) => [
            { name: 'shop.far', of: 'caller', points: 2, seconds: 60, subject, counts: 'failures' },
            { name: 'shop.named', of: 'named', points: 5, seconds: 60, subject },
          ],
        },
      ),
    ];
  },
});

const site = 'https://shop.example';
let kernel: TestKernel;
let key: string;

beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'a plugin of its own', plugins: [shop] });
  // The test needs more keys than the free plan permits.
  for (const { id } of [kernel.a, kernel.b]) await changePlan(kernel.tenancy, id, 'pro');
  for (const account of [kernel.a, kernel.b])
    await account.run(async (ctx) => {
      await createParty(ctx, {
        id: `cus_${account.slug}`,
        kind: 'customer',
        number: '1',
        name: 'A customer',
        email: null,
      });
      await ctx.em.flush();
    });
});
afterAll(() => kernel?.stop());
beforeEach(async () => {
  key = await newKey(kernel.a);
});

let made = 0;
const newKey = async (account: TestAccount, parts: object = {}): Promise<string> => {
  const admin = await account.as('admin');
  made += 1;
  const body = { name: `Key ${made}`, origins: [site], widgets: ['shop-window'], ...parts };
  return (await admin.call(createPublishableKey, { body })).id;
};

let guesses = 0;
const knock = (
  id: string,
  {
    path = 'x/shop/look',
    origin = site as string | null,
    body = { guess: `guess ${++guesses}` } as unknown,
    method = 'POST',
  } = {},
): Promise<Response> =>
  kernel.anonymous().fetch(`/v1/widgets/${id}/${path}`, {
    method,
    headers: {
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(origin === null ? {} : { origin }),
    },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });

describe('a call with a publishable key', () => {
  it('runs in the account of the key, without rights and without sight of customers', async () => {
    const response = await knock(key);
    expect(await response.json()).toEqual({ account: kernel.a.id, customers: 0, actor: key, rights: false });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(site);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(response.headers.get('vary')).toMatch(/origin/i);
  });

  it('is refused while the account is closed, as are its people and its API keys', async () => {
    const admin = await kernel.b.as('admin');
    const own = await newKey(kernel.b);
    const { id, secret } = await admin.call(createApiKey, { body: { name: 'Reader', scopes: ['account:read'] } });
    const asKey = { headers: { 'x-api-key': id, 'x-auth-secret': secret } };
    const path = `/v1/accounts/${kernel.b.id}`;
    const doors = async () => {
      const answers = [await knock(own), await admin.fetch(path), await kernel.anonymous().fetch(path, asKey)];
      return Promise.all(
        answers.map(async (answer) => [answer.status, ((await answer.json()) as { code?: string }).code]),
      );
    };
    expect(await doors()).toEqual(Array(3).fill([200, undefined]));
    await closeAccount(kernel.tenancy, kernel.b.id);
    const closed = [403, 'account_required'];
    expect(await doors()).toEqual([closed, closed, closed]);
    await openAccount(kernel.tenancy, kernel.b.id);
    expect(await doors()).toEqual(Array(3).fill([200, undefined]));
  });

  it('sees the customers of its own account where the route says why', async () => {
    expect(await (await knock(key, { path: 'x/shop/look-far' })).json()).toMatchObject({ customers: 1 });
    const other = await newKey(kernel.b);
    expect(await (await knock(other)).json()).toMatchObject({ account: kernel.b.id, customers: 0 });
  });

  it('is no sign-in: cookies count for nothing, and the key opens nothing else', async () => {
    const admin = await kernel.a.as('admin');
    const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"guess":"a"}' };
    expect(await refusalOf(admin.fetch(`/v1/widgets/${key}/x/shop/look`, call))).toMatchObject({
      code: 'origin_refused',
    });
    const asKey = { headers: { 'x-api-key': key, 'x-auth-secret': key, origin: site } };
    expect(await refusalOf(kernel.anonymous().fetch('/v1/publishable-keys', asKey))).toMatchObject({ status: 401 });
  });

  it.each([
    ['no origin', null],
    ['null', 'null'],
    ['http for https', 'http://shop.example'],
    ['another port', 'https://shop.example:8443'],
    ['the usual port written out', 'https://shop.example:443'],
    ['a subdomain', 'https://www.shop.example'],
    ['a longer name', 'https://shop.example.evil.test'],
    ['upper case', 'https://SHOP.example'],
    ['a path', 'https://shop.example/'],
  ])('is refused from elsewhere: %s', async (_, origin) => {
    const response = await knock(key, { origin });
    // Every page may read the refusal, so that the widget can show the reason; it contains nothing else.
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await refusalOf(response)).toMatchObject({ status: 403, code: 'origin_refused' });
  });

  it('is refused for keys that are none, for other widgets and where the plugin is off', async () => {
    expect(await refusalOf(knock('pk_01h455vb4pex5vsknk084sn02q'))).toMatchObject({
      status: 401,
      code: 'publishable_key_refused',
    });
    expect(await refusalOf(knock('x'))).toMatchObject({ code: 'publishable_key_refused' });
    const till = await newKey(kernel.a, { widgets: ['till'] });
    expect(await refusalOf(knock(till))).toMatchObject({ status: 403, code: 'widget_refused' });
    await kernel.a.run((ctx) => disablePlugin(kernel.tenancy, ctx, 'shop'));
    expect(await refusalOf(knock(key))).toMatchObject({ status: 404, code: 'no_such_endpoint' });
    await kernel.a.run((ctx) => enablePlugin(kernel.tenancy, ctx, 'shop'));
    expect((await knock(key)).status).toBe(200);
  });

  it('comes from pages of the installation itself too', async () => {
    expect((await knock(key, { origin: 'http://millwright.test' })).status).toBe(200);
  });

  it('may ask what the key opens', async () => {
    const both = await newKey(kernel.a, { widgets: ['till', 'shop-window'] });
    const answer = await knock(both, { path: 'access', method: 'GET' });
    expect(getWidgetAccess.path.endsWith('/access')).toBe(true);
    expect(await answer.json()).toEqual({ widgets: ['shop-window', 'till'] });
  });
});

describe('a preflight', () => {
  const ask = (id: string, origin: string): Promise<Response> =>
    kernel.anonymous().fetch(`/v1/widgets/${id}/x/shop/look`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });

  it('is answered with the origin that asked, and no other', async () => {
    const { status, headers } = await ask(key, site);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(site);
    expect(headers.get('access-control-allow-methods')).toBe('POST');
    expect(headers.get('access-control-allow-headers')).toContain('content-type');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toMatch(/origin/i);
  });

  it('is refused for other origins and keys, which then may not read a thing', async () => {
    for (const refused of [await ask(key, 'https://evil.test'), await ask('pk_01h455vb4pex5vsknk084sn02q', site)]) {
      expect([401, 403]).toContain(refused.status);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('stays unknown to other paths', async () => {
    const answer = await kernel
      .anonymous()
      .fetch('/v1/publishable-keys', { method: 'OPTIONS', headers: { origin: site } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('limits', () => {
  it('of the endpoint count per account; refused calls do not lengthen the wait', async () => {
    const guess = { body: { guess: 'limited' } };
    for (let call = 0; call < 3; call += 1) expect((await knock(key, guess)).status).toBe(200);
    const refused = await knock(key, guess);
    expect(refused.headers.get('access-control-allow-origin')).toBe(site);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refusalOf(refused)).toMatchObject({ status: 429 });
    expect((await knock(await newKey(kernel.a), guess)).status).toBe(429);
    expect((await knock(await newKey(kernel.b), guess)).status).toBe(200);
    kernel.clock.advance(61_000);
    expect((await knock(key, guess)).status).toBe(200);
  });

  it('for failures spare calls that succeed', async () => {
    const far = { path: 'x/shop/look-far', body: { guess: 'right' } };
    for (let call = 0; call < 5; call += 1) expect((await knock(key, far)).status).toBe(200);
    const wrong = { ...far, body: { guess: 'wrong' } };
    expect([(await knock(key, wrong)).status, (await knock(key, wrong)).status]).toEqual([500, 500]);
    expect((await knock(key, wrong)).status).toBe(429);
  });

  it('by what strangers can write refuse nobody: nothing is found any more', async () => {
    const far = { path: 'x/shop/look-far', body: { guess: 'named' } };
    const found: number[] = [];
    for (let call = 0; call < 7; call += 1) {
      const { customers } = (await (await knock(key, far)).json()) as { customers: number };
      found.push(customers);
    }
    expect(found).toEqual([1, 1, 1, 1, 1, 0, 0]);
    kernel.clock.advance(61_000);
    expect(await (await knock(key, far)).json()).toMatchObject({ customers: 1 });
  });

  it('of a key leave each network the calls of one person, however many others there are', async () => {
    await kernel.database.runAsAuth({ accountID: '' }, async (em) => {
      const ends = new Date(kernel.clock.now().getTime() + 60_000);
      await sql`insert into core.rate_limit (key, points, window_ends_at)
        values (${limitKey('widget.key', key)}, 5000, ${ends})`.execute(em.getKysely());
    });
    const statuses: number[] = [];
    for (let call = 0; call < 31; call += 1)
      statuses.push((await knock(key, { path: 'access', method: 'GET' })).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
  });

  it('of the door hold one network off', async () => {
    const statuses: number[] = [];
    for (let call = 0; call < 92; call += 1)
      statuses.push((await knock(key, { path: 'access', method: 'GET' })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(90);
    expect(statuses.at(-1)).toBe(429);
    expect((await knock(await newKey(kernel.a), { path: 'access', method: 'GET' })).status).toBe(200);
  });
});

describe('publishable keys', () => {
  it('are made, listed, changed and deleted by who may, with a history', async () => {
    const admin = await kernel.a.as('admin');
    expect((await admin.call(listWidgets, {})).items).toContainEqual({
      name: 'shop-window',
      title: 'Shop window',
      description: 'Shows wares.',
      element: 'millwright-shop-window',
    });
    const changed = await admin.call(updatePublishableKey, {
      params: { publishableKeyID: key },
      body: { origins: ['https://new.example:8443'], version: 1 },
    });
    expect(changed).toMatchObject({ origins: ['https://new.example:8443'], status: 'active' });
    expect((await knock(key)).status).toBe(403);
    expect((await knock(key, { origin: 'https://new.example:8443' })).status).toBe(200);
    expect(await admin.call(getPublishableKey, { params: { publishableKeyID: key } })).toMatchObject({
      lastUsedAt: expect.any(String),
    });
    const history = await admin.call(getTimeline, { params: { type: 'publishable_key', id: key } });
    expect(history.items.map(({ action }) => action)).toEqual(expect.arrayContaining(['created', 'updated']));
    await admin.call(deletePublishableKey, { params: { publishableKeyID: key } });
    expect((await knock(key, { origin: 'https://new.example:8443' })).status).toBe(401);

    const user = await kernel.a.as('user');
    expect((await user.call(listWidgetPublishableKeys, {})).items.length).toBeGreaterThan(0);
    const body = { name: 'Mine', origins: [site], widgets: ['till'] };
    await expect(user.call(createPublishableKey, { body })).rejects.toMatchObject({ status: 403 });
  });

  it.each([
    'shop.example',
    'https://shop.example/',
    'https://*.shop.example',
    'https://shop.example:443',
    'http://shop.example:80',
    'HTTPS://shop.example',
    'https://Shop.example',
    'https://user@shop.example',
    'https://shop.example:0',
    'https://shop.example:99999',
    'ftp://shop.example',
    'null',
    '*',
    'https://shop_example.test path',
  ])('take no origin like %s', async (origin) => {
    const admin = await kernel.a.as('admin');
    const body = { name: 'Wrong', origins: [origin], widgets: ['till'] };
    await expect(admin.call(createPublishableKey, { body })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'origins.0' }],
    });
  });

  it.each(['http://localhost:4000', 'http://127.0.0.1:8080', 'http://[::1]:3000', 'https://xn--mller-kva.example'])(
    'take %s',
    async (origin) => {
      expect((await knock(await newKey(kernel.a, { origins: [origin] }), { origin })).status).toBe(200);
    },
  );

  it('name widgets that exist, and a name only once', async () => {
    const admin = await kernel.a.as('admin');
    const body = { name: 'One of its kind', origins: [site], widgets: ['window-shop'] };
    await expect(admin.call(createPublishableKey, { body })).rejects.toMatchObject({ errors: [{ path: 'widgets.0' }] });
    await admin.call(createPublishableKey, { body: { ...body, widgets: ['till'] } });
    await expect(admin.call(createPublishableKey, { body: { ...body, widgets: ['till'] } })).rejects.toMatchObject({
      status: 409,
      code: 'duplicate',
    });
  });

  it('end at once when they are revoked or rotated without overlap', async () => {
    const admin = await kernel.a.as('admin');
    expect((await knock(key)).status).toBe(200);
    await admin.call(revokePublishableKey, { params: { publishableKeyID: key } });
    expect((await knock(key)).status).toBe(401);
    const second = await newKey(kernel.a);
    await admin.call(rotatePublishableKey, { params: { publishableKeyID: second }, body: { overlapHours: 0 } });
    expect((await knock(second)).status).toBe(401);
    const revoked = await admin.call(listWidgetPublishableKeys, { query: { status: 'revoked' } });
    expect(revoked.items.map(({ id }) => id)).toContain(key);
  });

  it('of another account are not there', async () => {
    const foreign = await newKey(kernel.b);
    const admin = await kernel.a.as('admin');
    for (const endpoint of [getPublishableKey, revokePublishableKey, deletePublishableKey])
      await expect(admin.callUnchecked(endpoint, { params: { publishableKeyID: foreign } })).rejects.toMatchObject({
        status: 404,
      });
    expect((await knock(foreign)).status).toBe(200);
  });

  it('work beside their successor until the overlap ends', async () => {
    const admin = await kernel.a.as('admin');
    const rotate = { params: { publishableKeyID: key }, body: { overlapHours: 2 } };
    const fresh = await admin.call(rotatePublishableKey, rotate);
    expect(fresh).toMatchObject({ status: 'active', origins: [site], widgets: ['shop-window'] });
    await expect(admin.call(rotatePublishableKey, rotate)).rejects.toMatchObject({ status: 409 });
    expect(await admin.call(getPublishableKey, { params: { publishableKeyID: key } })).toMatchObject({
      status: 'ending',
      replacedByID: fresh.id,
    });
    expect([(await knock(key)).status, (await knock(fresh.id)).status]).toEqual([200, 200]);
    kernel.clock.advance(2 * 3_600_000 + 1_000);
    expect([(await knock(key)).status, (await knock(fresh.id)).status]).toEqual([401, 200]);
    const again = await kernel.a.as('admin');
    await again.fetch('/auth/access-tokens', { method: 'POST' });
    const ended = await again.call(listWidgetPublishableKeys, { query: { status: 'ended' } });
    expect(ended.items.map(({ id }) => id)).toContain(key);
  });
});
