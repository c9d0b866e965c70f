import { type EndpointInput, newID } from '@millwright/core/contracts';
import { createParty, sql } from '@millwright/core/server';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  consumeInventory,
  createInventoryReceipt,
  createStorageLocation,
  deleteProduct,
  getInventoryAnalytics,
  getInventoryChangeLog,
  getItemInventory,
  getStockSettings,
  itemViewRow,
  listInventories,
  listInventoryChangeLogs,
  listInventoryReceipts,
  listLocationStock,
  listProducts,
  listUnitGroups,
  listUnits,
  moveInventory,
  movementViewRow,
  receiptViewRow,
  receiveInventory,
  stockOnHandViewRow,
  updateItemInventory,
  updateProduct,
  updateStockSettings,
  updateStorageLocation,
  voidInventoryChange,
  voidInventoryChanges,
} from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';
import { createPlaces, createStockItem, expectLaws, type StockPlaces } from './stock-fixture.ts';

let kernel: TestKernel;
let admin: TestPerson;
let places: StockPlaces;
let item: string;
let made = 0;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
  places = await createPlaces(kernel.a);
});
beforeEach(async () => {
  made += 1;
  item = await createStockItem(admin, `HTTP-${made}`);
});
afterAll(async () => {
  await expectLaws(kernel.a);
  await kernel.stop();
});

const change = (body: EndpointInput<typeof updateItemInventory>['body'], itemID = item) =>
  admin.call(updateItemInventory, { params: { itemID }, body });
const receive = (body: Omit<EndpointInput<typeof createInventoryReceipt>['body'], 'itemID'>) =>
  admin.call(createInventoryReceipt, { body: { itemID: item, ...body } });
const figures = async () => {
  const { onHand, reserved, availableToPromise, short } = await admin.call(getItemInventory, {
    params: { itemID: item },
  });
  return [onHand, reserved, availableToPromise, short].map(({ measure }) => measure);
};

describe('the stock of an item', () => {
  it('is counted and corrected', async () => {
    expect(await figures()).toEqual([0, 0, 0, 0]);
    const counted = await change({ inventoryChange: 12, reconcile: true, reason: 'Spring count' });
    expect(counted).toMatchObject({
      item: { id: item, sku: `HTTP-${made}` },
      ownerAccount: { isSelf: true },
      onHand: { measure: 12 },
      weightedAverageUnitCost: 2,
      inventoryValue: 24,
    });
    await change({ inventoryChange: -2.5 });
    expect(await figures()).toEqual([9.5, 0, 9.5, 0]);
    expect((await apiRefusal(change({ inventoryChange: -10 }))).code).toBe('insufficient_stock');
    expect((await apiRefusal(change({ inventoryChange: -1, reconcile: true }))).errors).toEqual([
      { path: 'inventoryChange', message: 'Must be at least 0' },
    ]);
  });

  it('counts in any unit of the group', async () => {
    const { items: units } = await admin.call(listUnits, { query: { take: 500 } });
    const dozen = units.find(({ name }) => name === 'dozen')?.id ?? '';
    await change({ inventoryChange: { measure: 2, unitID: dozen } });
    expect(await figures()).toEqual([24, 0, 24, 0]);
    const { items } = await admin.call(listInventoryChangeLogs, { query: { itemIDs: [item] } });
    expect(items[0]).toMatchObject({ actionType: 'adjust', quantity: { measure: 2, unit: 'dozen' }, value: 48 });
  });

  it('belongs to a customer where one is named', async () => {
    const customerID = await kernel.a.run(async (ctx) => {
      const id = `cus_01h455vb4pex5vsknk084sn0${String(made).padStart(2, '0')}`;
      await createParty(ctx, { id, kind: 'customer', name: 'Consigner' });
      return id;
    });
    const theirs = await change({ inventoryChange: 3, customerID });
    expect(theirs).toMatchObject({ onHand: { measure: 3 }, ownerAccount: { id: customerID, isSelf: false } });
    expect(await figures()).toEqual([0, 0, 0, 0]);
    expect((await apiRefusal(change({ inventoryChange: 3, customerID: 'cus_none' }))).errors).toEqual([
      { path: 'customerID', message: 'There is no such customer' },
    ]);
  });

  it('lies in lots, whose numbers are padded and are no card numbers', async () => {
    await change({ inventoryChange: 4, lotNumber: '42', storageLocationID: places.north });
    const { items } = await admin.call(listInventoryChangeLogs, { query: { itemIDs: [item] } });
    expect(items[0]).toMatchObject({ lot: { lotNumber: '000042' }, storageLocation: { name: 'North' } });
    await change({ inventoryChange: 0, reconcile: true, lotNumber: '000042' });
    expect(await figures()).toEqual([0, 0, 0, 0]);
    expect((await apiRefusal(change({ inventoryChange: -1, lotNumber: 'NONE' }))).errors).toEqual([
      { path: 'lotNumber', message: 'The item has no such lot' },
    ]);
    for (const body of [{ lotNumber: '4111111111111111' }, { reason: 'paid 4111 1111 1111 1111' }])
      expect((await apiRefusal(change({ inventoryChange: 1, ...body }))).status).toBe(400);
  });

  it('notices that somebody else was faster', async () => {
    const { version } = await change({ inventoryChange: 4 });
    await change({ inventoryChange: 5, reconcile: true, version });
    expect((await apiRefusal(change({ inventoryChange: 6, reconcile: true, version }))).code).toBe('stale_version');
  });

  it('is 404 for items of nobody and of others', async () => {
    const other = await kernel.b.as('admin');
    for (const call of [
      () => admin.call(getItemInventory, { params: { itemID: 'itm_none' } }),
      () => other.call(getItemInventory, { params: { itemID: item } }),
      () => other.call(updateItemInventory, { params: { itemID: item }, body: { inventoryChange: 1 } }),
    ])
      expect((await apiRefusal(call())).status).toBe(404);
  });

  it('is read by the roles that may, and changed by those that may', async () => {
    const rep = await kernel.a.as('sales_rep');
    const scanner = await kernel.a.as('scanner');
    expect((await rep.call(getItemInventory, { params: { itemID: item } })).onHand.measure).toBe(0);
    const body = { inventoryChange: 1 };
    expect((await apiRefusal(rep.call(updateItemInventory, { params: { itemID: item }, body }))).status).toBe(403);
    expect((await scanner.call(updateItemInventory, { params: { itemID: item }, body })).onHand.measure).toBe(1);
  });
});

