import type { CashSpeed } from '../figures/cash-figure.ts';
import { type ServerOptions, signIn, withBenchServer } from '../place/bench-place.ts';

const buyers = 16;
/** Stock of the only product, and the number of attempts per buyer. */
const pieces = 320;
const tries = 25;

interface Answer {
  status: number;
  body: { id: string; code?: string; version: number; total: number; cart: { version: number } };
  took: number;
}
type Ask = (path: string, body?: object, method?: string) => Promise<Answer>;

async function signedIn(url: string, email: string): Promise<Ask> {
  const cookie = await signIn(url, email);
  return async (path, body, method = body ? 'POST' : 'GET') => {
    const began = performance.now();
    for (;;) {
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: { cookie, origin: url, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      const told: Answer['body'] = text ? JSON.parse(text) : null;
      // A client that is told to wait or to try again repeats the request; the waiting time counts.
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

/** A buyer orders single pieces until none is left. Returns the duration and result of each attempt. */
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
 * Sixteen customers order the same last pieces at the same time, on terms, through HTTP. Fails if a piece is sold twice
 * or stays unsold.
 */
export const measureCheckout = (say: (line: string) => void, options: ServerOptions): Promise<CashSpeed[]> =>
  withBenchServer({ say, slug: 'shop', ...options }, async ({ url, server, admin, accountID, emails: [first] }) => {
    const staff = await signedIn(url, first as string);
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
    const emails = await server.call<string[]>('joinCustomers', { accountID, customerIDs });
    const people: Ask[] = [];
    for (const email of emails) people.push(await signedIn(url, email));
    say('measuring: checkout');
    const turns = (await Promise.all(people.map((ask) => buy(ask, product.id)))).flat();
    const sold = turns.filter(({ isSold }) => isSold);
    const { rows } = await admin.query<{ ordered: number; reserved: number; free: number }>(
      `select (select sum(base_quantity)::int from commerce.sales_order_line where account_id = $1) as ordered,
        reserved::int, (on_hand - reserved - held)::int as free from inventory.item_position
        where account_id = $1 and item_id = $2`,
      [accountID, product.id],
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
  });
