import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { pause } from '../../../../database/embedded/embedded-postgres-process.ts';
import type { CrashSite } from '../server/crash-site.ts';

interface Made {
  id: string;
}
interface Order extends Made {
  pickID: string;
}
interface Batch extends Made {
  quantity: { measure: number };
}
interface Page {
  checkoutSessionID: string;
}
interface Refused {
  status: number;
  code: string;
  text: string;
}
interface Answer<T> {
  body?: T;
  refused?: Refused;
}

const stationCount = 8;
const clerkCount = 4;
const buyerEmail = 'buyer@crash.test';
/** Codes of refusals that other workers can cause and that pass later; the worker continues with something else. */
const harmless = [
  ...['nothing_to_produce', 'nothing_reserved', 'insufficient_stock', 'not_reserved', 'pick_not_ready', 'picks_short'],
  ...['cart_changed', 'cart_empty', 'scan_rejected'],
];
const address = {
  name: 'Dock 1',
  line1: '1 Canal Road',
  city: 'Duluth',
  state: 'MN',
  postalCode: '55806',
  country: 'US',
};

/**
 * A working factory: eight stations that make two products with one material each and book waste, four clerks who sell,
 * make, buy, receive, pick and ship, and a customer who orders in the portal and pays. All of them repeat a call under
 * the same key until they get a reply.
 */
export class Factory {
  readonly #site: CrashSite;
  readonly #ids = new Map<string, string>();
  readonly #stations: string[] = [];
  readonly #refusals: string[] = [];
  readonly #done = new Map<string, number>();
  readonly #scans = new Set<string>();
  /** Orders that are not shipped yet, oldest first. */
  readonly #open: Order[] = [];
  #made = 0;
  #cookie = '';
  #isStopping = false;

  private constructor(site: CrashSite) {
    this.#site = site;
  }

  static async open(site: CrashSite): Promise<Factory> {
    const factory = new Factory(site);
    await factory.#build();
    return factory;
  }

