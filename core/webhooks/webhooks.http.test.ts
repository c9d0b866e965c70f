import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient } from '../contracts/client.ts';
import type { EndpointInput } from '../contracts/endpoints/endpoint.ts';
import { dayLength } from '../contracts/texts/date.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhookEvents,
  pauseWebhookEndpoint,
  replayWebhookDeliveries,
  resumeWebhookEndpoint,
  rotateWebhookEndpoint,
  testWebhookEndpoint,
  webhookEndpoints,
} from '../contracts/work/webhook.contract.ts';
import { emit } from '../events/emit.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { runInAccount } from '../tenancy/accounts/account-transaction.ts';
import { until } from '../testing/calls/until.ts';
import { createEntry, entryCreated } from '../testing/kernel/ledger/ledger.contract.ts';
import { ledgerPlugin } from '../testing/kernel/ledger/ledger.plugin.ts';
import { bootTestKernel, type TestKernel } from '../testing/kernel/test-kernel.ts';
import { countStatements } from '../testing/postgres/statements/statement-counter.ts';
import { programOf } from './testing/program-of.ts';
import { type AnswerWebhook, openReceiver, type WebhookReceiver } from './testing/webhook-receiver.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, dayLength];
const status =
  (code: number, headers: Record<string, string> = {}): AnswerWebhook =>
  (answer) =>
    void answer.writeHead(code, headers).end(`answer ${code}`);

let kernel: TestKernel;
let jobs: Jobs;
let program: Client;
let programOptions: ClientOptions;
const receivers: WebhookReceiver[] = [];

beforeAll(async () => {
  kernel = await bootTestKernel({
    why: 'receivers on this machine, and signatures with the time of this machine',
    plugins: [ledgerPlugin],
    providerNetworks: ['127.0.0.0/8'],
    realTime: true,
  });
  jobs = await kernel.jobs();
  programOptions = await programOf(await kernel.a.as('admin'), kernel);
  program = createClient(programOptions);
});
afterEach(async () => {
  kernel.clock.restore();
  for (const { id } of (await program.call(webhookEndpoints.list, { query: { take: 500 } })).items)
    await program.call(webhookEndpoints.remove, { params: { webhookEndpointID: id } });
  await Promise.all(receivers.splice(0).map((receiver) => receiver.kill()));
});
afterAll(async () => {
  await jobs.stop();
  await kernel.stop();
});

async function receiver(answer?: AnswerWebhook): Promise<WebhookReceiver> {
  const opened = await openReceiver(answer);
  receivers.push(opened);
  return opened;
}

const input = (url: string, name = 'Warehouse') => ({
  name,
  url,
  events: ['ledger.*'],
  scopes: ['ledger_entries:read'],
});
const listen = (
  url: string,
  {
    name = 'Warehouse',
    person = program,
    ...more
  }: { name?: string; person?: Client } & Partial<ReturnType<typeof input>> = {},
) => person.call(webhookEndpoints.create, { body: { ...input(url, name), ...more } });
const enter = (person: Client = program) => person.call(createEntry, { body: { title: 'Paper' } });
const params = ({ id }: { id: string }) => ({ params: { webhookEndpointID: id } });
const read = (endpoint: { id: string }) => program.call(webhookEndpoints.get, params(endpoint));
const log = async (query: Parameters<typeof program.call<typeof listWebhookDeliveries>>[1]['query'] = {}) =>
  (await program.call(listWebhookDeliveries, { query })).items;
/** Types of the events about an endpoint. */
const eventsOf = (endpoint: { id: string }): Promise<string[]> =>
  kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ type: string }>`select type from core.event_outbox
      where account_id = ${ctx.account.id} and aggregate_id = ${endpoint.id} and type like 'core.webhook.%'
      order by id`.execute(ctx.em.query());
    return rows.map(({ type }) => type);
  });
