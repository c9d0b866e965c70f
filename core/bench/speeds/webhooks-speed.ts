import type { Client } from 'pg';
import { newID } from '../../contracts/texts/id.ts';
import { median } from '../../testing/budgets/median.ts';
import { openReceiver, type WebhookReceiver } from '../../webhooks/testing/webhook-receiver.ts';
import { type Ask, type BenchPlace, type ServerOptions, withBenchServer } from '../place/bench-place.ts';
import type { People } from '../place/facts.ts';
import { type ImportSpeed, importFile, productFile } from './import-speed.ts';

/** Duration of work that webhooks hear, compared with the same work of an account without any. */
export interface WebhookSpeed {
  title: string;
  /** Milliseconds. */
  heardIn: number;
  unheardIn: number;
  /** Largest ratio of both. */
  wantedRatio: number;
}

interface WebhookOptions extends ServerOptions {
  /** The imported file has a tenth as many products. */
  orders: number;
}

/** An account, and calls in it. */
interface HeardAccount {
  accountID: string;
  ask: Ask;
}

const orderTurns = 40;
const importRounds = 2;
const lines = 10;

/** An endpoint that hears all events. */
async function addEndpoint({ ask }: HeardAccount, { url }: WebhookReceiver, name: string): Promise<{ id: string }> {
  const { items } = await ask<{ items: { records: { permission: string }[] }[] }>('/v1/webhook-events');
  const scopes = new Set(items.flatMap(({ records }) => records.map(({ permission }) => permission)));
  return ask('/v1/webhook-endpoints', { name, url, events: ['*'], scopes: [...scopes] });
}

