import {
  changeSalesOrderStatus,
  createCustomer,
  createSalesOrder,
  type SalesOrder,
} from '@millwright/commerce/contracts';
import commerce from '@millwright/commerce/server';
import { ApiError, newID, Problem, undoChangeSet } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { bootTestKernel, runsOf, type TestKernel, type TestPerson } from '@millwright/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AllocatedStock,
  bulkReconcile,
  consumeInventory,
  createInventoryReceipt,
  deleteInventoryHold,
  getItemInventory,
  type InventoryChangeLog,
  moveInventory,
  putInventoryHold,
  StockPort,
  SupplyPort,
  updateItemInventory,
  voidInventoryChange,
} from '../../../../../contracts/index.ts';
import inventory from '../../../../plugin.ts';
import { createPlaces, createStockItem, expectLaws, type StockPlaces } from '../../stock-fixture.ts';

const workers = 8;
// A long run sets a greater number.
const turns = Number(process.env['MILLWRIGHT_TEST_STOCK_TURNS'] ?? 50);
const itemCount = 4;

let kernel: TestKernel;
let admin: TestPerson;
let places: StockPlaces;
let customerID: string;
let port: StockPort;
let supply: SupplyPort;
let packing: string;
let dock: string;
let eachID: string;
/** Warnings in the server's log. */
const warnings: string[] = [];

beforeAll(async () => {
  const logTo = { write: (line: string) => void warnings.push(line) };
  kernel = await bootTestKernel({ why: 'a log that is read', plugins: [inventory, commerce], logLevel: 'warn', logTo });
  admin = await kernel.a.as('admin');
  places = await createPlaces(kernel.a);
  const shipToAddress = {
    name: 'Dock 1',
    line1: '1 Canal Road',
    city: 'Duluth',
    state: 'MN',
    postalCode: '55806',
    country: 'US',
  };
  const body = { name: 'Lakeside Outfitters', email: 'buyer@lakeside.test', shipToAddress };
  customerID = (await admin.call(createCustomer, { body })).id;
  port = kernel.services.get(StockPort);
  supply = kernel.services.get(SupplyPort);
  await kernel.a.run(async (ctx) => {
    packing = (await port.defaultPlace(ctx, 'packing')).id;
    dock = (await port.defaultPlace(ctx, 'dock')).id;
    const { rows } = await sql<{ id: string }>`select id from inventory.unit
      where account_id = ${ctx.account.id} and name = 'each'`.execute(ctx.em.query());
    eachID = rows[0]?.id ?? '';
  });
});
afterAll(() => kernel?.stop());

/** Refusals that are expected per action. Any other error, such as a deadlock, fails the test. */
const refusals = {
  receive: [],
  consume: ['insufficient_stock'],
  adjust: ['insufficient_stock'],
  // A count of all places does not count goods at packing.
  count: ['insufficient_stock'],
  move: ['insufficient_stock'],
  void: ['insufficient_stock', 'stock_used', 'movement_voided', 'movement_is_void'],
  hold: [],
  returnIssued: ['not_found'],
  order: [],
  reopen: [],
  // A count may have taken the reservation back, or the stock may lie in a reserved place.
  ship: ['insufficient_stock'],
  // Allocations of reserved stock, moved to packing, shipped from there and given back, or given up again.
  plan: [],
  pick: ['insufficient_stock', 'not_reserved'],
  putBack: ['insufficient_stock'],
  free: [],
  shipPicked: ['insufficient_stock'],
  unship: [],
  dock: [],
  stock: ['insufficient_stock'],
  addMany: [],
  countMany: [],
  undo: ['undo_refused'],
} satisfies Record<string, string[]>;
type Action = keyof typeof refusals;

interface Turn {
  action: Action;
  item: number;
  place: 'main' | 'north' | 'kept';
  other: 'main' | 'south' | 'kept';
  quantity: number;
  cost: number;
}

const incoming: Action[] = ['receive', 'receive', 'receive', 'receive', 'addMany', 'addMany', 'consume', 'consume'];
const often: Action[] = [...incoming, 'move', 'order', 'order', 'plan', 'plan', 'pick', 'shipPicked'];
const turn: fc.Arbitrary<Turn> = fc.record({
  action: fc.constantFrom(...often, ...(Object.keys(refusals) as Action[])),
  item: fc.nat(itemCount - 1),
  place: fc.constantFrom('main' as const, 'north' as const, 'kept' as const),
  other: fc.constantFrom('main' as const, 'south' as const, 'kept' as const),
  quantity: fc.integer({ min: 1, max: 6 }),
  cost: fc.integer({ min: 0, max: 900 }).map((cents) => cents / 100),
});

