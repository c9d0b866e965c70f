import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Client } from 'pg';
import platform from '../../platform.config.ts';
import { installRoles, migrateInstallation, newSecret, startEmbeddedPostgres, withDatabase } from '../boot/index.ts';
import type { CashSpeed } from './cash-speed.ts';
import { Child } from './child.ts';
import { benchPassword, type People } from './facts.ts';

const database = 'millwright';
const buyers = 16;
/** What there is of the one product, and how often each buyer tries to get a piece of it. */
const pieces = 320;
const tries = 25;

interface Answer {
  status: number;
  body: { id: string; code?: string; version: number; total: number; cart: { version: number } };
  took: number;
}
type Ask = (path: string, body?: object, method?: string) => Promise<Answer>;

async function signedIn(url: string, email: string): Promise<Ask> {
  const entered = await fetch(`${url}/api/auth/actions/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ identifier: email, password: benchPassword }),
  });
  if (!entered.ok) throw new Error(`Signing in as ${email}: ${await entered.text()}`);
  const cookie = entered.headers.getSetCookie().map((line) => line.split(';')[0]);
  return async (path, body, method = body ? 'POST' : 'GET') => {
    const began = performance.now();
    for (;;) {
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: { cookie: cookie.join('; '), origin: url, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      const told: Answer['body'] = text ? JSON.parse(text) : null;
      // Who is told to wait, or to try again, sends again, and the waiting counts.
      if (answer.status === 429 || told?.code === 'conflict') await new Promise((done) => setTimeout(done, 20));
      else return { status: answer.status, took: performance.now() - began, body: told };
    }
  };
}

const sure = async (asked: Promise<Answer>): Promise<Answer['body']> => {
  const { status, body } = await asked;
  if (status >= 300) throw new Error(`Answered with ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** A buyer who orders a piece, and another, as long as there are any; what each try took and whether it sold. */
async function buy(ask: Ask, productID: string): Promise<{ took: number; isSold: boolean }[]> {
  const turns: { took: number; isSold: boolean }[] = [];
  const lines = [{ productID, quantity: 1 }];
  await sure(ask('/v1/portal/cart/lines', { lines }));
  for (let turn = 0; turn < tries; turn += 1) {
    const { cart, total } = await sure(ask('/v1/portal/checkout/actions/preview', {}));
    const order = { payment: 'terms', shortages: 'refuse', version: cart.version, total };
    const { status, body, took } = await ask('/v1/portal/checkout', order);
    if (status >= 300 && body.code !== 'insufficient_stock')
      throw new Error(`A checkout was answered with ${status}: ${JSON.stringify(body)}`);
    turns.push({ took, isSold: status < 300 });
    if (status < 300 && turn < tries - 1) await sure(ask('/v1/portal/cart/lines', { lines }));
  }
  return turns;
}

/**
 * Sixteen customers after the same last pieces, on terms, through HTTP. Fails if a piece is sold twice or kept back.
 */
export async function measureCheckout(
  say: (line: string) => void,
  serverOptions: { execArgv?: readonly string[] },
): Promise<CashSpeed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-checkout-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: say });
  const server = new Child('server', serverOptions);
  const admin = new Client({ connectionString: withDatabase(postgres.url, database) });
  try {
    const urls = await installRoles({ adminUrl: postgres.url, database, secret: newSecret() });
    const plugins = await Promise.all(
      platform.plugins.map(async ({ server: half }) => ({ definition: (await half()).default })),
    );
    await migrateInstallation(urls, plugins);
    const url = await server.call<string>('boot', { urls, buildDir: resolve(import.meta.dirname, '..') });
    const account = await server.call<People>('createAccount', { slug: 'shop', people: 1 });
    const staff = await signedIn(url, account.emails[0] as string);
    const term = await sure(staff('/v1/payment-terms', { code: 'net_30', name: 'In 30 days' }));
    const product = await sure(staff('/v1/products', { sku: 'LAST', description: 'Last pieces', unitValue: 5 }));
    await sure(staff('/v1/inventory-receipts', { itemID: product.id, quantity: pieces, unitCost: 2 }));
    const customerIDs: string[] = [];
    const shipToAddress = {
      name: 'Dock',
      line1: '1 Main',
      city: 'Gary',
      state: 'IN',
      postalCode: '46401',
      country: 'US',
    };
    for (let each = 0; each < buyers; each += 1) {
      const wanted = { name: `Buyer ${each}`, defaultPaymentTermID: term.id, shipToAddress };
      customerIDs.push((await sure(staff('/v1/customers', wanted))).id);
    }
    const emails = await server.call<string[]>('joinCustomers', { accountID: account.accountID, customerIDs });
    const people: Ask[] = [];
    for (const email of emails) people.push(await signedIn(url, email));
    say('measuring: checkout');
    const turns = (await Promise.all(people.map((ask) => buy(ask, product.id)))).flat();
    const sold = turns.filter(({ isSold }) => isSold);
    await admin.connect();
    const { rows } = await admin.query<{ ordered: number; reserved: number; free: number }>(
      `select (select sum(base_quantity)::int from commerce.sales_order_line where account_id = $1) as ordered,
        reserved::int, (on_hand - reserved - held)::int as free from inventory.item_position
        where account_id = $1 and item_id = $2`,
      [account.accountID, product.id],
    );
    const { ordered, reserved, free } = rows[0] ?? {};
    if (sold.length !== pieces || ordered !== pieces || reserved !== pieces || free !== 0)
      throw new Error(`Of ${pieces} pieces ${sold.length} were sold: ${JSON.stringify(rows[0])}`);
    await server.call('settle');
    const sorted = sold.map(({ took }) => took).sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
    const told = `${pieces} sold once, ${turns.length - sold.length} told that none is left`;
    const title = `checkout on terms, ${buyers} customers after the same ${pieces} pieces (${told}), `;
    return [
      { title: `${title}half of them`, tookMs: at(0.5), plainMs: 0 },
      { title: `${title}95 in 100`, tookMs: at(0.95), plainMs: 0 },
    ];
  } finally {
    await admin.end().catch(() => undefined);
    await server.stop();
    await postgres.stop();
    rmSync(dirname(postgres.dataDir), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}
