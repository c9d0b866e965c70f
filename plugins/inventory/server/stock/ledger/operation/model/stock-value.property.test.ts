import { decimal, newID, toScaledInteger } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { runsOf, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  consumeInventory,
  createInventoryReceipt,
  createProduct,
  getItemCosts,
  getItemInventory,
  listInventories,
  listInventoryReceipts,
  listUnitGroups,
  listUnits,
  moveInventory,
  updateStockSettings,
  voidInventoryChange,
} from '../../../../../contracts/index.ts';
import inventory from '../../../../plugin.ts';
import { createPlaces, expectLaws, type StockPlaces } from '../../stock-fixture.ts';

let kernel: TestKernel;
let admin: TestPerson;
let places: StockPlaces;
let units: Map<string, string>;
let groups: Map<string, string>;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
  places = await createPlaces(kernel.a);
  // A hundred kilometres, in millimetres.
  await admin.call(updateStockSettings, { body: { largestLineQuantity: 100_000_000 } });
  units = new Map((await admin.call(listUnits, { query: { take: 500 } })).items.map(({ name, id }) => [name, id]));
  const { items } = await admin.call(listUnitGroups, { query: { take: 500 } });
  groups = new Map(items.map(({ name, id }) => [name, id]));
});
afterAll(() => kernel?.stop());

/** Units of purchase, with their size in base units. */
const bought = [
  { unit: 'm', group: 'Length (metric)', base: 'mm', size: 1000n },
  { unit: 'kg', group: 'Weight (metric)', base: 'g', size: 1000n },
  { unit: 'hr', group: 'Time', base: 'sec', size: 3600n },
  { unit: 'dozen', group: 'Count', base: 'each', size: 12n },
  { unit: 'yd', group: 'Length (US)', base: 'in', size: 36n },
] as const;

const productIn = async ({ unit, group }: (typeof bought)[number]): Promise<string> => {
  const body = { sku: newID('sku'), unitGroupID: groups.get(group) ?? '', defaultUnitID: units.get(unit) ?? '' };
  return (await admin.call(createProduct, { body })).id;
};
const inBase = (unit: (typeof bought)[number], measure: number) => ({ measure, unitID: units.get(unit.base) ?? '' });

/** Millionths, rounded half up. */
const millionths = (value: number | string): bigint => toScaledInteger(decimal(value), 6);
const half = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator);

/** Total values of the item's movements, its layers and its position, in millionths. */
const booked = (itemID: string) =>
  kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ moved: string; left: string; worth: string }>`select
        (select coalesce(sum(value), 0) from inventory.movement
          where account_id = ${ctx.account.id} and item_id = ${itemID}) as moved,
        (select coalesce(sum(remaining_value), 0) from inventory.cost_layer
          where account_id = ${ctx.account.id} and item_id = ${itemID}) as "left",
        (select value from inventory.item_position
          where account_id = ${ctx.account.id} and item_id = ${itemID}) as worth`.execute(ctx.em.query());
    return rows.map(({ moved, left, worth }) => [millionths(moved), millionths(left), millionths(worth)])[0];
  });

/** Cost per default unit, from every endpoint that shows it. */
const averages = async (itemID: string): Promise<(number | null | undefined)[]> => [
  (await admin.call(getItemInventory, { params: { itemID } })).weightedAverageUnitCost,
  (await admin.call(listInventories, { query: { itemIDs: [itemID] } })).items[0]?.weightedAverageUnitCost,
  (await admin.call(getItemCosts, { params: { itemID } })).unitCost.value,
];

it.each([
  ['m', 100_000, 0.0004, 40],
  ['kg', 20_000, 2.4995, 49_990],
  ['dozen', 1, 10, 10],
] as const)('is worth what was paid for it: %s', async (name, quantity, unitCost, worth) => {
  const unit = bought.find((each) => each.unit === name) as (typeof bought)[number];
  const itemID = await productIn(unit);
  const body = { itemID, quantity, unitCost, storageLocationID: places.north };
  expect(await admin.call(createInventoryReceipt, { body })).toMatchObject({ unitCost, value: worth });
  expect((await admin.call(getItemInventory, { params: { itemID } })).inventoryValue).toBe(worth);
  expect(await averages(itemID)).toEqual([unitCost, unitCost, unitCost]);
  const { items } = await admin.call(listInventoryReceipts, { query: { itemIDs: [itemID] } });
  expect(items).toMatchObject([{ weightedAverageUnitCost: unitCost, inventoryValue: worth }]);
});

type Step =
  | { does: 'receive'; quantity: number; cost: number }
  | { does: 'use' | 'move'; share: number }
  | { does: 'void' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('receive' as const),
      quantity: fc.integer({ min: 1, max: 50 }),
      cost: fc.integer({ min: 0, max: 9_999_999 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('use' as const, 'move' as const),
      share: fc.integer({ min: 1, max: 100 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('void' as const) }) },
);

it('keeps every millionth of what was paid, in whatever units and parts it comes and goes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...bought),
      fc.array(step, { minLength: 6, maxLength: 14 }),
      async (unit, steps) => {
        const itemID = await productIn(unit);
        /** Expected stock, oldest first: base units and millionths, calculated in fractions. */
        let [there, worth] = [0n, 0n];
        let last: string | undefined;
        for (const each of steps) {
          if (each.does === 'receive') {
            const { quantity, cost } = each;
            const unitCost = cost / 1e6;
            const body = { itemID, quantity, unitCost, storageLocationID: places.north };
            last = (await admin.call(createInventoryReceipt, { body })).id;
            there += BigInt(quantity) * unit.size;
            worth += BigInt(quantity) * BigInt(cost);
          } else if (each.does === 'void') {
            if (!last) continue;
            const { items } = await admin
              .call(voidInventoryChange, { params: { inventoryChangeLogID: last }, body: {} })
              .catch(() => ({ items: [] }));
            if (items.length) {
              const entry = await admin.call(getItemInventory, { params: { itemID } });
              there = BigInt(Math.round(entry.onHand.measure * Number(unit.size)));
              worth = (await booked(itemID))?.[1] ?? 0n;
            }
            last = undefined;
          } else {
            const part = (there * BigInt(each.share)) / 100n;
            if (part === 0n) continue;
            const quantity = inBase(unit, Number(part));
            const line = { itemID, quantity };
            if (each.does === 'use') {
              const before = worth;
              await admin.call(consumeInventory, { body: { lines: [line] } });
              const left = (await booked(itemID))?.[1] ?? 0n;
              expect(left <= before).toBe(true);
              if (part === there) expect(left).toBe(0n);
              there -= part;
              worth = left;
            } else {
              const from = each.share % 2 ? places.north : places.south;
              const to = each.share % 2 ? places.south : places.north;
              const body = { lines: [{ ...line, fromStorageLocationID: from, toStorageLocationID: to }] };
              await admin.call(moveInventory, { body }).catch(() => undefined);
            }
            last = undefined;
          }
          // No value is lost or created: receipts less issues equal the stock's value, to the last digit.
          expect(await booked(itemID)).toEqual([worth, worth, worth]);
          const shown = there === 0n ? null : Number(half(worth * unit.size, there)) / 1e6;
          if (shown !== null) expect(await averages(itemID)).toEqual([shown, shown, shown]);
        }
      },
    ),
    { numRuns: runsOf(15) },
  );
  await expectLaws(kernel.a);
});
