import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createApiKey } from '../contracts/sign-in/api-key.contract.ts';
import { webhookEndpoints } from '../contracts/work/webhook.contract.ts';
import { emit } from '../events/emit.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { entryCreated } from '../testing/kernel/ledger/ledger.contract.ts';
import { ledgerPlugin } from '../testing/kernel/ledger/ledger.plugin.ts';
import { sharedKernel } from '../testing/kernel/shared-kernel.ts';
import type { TestKernel } from '../testing/kernel/test-kernel.ts';
import { webhookDelays } from './delivery/decide-delivery.ts';
import { newWebhookSecret, webhookHeaders } from './delivery/sign-webhook.ts';

type Api = (path: string, init: RequestInit) => Promise<Response>;
interface Told {
  id: string;
  type: string;
}
/** What the code of the page exports. */
interface Page {
  eventOf(headers: Record<string, string>, body: string, secrets: readonly string[]): Told | undefined;
  receiver(
    secrets: () => readonly string[],
    isNew: (event: Told) => Promise<boolean>,
    work: (event: Told) => void,
  ): Server;
  rotate(api: Api, endpointID: string): Promise<string>;
  replay(api: Api, endpointID: string, since: Date, delivered?: boolean): Promise<number>;
}

const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'millwright-webhooks-'));
let page: Page;
let kernel: TestKernel;
let jobs: Jobs;

beforeAll(async () => {
  const blocks = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
  const file = join(folder, 'page.mjs');
  writeFileSync(file, blocks.join('\n'));
  page = await import(/* @vite-ignore */ pathToFileURL(file).href);
  kernel = await sharedKernel([ledgerPlugin], { hasReceivers: true });
  jobs = await kernel.jobs();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await kernel?.stop();
});

it('checks signatures with either secret, and refuses another body, time and secret', () => {
  const [current, former, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
  const at = kernel.clock.now();
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
  const body = '{"id":"evt_1","type":"a.b"}';
  const headers = webhookHeaders({ eventID: 'evt_1', body, at }, [current, former]);
  expect([current, former, other].map((secret) => page.eventOf(headers, body, [secret])?.id)).toEqual([
    'evt_1',
    'evt_1',
    undefined,
  ]);
  expect(page.eventOf(headers, `${body} `, [current])).toBeUndefined();
  expect(page.eventOf({ ...headers, 'webhook-id': 'evt_2' }, body, [current])).toBeUndefined();
  const late = webhookHeaders({ eventID: 'evt_1', body, at: new Date(at.getTime() - 301_000) }, [current]);
  expect([page.eventOf(late, body, [current]), page.eventOf({}, body, [current])]).toEqual([undefined, undefined]);
});
afterEach(() => void vi.useRealTimers());

it('receives, does nothing twice, learns a new secret and catches up', async () => {
  const secrets: string[] = [];
  const stored = new Set<string>();
  const done: string[] = [];
  const isNew = async ({ id }: Told): Promise<boolean> => stored.size < stored.add(id).size;
  const server = page.receiver(
    () => secrets,
    isNew,
    ({ id }) => void done.push(id),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const admin = await kernel.a.as('admin');
    const body = { name: 'Page', url, events: ['ledger.*'], scopes: ['ledger_entries:read'] };
    const { id, secret } = await admin.call(webhookEndpoints.create, { body });
    const key = await admin.call(createApiKey, {
      body: { name: 'Page', scopes: ['webhooks:read', 'webhooks:update', 'ledger_entries:read'] },
    });
    const api: Api = (path, init) =>
      kernel.anonymous().fetch(path, {
        ...init,
        headers: { 'content-type': 'application/json', 'x-api-key': key.id, 'x-auth-secret': key.secret },
      });
    // The receiver goes by the time of this machine, as PostgreSQL does.
    const { rows } = await kernel.a.run((ctx) => sql<{ now: Date }>`select now()`.execute(ctx.em.query()));
    kernel.clock.advance(new Date(rows[0]?.now ?? '').getTime() - kernel.clock.now().getTime());
    const since = kernel.clock.now();
    const happen = async (entryID: string): Promise<void> => {
      await kernel.a.run(async (ctx) =>
        emit(ctx, entryCreated, { entryID, email: null }, { type: 'ledger_entry', id: entryID }),
      );
      await jobs.idle();
    };
    await happen('len_1');
    expect(done, 'a receiver without the secret refuses').toEqual([]);
    secrets.push(secret);
    expect(await page.replay(api, id, since)).toBe(1);
    await jobs.idle();
    expect(done).toHaveLength(1);
    secrets.splice(0, 1, await page.rotate(api, id));
    await happen('len_2');
    expect(done).toHaveLength(2);
    expect(await page.replay(api, id, since, true)).toBe(2);
    await jobs.idle();
    expect(done).toHaveLength(2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it('says the delays that are kept', () => {
  const names = webhookDelays.map((seconds) =>
    seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600}`,
  );
  const last = names.pop();
  expect(text).toContain(`again after ${names.join(', ')} and ${last} h`);
});