describe('receipts, moves and use', () => {
  it('receives at a cost per entered unit', async () => {
    const { items: units } = await admin.call(listUnits, { query: { take: 500 } });
    const dozen = units.find(({ name }) => name === 'dozen')?.id ?? '';
    const received = await receive({
      quantity: { measure: 2, unitID: dozen },
      unitCost: 36,
      receivedAt: '2020-02-01',
      reference: 'DN 7',
    });
    expect(received).toMatchObject({ actionType: 'receive', unitCost: 3, value: 72, item: { id: item } });
    expect((await apiRefusal(receive({ quantity: 1, receivedAt: '2199-01-01' }))).errors[0]?.path).toBe('receivedAt');
    expect((await apiRefusal(receive({ quantity: 0 }))).status).toBe(400);
    expect((await apiRefusal(receive({ quantity: 1, storageLocationID: places.closed }))).code).toBe('location_closed');
  });

  it('moves and uses up, all lines or none', async () => {
    await receive({ quantity: 5, unitCost: 1, storageLocationID: places.north });
    const line = { itemID: item, fromStorageLocationID: places.north, toStorageLocationID: places.south };
    const moved = await admin.call(moveInventory, { body: { lines: [{ ...line, quantity: 3 }] } });
    expect(moved.items.map(({ quantity, storageLocation }) => [storageLocation.name, quantity.measure])).toEqual([
      ['North', -3],
      ['South', 3],
    ]);
    const short = await apiRefusal(
      admin.call(consumeInventory, {
        body: {
          lines: [
            { itemID: item, quantity: 1, storageLocationID: places.south },
            { itemID: item, quantity: 3, storageLocationID: places.north },
          ],
        },
      }),
    );
    expect(short.errors.map(({ path }) => path)).toEqual(['lines.1.quantity']);
    expect(await figures()).toEqual([5, 0, 5, 0]);
    const used = await admin.call(consumeInventory, { body: { lines: [{ itemID: item, quantity: 4 }] } });
    expect(used.count).toBe(2);
    expect(await figures()).toEqual([1, 0, 1, 0]);
  });

  it('voids once, with both halves of a move', async () => {
    const received = await receive({ quantity: 5, unitCost: 1, storageLocationID: places.north });
    const { items } = await admin.call(moveInventory, {
      body: {
        lines: [{ itemID: item, quantity: 2, fromStorageLocationID: places.north, toStorageLocationID: places.south }],
      },
    });
    const undo = (inventoryChangeLogID: string) =>
      admin.call(voidInventoryChange, { params: { inventoryChangeLogID }, body: { reason: 'Mistyped' } });
    expect((await apiRefusal(undo(received.id))).code).toBe('stock_used');
    const voided = await undo(items[1]?.id ?? '');
    expect(voided.items.map(({ actionType, reason }) => [actionType, reason])).toEqual([
      ['void', 'Mistyped'],
      ['void', 'Mistyped'],
    ]);
    const half = await admin.call(getInventoryChangeLog, { params: { inventoryChangeLogID: items[0]?.id ?? '' } });
    expect(voided.items.map(({ id }) => id)).toContain(half.reversedByID);
    expect((await apiRefusal(undo(half.id))).code).toBe('movement_voided');
    await undo(received.id);
    expect(await figures()).toEqual([0, 0, 0, 0]);
  });

  it('is received and moved by many lines, all or none, and taken back together', async () => {
    const lines = [
      { itemID: item, quantity: 4, storageLocationID: places.north },
      { itemID: item, quantity: 6, storageLocationID: places.south, lotNumber: 'MANY' },
    ];
    const missing = { itemID: item, quantity: 1, storageLocationID: newID('loc') };
    expect((await apiRefusal(admin.call(receiveInventory, { body: { lines: [...lines, missing] } }))).errors).toEqual([
      { path: 'lines.2.storageLocationID', message: 'There is no such storage location' },
    ]);
    expect(await figures()).toEqual([0, 0, 0, 0]);
    const came = await admin.call(receiveInventory, { body: { lines, reference: 'DN-1' } });
    expect(came.items.map(({ quantity, lot }) => [quantity.measure, lot?.lotNumber])).toEqual([
      [4, undefined],
      [6, expect.stringContaining('MANY')],
    ]);
    const [from, to] = [places.north, places.south];
    const moved = await admin.call(moveInventory, {
      body: {
        lines: [2, 1].map((quantity) => ({
          itemID: item,
          quantity,
          fromStorageLocationID: from,
          toStorageLocationID: to,
        })),
      },
    });
    const undo = (logs: { id: string }[]) =>
      admin.call(voidInventoryChanges, { body: { inventoryChangeLogIDs: logs.map(({ id }) => id) } });
    expect((await apiRefusal(undo(came.items))).code).toBe('stock_used');
    expect((await undo(moved.items)).count).toBe(4);
    expect((await apiRefusal(undo([...came.items, ...moved.items]))).code).toBe('movement_voided');
    await undo(came.items);
    expect(await figures()).toEqual([0, 0, 0, 0]);
  });
});

