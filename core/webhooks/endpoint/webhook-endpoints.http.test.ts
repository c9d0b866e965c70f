import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../contracts/client.ts';
import type { EndpointAnswer, EndpointInput } from '../../contracts/endpoints/endpoint.ts';
import { listWebhookDeliveries, webhookEndpoints } from '../../contracts/work/webhook.contract.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { refusalOf } from '../../testing/calls/refusal.ts';
import { createEntry } from '../../testing/kernel/ledger/ledger.contract.ts';
import { ledgerPlugin } from '../../testing/kernel/ledger/ledger.plugin.ts';
import { sharedKernel } from '../../testing/kernel/shared-kernel.ts';
import type { TestKernel, TestPerson } from '../../testing/kernel/test-kernel.ts';
import { programOf } from '../testing/program-of.ts';
import { openReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

const hour = 3_600_000;

let kernel: TestKernel;
let jobs: Jobs;
let admin: TestPerson;
let program: Client;
let hears: WebhookReceiver;

beforeAll(async () => {
  kernel = await sharedKernel([ledgerPlugin], { hasReceivers: true });
  jobs = await kernel.jobs();
  admin = await kernel.a.as('admin');
  program = createClient(await programOf(admin, kernel));
  hears = await openReceiver();
});
afterEach(async () => {
  for (const { id } of (await program.call(webhookEndpoints.list, { query: { take: 500 } })).items)
    await program.call(webhookEndpoints.remove, { params: { webhookEndpointID: id } });
});
afterAll(async () => {
  await hears?.kill();
  await kernel?.stop();
});

const input = (url: string) => ({ name: 'Warehouse', url, events: ['ledger.*'], scopes: ['ledger_entries:read'] });
const listen = (url: string, more: Partial<ReturnType<typeof input>> = {}) =>
  program.call(webhookEndpoints.create, { body: { ...input(url), ...more } });
const params = ({ id }: { id: string }) => ({ params: { webhookEndpointID: id } });

describe('an endpoint', () => {
  const post = (body: object, person = admin) =>
    refusalOf(
      person.fetch('/v1/webhook-endpoints', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const good = input('http://127.0.0.1:9/');

  it.each([
    ['plain http', { ...good, url: 'http://hooks.example.com/' }, 'webhook_address', ['url']],
    ['an inner address', { ...good, url: 'https://10.0.0.1/' }, 'webhook_address', ['url']],
    ['an unknown name', { ...good, url: 'https://nobody.invalid/' }, 'webhook_address', ['url']],
    ['no address', { ...good, url: ' ' }, 'invalid_input', ['url']],
    ['a filter that names nothing', { ...good, events: ['ledger.entry-made'] }, 'invalid_input', ['events.0']],
    ['a filter that is none', { ...good, events: ['Ledger..x'] }, 'invalid_input', ['events.0']],
    ['no filter', { ...good, events: [] }, 'invalid_input', ['events']],
    ['an unknown right', { ...good, scopes: ['nobody:read'] }, 'invalid_input', ['scopes.0']],
    ['a right to write', { ...good, scopes: ['ledger_entries:update'] }, 'invalid_input', ['scopes.0']],
    ['rights that read none of its events', { ...good, scopes: ['webhooks:read'] }, 'invalid_input', ['events.0']],
    [
      'one event that its rights never read',
      { ...good, events: ['ledger.*', 'core.webhook.off', '*'] },
      'invalid_input',
      ['events.1'],
    ],
    ['an unknown field', { ...good, more: 1 }, 'invalid_input', ['more']],
  ])('with %s is refused', async (_, body, code, paths) => {
    expect(await post(body)).toMatchObject({ status: 400, code, paths });
  });

  it('is one of twenty at most, and its name is its own', async () => {
    const made: EndpointAnswer<typeof webhookEndpoints.create>[] = [];
    for (let count = 0; count < 20; count += 1) made.push(await listen(good.url, { name: `Endpoint ${count}` }));
    expect(await post({ ...good, name: 'One more' })).toMatchObject({ status: 409, code: 'too_many_endpoints' });
    const [first] = made as [(typeof made)[number]];
    await program.call(webhookEndpoints.remove, params(first));
    expect(await post({ ...good, name: 'Endpoint 1' })).toMatchObject({ status: 409, code: 'duplicate' });
  });

  it('names the event that its rights never read, and the rights of which it needs one, also at a change', async () => {
    const errors = [{ path: 'events.1', message: 'core.webhook.off needs one of the rights webhooks:read' }];
    const events = ['ledger.*', 'core.webhook.off'];
    await expect(listen(good.url, { events })).rejects.toMatchObject({ status: 400, errors });
    const made = await listen(good.url);
    const change = (body: EndpointInput<typeof webhookEndpoints.update>['body']) =>
      program.call(webhookEndpoints.update, { ...params(made), body });
    await expect(change({ events })).rejects.toMatchObject({ status: 400, errors });
    expect(await change({ events, scopes: ['ledger_entries:read', 'webhooks:read'] })).toMatchObject({
      events: [...events].sort(),
    });
    await expect(change({ scopes: ['ledger_entries:read'] })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'events.0', message: 'core.webhook.off needs one of the rights webhooks:read' }],
    });
  });

  it('is changed with its version, and never to an inner address', async () => {
    const { id, version } = await listen(hears.url);
    const change = (body: EndpointInput<typeof webhookEndpoints.update>['body']) =>
      program.call(webhookEndpoints.update, { ...params({ id }), body });
    await expect(change({ url: 'https://[::ffff:10.0.0.1]/', version })).rejects.toMatchObject({
      code: 'webhook_address',
    });
    const changed = await change({ name: 'Renamed', version });
    expect(changed).toMatchObject({ name: 'Renamed', url: hears.url });
    await expect(change({ name: 'Late', version })).rejects.toMatchObject({ code: 'stale_version' });
  });

  it('is for administrators, within their rights and account', async () => {
    const endpoint = await listen(hears.url);
    const elsewhere = await kernel.b.as('admin');
    await expect(elsewhere.call(webhookEndpoints.get, params(endpoint))).rejects.toMatchObject({ status: 404 });
    for (const role of ['user', 'customer'] as const) {
      const person = await kernel.a.as(role);
      await expect(person.call(webhookEndpoints.list, { query: {} }), role).rejects.toMatchObject({ status: 403 });
      await expect(person.call(listWebhookDeliveries, { query: {} }), role).rejects.toMatchObject({ status: 403 });
    }
  });

  it('is deleted with its deliveries', async () => {
    hears.answerWith((answer) => void answer.writeHead(500).end());
    const endpoint = await listen(hears.url);
    await program.call(createEntry, { body: { title: 'Paper' } });
    await jobs.idle();
    await program.call(webhookEndpoints.remove, params(endpoint));
    kernel.clock.advance(hour);
    await jobs.idle();
    expect(hears.received).toHaveLength(1);
    expect((await program.call(listWebhookDeliveries, { query: {} })).items).toEqual([]);
  });
});
