import { ApiError, newID } from '@millwright/core/contracts';
import { sql, updateAccountSettings } from '@millwright/core/server';
import { apiRefusal, runsOf, violationsOf } from '@millwright/core/testing';
import {
  consumeInventory,
  createInventoryReceipt,
  createProduct,
  createStorageLocation,
  getItemInventory,
  listInventoryChangeLogs,
  moveInventory,
  revalueItem,
  SupplyPort,
  updateItemInventory,
  voidInventoryChange,
  voidInventoryChanges,
} from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  billingSettings,
  listJournalEntries,
  shipShipment,
  updateBillingSettings,
  useEstimatedWeights,
  voidShipment,
} from '../../../contracts/index.ts';
import { packedFor } from '../../fulfilment/shipment/record/shipment-fixture.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
let shelf: string;
beforeAll(async () => {
  at = await orderFixture();
  shelf = (await at.admin.call(createStorageLocation, { body: { name: 'Cents', type: 'shelf' } })).id;
});
afterAll(() => at?.kernel.stop());

/** Balance of every journal account, in cents. */
async function books(): Promise<Record<string, number>> {
  const sums = new Map<string, number>();
  for (let skip = 0, count = 1; skip < count; skip += 500) {
    const page = await at.admin.call(listJournalEntries, { query: { take: 500, skip } });
    count = page.count;
    for (const { account, debit, credit } of page.items)
      sums.set(account, (sums.get(account) ?? 0) + Math.round(debit * 100) - Math.round(credit * 100));
  }
  return Object.fromEntries([...sums].filter(([, cents]) => cents !== 0));
}

/** Value of the account's own stock in cents, as the sum over the items. */
const stock = (): Promise<number> =>
  at.kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ cents: number }>`select coalesce(sum(round(value, 2)) * 100, 0)::int as cents
      from inventory.item_position where account_id = ${ctx.account.id} and owner_id = account_id`.execute(
      ctx.em.query(),
    );
    return rows[0]?.cents ?? 0;
  });

let made = 0;
const goods = async (unitCost = 0): Promise<string> =>
  (
    await at.admin.call(createProduct, {
      body: { sku: `CENT-${++made}`, description: 'Goods', unitValue: 5, unitCost },
    })
  ).id;
const change = (itemID: string, body: Parameters<typeof bodyOf>[0]) =>
  at.admin.call(updateItemInventory, { params: { itemID }, body: bodyOf(body) });
const bodyOf = (body: {
  inventoryChange: number;
  reconcile?: boolean;
  unitCost?: number;
  storageLocationID?: string;
}) => body;
const worth = async (itemID: string): Promise<number> =>
  (await at.admin.call(getItemInventory, { params: { itemID } })).inventoryValue;
const revalue = (itemID: string, body: { unitCost: number; lotNumber?: string | null; reason?: string }) =>
  at.admin.call(revalueItem, { params: { itemID }, body: { reason: 'It was a gift', ...body } });

/** Receives a quantity with a total value, as a document does. */
const bring = (itemID: string, measure: number, value: string): Promise<string> =>
  at.kernel.a.run(async (ctx) => {
    const source = { type: 'delivery', id: newID('exr'), number: 'D1' };
    const line = { itemID, unitID: at.hat.defaultUnit.id, lineID: 'a', measure: `${measure}`, value };
    await at.kernel.services.get(SupplyPort).receive(ctx, source, [line]);
    return source.id;
  });

