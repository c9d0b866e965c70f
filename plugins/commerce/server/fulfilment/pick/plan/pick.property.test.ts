import { ApiError } from '@millwright/core/contracts';
import { runsOf, violationsOf } from '@millwright/core/testing';
import { createStorageLocation, type Product, SupplyPort, updateItemInventory } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  changeSalesOrderStatus,
  getPick,
  packPick,
  pickAll,
  pickPickLine,
  releasePicks,
  type SalesOrder,
  updatePickLine,
  voidPick,
  voidPickLine,
} from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture, productOf } from '../../../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
let places: string[];
let products: Product[];
let deliveries = 0;

beforeAll(async () => {
  at = await orderFixture();
  const place = async (name: string): Promise<string> =>
    (await at.admin.call(createStorageLocation, { body: { name, type: 'bin' } })).id;
  places = [await place('P1'), await place('P2'), await place('P3')];
  products = [await productOf(at, 'RANDOM-1'), await productOf(at, 'RANDOM-2')];
});
afterAll(() => at?.kernel.stop());

const of = <Value>(values: readonly Value[], seed: number): Value => values[seed % values.length] as Value;

const deliver = (seed: number): Promise<unknown> =>
  at.kernel.a.run((ctx) => {
    const product = of(products, seed);
    deliveries += 1;
    return at.kernel.services
      .get(SupplyPort)
      .receive(ctx, { type: 'delivery', id: `exr_${deliveries}_${seed}`, number: 'D1' }, [
        {
          lineID: 'one',
          itemID: product.id,
          measure: String(1 + (seed % 5)),
          unitID: product.defaultUnit.id,
          unitCost: '1',
          locationID: of(places, seed >> 3),
        },
      ]);
  });

const issue = (seed: number): Promise<SalesOrder> =>
  at.create({
    status: 'issued',
    lines: products.map((product, index) => ({ productID: product.id, quantityOrdered: 1 + ((seed >> index) % 4) })),
  });

/** Steps of warehouse and office. A refused step changes nothing. */
const steps: Record<string, (order: SalesOrder, seed: number) => Promise<unknown>> = {
  release: ({ pickID }) => at.admin.call(releasePicks, { body: { pickIDs: [pickID ?? ''] } }),
  pickAll: ({ pickID }) => at.admin.call(pickAll, { params: { pickID: pickID ?? '' }, body: {} }),
  void: ({ pickID }) => at.admin.call(voidPick, { params: { pickID: pickID ?? '' }, body: {} }),
  pack: ({ pickID }) => at.admin.call(packPick, { params: { pickID: pickID ?? '' }, body: { shipmentCaseCount: 1 } }),
  close: ({ id }) =>
    at.admin.call(changeSalesOrderStatus, { params: { orderID: id }, body: { statusChange: 'closed_short' } }),
  reopen: ({ id }) =>
    at.admin.call(changeSalesOrderStatus, { params: { orderID: id }, body: { statusChange: 'issued' } }),
  deliver: (_, seed) => deliver(seed),
  count: (_, seed) =>
    at.admin.call(updateItemInventory, {
      params: { itemID: of(products, seed).id },
      body: { inventoryChange: seed % 4, storageLocationID: of(places, seed >> 2), reconcile: true },
    }),
  line: async ({ pickID }, seed) => {
    const params = { pickID: pickID ?? '' };
    const { lines } = await at.admin.call(getPick, { params });
    if (!lines.length) return;
    const { id: pickLineID, quantity } = of(lines, seed);
    const named = { ...params, pickLineID };
    const calls = [
      () => at.admin.call(pickPickLine, { params: named, body: {} }),
      () => at.admin.call(pickPickLine, { params: named, body: { quantity: seed % (quantity.measure + 1) } }),
      () => at.admin.call(pickPickLine, { params: named, body: { storageLocationID: of(places, seed >> 4) } }),
      () => at.admin.call(updatePickLine, { params: named, body: { quantity: 1 + (seed % 3) } }),
      () => at.admin.call(voidPickLine, { params: named, body: {} }),
    ];
    await of(calls, seed >> 5)();
  },
};

/** Refusals are expected, other errors fail the test. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
  }
}

const violations = async (): Promise<string[]> => [
  ...(await at.violations()),
  ...(await violationsOf(at.kernel.a, inventory)),
];

const step = fc.record({
  kind: fc.constantFrom(...Object.keys(steps), 'line', 'line', 'release', 'deliver'),
  order: fc.nat(30),
  seed: fc.nat(1 << 12),
});
const run = (orders: readonly SalesOrder[], { kind, order, seed }: { kind: string; order: number; seed: number }) =>
  attempt(async () => steps[kind]?.(of(orders, order), seed));

it('keeps its laws over any sequence of picking, putting back, packing, counting and delivering', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (sequence) => {
      await deliver(sequence.length);
      const orders = [await issue(sequence.length), await issue(sequence.length + 5)];
      for (const each of sequence) await run(orders, each);
      expect(await violations()).toEqual([]);
    }),
    { numRuns: runsOf(5) },
  );
});

it('sends nobody for a piece twice, however many pick at once', async () => {
  for (let seed = 0; seed < 6; seed += 1) await deliver(seed * 7);
  const orders = await Promise.all(Array.from({ length: 8 }, (_, index) => issue(index)));
  const sequences = fc.sample(fc.array(step, { minLength: 6, maxLength: 6 }), { numRuns: 8, seed: 42 });
  await Promise.all(
    sequences.map(async (sequence) => {
      for (const each of sequence) await run(orders, each);
    }),
  );
  expect(await violations()).toEqual([]);
  const jobs = await at.kernel.jobs();
  await jobs.idle();
  expect(await violations()).toEqual([]);
});