describe('answers', () => {
  it('name what shows stock, also where a place has another name', async () => {
    let told: readonly string[] = [];
    const onTouched = (paths: readonly string[]) => {
      told = paths;
    };
    const named = (...lists: readonly { path: string }[]) =>
      lists.filter(({ path }) => !told.some((above) => `${path}/`.startsWith(`${above}/`)));
    const body = { itemID: item, quantity: 5, unitCost: 1, storageLocationID: places.north };
    await admin.call(createInventoryReceipt, { body }, { onTouched });
    expect(named(getItemInventory, listInventories, listProducts, getInventoryAnalytics, listLocationStock)).toEqual(
      [],
    );
    const { items } = await admin.call(listInventoryChangeLogs, { query: { itemIDs: [item] } });
    await admin.call(
      voidInventoryChange,
      { params: { inventoryChangeLogID: items[0]?.id ?? '' }, body: {} },
      { onTouched },
    );
    expect(named(getItemInventory, listInventories, listProducts, getInventoryAnalytics)).toEqual([]);
    const place = await admin.call(
      createStorageLocation,
      { body: { name: `Shelf ${made}`, type: 'bin' } },
      { onTouched },
    );
    expect(named(listInventories)).toEqual([listInventories]);
    const params = { locationID: place.id };
    await admin.call(updateStorageLocation, { params, body: { name: `Rack ${made}` } }, { onTouched });
    expect(named(listInventories, listInventoryReceipts, listInventoryChangeLogs, getItemInventory)).toEqual([]);
  });
});