/** Titles of the notices about an endpoint. */
const toldOf = (endpoint: { id: string }): Promise<string[]> =>
  kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ title: string }>`select title from core.notification
      where account_id = ${ctx.account.id} and record_id = ${endpoint.id} order by id`.execute(ctx.em.query());
    return rows.map(({ title }) => title);
  });
/** Advances the clock and lets everything that is due run. */
async function pass(milliseconds: number): Promise<void> {
  kernel.clock.advance(milliseconds);
  await jobs.idle();
}

describe('an event', () => {
  it('reaches an endpoint once, signed so that the library accepts it, with ids and no record', async () => {
    const hears = await receiver();
    const endpoint = await listen(hears.url);
    const entry = await enter();
    await jobs.idle();
    expect(hears.received).toHaveLength(1);
    const [{ headers, body }] = hears.received as [WebhookReceiver['received'][number]];
    const told = new Webhook(endpoint.secret).verify(body, headers as Record<string, string>);
    expect(told).toEqual({
      type: 'ledger.entry-created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: { entryID: entry.id, email: null },
      id: headers['webhook-id'],
      account: kernel.a.id,
      record: {
        type: 'ledger_entry',
        id: entry.id,
        url: `http://millwright.test/dashboard/x/ledger/entries/${entry.id}`,
      },
      actor: { type: 'api_key', id: expect.stringMatching(/^ak_/), name: 'Program' },
    });
    const [delivery] = await log();
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: 1,
      lastStatus: 204,
      eventID: headers['webhook-id'],
    });
    const detail = await program.call(getWebhookDelivery, { params: { webhookDeliveryID: delivery?.id ?? '' } });
    expect(detail.body).toBe(body);
    expect(detail.tries).toEqual([
      { at: expect.any(String), status: 204, error: null, milliseconds: expect.any(Number) },
    ]);
    expect(await read(endpoint)).toMatchObject({ status: 'active', lastDeliveredAt: expect.any(String) });
    expect(JSON.stringify(await read(endpoint))).not.toContain(endpoint.secret);
  });

  it('of a transaction that rolls back, or about a record that the endpoint may not read, is not sent', async () => {
    const hears = await receiver();
    await listen(hears.url, { events: ['*'], scopes: ['webhooks:read'] });
    await enter();
    const refused = kernel.a.run(async (ctx) => {
      emit(ctx, entryCreated, { entryID: 'len_1', email: null }, { type: 'ledger_entry', id: 'len_1' });
      throw new Error('No');
    });
    await expect(refused).rejects.toThrow('No');
    await jobs.idle();
    expect([hears.received.length, (await log()).length]).toEqual([0, 0]);
  });

  it('of a person of a customer is told all the same', async () => {
    const hears = await receiver();
    await listen(hears.url);
    const { userID } = await kernel.a.as('customer');
    await runInAccount(kernel.tenancy, { accountID: kernel.a.id, identity: { type: 'user', userID } }, async (ctx) =>
      emit(ctx, entryCreated, { entryID: 'len_2', email: null }, { type: 'ledger_entry', id: 'len_2' }),
    );
    await jobs.idle();
    expect(hears.ids()).toHaveLength(1);
  });

  it('whose body would be longer than 64 kB is told without its data', async () => {
    const hears = await receiver();
    await listen(hears.url);
    await kernel.a.run(async (ctx) =>
      emit(ctx, entryCreated, { entryID: 'x'.repeat(70_000), email: null }, { type: 'ledger_entry', id: 'len_3' }),
    );
    await jobs.idle();
    expect(JSON.parse(hears.received[0]?.body ?? '')).toMatchObject({ data: null, record: { id: 'len_3' } });
  });

  it('costs an account without endpoints no statement more, nor one with an endpoint', async () => {
    const statements = async (): Promise<number> => {
      await enter();
      const counter = countStatements();
      await kernel.a.run(async (ctx) => {
        for (let count = 0; count < 50; count += 1)
          emit(
            ctx,
            entryCreated,
            { entryID: `len_${count}`, email: null },
            { type: 'ledger_entry', id: `len_${count}` },
          );
      });
      counter.stop();
      return counter.count();
    };
    await jobs.stop();
    try {
      const without = await statements();
      const hears = await receiver();
      await listen(hears.url);
      expect(await statements()).toBe(without);
      expect((await log({ take: 500 })).length).toBe(51);
    } finally {
      jobs = await kernel.startJobs();
    }
  });
});

