import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyEndpoint, endpoint } from '../contracts/endpoints/endpoint.ts';
import { definePermissions } from '../contracts/plugins/permission.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import { refuseInTransaction } from '../database/transactions/inside-transaction.ts';
import { definePlugin } from '../kernel/plugin/define-plugin.ts';
import type { AnyPlugin } from '../kernel/plugin/plugin.ts';
import { outsideRoute, route } from '../kernel/route.ts';
import { touched } from '../lists/list-page.ts';
import { refusalOf } from '../testing/calls/refusal.ts';
import { until } from '../testing/calls/until.ts';
import { bootTestKernel, type TestKernel, type TestPerson } from '../testing/kernel/test-kernel.ts';

const permissions = definePermissions([
  { code: 'kinds', name: 'Kinds', group: 'reports', description: 'Kinds of endpoints', defaults: {} },
]);
const reply = z.object({ runs: z.int() });
const body = z.strictObject({ fails: z.boolean().optional(), inside: z.boolean().optional() });
const ask = endpoint({
  name: 'askKinds',
  method: 'POST',
  path: '/v1/x/kinds/actions/ask',
  permission: 'kinds:read',
  summary: 'Asks.',
  reads: true,
  body: z.strictObject({ writes: z.boolean() }),
  reply,
});
const work = endpoint({
  name: 'workKinds',
  method: 'POST',
  path: '/v1/x/kinds/actions/work',
  permission: 'kinds:update',
  summary: 'Works.',
  outside: true,
  isLong: true,
  touches: ['/v1/shown-elsewhere'],
  body,
  reply,
});

let runs = 0;
let held: Promise<void> | undefined;
const write = (
  title: string,
) => sql`insert into core.idempotency_key (account_id, key, actor_id, request_hash, created_at)
  select id, ${title}, '', '', now() from core.account`;
const provider = async () => refuseInTransaction('The provider');

const kinds = definePlugin({
  id: 'kinds',
  title: 'Kinds',
  description: 'An endpoint of each kind.',
  permissions,
  routes: () => [
    route(ask, async (ctx, { body: { writes } }) => {
      runs += 1;
      if (writes) await write('asked').execute(ctx.em.query());
      return { runs };
    }),
    outsideRoute(work, async (ctx, { body: { fails, inside } }) => {
      runs += 1;
      await held;
      await (inside ? ctx.inTransaction(provider) : provider());
      if (fails) throw new Error('no');
      await ctx.inTransaction(async (inner) => {
        await write(randomUUID()).execute(inner.em.query());
        touched(inner, { path: '/v1/carriers/{carrierID}/options' });
      });
      await ctx
        .inTransaction(async (inner) => {
          touched(inner, { path: '/v1/undone' });
          throw new Error('undone');
        })
        .catch(() => undefined);
      return { runs };
    }),
  ],
});

let kernel: TestKernel;
let admin: TestPerson;
beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'a plugin of its own', plugins: [kinds] });
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel.stop());

const send = (person: TestPerson, path: string, content: object, key?: string): Promise<Response> =>
  person.fetch(`/v1/x/kinds/actions/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
    body: JSON.stringify(content),
  });
const runsOf = async (response: Promise<Response>) => ((await (await response).json()) as { runs: number }).runs;

describe('an endpoint that only asks', () => {
  it('takes no notice of an idempotency key and cannot write', async () => {
    const first = await runsOf(send(admin, 'ask', { writes: false }, 'key'));
    expect(await runsOf(send(admin, 'ask', { writes: false }, 'key'))).toBe(first + 1);
    expect(await refusalOf(send(admin, 'ask', { writes: true }))).toMatchObject({ status: 500 });
  });

  it('needs a right to read, and its method and route fit what it says', async () => {
    const wrong = (parts: object, answers = (each: AnyEndpoint) => route(each, async () => ({ runs }))): AnyPlugin => ({
      ...kinds,
      routes: () => [answers({ ...ask, reads: undefined, ...parts } as AnyEndpoint)],
    });
    const fault = async (plugin: AnyPlugin): Promise<string> =>
      bootTestKernel({ why: 'a plugin of its own', plugins: [plugin] }).then(
        () => '',
        (error: Error) => error.message,
      );
    expect(await fault(wrong({ reads: true, permission: 'kinds:update' }))).toContain('needs a right to read');
    expect(await fault(wrong({ reads: true, method: 'PATCH' }))).toContain('is for POST and PUT');
    expect(await fault(wrong({ outside: true }))).toContain('answer it with outsideRoute()');
    expect(await fault(wrong({}, (each) => outsideRoute(each, async () => ({ runs }))))).toContain(
      'say `outside: true`',
    );
  });
});

describe('an endpoint outside of transactions', () => {
  it('speaks to a provider, which nobody does inside one', async () => {
    expect((await send(admin, 'work', {})).status).toBe(200);
    expect(await refusalOf(send(admin, 'work', { inside: true }))).toMatchObject({ status: 500 });
  });

  it('works once per idempotency key; what failed may be sent again, a twin comes back later', async () => {
    const first = await runsOf(send(admin, 'work', {}, 'once'));
    expect(await runsOf(send(admin, 'work', {}, 'once'))).toBe(first);
    expect(await refusalOf(send(admin, 'work', { fails: true }, 'failed'))).toMatchObject({ status: 500 });
    expect(await runsOf(send(admin, 'work', {}, 'failed'))).toBe(first + 2);
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const before = runs;
    const going = send(admin, 'work', {}, 'twin');
    await until('The work', () => runs > before);
    expect(await refusalOf(send(admin, 'work', {}, 'twin'))).toMatchObject({ code: 'idempotency_in_progress' });
    held = undefined;
    resolve();
    expect((await going).status).toBe(200);
    expect((await send(admin, 'work', {}, 'twin')).headers.get('idempotent-replayed')).toBe('true');
  });

  it('names what its committed transactions touched; one that is sent again names everything', async () => {
    const named = async (...call: Parameters<typeof send>) => (await send(...call)).headers.get('touched');
    expect(await named(admin, 'work', {}, 'touching')).toBe('/v1/x/kinds, /v1/shown-elsewhere, /v1/carriers');
    expect(await named(admin, 'work', {}, 'touching')).toBe('/v1');
    expect(await named(admin, 'work', { fails: true })).toBeNull();
    expect(await named(admin, 'ask', { writes: false })).toBeNull();
  });

  const room = 'leaves room for other accounts: an account does two long things at once, and calls beyond come back';
  it(room, async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const before = runs;
    const going = [send(admin, 'work', {}), send(admin, 'work', {})];
    await until('Both', () => runs === before + 2);
    const refused = await send(admin, 'work', {});
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await refusalOf(refused)).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect((await send(admin, 'ask', { writes: false })).status).toBe(200);
    // A stranger who names the account does not use up its share, and another account has its own.
    const other = await kernel.b.as('admin');
    const stranger = await other.fetch('/v1/x/kinds/actions/work', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'account-id': kernel.a.id },
      body: '{}',
    });
    expect(stranger.status).toBe(403);
    const theirs = send(other, 'work', {});
    held = undefined;
    resolve();
    expect((await theirs).status).toBe(200);
    expect((await Promise.all(going)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await send(admin, 'work', {})).status).toBe(200);
  });
});