describe('the change log', () => {
  it('is filtered by item, person, action, place, lot, date and SKU', async () => {
    await receive({ quantity: 5, unitCost: 1, storageLocationID: places.north, lotNumber: 'L1' });
    await change({ inventoryChange: -1 });
    const list = (query: NonNullable<EndpointInput<typeof listInventoryChangeLogs>['query']>) =>
      admin.call(listInventoryChangeLogs, { query: { itemIDs: [item], ...query } });
    const all = await list({});
    expect(all.items.map(({ actionType }) => actionType)).toEqual(['adjust', 'receive']);
    const [first] = all.items;
    const memberID = first?.responsibleUser?.id ?? '';
    expect(first?.responsibleUser?.name).toBe('Admin of alpha');
    expect((await list({ changedByUserIDs: [memberID] })).count).toBe(2);
    expect((await list({ changedByUserIDs: [admin.userID] })).count).toBe(2);
    expect((await list({ changedByUserIDs: ['mem_none'] })).count).toBe(0);
    expect((await list({ actionTypeCodes: ['receive'] })).count).toBe(1);
    expect((await list({ storageLocationIDs: [places.south] })).count).toBe(0);
    expect((await list({ lotIDs: [first?.lot?.id ?? ''] })).count).toBe(2);
    expect((await list({ startDate: '2199-01-01' })).count).toBe(0);
    expect((await list({ query: `http-${made}` })).count).toBe(2);
    expect((await list({ query: 'nothing' })).count).toBe(0);
    expect((await list({ sortBy: 'quantity', sortOrder: 'desc' })).items[0]?.actionType).toBe('receive');
  });
});

describe('items with stock', () => {
  it('are not deleted and keep their unit group', async () => {
    await change({ inventoryChange: 1 });
    expect((await apiRefusal(admin.call(deleteProduct, { params: { itemID: item } }))).code).toBe('in_use');
    const { items: groups } = await admin.call(listUnitGroups, {});
    const pairs = groups.find(({ name }) => name === 'Pairs')?.id ?? '';
    const regroup = admin.call(updateProduct, {
      params: { itemID: item },
      body: { unitGroupID: pairs, unitValue: 1, unitCost: 1 },
    });
    expect((await apiRefusal(regroup)).code).toBe('in_use');
    const other = await createStockItem(admin, `FREE-${made}`);
    await admin.call(getItemInventory, { params: { itemID: other } });
    await admin.call(deleteProduct, { params: { itemID: other } });
  });
});

describe('published views', () => {
  it('have the columns that they promise', async () => {
    await receive({ quantity: 5, unitCost: 1, lotNumber: 'V1' });
    await kernel.a.run(async (ctx) => {
      for (const [view, row] of [
        ['v_items', itemViewRow.partial({ start_date: true, end_date: true })],
        ['v_stock_on_hand', stockOnHandViewRow],
        ['v_movements', movementViewRow],
        ['v_receipts', receiptViewRow],
      ] as const) {
        const { rows } = await sql`select * from ${sql.table(`inventory.${view}`)} where account_id = ${ctx.account.id}
          limit 50`.execute(ctx.em.query());
        expect(rows.length).toBeGreaterThan(0);
        for (const found of rows) row.parse(found);
      }
    });
  });
});

describe('a service', () => {
  it('never becomes stock, however it comes', async () => {
    await admin.call(updateProduct, { params: { itemID: item }, body: { productType: 'service' } });
    const refused = {
      code: 'item_not_stocked',
      status: 409,
      errors: [{ message: `HTTP-${made} is a service or charge, which is no stock` }],
    };
    await expect(receive({ quantity: 1 })).rejects.toMatchObject(refused);
    for (const reconcile of [true, false])
      await expect(change({ inventoryChange: 1, reconcile })).rejects.toMatchObject(refused);
    await change({ inventoryChange: 0, reconcile: true });
  });
});

describe('a quantity that is mostly a slip of the finger', () => {
  const send = (quantity: number, headers: Record<string, string> = {}) =>
    admin.fetch('/v1/inventory-receipts', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ itemID: item, quantity }),
    });

  it('has to be confirmed above the limit of the account', async () => {
    const refused = await send(10_000_001);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      code: 'confirmation_required',
      details: { confirm: 'large_quantity', limit: 10_000_000 },
      errors: [{ path: 'quantity', message: 'More than 10,000,000 of the smallest unit' }],
    });
    expect((await send(10_000_001, { 'x-confirm': 'large_quantity' })).status).toBe(201);
    await admin.call(updateStockSettings, { body: { largestLineQuantity: 20_000_000 } });
    expect((await send(10_000_001)).status).toBe(201);
    expect(await admin.call(getStockSettings, {})).toEqual({ largestLineQuantity: 20_000_000 });
    expect((await figures())[0]).toBe(20_000_002);
    await admin.call(updateStockSettings, { body: { largestLineQuantity: 10_000_000 } });
  });
});