describe('a secret', () => {
  it('is rotated: both sign for 24 hours, then the new one alone', async () => {
    const hears = await receiver();
    const endpoint = await listen(hears.url);
    const rotated = await program.call(rotateWebhookEndpoint, params(endpoint));
    expect(rotated.secret).not.toBe(endpoint.secret);
    await enter();
    await jobs.idle();
    const [first] = hears.received;
    for (const secret of [endpoint.secret, rotated.secret])
      new Webhook(secret).verify(first?.body ?? '', first?.headers as Record<string, string>);
    await pass(day + minute);
    await enter();
    await jobs.idle();
    expect(hears.received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)).toEqual([2, 1]);
  });

  it('is rotated again within 24 hours only by whoever confirms that the first one ends', async () => {
    const hears = await receiver();
    const endpoint = await listen(hears.url);
    const rotated = await program.call(rotateWebhookEndpoint, params(endpoint));
    await expect(program.call(rotateWebhookEndpoint, params(endpoint))).rejects.toMatchObject({
      status: 409,
      code: 'confirmation_required',
      details: { confirm: 'rotate_again' },
    });
    const signs = async (secret: string): Promise<boolean> => {
      await enter();
      await jobs.idle();
      const { body = '', headers = {} } = hears.received.at(-1) ?? {};
      try {
        return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>));
      } catch {
        return false;
      }
    };
    expect(await signs(endpoint.secret)).toBe(true);
    const asking = createClient({
      ...programOptions,
      onConfirm: async ({ message }) => message.includes('the one before it ends at once'),
    });
    const again = await asking.call(rotateWebhookEndpoint, params(endpoint));
    expect([await signs(endpoint.secret), await signs(rotated.secret), await signs(again.secret)]).toEqual([
      false,
      true,
      true,
    ]);
    await pass(day + minute);
    // Nothing is confirmed where nothing ends.
    await program.call(rotateWebhookEndpoint, params(endpoint));
  });
});

