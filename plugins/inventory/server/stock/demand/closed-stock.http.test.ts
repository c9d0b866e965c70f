import { decimal, newID, undoChangeSet } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, type TestPerson } from '@millwright/core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkEditStorageLocations,
  createStorageLocation,
  getClosingEffects,
  getItemInventory,
  getItemPromises,
  getProduct,
  getStorageLocation,
  listInventories,
  moveInventory,
  previewBulkEditStorageLocations,
  promiseItems,
  putInventoryHold,
  type ReservationState,
  stockShort,
  updateItemInventory,
  updateStorageLocation,
} from '../../../contracts/index.ts';
import { defaultLocationID } from '../../locations/storage-location/places/default-location.ts';
import { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import { demandDocument, PromiseBench } from '../../promises/promise/promise-fixture.ts';
import { applyStock } from '../ledger/operation/stock-ledger.ts';
import { ClosedPlaces } from './closed-stock.ts';

let bench: PromiseBench;
let admin: TestPerson;

beforeAll(async () => {
  bench = await PromiseBench.open();
  admin = await bench.kernel.a.as('admin');
});
afterAll(() => bench.kernel.stop());
afterEach(async () => {
  expect(await bench.violations()).toEqual([]);
});

const place = async (name: string): Promise<string> =>
  (await admin.call(createStorageLocation, { body: { name, type: 'room' } })).id;
const become = (locationID: string, reservationState: ReservationState, more: { isDefault?: true } = {}) =>
  admin.call(updateStorageLocation, { params: { locationID }, body: { reservationState, ...more } });
const put = (locationID: string, items: readonly (readonly [string, number])[], ownerID?: string) =>
  bench.run((ctx) =>
    applyStock(ctx, {
      action: 'receive',
      changes: items.map(([itemID, quantity]) => ({ itemID, quantity: decimal(quantity), locationID, ownerID })),
    }),
  );
const reserve = (...documents: ReturnType<typeof demandDocument>[]) =>
  bench.run((ctx) => bench.port.reserve(ctx, documents));
const hold = (itemID: string, quantity: number) =>
  admin.call(putInventoryHold, {
    params: { holdID: newID('hold') },
    body: { lines: [{ itemID, quantity }], expiresInSeconds: 60 },
  });
/** On hand, in closed places, reserved, available, short. */
const figures = async (itemID: string, customerID?: string): Promise<number[]> => {
  const shown = await admin.call(getItemInventory, { params: { itemID }, query: customerID ? { customerID } : {} });
  const { onHand, closed, reserved, availableToPromise, short } = shown;
  return [onHand, closed, reserved, availableToPromise, short].map(({ measure }) => measure);
};
/** Freed promises of an item, as events tell them: `SO1: 4`. */
const told = (itemID: string): Promise<string[]> =>
  bench.run(async (ctx) => {
    const { rows } = await sql<{ text: string }>`select (part ->> 'sourceNumber') || ': '
        || trim_scale((part ->> 'quantity')::numeric) as text
      from core.event_outbox event cross join lateral jsonb_array_elements(event.payload -> 'released') part
      where event.account_id = ${ctx.account.id} and event.type = ${stockShort.type} and part ->> 'itemID' = ${itemID}
      order by event.occurred_at, text`.execute(ctx.em.query());
    return rows.map(({ text }) => text);
  });

describe('stock in a closed place', () => {
  it('is on hand and promised to nobody until the place is opened', async () => {
    const room = await place('Room 1');
    const item = await bench.product('C-1');
    await put(room, [[item, 10]]);
    expect(await figures(item)).toEqual([10, 0, 0, 10, 0]);
    await become(room, 'closed');
    expect(await figures(item)).toEqual([10, 10, 0, 0, 0]);
    expect((await hold(item, 3)).lines).toMatchObject([{ held: { measure: 0 }, isAvailable: false }]);
    const portal = demandDocument('C1-PORTAL', [[item, 2]]);
    const refused = bench.run((ctx) => bench.port.reserve(ctx, [portal], { refuseShort: true }));
    await expect(refused).rejects.toMatchObject({ code: 'insufficient_stock' });
    await reserve(
      demandDocument('C1-LATER', [[item, 4]]),
      demandDocument('C1-FIRST', [[item, 5]], { priorityRank: 1 }),
    );
    expect(await bench.promises('C1-LATER', 'C1-FIRST')).toEqual({ 'C1-LATER': '0/4', 'C1-FIRST': '0/5' });
    await become(room, 'open');
    expect(await bench.promises('C1-LATER', 'C1-FIRST')).toEqual({ 'C1-LATER': '4/4', 'C1-FIRST': '5/5' });
    expect(await figures(item)).toEqual([10, 0, 9, 1, 0]);
  });

  it('takes promises back when the place is closed, and tells whose', async () => {
    const room = await place('Room 2');
    const item = await bench.product('C-2', 3);
    await put(room, [[item, 4]]);
    await reserve(
      demandDocument('C2-KEEPS', [[item, 2]], { priorityRank: 2 }),
      demandDocument('C2-LOSES', [[item, 4]]),
    );
    await hold(item, 1);
    expect(await bench.position(item)).toBe('7 1 6 6');
    await become(room, 'closed');
    expect(await bench.promises('C2-KEEPS', 'C2-LOSES')).toEqual({ 'C2-KEEPS': '2/2', 'C2-LOSES': '1/4' });
    expect(await bench.position(item)).toBe('7 0 3 6');
    expect(await figures(item)).toEqual([7, 4, 3, 0, 3]);
    expect(await told(item)).toEqual(['C2-LOSES: 3']);
  });

  it('is shown wherever the item is', async () => {
    const room = await place('Room 3');
    const item = await bench.product('C-3', 5);
    await put(room, [[item, 4]]);
    await become(room, 'closed');
    await reserve(demandDocument('C3', [[item, 2]]));
    const shown = { onHand: { measure: 9 }, closed: { measure: 4 }, availableToPromise: { measure: 3 } };
    expect(await admin.call(getProduct, { params: { itemID: item } })).toMatchObject(shown);
    const { items } = await admin.call(listInventories, { query: { itemIDs: [item] } });
    expect(items).toMatchObject([shown]);
    const promised = await admin.call(promiseItems, { body: { lines: [{ itemID: item, quantity: 4 }] } });
    expect(promised.items).toMatchObject([
      { isAvailable: false, firstDate: null, onHand: { measure: 9 }, availableToPromise: { measure: 3 } },
    ]);
    const ledger = await admin.call(getItemPromises, { params: { itemID: item }, query: {} });
    expect(ledger).toMatchObject(shown);
    expect(ledger.rows.map(({ kind, quantity }) => [kind, quantity.measure])).toEqual([
      ['on_hand', 9],
      ['closed', -4],
      ['demand', -2],
    ]);
    expect(ledger.why.sentences[0]).toBe('Today: 9 each on hand, 4 each in closed places and 2 each reserved.');
  });

  it('is what lies inside a closed place too, said before it is closed', async () => {
    const hall = await place('Hall 1');
    const { id: shelf } = await admin.call(createStorageLocation, { body: { name: 'Shelf', parentID: hall } });
    const item = await bench.product('C-IN', 3);
    await put(shelf, [[item, 4]]);
    await reserve(demandDocument('CIN', [[item, 5]]));
    await hold(item, 1);
    const params = { locationID: hall };
    const effects = await admin.call(getClosingEffects, { params });
    expect(effects).toMatchObject({
      placeCount: 2,
      itemCount: 1,
      freedPromises: [
        { item: { sku: 'C-IN' }, type: 'hold', number: null, quantity: { measure: 1, unit: 'each' } },
        { type: 'sales_order', number: 'CIN', quantity: { measure: 2, unit: 'each' } },
      ],
    });
    expect(await bench.position(item)).toBe('7 1 5 5');
    await become(hall, 'closed');
    expect(await figures(item)).toEqual([7, 4, 3, 0, 2]);
    const there = { params: { locationID: shelf } };
    expect(await admin.call(getStorageLocation, there)).toMatchObject({ reservationState: 'open', isClosed: true });
    expect(await admin.call(getClosingEffects, { params })).toEqual({ placeCount: 0, itemCount: 0, freedPromises: [] });
    const taken = put(shelf, [[item, 1]]);
    await expect(taken).rejects.toMatchObject({ code: 'location_closed' });
    const issued = bench.run((ctx) =>
      bench.port.issue(ctx, 'ship', { type: 'sales_order', id: 'CIN', number: 'CIN' }, [
        { itemID: item, quantity: '1', locationID: shelf },
      ]),
    );
    await expect(issued).rejects.toMatchObject({ code: 'location_closed' });
    // A place that is created inside a closed place is closed; moved out of it, it opens.
    const bin = await admin.call(createStorageLocation, { body: { name: 'Bin', parentID: shelf } });
    expect(bin.isClosed).toBe(true);
    await admin.call(updateStorageLocation, { ...there, body: { parentID: null } });
    expect(await figures(item)).toEqual([7, 0, 5, 2, 0]);
    await admin.call(updateStorageLocation, { ...there, body: { parentID: hall } });
    expect(await figures(item)).toEqual([7, 4, 3, 0, 2]);
    await become(hall, 'open');
    expect(await figures(item)).toEqual([7, 0, 5, 2, 0]);
  });

  it('keeps the default place, and what it lies in, open', async () => {
    const hall = await place('Hall 2');
    const { id: dock } = await admin.call(createStorageLocation, { body: { name: 'Dock', parentID: hall } });
    const before = await bench.run((ctx) => defaultLocationID(ctx, new ClosedPlaces()));
    await become(dock, 'open', { isDefault: true });
    expect((await apiRefusal(become(hall, 'closed'))).code).toBe('default_location');
    await become(before, 'open', { isDefault: true });
    await become(hall, 'closed');
    expect((await apiRefusal(become(dock, 'open', { isDefault: true }))).code).toBe('default_location');
  });

  it('is promised to nobody where the place is reserved, though it can leave', async () => {
    const room = await place('Room 4');
    const item = await bench.product('C-4');
    await put(room, [[item, 6]]);
    await become(room, 'closed');
    await become(room, 'reserved');
    expect(await figures(item)).toEqual([6, 6, 0, 0, 0]);
    await become(room, 'open');
    expect(await figures(item)).toEqual([6, 0, 0, 6, 0]);
  });

  it('is promised to nobody at a dock, until somebody says so', async () => {
    const body = { name: 'Ramp', type: 'dock' as const };
    const ramp = await admin.call(createStorageLocation, { body });
    expect(ramp).toMatchObject({ isPromisable: false, reservationState: 'open' });
    const item = await bench.product('C-RAMP');
    await put(ramp.id, [[item, 6]]);
    expect(await figures(item)).toEqual([6, 6, 0, 0, 0]);
    const change = (fields: { isPromisable?: boolean; isDefault?: true }) =>
      admin.call(updateStorageLocation, { params: { locationID: ramp.id }, body: fields });
    expect((await apiRefusal(change({ isDefault: true }))).code).toBe('default_location');
    expect(await change({ isPromisable: true })).toMatchObject({ isPromisable: true });
    expect(await figures(item)).toEqual([6, 0, 0, 6, 0]);
  });

  it('of customers is closed as well, and nobody is served from it', async () => {
    const customer = await bench.customer('Owner of goods');
    const room = await place('Room 5');
    const item = await bench.product('C-5', 2);
    await put(room, [[item, 8]], customer);
    await become(room, 'closed');
    expect(await figures(item, customer)).toEqual([8, 8, 0, 0, 0]);
    expect(await figures(item)).toEqual([2, 0, 0, 2, 0]);
    await become(room, 'open');
    expect(await figures(item, customer)).toEqual([8, 0, 0, 8, 0]);
  });

  it('neither moves nor is counted away', async () => {
    const room = await place('Quarantine');
    const item = await bench.product('C-6');
    await put(room, [[item, 4]]);
    await become(room, 'closed');
    const line = { itemID: item, quantity: 1, fromStorageLocationID: room, toStorageLocationID: bench.locationID };
    expect(await apiRefusal(admin.call(moveInventory, { body: { lines: [line] } }))).toMatchObject({
      status: 409,
      code: 'location_closed',
    });
    const count = (inventoryChange: number) =>
      admin.call(updateItemInventory, { params: { itemID: item }, body: { inventoryChange, reconcile: true } });
    expect(await apiRefusal(count(0))).toMatchObject({
      status: 409,
      message: '4 each of C-6 lie in closed places: Quarantine',
    });
    await count(9);
    expect(await figures(item)).toEqual([9, 4, 0, 5, 0]);
    await count(4);
    expect(await figures(item)).toEqual([4, 4, 0, 0, 0]);
  });

  it('is opened with the place that becomes the default', async () => {
    const room = await place('Room 7');
    const item = await bench.product('C-7');
    await put(room, [[item, 3]]);
    await become(room, 'closed');
    await become(room, 'open', { isDefault: true });
    expect(await figures(item)).toEqual([3, 0, 0, 3, 0]);
    const main = await bench.run((ctx) =>
      ctx.em.findOne(StorageLocation, { accountID: ctx.account.id, name: 'Main warehouse' }),
    );
    await put(main?.id ?? '', [[item, 2]]);
    await become(main?.id ?? '', 'closed');
    await bench.run(async (ctx) => {
      await sql`update inventory.storage_location set is_default = false where account_id = ${ctx.account.id}`.execute(
        ctx.em.query(),
      );
      expect(await defaultLocationID(ctx, new ClosedPlaces())).toBe(main?.id);
    });
    expect(await figures(item)).toEqual([5, 0, 0, 5, 0]);
  });

  it('stays summed up where stock comes while the place is being closed', async () => {
    const rooms = await Promise.all([place('Room 8'), place('Room 9')]);
    const items = await Promise.all([bench.product('C-8', 50), bench.product('C-9', 50), bench.product('C-10', 50)]);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, (_, turn): Promise<unknown> => {
        const room = rooms[turn % 2] as string;
        const item = items[turn % 3] as string;
        if (turn % 4 === 0) return become(room, turn % 8 ? 'open' : 'closed');
        if (turn % 4 === 1) return bench.receive(item, -1);
        if (turn % 4 === 2) return reserve(demandDocument(`C8-${turn}`, [[item, 9]]));
        return put(room, [
          [items[2] as string, 1],
          [item === items[2] ? (items[0] as string) : item, 2],
        ]);
      }),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : []));
    expect(new Set(refused)).toEqual(new Set(refused.length ? ['location_closed'] : []));
  });

  it('may be of more items than one event tells', async () => {
    const room = await place('Room 10');
    const model = await bench.product('C-MANY');
    const ids = await bench.run(async (ctx) => {
      const { rows } = await sql<{ id: string }>`insert into inventory.item
          (account_id, id, created_at, updated_at, version, type, sku, product_type, default_conversion_id)
        select model.account_id, model.id || '.' || number, now(), now(), 1, 'part', 'MANY-' || number, null,
          model.default_conversion_id
        from inventory.item model cross join generate_series(1, 1010) as number
        where model.account_id = ${ctx.account.id} and model.id = ${model} returning id`.execute(ctx.em.query());
      return rows.map(({ id }) => id);
    });
    await put(
      room,
      ids.map((id) => [id, 2]),
    );
    await reserve(
      demandDocument(
        'C-MANY',
        ids.map((id) => [id, 1] as const),
      ),
    );
    const amounts = () =>
      bench.run(async (ctx) => {
        const { rows } = await sql<{
          closed: string;
          reserved: string;
        }>`select trim_scale(sum(withheld))::text as closed,
            trim_scale(sum(reserved))::text as reserved
          from inventory.item_position where account_id = ${ctx.account.id} and item_id = any(${ids}::text[])`.execute(
          ctx.em.query(),
        );
        return rows[0];
      });
    await become(room, 'closed');
    expect(await amounts()).toEqual({ closed: '2020', reserved: '0' });
    await become(room, 'open');
    expect(await amounts()).toEqual({ closed: '0', reserved: '1010' });
  });

  it('are closed together without the default and what is around it, and opened again as a whole', async () => {
    const item = await bench.product('C-BULK');
    const [one, two] = [await place('C-BULK-1'), await place('C-BULK-2')];
    await put(one, [[item, 3]]);
    await put(two, [[item, 4]]);
    const house = await place('C-HOUSE');
    const body = { name: 'C-INNER', type: 'room' as const, parentID: house };
    const { id: inner } = await admin.call(createStorageLocation, { body });
    const old = await bench.run((ctx) => defaultLocationID(ctx, new ClosedPlaces()));
    await become(inner, 'open', { isDefault: true });
    const locationIDs = [one, two, house, inner];
    const changes = { reservationState: 'closed' as const };
    const preview = await admin.call(previewBulkEditStorageLocations, { body: { locationIDs, changes } });
    expect(preview.allowed).toBe(2);
    expect(preview.refused.map(({ reason, labels }) => [reason, labels])).toEqual(
      expect.arrayContaining([
        ['The default place lies inside', ['C-HOUSE']],
        ['The default place has to be open and promised from', ['C-INNER']],
      ]),
    );
    const done = await admin.call(bulkEditStorageLocations, { body: { filter: { query: 'C-BULK' }, changes } });
    expect(done.done).toBe(2);
    expect(await figures(item)).toEqual([7, 7, 0, 0, 0]);
    await admin.call(undoChangeSet, { params: { changeSetID: done.undoChangeSetID ?? '' }, body: {} });
    expect(await figures(item)).toEqual([7, 0, 0, 7, 0]);
    expect(await admin.call(getStorageLocation, { params: { locationID: one } })).toMatchObject({ isClosed: false });
    await become(old, 'open', { isDefault: true });
  });
});