/** Waits until nothing is due, so that only what is measured runs. */
async function settle({ server, admin }: BenchPlace): Promise<void> {
  await server.call('settle');
  for (let tries = 0; tries < 3_000; tries += 1) {
    const { rows } = await admin.query('select from core.webhook_delivery where due_at is not null limit 1');
    if (!rows.length) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The deliveries did not come to an end');
}

/** Lets three members follow an order. */
const follow = (admin: Client, { accountID }: HeardAccount, orderID: string): Promise<unknown> =>
  admin.query(
    `insert into core.record_follower (account_id, record_type, record_id, member_id, is_muted)
     select $1, 'sales_order', $2, id, false from core.member where account_id = $1 order by id limit 3`,
    [accountID, orderID],
  );

async function prepareOrders({ ask }: HeardAccount): Promise<{ customerID: string; lines: object[] }> {
  const shipToAddress = {
    name: 'Dock',
    line1: '1 Main',
    city: 'Gary',
    state: 'IN',
    postalCode: '46401',
    country: 'US',
  };
  const { id: customerID } = await ask('/v1/customers', { name: 'Buyer', shipToAddress });
  const ordered: object[] = [];
  for (let each = 0; each < lines; each += 1) {
    const { id: itemID } = await ask('/v1/products', {
      sku: `HEARD-${each}`,
      description: `Product ${each}`,
      unitValue: 5,
    });
    await ask('/v1/inventory-receipts', { itemID, quantity: 100_000, unitCost: 2 });
    ordered.push({ productID: itemID, quantityOrdered: 2 });
  }
  return { customerID, lines: ordered };
}

/** Enters orders and issues them, with and without followers and endpoints in turn; medians. */
async function measureOrders(place: BenchPlace, heard: HeardAccount, unheard: HeardAccount): Promise<WebhookSpeed> {
  const bodies = new Map<HeardAccount, Awaited<ReturnType<typeof prepareOrders>>>();
  for (const account of [heard, unheard]) bodies.set(account, await prepareOrders(account));
  const enter = async (account: HeardAccount): Promise<number> => {
    const began = performance.now();
    const { id } = await account.ask('/v1/sales-orders', { ...bodies.get(account) });
    const entered = performance.now() - began;
    if (account === heard) await follow(place.admin, account, id);
    await settle(place);
    const issuing = performance.now();
    await account.ask(`/v1/sales-orders/${id}/actions/change-status`, { statusChange: 'issued' }, 'PUT');
    const took = entered + performance.now() - issuing;
    await settle(place);
    return took;
  };
  const took = new Map<HeardAccount, number[]>([
    [heard, []],
    [unheard, []],
  ]);
  for (let turn = 0; turn < orderTurns + 3; turn += 1)
    for (const account of turn % 2 ? [heard, unheard] : [unheard, heard]) {
      const each = await enter(account);
      // The first turns warm up.
      if (turn >= 3) took.get(account)?.push(each);
    }
  const [heardIn, unheardIn] = [heard, unheard].map((account) => median(took.get(account) ?? [])) as [number, number];
  return {
    title: `entering and issuing an order of ${lines} lines with 3 followers and 2 endpoints`,
    heardIn,
    unheardIn,
    wantedRatio: 1.1,
  };
}

/** Imports a file of products, with and without an endpoint in turn; the best of each. */
async function measureImport(
  place: BenchPlace,
  rows: number,
  heard: HeardAccount,
  unheard: HeardAccount,
): Promise<WebhookSpeed[]> {
  const { server, admin, postgres } = place;
  const statusOf = async (setID: string): Promise<string> =>
    (await admin.query<{ status: string }>('select status from core.change_set where id = $1', [setID])).rows[0]
      ?.status ?? '';
  const run = async ({ ask }: HeardAccount, size: number): Promise<ImportSpeed> => {
    await admin.query('vacuum (analyze)');
    const speed = await importFile(server, ask, { postgres, file: productFile, rows: size, statusOf }, async () => 0);
    await settle(place);
    return speed;
  };
  for (const account of [heard, unheard]) await run(account, 500);
  const speeds = new Map<HeardAccount, ImportSpeed[]>([
    [heard, []],
    [unheard, []],
  ]);
  for (let round = 0; round < importRounds; round += 1)
    for (const account of round % 2 ? [heard, unheard] : [unheard, heard]) {
      await place.renew();
      speeds.get(account)?.push(await run(account, rows));
    }
  const least = (account: HeardAccount, of: (speed: ImportSpeed) => number): number =>
    Math.min(...(speeds.get(account) ?? []).map(of));
  const compared = (title: string, of: (speed: ImportSpeed) => number): WebhookSpeed => ({
    title: `importing ${rows} products with an endpoint, ${title}`,
    heardIn: least(heard, of),
    unheardIn: least(unheard, of),
    wantedRatio: 1.3,
  });
  return [
    compared('from the upload to the last committed row', (speed) => (speed.stagedIn + speed.appliedIn) * 1000),
    compared(
      'processor time until then, calls to the receiver included',
      ({ processor }) => processor.node + (processor.postgres ?? 0),
    ),
  ];
}

/** Compares an account whose endpoints hear everything with one that has none, on one server. */
export const measureWebhooks = (
  say: (line: string) => void,
  { orders, ...options }: WebhookOptions,
): Promise<WebhookSpeed[]> =>
  withBenchServer({ say, slug: 'heard', ...options }, async (place) => {
    const receivers = [await openReceiver(), await openReceiver()] as const;
    try {
      const { rows } = await place.admin.query<{ id: string }>(
        'select user_id as id from core.member where account_id = $1 and user_id is not null',
        [place.accountID],
      );
      const [person] = rows;
      const accountOf = async (slug: string): Promise<HeardAccount> => {
        const { accountID } = await place.server.call<People>('createAccount', {
          slug,
          people: 3,
          joinedBy: person?.id ?? newID('usr'),
        });
        return { accountID, ask: askIn(place, accountID) };
      };
      const [heard, unheard] = [await accountOf('told'), await accountOf('untold')];
      const hears = await addEndpoint(heard, receivers[0], 'First');
      await addEndpoint(heard, receivers[1], 'Second');
      say('measuring: orders that endpoints hear');
      const ordered = await measureOrders(place, heard, unheard);
      await heard.ask(`/v1/webhook-endpoints/${hears.id}`, {}, 'DELETE');
      say('measuring: imports that an endpoint hears');
      return [ordered, ...(await measureImport(place, Math.max(100, Math.round(orders / 10)), heard, unheard))];
    } finally {
      await Promise.all(receivers.map((receiver) => receiver.kill()));
    }
  });

/** Calls in another account of the signed-in person. */
const askIn =
  ({ ask }: BenchPlace, accountID: string): Ask =>
  (path, body, method) =>
    ask(path, body, method, accountID);

/** The report lines of webhooks. */
export const webhookTable = (speeds: readonly WebhookSpeed[]): string =>
  speeds
    .map(({ title, heardIn, unheardIn, wantedRatio }) => {
      const ratio = heardIn / unheardIn;
      const figures = `${heardIn.toFixed(0)} ms, without ${unheardIn.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`;
      return `${title}: ${figures}, target <= ${wantedRatio}  ${ratio <= wantedRatio ? 'yes' : 'NO'}`;
    })
    .join('\n');