describe('the inventory account', () => {
  it('is empty when 13 pieces for 28.00 are used one by one', async () => {
    const before = await books();
    const itemID = await goods();
    const line = { itemID, quantity: 1 };
    await bring(itemID, 13, '28');
    expect((await books())['inventory']).toBe((before['inventory'] ?? 0) + 28_00);
    for (let left = 13; left > 0; left--) await at.admin.call(consumeInventory, { body: { lines: [line] } });
    const after = await books();
    expect(after['inventory'] ?? 0).toBe(before['inventory'] ?? 0);
    expect((after['used'] ?? 0) - (before['used'] ?? 0)).toBe(28_00);
  });

  it('is the stock, whatever is received, used, shipped, voided or corrected in parts of a cent', async () => {
    const step = fc.record({ name: fc.constantFrom(...Object.keys(steps)), seed: fc.integer({ min: 0, max: 9_999 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (all) => {
        const itemID = await goods();
        const state: State = { itemID, sources: [], shipments: [] };
        await steps['bring']?.(state, 7);
        for (const { name, seed } of all)
          await steps[name]?.(state, seed).then(
            () => done.add(name),
            (error: unknown) => {
              if (!(error instanceof ApiError) || error.status >= 500) throw error;
            },
          );
        const { inventory: account = 0, ...others } = await books();
        expect(account).toBe(await stock());
        expect(account + Object.values(others).reduce((sum, cents) => sum + cents, 0)).toBe(0);
      }),
      { numRuns: runsOf(24), examples: [[everything]] },
    );
    expect([...done].sort()).toEqual(Object.keys(steps).sort());
    expect(await violationsOf(at.kernel.a, inventory)).toEqual([]);
    expect(await at.violations()).toEqual([]);
  });
});

interface State {
  itemID: string;
  sources: string[];
  shipments: string[];
}
/** Steps that succeeded at least once. A step that was only refused would not be tested. */
const done = new Set<string>();
const of = <Value>(values: readonly Value[], seed: number): Value | undefined => values[seed % values.length];

const six = (value: number): number => Number(value.toFixed(6));
const parts = (seed: number): string => `${(seed * 7.000_011 + 0.004_999).toFixed(6)}`;

/** Steps on the stock of an item. A refused step changes nothing. */
const steps: Record<string, (state: State, seed: number) => Promise<unknown>> = {
  async bring(state, seed) {
    state.sources.push(await bring(state.itemID, 1 + (seed % 13), parts(seed)));
  },
  use: ({ itemID }, seed) =>
    at.admin.call(consumeInventory, { body: { lines: [{ itemID, quantity: 1 + (seed % 3) }] } }),
  add: ({ itemID }, seed) => change(itemID, { inventoryChange: 1 + (seed % 5), unitCost: six((seed % 900) / 700_000) }),
  take: ({ itemID }, seed) => change(itemID, { inventoryChange: -1 - (seed % 4) }),
  count: ({ itemID }, seed) => change(itemID, { inventoryChange: seed % 6, reconcile: true }),
  async move({ itemID }, seed) {
    const { items } = await at.admin.call(listInventoryChangeLogs, { query: { itemIDs: [itemID], take: 1 } });
    const fromStorageLocationID = items[0]?.storageLocation.id ?? '';
    const line = { itemID, quantity: 1 + (seed % 2), fromStorageLocationID, toStorageLocationID: shelf };
    await at.admin.call(moveInventory, { body: { lines: [line] } });
  },
  revalue: ({ itemID }, seed) => revalue(itemID, { unitCost: six((seed % 700) / 3_000) }),
  async undo({ itemID }, seed) {
    const { items } = await at.admin.call(listInventoryChangeLogs, { query: { itemIDs: [itemID], take: 50 } });
    await at.admin.call(voidInventoryChange, {
      params: { inventoryChangeLogID: of(items, seed)?.id ?? '' },
      body: {},
    });
  },
  correct: ({ sources }, seed) =>
    at.kernel.a.run(async (ctx) => {
      const source = { type: 'delivery', id: of(sources, seed) ?? '', number: 'D1' };
      await at.kernel.services.get(SupplyPort).revalue(ctx, source, [{ lineID: 'a', value: parts(seed % 77) }]);
    }),
  async ship(state, seed) {
    const line = { productID: state.itemID, quantityOrdered: 1 + (seed % 2) };
    const order = await at.create({ status: 'issued', lines: [line] });
    const { id: shipmentID } = await packedFor(at, order, 1, 1);
    await at.admin.call(useEstimatedWeights, { params: { shipmentID }, body: {} });
    await at.admin.call(shipShipment, { params: { shipmentID }, body: {} });
    state.shipments.push(shipmentID);
  },
  unship: ({ shipments }, seed) =>
    at.admin.call(voidShipment, { params: { shipmentID: of(shipments, seed) ?? 'shp_none' }, body: {} }),
};

/** An order in which each step succeeds. */
const everything = [
  ...['bring', 'add', 'ship', 'unship', 'ship', 'use', 'take', 'revalue', 'undo', 'move', 'correct', 'count'],
].map((name) => ({ name, seed: name === 'undo' || name === 'unship' ? 0 : 7 }));

describe('what comes back from nothing', () => {
  it('is worth what the last of it cost', async () => {
    const itemID = await goods(4);
    await change(itemID, { inventoryChange: 3, unitCost: 10 });
    await change(itemID, { inventoryChange: 0, reconcile: true });
    expect(await worth(itemID)).toBe(0);
    await change(itemID, { inventoryChange: 3, reconcile: true });
    expect(await worth(itemID)).toBe(30);
    await change(itemID, { inventoryChange: 1 });
    expect(await worth(itemID)).toBe(40);
  });

  it('is worth the cost of the item where there never was any, and where it only came by mistake', async () => {
    const itemID = await goods(4);
    const received = await at.admin.call(createInventoryReceipt, { body: { itemID, quantity: 2, unitCost: 400 } });
    await at.admin.call(voidInventoryChange, { params: { inventoryChangeLogID: received.id }, body: {} });
    await change(itemID, { inventoryChange: 2 });
    expect(await worth(itemID)).toBe(8);
  });
});

describe('revaluing', () => {
  it('makes a receipt without cost worth something, as a variance, and is taken back', async () => {
    const itemID = await goods();
    await at.admin.call(createInventoryReceipt, { body: { itemID, quantity: 5, lotNumber: 'L1' } });
    await at.admin.call(createInventoryReceipt, { body: { itemID, quantity: 2, storageLocationID: shelf } });
    const before = await books();
    const { inventoryValue, inventoryChangeLogIDs } = await revalue(itemID, { unitCost: 3.333333 });
    expect(inventoryValue).toBe(23.33);
    const after = await books();
    expect(['inventory', 'cost_variances'].map((name) => (after[name] ?? 0) - (before[name] ?? 0))).toEqual([
      23_33, -23_33,
    ]);
    expect((await revalue(itemID, { unitCost: 3.333333 })).inventoryChangeLogIDs).toEqual([]);
    expect((await revalue(itemID, { unitCost: 1, lotNumber: 'L1' })).inventoryValue).toBe(11.67);
    const [first = ''] = inventoryChangeLogIDs;
    const undo = (inventoryChangeLogID: string) =>
      at.admin.call(voidInventoryChange, { params: { inventoryChangeLogID }, body: {} });
    // The value of the lot has changed since.
    expect(await apiRefusal(undo(first))).toMatchObject({ status: 409, code: 'stock_used' });
    const { items } = await at.admin.call(listInventoryChangeLogs, {
      query: { itemIDs: [itemID], actionTypeCodes: ['revalue'], take: 1 },
    });
    await undo(items[0]?.id ?? '');
    await undo(first);
    expect(await worth(itemID)).toBe(0);
    expect(await books()).toEqual(before);
    expect(await violationsOf(at.kernel.a, inventory)).toEqual([]);
  });

  it('is refused below 0, without reason, lot or stock, and in closed books', async () => {
    const itemID = await goods(2);
    const refused = async (work: Promise<unknown>) => {
      const { status, code, errors } = await apiRefusal(work);
      return [status, code, errors.map(({ path, message }) => `${path}: ${message}`)[0]];
    };
    expect(await refused(revalue(itemID, { unitCost: 1 }))).toEqual([409, 'nothing_to_revalue', undefined]);
    await change(itemID, { inventoryChange: 2 });
    expect((await refused(revalue(itemID, { unitCost: -1 }))).slice(0, 2)).toEqual([400, 'invalid_input']);
    expect(await refused(revalue(itemID, { unitCost: 1, reason: '' }))).toEqual([
      ...[400, 'invalid_input', 'reason: Say why it is worth something else'],
    ]);
    expect(await refused(revalue(itemID, { unitCost: 1, lotNumber: 'L9' }))).toEqual([
      ...[400, 'invalid_input', 'lotNumber: The item has no such lot'],
    ]);
    expect((await refused(revalue(newID('itm'), { unitCost: 1 }))).slice(0, 1)).toEqual([404]);
    const { inventoryChangeLogIDs } = await revalue(itemID, { unitCost: 3 });
    const today = at.kernel.clock.now().toISOString().slice(0, 10);
    // Books are never closed through the current day, but a clock that was set back could find them like this.
    await at.kernel.a.run((ctx) =>
      updateAccountSettings(ctx, 'commerce', billingSettings, { booksClosedThrough: today }),
    );
    expect((await refused(revalue(itemID, { unitCost: 1 }))).slice(0, 2)).toEqual([409, 'period_closed']);
    const undone = at.admin.call(voidInventoryChanges, { body: { inventoryChangeLogIDs } });
    expect((await refused(undone)).slice(0, 2)).toEqual([409, 'period_closed']);
    await at.admin.call(updateBillingSettings, { body: { booksClosedThrough: null } });
    expect(await worth(itemID)).toBe(6);
  });

  it('is what a cost means where nothing comes in', async () => {
    const itemID = await goods(2);
    await change(itemID, { inventoryChange: 2 });
    const bodies = [
      { inventoryChange: -1, unitCost: 3 },
      { inventoryChange: 0, unitCost: 3 },
      { inventoryChange: 2, reconcile: true, unitCost: 3 },
      { inventoryChange: 1, reconcile: true, unitCost: 3 },
    ];
    for (const body of bodies)
      expect(await apiRefusal(change(itemID, body))).toMatchObject({
        status: 400,
        code: 'invalid_input',
        errors: [{ path: 'unitCost', message: 'Nothing comes in: use Revalue' }],
      });
    await change(itemID, { inventoryChange: 3, reconcile: true, unitCost: 3 });
    expect(await worth(itemID)).toBe(7);
  });
});