describe('a receiver', () => {
  it('that fails gets the same id again, later each time, and then everything is well', async () => {
    const hears = await receiver((answer, _, at) => status(at < 3 ? 503 : 200)(answer, _, at));
    const endpoint = await listen(hears.url);
    await enter();
    await jobs.idle();
    expect(await read(endpoint)).toMatchObject({ status: 'failing', failingSince: expect.any(String) });
    await pass(4 * second);
    expect(hears.ids()).toHaveLength(1);
    await pass(2 * second);
    expect(hears.ids()).toHaveLength(2);
    await pass(4 * minute);
    expect(hears.ids()).toHaveLength(2);
    await pass(2 * minute);
    expect(hears.ids()).toHaveLength(3);
    expect(new Set(hears.ids()).size).toBe(1);
    expect(await read(endpoint)).toMatchObject({ status: 'active', failingSince: null });
    const [delivery] = await log();
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 3, dueAt: null });
  });

  it('that asks for time with Retry-After gets it', async () => {
    const hears = await receiver((answer, _, at) =>
      at < 2 ? status(429, { 'retry-after': '120' })(answer, _, at) : status(200)(answer, _, at),
    );
    await listen(hears.url);
    await enter();
    await jobs.idle();
    await pass(119 * second);
    expect(hears.ids()).toHaveLength(1);
    await pass(2 * second);
    expect(hears.ids()).toHaveLength(2);
  });

  it('that dies in the middle of calls and is away for two hours gets everything, with the same ids', async () => {
    const hears = await receiver();
    hears.answerWith((answer) => void answer.destroy());
    await listen(hears.url);
    for (let count = 0; count < 7; count += 1) await enter();
    await jobs.idle();
    const known = new Set(hears.ids());
    expect(known.size).toBe(7);
    await hears.kill();
    await pass(minute);
    await pass(hour);
    await hears.reopen();
    hears.answerWith(status(200));
    const before = hears.received.length;
    for (let count = 0; count < 4; count += 1) await pass(hour);
    expect(new Set(hears.ids().slice(before))).toEqual(known);
    expect((await log()).map((each) => each.status)).toEqual(Array(7).fill('delivered'));
  });

  it('that never answers is given up after ten attempts, and can have it sent again', async () => {
    const hears = await receiver(status(500));
    const endpoint = await listen(hears.url);
    await enter();
    await jobs.idle();
    for (let count = 0; count < 12; count += 1) await pass(27 * hour);
    expect(hears.ids()).toHaveLength(10);
    const [dead] = await log({ status: ['dead'] });
    expect(dead).toMatchObject({ attempts: 10, lastStatus: 500 });
    hears.answerWith(status(200));
    const body = { deliveryID: dead?.id ?? '' };
    expect(await program.call(replayWebhookDeliveries, { ...params(endpoint), body })).toEqual({ count: 1 });
    await jobs.idle();
    expect(new Set(hears.ids()).size).toBe(1);
    expect(await log()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  it('that answers 410 gets nothing more, until it is turned on and everything since then is sent again', async () => {
    // Later than all events of the tests before, which have moved the clock too.
    kernel.clock.advance(100 * day);
    const hears = await receiver(status(410));
    const endpoint = await listen(hears.url);
    const from = kernel.clock.now().toISOString();
    const replay = () => program.call(replayWebhookDeliveries, { ...params(endpoint), body: { since: from } });
    await enter();
    await jobs.idle();
    expect(await read(endpoint)).toMatchObject({ status: 'off' });
    // Of this one there is no delivery yet.
    await enter();
    await jobs.idle();
    expect(hears.received).toHaveLength(1);
    expect(await log()).toMatchObject([{ status: 'dead', lastStatus: 410 }]);
    await expect(replay()).rejects.toMatchObject({ code: 'endpoint_off' });
    expect(await eventsOf(endpoint)).toEqual(['core.webhook.off']);
    hears.answerWith(status(200));
    await program.call(resumeWebhookEndpoint, params(endpoint));
    expect(await replay()).toEqual({ count: 2 });
    await jobs.idle();
    expect(hears.received).toHaveLength(3);
    expect(new Set(hears.ids()).size).toBe(2);
    expect(await replay()).toEqual({ count: 0 });
  });

  it('that is silent holds up neither other endpoints nor other accounts', async () => {
    const silent = await receiver(() => undefined);
    const hears = await receiver();
    const away = await receiver();
    await listen(silent.url, { name: 'Silent' });
    await listen(hears.url);
    const other = await kernel.b.as('admin');
    const elsewhere = await listen(away.url, { person: other });
    for (let count = 0; count < 12; count += 1) await enter();
    await until('Calls of the silent receiver', () => silent.received.length === 5);
    await enter();
    await enter(other);
    await until('The other endpoint', () => hears.received.length === 13);
    await until('The other account', () => away.received.length === 1);
    // Still the first five.
    expect(silent.received).toHaveLength(5);
    silent.answerWith(status(200));
    await silent.kill();
    await silent.reopen();
    await pass(minute);
    expect(new Set(silent.ids()).size).toBe(13);
    await other.call(webhookEndpoints.remove, params(elsewhere));
  });

  it('that takes nothing is told of after a day, and turned off after five', async () => {
    const hears = await receiver(status(500));
    const endpoint = await listen(hears.url);
    await enter();
    await jobs.idle();
    const look = async () => {
      await jobs.runNow('core.webhook-health');
      await jobs.idle();
    };
    await pass(23 * hour);
    await look();
    expect(await eventsOf(endpoint)).toEqual([]);
    await pass(2 * hour);
    await look();
    await look();
    expect(await eventsOf(endpoint)).toEqual(['core.webhook.failing']);
    await pass(4 * day);
    await look();
    expect(await eventsOf(endpoint)).toEqual(['core.webhook.failing', 'core.webhook.off']);
    expect(await read(endpoint)).toMatchObject({ status: 'off' });
    expect(await toldOf(endpoint)).toEqual(['Webhook Warehouse is failing', 'Webhook Warehouse was turned off']);
    expect((await log()).filter((each) => each.status === 'waiting')).toEqual([]);
  });
});

describe('people', () => {
  it('pause an endpoint, whose deliveries wait, and resume it', async () => {
    const hears = await receiver();
    const endpoint = await listen(hears.url);
    await program.call(pauseWebhookEndpoint, params(endpoint));
    await enter();
    await jobs.idle();
    expect(await log()).toMatchObject([{ status: 'held', dueAt: null }]);
    await program.call(resumeWebhookEndpoint, params(endpoint));
    await jobs.idle();
    expect(hears.received).toHaveLength(1);
  });

  it('test an endpoint, and see the answer', async () => {
    // Later than all events of the tests before, which have moved the clock too.
    kernel.clock.advance(200 * day);
    const since = kernel.clock.now().toISOString();
    const hears = await receiver((answer) => void answer.writeHead(418).end(`x\0${'y'.repeat(5_000)}`));
    const endpoint = await listen(hears.url);
    const answer = await program.call(testWebhookEndpoint, params(endpoint));
    expect(answer).toMatchObject({ isDelivered: false, status: 418, error: null });
    expect(answer.answer).toHaveLength(2_048);
    expect(JSON.parse(hears.received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test' });
    await hears.kill();
    expect(await program.call(testWebhookEndpoint, params(endpoint))).toMatchObject({
      isDelivered: false,
      status: null,
      error: 'The receiver refused the connection',
    });
    await hears.reopen();
    hears.answerWith((each) => void each.writeHead(302, { location: 'http://127.0.0.1/' }).end());
    expect(await program.call(testWebhookEndpoint, params(endpoint))).toMatchObject({
      isDelivered: false,
      status: 302,
    });
    hears.answerWith(status(200));
    expect(await program.call(testWebhookEndpoint, params(endpoint))).toMatchObject({ isDelivered: true });
    expect((await log()).map((each) => each.status)).toEqual(['delivered', 'dead', 'dead', 'dead']);
    // What is sent again since a moment are events; a test is sent again by its id.
    const replay = (body: EndpointInput<typeof replayWebhookDeliveries>['body']) =>
      program.call(replayWebhookDeliveries, { ...params(endpoint), body });
    await enter();
    await jobs.idle();
    expect(await replay({ since, delivered: true })).toEqual({ count: 1 });
    const [test] = await log({ status: ['dead'] });
    expect(await replay({ deliveryID: test?.id ?? '' })).toEqual({ count: 1 });
    await jobs.idle();
    expect(hears.received.slice(-2).map(({ body }) => JSON.parse(body).type)).toEqual([
      'ledger.entry-created',
      'webhook.test',
    ]);
  });

  it('see the events that they may choose', async () => {
    const { items } = await program.call(listWebhookEvents, {});
    expect(items.map(({ type }) => type)).toEqual([
      'core.comment.added',
      'core.file.added',
      'core.file.removed',
      'core.task.done',
      'core.task.opened',
      'core.webhook.failing',
      'core.webhook.off',
      'ledger.entry-created',
    ]);
    expect(items.filter((each) => each.isAboutAny).map(({ type }) => type)).toEqual([
      'core.comment.added',
      'core.file.added',
      'core.file.removed',
      'core.task.done',
      'core.task.opened',
    ]);
    expect(items.at(-1)).toMatchObject({
      sentence: 'An entry was created.',
      records: [{ type: 'ledger_entry', permission: 'ledger_entries:read' }],
    });
  });
});
