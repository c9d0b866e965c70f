import { addDays, dateIn, newID } from '@millwright/core/contracts';
import { sql, todayOf } from '@millwright/core/server';
import { apiRefusal, type TestPerson } from '@millwright/core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  allocationCut,
  consumeInventory,
  createInventoryReceipt,
  createLot,
  createStorageLocation,
  getItemInventory,
  getItemPromises,
  listMaterialRequirements,
  moveInventory,
  promiseItems,
  SupplyPort,
  stockShort,
  updateItemInventory,
  updateLot,
} from '../../../contracts/index.ts';
import { demandDocument, PromiseBench } from '../../promises/promise/promise-fixture.ts';
import { expiredLotsJob } from './closed-stock.ts';

let bench: PromiseBench;
let admin: TestPerson;
let shelf: string;

beforeAll(async () => {
  bench = await PromiseBench.open();
  admin = await bench.kernel.a.as('admin');
  shelf = (await admin.call(createStorageLocation, { body: { name: 'Cold shelf', type: 'shelf' } })).id;
});
afterAll(() => bench?.kernel.stop());
afterEach(async () => {
  expect(await bench.violations()).toEqual([]);
});

const today = () => bench.run(async (ctx) => todayOf(ctx));

/** Puts a quantity of an item into a lot that expires so many days from today. */
async function lotOf(itemID: string, lotNumber: string, days: number | null, quantity: number): Promise<string> {
  const expiresOn = days === null ? null : addDays(await today(), days);
  const { id } = await admin.call(createLot, { body: { itemID, lotNumber, expiresOn } });
  const body = { itemID, lotNumber, quantity, storageLocationID: bench.locationID };
  await admin.call(createInventoryReceipt, { body });
  return id;
}
const date = async (lotID: string, days: number | null) => {
  const expiresOn = days === null ? null : addDays(await today(), days);
  return admin.call(updateLot, { params: { lotID }, body: { expiresOn } });
};
/** On hand, not usable, reserved, available, short. */
const figures = async (itemID: string): Promise<number[]> => {
  const { onHand, closed, reserved, availableToPromise, short } = await admin.call(getItemInventory, {
    params: { itemID },
  });
  return [onHand, closed, reserved, availableToPromise, short].map(({ measure }) => measure);
};
const reserve = (...documents: ReturnType<typeof demandDocument>[]) =>
  bench.run((ctx) => bench.port.reserve(ctx, documents));
/** Freed promises of an item, as events tell them: `SO1: 4 lot_expired`. */
const told = (itemID: string): Promise<string[]> =>
  bench.run(async (ctx) => {
    const { rows } = await sql<{ text: string }>`select (part ->> 'sourceNumber') || ': '
        || trim_scale((part ->> 'quantity')::numeric) || ' ' || (event.payload ->> 'cause') as text
      from core.event_outbox event cross join lateral jsonb_array_elements(event.payload -> 'released') part
      where event.account_id = ${ctx.account.id} and event.type = ${stockShort.type} and part ->> 'itemID' = ${itemID}
      order by event.occurred_at, text`.execute(ctx.em.query());
    return rows.map(({ text }) => text);
  });
const day = (isoDate: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(isoDate));