interface Item {
  id: string;
  sku: string;
}

/** Open demand of a worker's order, by line. */
interface OpenOrder {
  order: SalesOrder;
  /** Items of its lines, in order. */
  items: readonly string[];
  wanted: Map<string, number>;
}

/** One of several concurrent people, with its own list of actions and its own orders. */
class Worker {
  /** Net quantity that this worker brought and took, by item, without counts. */
  readonly tally = new Map<string, number>();
  readonly orders: OpenOrder[] = [];
  readonly done = new Map<Action, number>();
  readonly #items: readonly Item[];
  readonly #log: InventoryChangeLog[] = [];
  readonly #sets: { id: string; added: Map<string, number> }[] = [];
  readonly #holdID = newID('hold');
  readonly #shipments: {
    shipment: { type: string; id: string; number: string };
    open: OpenOrder;
    own: readonly AllocatedStock[];
    isBooked?: boolean;
  }[] = [];

  constructor(items: readonly Item[]) {
    this.#items = items;
  }

  async work(list: readonly Turn[]): Promise<void> {
    for (const next of list) {
      const refused = await this.#act(next)
        .then(() => undefined)
        .catch((error: unknown) => {
          if (error instanceof ApiError || error instanceof Problem) return error.code;
          throw error;
        });
      const { action, place, other } = next;
      // A move to the place where the stock already lies is the only wrong input, and is always refused.
      if (action === 'move' && place === other) expect(refused).toBe('invalid_input');
      else if (refused) expect(refusals[action], `${action}: ${refused}`).toContain(refused);
      else this.done.set(action, (this.done.get(action) ?? 0) + 1);
    }
  }

  #came(itemID: string, quantity: number): void {
    this.tally.set(itemID, (this.tally.get(itemID) ?? 0) + quantity);
  }

  #wrote(entries: readonly InventoryChangeLog[]): void {
    this.#log.push(...entries);
    for (const { item, quantity } of entries) this.#came(item.id, quantity.measure);
  }

  #item(at: number): Item {
    return this.#items[at % itemCount] as Item;
  }

  async #act(next: Turn): Promise<void> {
    const { action, item, place, other, quantity, cost } = next;
    const itemID = this.#item(item).id;
    const [storageLocationID, toStorageLocationID] = [places[place], places[other]];
    // Lines of several items, unsorted.
    const lines = [item + 1, item].map((at) => ({ itemID: this.#item(at).id, quantity }));
    switch (action) {
      case 'receive': {
        const body = { itemID, quantity, unitCost: cost, storageLocationID };
        return this.#wrote([await admin.call(createInventoryReceipt, { body })]);
      }
      case 'consume':
        return this.#wrote((await admin.call(consumeInventory, { body: { lines } })).items);
      case 'adjust':
        await admin.call(updateItemInventory, {
          params: { itemID },
          body: { inventoryChange: -quantity, storageLocationID },
        });
        return this.#came(itemID, -quantity);
      case 'count':
        // Only the last item is counted: the effect of a count depends on the other workers.
        await admin.call(updateItemInventory, {
          params: { itemID: this.#item(itemCount - 1).id },
          body: { inventoryChange: quantity * 3, reconcile: true },
        });
        return;
      case 'move': {
        const line = { itemID, quantity, fromStorageLocationID: storageLocationID, toStorageLocationID };
        return this.#wrote((await admin.call(moveInventory, { body: { lines: [line] } })).items);
      }
      case 'void': {
        const entry = this.#log.at(-1 - (quantity % 3));
        if (!entry) return;
        const params = { inventoryChangeLogID: entry.id };
        return this.#wrote((await admin.call(voidInventoryChange, { params, body: {} })).items);
      }
      case 'hold':
        await admin.call(putInventoryHold, {
          params: { holdID: this.#holdID },
          body: { lines, expiresInSeconds: 60 },
        });
        return;
      case 'returnIssued':
        await admin.call(deleteInventoryHold, { params: { holdID: this.#holdID } });
        return;
      case 'order':
        return this.#order(lines, quantity % 2 ? this.#holdID : null);
      case 'reopen':
        return this.#reopen(quantity);
      case 'ship':
        return this.#ship(quantity);
      case 'plan':
      case 'pick':
      case 'putBack':
      case 'free':
      case 'shipPicked':
        return this.#pickWork(action, quantity);
      case 'unship':
        return this.#unship();
      case 'dock':
      case 'stock':
        return this.#goodsIn(action, itemID, quantity);
      case 'addMany':
        return this.#reconcile('addition', [item + 1, item], next);
      case 'countMany':
        return this.#reconcile('force', [itemCount - 1], next);
      case 'undo':
        return this.#undo(quantity);
    }
  }

  /** An issued order reserves the stock of its hold first, then free stock. */
  async #order(lines: readonly { itemID: string; quantity: number }[], holdID: string | null): Promise<void> {
    const ordered = lines.map(({ itemID, quantity }) => ({ productID: itemID, quantityOrdered: quantity }));
    const body = { customerID, status: 'issued' as const, holdID, lines: ordered };
    const order = await admin.call(createSalesOrder, { body });
    const wanted = new Map(order.lines.map(({ id }, at) => [id, lines[at]?.quantity ?? 0]));
    this.orders.push({ order, items: lines.map(({ itemID }) => itemID), wanted });
  }

  /** An order that becomes an estimate again gives up its reservations. */
  async #reopen(at: number): Promise<void> {
    const [open] = this.orders.slice(at % Math.max(this.orders.length, 1));
    if (!open) return;
    const body = { statusChange: 'estimate' as const };
    await admin.call(changeSalesOrderStatus, { params: { orderID: open.order.id }, body });
    this.orders.splice(this.orders.indexOf(open), 1);
  }

  /** Ships everything that is reserved for an order. */
  async #ship(at: number): Promise<void> {
    const [open] = this.orders.slice(at % Math.max(this.orders.length, 1));
    if (!open) return;
    const { id, number } = open.order;
    const issues = await kernel.a.run(async (ctx) => {
      const promises = await port.promisesOf(ctx, 'sales_order', [id]);
      const reserved = [...promises.values()]
        .filter((promise) => Number(promise.reserved) > 0)
        .map((promise) => ({ lineID: promise.lineID, itemID: promise.itemID, quantity: promise.reserved }));
      await port.issue(ctx, 'ship', { type: 'sales_order', id, number }, reserved);
      return reserved;
    });
    for (const { lineID, itemID, quantity } of issues) {
      open.wanted.set(lineID, (open.wanted.get(lineID) ?? 0) - Number(quantity));
      this.#came(itemID, -Number(quantity));
    }
  }

  /** One step of an order through the warehouse. */
  async #pickWork(action: 'plan' | 'pick' | 'putBack' | 'free' | 'shipPicked', at: number): Promise<void> {
    const [open] = this.orders.slice(at % Math.max(this.orders.length, 1));
    if (!open) return;
    const source = { type: 'sales_order', id: open.order.id };
    if (action === 'plan') {
      const lines = [...open.wanted.keys()].map((lineID) => ({ lineID }));
      await kernel.a.run((ctx) => port.allocate(ctx, [{ source, lines }]));
      return;
    }
    await kernel.a.run(async (ctx) => {
      const aside = await port.allocationsOf(ctx, source.type, [source.id]);
      const isPicked = action === 'putBack' || action === 'shipPicked';
      const own = aside.filter(({ locationID }) => (locationID === packing) === isPicked);
      if (action === 'free')
        return port.free(
          ctx,
          own.map(({ id }) => ({ allocationID: id })),
        );
      const moved = own.map(({ lineID, itemID, quantity, locationID, lotID }) => {
        const demand = { ...source, lineID };
        return { lineID, itemID, quantity, lotID, demand, locationID, fromLocationID: locationID };
      });
      if (action === 'shipPicked') {
        if (own.length === 0) return;
        const shipment = { type: 'shipment', id: newID('shp'), number: '' };
        await port.issue(ctx, 'ship', shipment, moved);
        this.#shipments.push({ shipment, open, own });
      } else if (action === 'pick') {
        const lines = moved.map((line) => ({ ...line, toLocationID: packing }));
        await port.move(ctx, { type: 'pick', id: source.id, number: '' }, lines);
      } else {
        const lines = moved.map((line) => ({ ...line, toLocationID: places.north, staysAllocated: false }));
        await port.move(ctx, { type: 'pick', id: source.id, number: '' }, lines);
      }
    });
    const last = this.#shipments.at(-1);
    if (action !== 'shipPicked' || !last || last.isBooked) return;
    last.isBooked = true;
    for (const { lineID, itemID, quantity } of last.own) {
      open.wanted.set(lineID, (open.wanted.get(lineID) ?? 0) - Number(quantity));
      this.#came(itemID, -Number(quantity));
    }
  }

  /** Shipped stock comes back to its order, or to no order if the demand is gone. */
  async #unship(): Promise<void> {
    const last = this.#shipments.pop();
    if (!last) return;
    const { shipment, open, own } = last;
    const wanted = new Map(open.wanted);
    for (const { lineID, quantity } of own) wanted.set(lineID, (wanted.get(lineID) ?? 0) + Number(quantity));
    const isOpen = this.orders.includes(open);
    const items = new Map(open.order.lines.map(({ id }, at) => [id, open.items[at] as string]));
    const unpromised = { priorityRank: 0, promisedOn: null, issuedAt: new Date('2026-01-01T00:00:00Z') };
    const demand = {
      source: { type: 'sales_order', id: open.order.id, number: open.order.number },
      customerID,
      ...unpromised,
      lines: [...wanted].map(([lineID, quantity]) => ({
        lineID,
        itemID: items.get(lineID) as string,
        quantity: String(quantity),
      })),
    };
    const back = await kernel.a.run((ctx) => port.returnIssued(ctx, shipment, undefined, isOpen ? [demand] : []));
    const worth = (rows: readonly { quantity: string }[]) => rows.reduce((sum, row) => sum + Number(row.quantity), 0);
    expect(worth(back)).toBe(worth(own));
    if (isOpen) open.wanted = wanted;
    for (const { itemID, quantity } of own) this.#came(itemID, Number(quantity));
  }

  /** Goods arrive at the dock and are put away from there. */
  async #goodsIn(action: 'dock' | 'stock', itemID: string, quantity: number): Promise<void> {
    const delivery = { type: 'delivery', id: newID('dlv'), number: '' };
    const line = { lineID: newID('dll'), itemID };
    await kernel.a.run((ctx) =>
      action === 'dock'
        ? supply.receive(ctx, delivery, [
            { ...line, measure: String(quantity), unitID: eachID, value: '3.333333', locationID: dock },
          ])
        : port.move(ctx, delivery, [
            { ...line, quantity: String(quantity), fromLocationID: dock, toLocationID: places.north },
          ]),
    );
    if (action === 'dock') this.#came(itemID, quantity);
  }

  async #reconcile(reconcileType: 'addition' | 'force', items: readonly number[], turn: Turn): Promise<void> {
    const { quantity, place } = turn;
    const storageLocationID = places[place];
    const data = items.map((at) => ({ sku: this.#item(at).sku, unit: 'each', quantity, storageLocationID }));
    const { changeSetID } = await admin.call(bulkReconcile, { body: { data, reconcileType } });
    const added = new Map(reconcileType === 'addition' ? items.map((at) => [this.#item(at).id, turn.quantity]) : []);
    for (const [itemID, quantity] of added) this.#came(itemID, quantity);
    if (changeSetID) this.#sets.push({ id: changeSetID, added });
  }

  async #undo(at: number): Promise<void> {
    const [set] = this.#sets.slice(-1 - (at % 3));
    if (!set) return;
    await admin.call(undoChangeSet, { params: { changeSetID: set.id }, body: {} });
    for (const [itemID, quantity] of set.added) this.#came(itemID, -quantity);
    this.#sets.splice(this.#sets.indexOf(set), 1);
  }
}

/**
 * Stock on hand equals the sum of what all workers brought and took; promises are covered by stock, and demand equals
 * the orders' open quantities.
 */
async function expectBooks(items: readonly Item[], people: readonly Worker[]): Promise<void> {
  for (const { id: itemID } of items) {
    const { onHand, closed, reserved, availableToPromise, inventoryValue } = await admin.call(getItemInventory, {
      params: { itemID },
    });
    const tally = people.reduce((sum, person) => sum + (person.tally.get(itemID) ?? 0), 0);
    if (itemID !== items.at(-1)?.id) expect(onHand.measure).toBe(tally);
    expect(reserved.measure).toBeGreaterThanOrEqual(0);
    expect(availableToPromise.measure).toBeGreaterThanOrEqual(0);
    expect(onHand.measure).toBe(reserved.measure + availableToPromise.measure + closed.measure);
    expect(inventoryValue).toBeGreaterThanOrEqual(0);
  }
  const open = people.flatMap(({ orders }) => orders);
  const ids = open.map(({ order }) => order.id);
  const promises = await kernel.a.run((ctx) => port.promisesOf(ctx, 'sales_order', ids));
  const wanted = open.flatMap((each) => [...each.wanted]).filter(([, quantity]) => quantity > 0);
  expect(new Map([...promises].map(([lineID, { quantity }]) => [lineID, Number(quantity)]))).toEqual(new Map(wanted));
}

it(`keeps every law while ${workers} people work on the same items`, async () => {
  const lists = fc.array(fc.array(turn, { minLength: turns, maxLength: turns }), {
    minLength: workers,
    maxLength: workers,
  });
  await fc.assert(
    fc.asyncProperty(lists, async (parts) => {
      const items: Item[] = [];
      for (let at = 0; at < itemCount; at += 1) {
        const sku = newID('sku');
        items.push({ sku, id: await createStockItem(admin, sku) });
      }
      const people = parts.map(() => new Worker(items));
      await Promise.all(people.map((person, at) => person.work(parts[at] as Turn[])));
      await expectLaws(kernel.a);
      await expectBooks(items, people);
      // Most actions succeeded, and almost every kind did at least once.
      const done = people.flatMap((person) => [...person.done.values()]).reduce((sum, count) => sum + count, 0);
      expect(done).toBeGreaterThan((workers * turns) / 2);
      const never = (Object.keys(refusals) as Action[]).filter(
        (action) => !people.some(({ done: own }) => own.has(action)),
      );
      expect(never.length, never.join()).toBeLessThan(4);
    }),
    // Concurrent runs are not repeatable, so fast-check cannot shrink them.
    { numRuns: runsOf(1), endOnFailure: true },
  );
});

/** First uses of an item, each with several items in an order of its own. */
const firsts: Record<string, (items: readonly Item[]) => Promise<unknown>> = {
  hold: (items) => {
    const lines = items.map(({ id }) => ({ itemID: id, quantity: 1 }));
    return admin.call(putInventoryHold, { params: { holdID: newID('hold') }, body: { lines, expiresInSeconds: 60 } });
  },
  receive: async (items) => {
    for (const { id } of items) await admin.call(createInventoryReceipt, { body: { itemID: id, quantity: 3 } });
  },
  count: (items) => {
    const data = items.map(({ sku }) => ({ sku, unit: 'each', quantity: 5, storageLocationID: places.main }));
    return admin.call(bulkReconcile, { body: { data } });
  },
  order: (items) => {
    const lines = items.map(({ id }) => ({ productID: id, quantityOrdered: 2 }));
    return admin.call(createSalesOrder, { body: { customerID, status: 'issued', lines } });
  },
};

it('meets no deadlock where many want items that nobody had stock of yet', async () => {
  const fresh = 5;
  const names = Object.keys(firsts);
  const calls = fc.array(
    fc.record({
      first: fc.constantFrom(...names),
      items: fc.shuffledSubarray([...Array(fresh).keys()], { minLength: 2 }),
    }),
    { minLength: 16, maxLength: 16 },
  );
  warnings.length = 0;
  await fc.assert(
    fc.asyncProperty(calls, async (wanted) => {
      // Advances the clock so that the holds of the previous round expire: a person has only a limited number of them.
      kernel.clock.advance(61_000);
      const items: Item[] = [];
      for (let at = 0; at < fresh; at += 1) {
        const sku = newID('sku');
        items.push({ sku, id: await createStockItem(admin, sku) });
      }
      await Promise.all(wanted.map(({ first, items: own }) => firsts[first]?.(own.map((at) => items[at] as Item))));
      expect(warnings.filter((line) => line.includes('40P01'))).toEqual([]);
    }),
    { numRuns: runsOf(8), endOnFailure: true },
  );
  await expectLaws(kernel.a);
});