  async #build(): Promise<void> {
    const make = async (name: string, path: string, body: object): Promise<void> => {
      this.#ids.set(name, (await this.#site.ask<Made>('POST', path, body)).id);
    };
    for (const sku of ['YARN', 'INK']) await make(sku, '/v1/materials', { sku, unitCost: 2 });
    for (const sku of ['SOCK', 'BOX']) await make(sku, '/v1/products', { sku, unitCost: 3, unitValue: 9.99 });
    const { items: terms } = await this.#site.ask<{ items: Made[] }>('GET', '/v1/payment-terms?codes=net_30');
    await make('customer', '/v1/customers', {
      name: 'Crash',
      email: buyerEmail,
      defaultPaymentTermID: terms[0]?.id,
      shipToAddress: address,
      billToAddress: address,
    });
    await make('supplier', '/v1/suppliers', { name: 'Spinner' });
    await make('shelf', '/v1/locations', { name: 'Shelf', type: 'warehouse' });
    const step = (name: string, made: string, used: string) =>
      make(name, '/v1/production-steps', {
        name,
        laborTime: 1,
        laborRate: 30,
        overheadRate: 6,
        production: { itemID: this.#id(made), measure: 3 },
        consumptions: [{ itemID: this.#id(used), measure: 1 }],
      });
    await step('Knit', 'SOCK', 'YARN');
    await step('Fold', 'BOX', 'INK');
    const productionStepIDs = [this.#id('Knit'), this.#id('Fold')];
    for (let index = 0; index < stationCount; index += 1) {
      await make('station', '/v1/scanning-stations', { name: `Station ${index}`, productionStepIDs });
      this.#stations.push(this.#id('station'));
    }
    // The practice card is accepted only in accounts with demo data.
    await this.#site.inDatabase((client) => client.query('update core.account set is_demo = true'));
    await this.#site.killServer();
    await this.#site.restart();
    await this.#site.join({ customerID: this.#id('customer'), email: buyerEmail });
    await this.signIn();
  }

  #id(name: string): string {
    return this.#ids.get(name) ?? '';
  }

  /** Starts new sessions before the previous ones end. */
  async signIn(): Promise<void> {
    await this.#site.signIn();
    this.#cookie = await this.#site.cookieOf(buyerEmail);
  }

  /** Starts the work of all workers, until `stop`. */
  begin(): { stop(): Promise<void> } {
    const work = async (turn: (count: number) => Promise<void>): Promise<void> => {
      for (let count = 0; !this.#isStopping && !this.#site.isClosed; count += 1) await turn(count);
    };
    const all = [
      ...this.#stations.map((id, index) => work((count) => this.#scan(id, index + count))),
      ...Array.from({ length: clerkCount }, (_, index) => work((count) => this.#keepOffice(index + count))),
      work((count) => this.#buy(count)),
    ];
    return {
      stop: async () => {
        this.#isStopping = true;
        await Promise.all(all);
      },
    };
  }

  /** Number of acknowledged results by kind. */
  get done(): ReadonlyMap<string, number> {
    return this.#done;
  }

  /** Whether each kind of work was done at least once. */
  get hasDoneAll(): boolean {
    return ['scans', 'orders', 'deliveries', 'shipments', 'portal orders', 'payments'].every((what) =>
      this.#done.has(what),
    );
  }

  #count(what: string): void {
    this.#done.set(what, (this.#done.get(what) ?? 0) + 1);
  }

  /** Sends a call until there is a reply; lasting refusals are recorded. */
  async #send<T>(method: string, path: string, body?: unknown, cookie?: string): Promise<Answer<T>> {
    let key = randomUUID();
    let underWay = 0;
    for (;;) {
      const answer = await this.#site
        .api(path, {
          method,
          headers: { ...(method === 'GET' ? {} : { 'idempotency-key': key }), ...(cookie ? { cookie } : {}) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        .catch(() => undefined);
      const text = await answer?.text().catch(() => undefined);
      if (this.#site.isClosed) return {};
      if (answer?.ok && text !== undefined) return { body: (text ? JSON.parse(text) : undefined) as T };
      const code = answer && text ? ((JSON.parse(text) as { code?: string }).code ?? '') : '';
      const isPassing =
        !answer || text === undefined || [429, 503].includes(answer.status) || /conflict|in_progress/.test(code);
      if (!isPassing) {
        const refused = { status: answer.status, code, text: `${method} ${path}: ${answer.status} ${text}` };
        if (!harmless.includes(code)) this.#refusals.push(refused.text);
        else this.#count(`not now: ${code}`);
        return { refused };
      }
      // If its server died, an idempotent call stays in progress for 15 minutes; a person would try again with a new
      // key.
      underWay += code === 'idempotency_in_progress' ? 1 : 0;
      if (underWay % 60 === 59) key = randomUUID();
      await pause(150);
    }
  }

  async #scanned(word: string, station: string, body: object): Promise<Batch[] | undefined> {
    const scanID = randomUUID();
    const { body: reply } = await this.#send<{ batches: Batch[] }>('POST', `/v1/batches/actions/${word}`, {
      ...body,
      scanningStationID: station,
      scanID,
      scannedAt: new Date().toISOString(),
    });
    if (!reply) return undefined;
    this.#scans.add(scanID);
    this.#count('scans');
    return reply.batches;
  }

  /** A run of two products. The first scan of some batches is undone, and some pieces are waste. */
  async #scan(station: string, count: number): Promise<void> {
    const { body: run } = await this.#send<Made>('POST', '/v1/production-runs', {});
    if (!run) return;
    const wanted = [this.#id('SOCK'), this.#id('BOX')].map((itemID) => ({ itemID, quantity: 14, batchSize: 7 }));
    const planned = await this.#send<{ items: Batch[] }>(
      'PUT',
      `/v1/production-runs/${run.id}/batches`,
      count % 2 ? wanted : wanted.toReversed(),
    );
    for (const { id } of planned.body?.items ?? []) {
      await this.#scanned('initialize', station, { batchID: id });
      if (count % 3 === 0) {
        await this.#scanned('undo', station, {});
        await this.#scanned('initialize', station, { batchID: id });
      }
      await this.#scanned('split', station, { batchIDs: [id], firsts: 0, waste: 1 + (count % 2) });
      const [closed] = (await this.#scanned('close', station, { batchID: id })) ?? [];
      this.#made += closed?.quantity.measure ?? 0;
    }
  }

  async #keepOffice(count: number): Promise<void> {
    const lines = [this.#id('SOCK'), this.#id('BOX')].map((productID) => ({
      productID,
      quantityOrdered: 1 + (count % 4),
    }));
    const { body: order } = await this.#send<Order>('POST', '/v1/sales-orders', {
      customerID: this.#id('customer'),
      status: 'issued',
      lines: count % 2 ? lines : lines.toReversed(),
    });
    if (order) {
      this.#count('orders');
      this.#open.push(order);
    }
    if (order && count % 3 === 0)
      await this.#send('POST', '/v1/production-runs/actions/from-sales-orders', { orderIDs: [order.id] });
    await this.#receive(count);
    const oldest = this.#open.shift();
    if (oldest && !(await this.#ship(oldest))) this.#open.push(oldest);
  }

  /** Buys material and receives it in two deliveries. */
  async #receive(count: number): Promise<void> {
    const { body: bought } = await this.#send<{ receivingOrder: Made }>('POST', '/v1/purchase-orders', {
      supplierID: this.#id('supplier'),
      status: 'issued',
      lines: ['YARN', 'INK'].map((sku) => ({
        itemID: this.#id(sku),
        quantityOrdered: 12,
        unitPrice: 1.111111 + (count % 3),
      })),
    });
    if (!bought) return;
    const path = `/v1/receiving-orders/${bought.receivingOrder.id}`;
    const { body: receiving } = await this.#send<{ lines: Made[] }>('GET', path);
    for (const quantity of [5, 7]) {
      const came = (receiving?.lines ?? []).map(({ id: lineID }) => ({ lineID, quantity }));
      const { body } = await this.#send('PUT', `${path}/actions/receive`, { lines: came });
      if (body) this.#count('deliveries');
      await this.#send('POST', `${path}/actions/stock`, {
        lines: came.map(({ lineID }) => ({
          lineID,
          storageAllocations: [{ storageLocationID: this.#id('shelf'), quantity }],
        })),
      });
    }
  }

  /** Returns whether part of the order was shipped. */
  async #ship({ pickID }: Order): Promise<boolean> {
    await this.#send('POST', '/v1/picks/actions/release', { pickIDs: [pickID] });
    const { body: released } = await this.#send<{ lines: Made[] }>('GET', `/v1/picks/${pickID}`);
    if (!released?.lines.length) return false;
    await this.#send('PUT', `/v1/picks/${pickID}/actions/pick`, {});
    const { body: packed } = await this.#send<{ shipmentID: string }>('POST', `/v1/picks/${pickID}/actions/pack`, {
      shipmentCaseCount: 1,
    });
    if (!packed) return false;
    const path = `/v1/shipments/${packed.shipmentID}`;
    const { body: shipment } = await this.#send<{ shippingCases: Made[] }>('GET', path);
    for (const { id } of shipment?.shippingCases ?? [])
      await this.#send('PATCH', `/v1/shipment-cases/${id}`, { freightWeight: 2 });
    const { body } = await this.#send('POST', `${path}/actions/ship`, { withoutFreight: true });
    if (body) this.#count('shipments');
    return body !== undefined;
  }

  /** The customer orders, every second time by card, and pays open invoices. */
  async #buy(count: number): Promise<void> {
    const ask = <T>(method: string, path: string, body?: unknown) => this.#send<T>(method, path, body, this.#cookie);
    await ask('POST', '/v1/portal/cart/lines', { lines: [{ productID: this.#id('SOCK'), quantity: 1 + (count % 3) }] });
    const { body: shown } = await ask<{ cart: { version: number }; total: number; digest: string }>(
      'POST',
      '/v1/portal/checkout/actions/preview',
      { shortages: 'wait' },
    );
    if (!shown) return;
    const { body: order } = await ask<{ orderID: string; isPaymentDue: boolean }>('POST', '/v1/portal/checkout', {
      version: shown.cart.version,
      total: shown.total,
      digest: shown.digest,
      shortages: 'wait',
      payment: count % 2 ? 'terms' : 'card',
    });
    if (order) this.#count('portal orders');
    if (order?.isPaymentDue) {
      const { body: page } = await ask<Page>('POST', '/v1/checkout-sessions', { orderID: order.orderID });
      if (page) await this.#pay(page);
    }
    const { body: invoices } = await ask<{ items: (Made & { open: number })[] }>('GET', '/v1/portal/invoices?take=50');
    const open = (invoices?.items ?? []).find((invoice) => invoice.open > 0);
    if (!open) return;
    const { body: page } = await ask<Page>('POST', '/v1/portal/invoices/actions/pay', { invoiceIDs: [open.id] });
    if (page) await this.#pay(page);
  }

  async #pay({ checkoutSessionID }: Page): Promise<void> {
    const path = `/v1/checkout-sessions/${checkoutSessionID}/actions/practice`;
    const { body } = await this.#send('POST', path, { card: 'accepted' }, this.#cookie);
    if (body) this.#count('payments');
  }

  /**
   * Checks that no call was refused without reason, that every scan exists once, and that all finished goods are in
   * stock.
   */
  async expectWhole(): Promise<void> {
    expect(this.#refusals.slice(0, 5), `of ${this.#refusals.length}\n${this.#site.failedRequests()}`).toEqual([]);
    await this.#site.expectLaws();
    await this.#site.inDatabase(async (client) => {
      const { rows } = await client.query<{ id: string }>(
        'select scan_id as id from production.batch_event where scan_id is not null',
      );
      expect(rows.map(({ id }) => id).sort()).toEqual([...this.#scans].sort());
      const made = await client.query<{ sum: number }>(
        `select coalesce(sum(quantity), 0)::float as sum from inventory.movement where action = 'produce'`,
      );
      expect(made.rows[0]?.sum).toBe(this.#made);
      const locks = await client.query<{ deadlocks: number }>(
        'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
      );
      expect(locks.rows[0]?.deadlocks).toBe(0);
    });
  }
}
