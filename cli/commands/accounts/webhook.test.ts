import { type HeardWebhooks, hearWebhooks } from '@millwright/core/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookDeliveryStates, webhookFailing } from '../../../core/contracts/work/webhook.contract.ts';
import { emit } from '../../../core/events/emit.ts';
import type { Jobs } from '../../../core/jobs/jobs.ts';
import { type ImportServer, startImportServer } from '../../data/import/import-fixture.ts';
import { webhookDeliveries } from './webhook.command.ts';

let server: ImportServer;
let jobs: Jobs;
let hears: HeardWebhooks;
/** Id of the endpoint of the commands. */
let shop = '';

beforeAll(async () => {
  server = await startImportServer({ providerNetworks: ['127.0.0.0/8'] });
  jobs = await server.kernel.jobs();
  const admin = await server.kernel.a.as('admin');
  hears = await hearWebhooks(admin, { events: ['core.webhook.*'], scopes: ['webhooks:read'] });
});
afterAll(async () => {
  await hears?.kill();
  await server?.stop();
});

const call = (...args: string[]) => server.place.call(['webhook', ...args]);
const create = (...more: string[]) =>
  call('create', 'Shop', hears.url, '--event', 'core.webhook.*', '--right', 'webhooks:read', ...more);

it('knows every state of a delivery', () => {
  const { status } = webhookDeliveries.options as { status: { choices: readonly string[] } };
  expect(status.choices).toEqual(Object.keys(webhookDeliveryStates.names));
});

describe('webhook', () => {
  it('events are listed with their rights', async () => {
    const { stdout } = await call('list', '--events');
    expect(stdout).toMatch(/core\.webhook\.failing +webhooks:read +A webhook endpoint has taken nothing for a day\./);
  });

  it('endpoints are created, tried, rotated, paused, resumed and listed', async () => {
    expect((await create('--dry-run')).stdout).toContain('Would create');
    const { id, secret } = (await create('--json')).json<{ id: string; secret: string }>();
    shop = id;
    expect(secret).toMatch(/^whsec_/);
    expect((await call('list')).stdout).toMatch(new RegExp(`Shop +Active +${hears.url} .*${id}`));
    expect((await call('list')).stdout).not.toContain(secret);

    const tried = await call('test', 'Shop');
    expect([tried.exitCode, tried.stdout]).toEqual([0, expect.stringMatching(/^204 after \d+ ms/)]);
    const { body, headers } = hears.received.at(-1) ?? {};
    new Webhook(secret).verify(body ?? '', headers as Record<string, string>);

    expect(await call('rotate', id)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });
    const rotated = (await call('rotate', id, '--yes', '--json')).json<{ secret: string }>();
    expect(rotated.secret).not.toBe(secret);
    await call('test', 'Shop');
    expect(String(hears.received.at(-1)?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    // The question before the first secret ends is answered by --yes too.
    expect((await call('rotate', id, '--yes', '--json')).json<{ secret: string }>().secret).not.toBe(rotated.secret);

    expect((await call('pause', 'Shop', '--dry-run')).stdout).toContain('Would pause');
    expect((await call('pause', 'Shop')).stdout).toBe('"Shop" is paused.\n');
    expect((await call('resume', 'Shop')).stdout).toBe('"Shop" is active.\n');
  });

  it('deliveries are listed, shown with the exact body, and sent again', async () => {
    const listed = (await call('deliveries', 'Shop', '--status', 'delivered', '--json')).json<{
      items: { id: string; eventID: string }[];
    }>();
    expect(listed.items).toHaveLength(2);
    const [{ id, eventID }] = listed.items as [{ id: string; eventID: string }];
    const shown = (await call('deliveries', '--delivery', id)).stdout;
    expect(shown).toContain(`webhook-id ${eventID}`);
    expect(shown).toContain(hears.received.at(-1)?.body);
    const before = hears.received.length;
    expect((await call('replay', 'Shop', '--delivery', id)).stdout).toBe('1 delivery is sent again.\n');
    await jobs.idle();
    expect(hears.ids().slice(before)).toEqual([eventID]);
    const deliveries = async (...more: string[]) =>
      (await call('deliveries', 'Shop', ...more, '--json')).json<{ items: object[] }>().items.length;
    expect([await deliveries('--delivered'), await deliveries('--delivered', '--since', '2099-01-01')]).toEqual([2, 0]);
    // Both endpoints hear it. What is sent again since a moment are events, and no tests.
    await server.kernel.a.run(async (ctx) => {
      const webhookEndpointID = shop;
      const record = { type: 'webhook_endpoint', id: shop };
      emit(ctx, webhookFailing, { webhookEndpointID, name: 'Shop', failingSince: null }, record);
    });
    await jobs.idle();
    expect(hears.received).toHaveLength(before + 3);
    expect((await call('replay', 'Shop', '--since', '2026-01-01', '--yes')).stdout).toBe('Nothing to send again.\n');
    const again = await call('replay', 'Shop', '--since', '2026-01-01', '--delivered', '--yes', '--json');
    expect(again.json()).toEqual({ count: 1 });
    await jobs.idle();
    expect(hears.received).toHaveLength(before + 4);
    expect((await call('deliveries', '--status', 'dead')).stdout).toBe('There are no such deliveries.\n');
  });

  it('commands say what is wrong', async () => {
    expect(await call('pause', 'Nobody')).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('"Nobody"') });
    expect(await call('create', 'A', 'https://a.example.com/')).toMatchObject({ exitCode: 2 });
    const wrong = ['--event', 'core.webhok.*', '--right', 'webhooks:read', '--json'];
    const refused = await call('create', 'A', hears.url, ...wrong);
    expect([refused.exitCode, refused.error().errors]).toEqual([
      3,
      [{ path: 'events.0', message: 'There is no event core.webhok.*. Did you mean core.webhook.*?' }],
    ]);
    expect(await call('replay', 'Shop')).toMatchObject({ exitCode: 2 });
    for (const moment of ['monday', '2026-02-30', '2026-11-23T08:00:00', '2026'])
      for (const command of ['replay', 'deliveries'])
        expect(await call(command, 'Shop', '--since', moment), moment).toMatchObject({
          exitCode: 2,
          stderr: expect.stringContaining(`"${moment}" is no moment`),
        });
    expect(await call('deliveries', '--delivered', '--status', 'dead')).toMatchObject({ exitCode: 2 });
    hears.answerWith((answer) => void answer.writeHead(500).end('Broken'));
    const failed = await call('test', 'Shop');
    expect([failed.exitCode, failed.stdout]).toEqual([3, expect.stringContaining('Broken')]);
  });
});
