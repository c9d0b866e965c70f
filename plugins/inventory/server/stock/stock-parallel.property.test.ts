import { ApiError, newID } from '@millwright/core/contracts';
import { bootTestKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  consumeInventory,
  createInventoryReceipt,
  getItemInventory,
  type InventoryChangeLog,
  moveInventory,
  putInventoryHold,
  updateItemInventory,
  voidInventoryChange,
} from '../../contracts/index.ts';
import inventory from '../plugin.ts';
import { createPlaces, createStockItem, expectLaws, type StockPlaces } from './stock-fixture.ts';

const workers = 8;
// More for a long run.
const turns = Number(process.env['MILLWRIGHT_TEST_STOCK_TURNS'] ?? 40);
const itemCount = 4;

let kernel: TestKernel;
let admin: TestPerson;
let places: StockPlaces;

beforeAll(async () => {
  kernel = await bootTestKernel({ plugins: [inventory] });
  admin = await kernel.a.as('admin');
  places = await createPlaces(kernel.a);
});
afterAll(() => kernel?.stop());

/** Refusals that are part of the game; anything else, a deadlock among them, nobody should ever see. */
const expected = new Set([
  'insufficient_stock',
  'stock_used',
  'movement_voided',
  'movement_is_void',
  'too_many_holds',
  'invalid_input',
]);

interface Turn {
  action: 'receive' | 'consume' | 'adjust' | 'count' | 'move' | 'void' | 'hold';
  item: number;
  place: 'main' | 'north' | 'kept';
  other: 'main' | 'south' | 'kept';
  quantity: number;
  cost: number;
}

const placeName = fc.constantFrom('main' as const, 'north' as const, 'kept' as const);
const turn: fc.Arbitrary<Turn> = fc.record({
  action: fc.constantFrom('receive', 'receive', 'consume', 'adjust', 'count', 'move', 'move', 'void', 'hold'),
  item: fc.nat(itemCount - 1),
  place: placeName,
  other: fc.constantFrom('main' as const, 'south' as const, 'kept' as const),
  quantity: fc.integer({ min: 1, max: 6 }),
  cost: fc.integer({ min: 0, max: 900 }).map((cents) => cents / 100),
});

/** One of several people at once, each with its own list of what to do. */
class Worker {
  /** What came and went by its own hand, by item; counts are left out. */
  readonly tally = new Map<string, number>();
  readonly refused: string[] = [];
  readonly #items: readonly string[];
  readonly #log: InventoryChangeLog[] = [];
  readonly #holdID = newID('hold');

  constructor(items: readonly string[]) {
    this.#items = items;
  }

  async work(list: readonly Turn[]): Promise<void> {
    for (const next of list)
      await this.#act(next).catch((error: unknown) => {
        if (!(error instanceof ApiError) || !expected.has(error.code)) throw error;
        this.refused.push(error.code);
      });
  }

  #wrote(items: readonly InventoryChangeLog[]): void {
    this.#log.push(...items);
    for (const { item, quantity } of items) this.tally.set(item.id, (this.tally.get(item.id) ?? 0) + quantity.measure);
  }

  async #act({ action, item, place, other, quantity, cost }: Turn): Promise<void> {
    const itemID = this.#items[item] as string;
    const [storageLocationID, toStorageLocationID] = [places[place], places[other]];
    const params = { itemID };
    if (action === 'receive')
      this.#wrote([
        await admin.call(createInventoryReceipt, { body: { itemID, quantity, unitCost: cost, storageLocationID } }),
      ]);
    if (action === 'consume') {
      // Lines of several items, in no order.
      const lines = [item + 1, item].map((at) => ({ itemID: this.#items[at % itemCount] as string, quantity }));
      this.#wrote((await admin.call(consumeInventory, { body: { lines } })).items);
    }
    if (action === 'adjust') {
      await admin.call(updateItemInventory, { params, body: { inventoryChange: -quantity, storageLocationID } });
      this.tally.set(itemID, (this.tally.get(itemID) ?? 0) - quantity);
    }
    // Only the last item is counted: what a count adds depends on the others.
    if (action === 'count')
      await admin.call(updateItemInventory, {
        params: { itemID: this.#items.at(-1) as string },
        body: { inventoryChange: quantity * 3, reconcile: true },
      });
    if (action === 'move') {
      const line = { itemID, quantity, fromStorageLocationID: storageLocationID, toStorageLocationID };
      this.#wrote((await admin.call(moveInventory, { body: { lines: [line] } })).items);
    }
    if (action === 'void') {
      const entry = this.#log.at(-1 - (quantity % 3));
      if (!entry) return;
      this.#wrote(
        (await admin.call(voidInventoryChange, { params: { inventoryChangeLogID: entry.id }, body: {} })).items,
      );
    }
    if (action === 'hold')
      await admin.call(putInventoryHold, {
        params: { holdID: this.#holdID },
        body: { lines: [{ itemID, quantity }], expiresInSeconds: 60 },
      });
  }
}

it(`keeps every law while ${workers} people work on the same items`, async () => {
  const lists = fc.array(fc.array(turn, { minLength: turns, maxLength: turns }), {
    minLength: workers,
    maxLength: workers,
  });
  await fc.assert(
    fc.asyncProperty(lists, async (parts) => {
      const items: string[] = [];
      for (let at = 0; at < itemCount; at += 1) items.push(await createStockItem(admin, newID('sku')));
      const people = parts.map(() => new Worker(items));
      await Promise.all(people.map((person, at) => person.work(parts[at] as Turn[])));
      const refused = people.flatMap((person) => person.refused);
      expect(refused.length).toBeLessThan((workers * turns * 3) / 4);
      await expectLaws(kernel.a);
      for (const itemID of items.slice(0, -1)) {
        const { onHand } = await admin.call(getItemInventory, { params: { itemID } });
        const tally = people.reduce((sum, person) => sum + (person.tally.get(itemID) ?? 0), 0);
        expect(onHand.measure).toBe(tally);
      }
    }),
    // What runs at once is not the same the second time: there is nothing to be made smaller.
    { numRuns: 1, endOnFailure: true },
  );
}, 600_000);