describe('a lot that has expired', () => {
  it('is promised to nobody, and says why; good stock beside it is, and no more', async () => {
    const item = await bench.product('E-1');
    await lotOf(item, 'L1', -1, 5);
    expect(await figures(item)).toEqual([5, 5, 0, 0, 0]);
    const wanted = { lines: [{ itemID: item, quantity: 1 }] };
    const [answer] = (await admin.call(promiseItems, { body: wanted })).items;
    expect(answer).toMatchObject({ firstDate: null });
    const { why } = await admin.call(getItemPromises, { params: { itemID: item }, query: { quantity: 1 } });
    const yesterday = day(addDays(await today(), -1));
    expect(why.sentences[0]).toBe(`Today: 5 each on hand, 5 each of no use (Lot L1 expired ${yesterday}).`);
    await lotOf(item, 'L2', 0, 3);
    await reserve(demandDocument('E1', [[item, 8]]));
    expect(await figures(item)).toEqual([8, 5, 3, 0, 5]);
    const { items } = await admin.call(listMaterialRequirements, { query: { take: 500, types: ['product'] } });
    expect(items.find((need) => need.id === item)?.quantityInInventory.measure).toBe(3);
    await bench.run((ctx) => bench.port.release(ctx, 'sales_order', ['so_E1']));
  });

  it('is unusable from the day on that somebody types, and usable again with another', async () => {
    const item = await bench.product('E-2');
    const lotID = await lotOf(item, 'L3', null, 6);
    await reserve(demandDocument('E2', [[item, 4]]));
    await bench.run((ctx) =>
      bench.port.allocate(ctx, [{ source: { type: 'sales_order', id: 'so_E2' }, lines: [{ lineID: 'lin_E2_0' }] }]),
    );
    await date(lotID, -1);
    expect(await figures(item)).toEqual([6, 6, 0, 0, 4]);
    expect(await told(item)).toEqual(['E2: 4 lot_expired']);
    const cuts = await bench.run(async (ctx) => {
      const { rows } = await sql<{ cause: string }>`select payload ->> 'cause' as cause from core.event_outbox
        where account_id = ${ctx.account.id} and type = ${allocationCut.type}
          and payload -> 'cut' -> 0 ->> 'itemID' = ${item}`.execute(ctx.em.query());
      return rows.map(({ cause }) => cause);
    });
    expect(cuts).toContain('lot_expired');
    await date(lotID, 0);
    expect(await figures(item)).toEqual([6, 0, 4, 2, 0]);
    await date(lotID, null);
    expect(await figures(item)).toEqual([6, 0, 4, 2, 0]);
    await bench.run((ctx) => bench.port.release(ctx, 'sales_order', ['so_E2']));
  });

  it('is named where somebody would ship or use it', async () => {
    const item = await bench.product('E-3');
    await lotOf(item, 'L4', -1, 2);
    const yesterday = day(addDays(await today(), -1));
    const used = await apiRefusal(admin.call(consumeInventory, { body: { lines: [{ itemID: item, quantity: 1 }] } }));
    expect([used.code, used.errors[0]?.message]).toEqual([
      'insufficient_stock',
      `Only 0 of 1 each of E-3 are in open places; Lot L4 expired ${yesterday}`,
    ]);
  });

  it('can be moved, used up by hand, scrapped and counted, whatever is promised', async () => {
    const item = await bench.product('E-4');
    await lotOf(item, 'L5', -1, 9);
    await lotOf(item, 'L6', 5, 2);
    await reserve(demandDocument('E4', [[item, 6]]));
    const place = { fromStorageLocationID: bench.locationID, toStorageLocationID: shelf };
    await admin.call(moveInventory, { body: { lines: [{ itemID: item, quantity: 3, lotNumber: 'L5', ...place }] } });
    expect(await figures(item)).toEqual([11, 9, 2, 0, 4]);
    await admin.call(consumeInventory, { body: { lines: [{ itemID: item, quantity: 1, lotNumber: 'L5' }] } });
    const change = (body: { inventoryChange: number; reconcile?: boolean; storageLocationID?: string }) =>
      admin.call(updateItemInventory, { params: { itemID: item }, body: { lotNumber: 'L5', ...body } });
    await change({ inventoryChange: -1 });
    await change({ inventoryChange: 1, reconcile: true, storageLocationID: shelf });
    expect((await figures(item)).slice(2)).toEqual([2, 0, 4]);
    await change({ inventoryChange: 4 });
    await change({ inventoryChange: 0, reconcile: true });
    expect(await figures(item)).toEqual([2, 0, 2, 0, 4]);
    await bench.run((ctx) => bench.port.release(ctx, 'sales_order', ['so_E4']));
  });

  it('comes in blocked where it is expired already, and blocks what is there', async () => {
    const item = await bench.product('E-5');
    await lotOf(item, 'L7', null, 3);
    await reserve(demandDocument('E5', [[item, 3]]));
    const expiresOn = addDays(await today(), -3);
    await bench.run((ctx) =>
      bench.kernel.services.get(SupplyPort).receive(ctx, { type: 'delivery', id: newID('exr'), number: 'D1' }, [
        ...['L7', 'L8'].map((lotNumber) => ({
          lineID: lotNumber,
          itemID: item,
          measure: '2',
          unitID: eachID,
          lotNumber,
          expiresOn,
          locationID: bench.locationID,
        })),
      ]),
    );
    expect(await figures(item)).toEqual([7, 7, 0, 0, 3]);
    expect(await told(item)).toEqual(['E5: 3 lot_expired']);
    await bench.run((ctx) => bench.port.release(ctx, 'sales_order', ['so_E5']));
  });
});

let eachID: string;
beforeAll(async () => {
  eachID = await bench.unitID('each');
});

/**
 * On hand, not usable, reserved and demanded, read from the table: sessions end at midnight, so no request can be made.
 */
const stored = (itemID: string): Promise<number[]> =>
  bench.run(async (ctx) => {
    const { rows } = await sql<Record<string, number>>`select on_hand::float8, withheld::float8, reserved::float8,
        demanded::float8 from inventory.item_position
      where account_id = ${ctx.account.id} and item_id = ${itemID}`.execute(ctx.em.query());
    return Object.values(rows[0] ?? {});
  });

describe('midnight', () => {
  it.each(['UTC', 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Kiritimati'])(
    'frees what expires with the day of %s, by name',
    async (timeZone) => {
      const settleThere = () =>
        bench.run((ctx) => expiredLotsJob.handle({ ...ctx, account: { ...ctx.account, timeZone } }, here()));
      const here = () => dateIn(timeZone, bench.kernel.clock.now());
      const last = here();
      const item = await bench.product(`M-${timeZone}`);
      await admin.call(createLot, { body: { itemID: item, lotNumber: 'L9', expiresOn: last } });
      const body = { itemID: item, lotNumber: 'L9', quantity: 5, storageLocationID: bench.locationID };
      await admin.call(createInventoryReceipt, { body });
      await reserve(demandDocument(`M${timeZone}`, [[item, 5]]));
      await settleThere();
      expect(await stored(item)).toEqual([5, 0, 5, 5]);
      const quarter = 15 * 60_000;
      let moved = 0;
      for (; here() === last; moved += quarter) bench.kernel.clock.advance(quarter);
      await settleThere();
      expect(await stored(item)).toEqual([5, 5, 0, 5]);
      expect(await told(item)).toEqual([`M${timeZone}: 5 lot_expired`]);
      await settleThere();
      expect(await told(item)).toHaveLength(1);
      bench.kernel.clock.advance(-moved);
      await settleThere();
      expect(await stored(item)).toEqual([5, 0, 5, 5]);
      await bench.run((ctx) => bench.port.release(ctx, 'sales_order', [`so_M${timeZone}`]));
    },
  );
});
