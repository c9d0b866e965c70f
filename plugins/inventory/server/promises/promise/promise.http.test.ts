import { addDays, daysLater, newID } from '@millwright/core/contracts';
import { todayOf } from '@millwright/core/server';
import type { TestPerson } from '@millwright/core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createExpectedReceipt,
  deleteExpectedReceipt,
  deleteInventoryHold,
  getExpectedReceipt,
  getItemPromises,
  listExpectedReceipts,
  listInventoryChangeLogs,
  promiseItems,
  putInventoryHold,
  receiveExpectedReceipt,
  SupplyPort,
  updateExpectedReceipt,
  updateProduct,
  updatePromiseSettings,
  voidInventoryChange,
} from '../../../contracts/index.ts';
import { demandDocument, PromiseBench } from './promise-fixture.ts';

let bench: PromiseBench;
let admin: TestPerson;
let today: string;

beforeAll(async () => {
  bench = await PromiseBench.open();
  admin = await bench.kernel.a.as('admin');
  today = await bench.run(async (ctx) => todayOf(ctx));
});
afterAll(() => bench.kernel.stop());
afterEach(async () => {
  expect(await bench.violations()).toEqual([]);
});

const on = (days: number): string => addDays(today, days);
const expectReceipt = (
  itemID: string,
  quantity: number,
  days: number,
  more: { unitCost?: number; note?: string } = {},
) =>
  admin.call(createExpectedReceipt, {
    body: { itemID, quantity, expectedOn: on(days), storageLocationID: bench.locationID, ...more },
  });
const reserve = (...documents: ReturnType<typeof demandDocument>[]) =>
  bench.run((ctx) => bench.port.reserve(ctx, documents));
const ask = async (itemID: string, quantity: number, days?: number) => {
  const line = { itemID, quantity, ...(days === undefined ? {} : { on: on(days) }) };
  const { items } = await admin.call(promiseItems, { body: { lines: [line] } });
  const [answer] = items;
  return {
    firstDate: answer?.firstDate,
    isAvailable: answer?.isAvailable,
    now: answer?.availableToPromise?.measure,
    on: answer?.availableOn?.measure,
  };
};

describe('what can be promised', () => {
  it('is what is free today, and with supply from its day on', async () => {
    const item = await bench.product('T-1', 4);
    await expectReceipt(item, 10, 5);
    await expectReceipt(item, 10, 9);
    expect(await ask(item, 4)).toEqual({ firstDate: today, isAvailable: true, now: 4, on: undefined });
    expect(await ask(item, 5, 4)).toEqual({ firstDate: on(5), isAvailable: false, now: 4, on: 4 });
    expect(await ask(item, 14, 8)).toEqual({ firstDate: on(5), isAvailable: true, now: 4, on: 14 });
    expect(await ask(item, 24)).toMatchObject({ firstDate: on(9), isAvailable: false });
    expect(await ask(item, 25)).toMatchObject({ firstDate: null });
  });

  it('leaves earlier supply to later promises that need it', async () => {
    const item = await bench.product('T-2');
    await expectReceipt(item, 10, 3);
    await expectReceipt(item, 4, 20);
    await reserve(demandDocument('T2', [[item, 8]], { promisedOn: on(10) }));
    expect(await ask(item, 2)).toMatchObject({ firstDate: on(3), now: 0 });
    expect(await ask(item, 3)).toMatchObject({ firstDate: on(20) });
    expect(await ask(item, 6)).toMatchObject({ firstDate: on(20) });
    expect(await ask(item, 7)).toMatchObject({ firstDate: null });
  });

  it('needs what has no day, or is overdue, today', async () => {
    const item = await bench.product('T-3');
    await expectReceipt(item, 5, 2);
    await expectReceipt(item, 5, 4);
    await reserve(
      demandDocument('T3-NO-DAY', [[item, 3]]),
      demandDocument('T3-OVERDUE', [[item, 4]], { promisedOn: on(-3) }),
    );
    expect(await ask(item, 1)).toMatchObject({ firstDate: on(4), now: 0 });
    expect(await ask(item, 3)).toMatchObject({ firstDate: on(4) });
    expect(await ask(item, 4)).toMatchObject({ firstDate: null });
  });

  it('counts overdue supply from tomorrow, or not before it has a new date, as the account has decided', async () => {
    const item = await bench.product('T-4');
    await expectReceipt(item, 5, -2, { note: 'Delayed at customs' });
    expect(await ask(item, 5)).toMatchObject({ firstDate: on(1), isAvailable: false, now: 0 });
    expect(await ask(item, 5, 1)).toMatchObject({ firstDate: on(1), isAvailable: true, on: 5 });
    const { rows, why } = await admin.call(getItemPromises, { params: { itemID: item }, query: { quantity: 5 } });
    expect(rows).toMatchObject([{ kind: 'on_hand' }, { kind: 'supply', isLate: true, note: 'Delayed at customs' }]);
    expect(why).toMatchObject({
      firstDate: on(1),
      sentences: [expect.any(String), expect.stringContaining('overdue')],
    });
    await admin.call(updatePromiseSettings, { body: { lateSupply: 'never' } });
    expect(await ask(item, 5, 300)).toMatchObject({ firstDate: null, isAvailable: false, on: 0 });
    const ledger = await admin.call(getItemPromises, { params: { itemID: item }, query: { quantity: 5 } });
    expect(ledger.rows).toMatchObject([{ kind: 'on_hand' }]);
    const settings = await admin.call(updatePromiseSettings, { body: { lateSupply: 'tomorrow' } });
    expect(settings).toEqual({
      lateSupply: 'tomorrow',
      portalHolds: 5,
      portalHoldLines: 50,
      portalHoldOrders: 2,
      portalHoldLeast: 1000,
      portalHoldMinutes: 60,
    });
  });

  it('is one number of what is free now, whatever comes today', async () => {
    const item = await bench.product('T-NOW', 2);
    await expectReceipt(item, 8, 0);
    expect(await ask(item, 5)).toMatchObject({ firstDate: today, isAvailable: false, now: 2 });
    expect(await ask(item, 5, 0)).toMatchObject({ isAvailable: true, now: 2, on: 10 });
    const ledger = await admin.call(getItemPromises, { params: { itemID: item }, query: {} });
    expect(ledger.availableToPromise.measure).toBe(2);
    expect(ledger.rows.map(({ availableOn }) => availableOn.measure)).toEqual([10, 10]);
    const holdID = newID('hold');
    const held = await admin.call(putInventoryHold, {
      params: { holdID },
      body: { lines: [{ itemID: item, quantity: 5 }] },
    });
    expect(held.lines).toMatchObject([{ isAvailable: false, firstDate: today, held: { measure: 2 } }]);
    await admin.call(deleteInventoryHold, { params: { holdID } });
  });

  it('leaves out the demand of the document that asks', async () => {
    const item = await bench.product('T-5', 3);
    await reserve(demandDocument('T5', [[item, 5]]));
    const lines = [{ itemID: item, quantity: 3 }];
    expect((await admin.call(promiseItems, { body: { lines } })).items).toMatchObject([{ isAvailable: false }]);
    expect((await admin.call(promiseItems, { body: { lines, documentID: 'so_T5' } })).items).toMatchObject([
      { isAvailable: true, availableToPromise: { measure: 3 }, short: { measure: 0 } },
    ]);
  });

  it('is answered for fifty items at once, in the order asked', async () => {
    const items: string[] = [];
    for (let index = 0; index < 50; index += 1) items.push(await bench.product(`T-MANY-${index}`));
    await Promise.all(items.slice(0, 10).map((item, index) => expectReceipt(item, index + 1, index + 1)));
    const answer = await admin.call(promiseItems, { body: { lines: items.map((itemID) => ({ itemID })) } });
    expect(answer.items.map(({ itemID }) => itemID)).toEqual(items);
    expect(answer.items.map(({ firstDate }) => firstDate).slice(0, 12)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => on(index + 1)),
      null,
      null,
    ]);
  });
});

describe('the ledger of an item', () => {
  it('has a running balance, what can be promised each day, and names what decides', async () => {
    const item = await bench.product('W-1', 6);
    const { id: early } = await expectReceipt(item, 5, 3);
    const { id: late } = await expectReceipt(item, 20, 8);
    await reserve(
      demandDocument('W1-HAS', [[item, 6]], { promisedOn: on(30) }),
      demandDocument('W1-WAITS', [[item, 4]], { promisedOn: on(2) }),
      demandDocument('W1-LATER', [[item, 2]], { promisedOn: on(12) }),
    );
    const ledger = await admin.call(getItemPromises, { params: { itemID: item }, query: { quantity: 10 } });
    expect(
      ledger.rows.map(({ date, kind, quantity, runningBalance, availableOn, source }) => [
        date,
        kind,
        source?.number ?? '',
        quantity.measure,
        runningBalance.measure,
        availableOn.measure,
      ]),
    ).toEqual([
      [today, 'on_hand', '', 6, 6, 0],
      [today, 'demand', 'W1-HAS', -6, 0, 0],
      [on(2), 'demand', 'W1-WAITS', -4, -4, 0],
      [on(3), 'supply', '', 5, 1, 1],
      [on(8), 'supply', '', 20, 21, 19],
      [on(12), 'demand', 'W1-LATER', -2, 19, 19],
    ]);
    expect(ledger).toMatchObject({ onHand: { measure: 6 }, reserved: { measure: 6 }, short: { measure: 6 } });
    expect(ledger.why.firstDate).toBe(on(8));
    const ids = ledger.rows
      .filter(({ id }) => ledger.why.rowIDs.includes(id))
      .map(({ kind, source }) => [kind, source?.id]);
    expect(ids).toEqual([
      ['on_hand', undefined],
      ['demand', 'so_W1-WAITS'],
      ['supply', early],
      ['supply', late],
      ['demand', 'so_W1-LATER'],
    ]);
    expect(ledger.why.sentences.join(' ')).toContain('sales order W1-WAITS');
    expect(ledger.why.sentences.join(' ')).toContain(`from then on 19 each can be promised`);
  });

  it('says in words why nothing can be promised', async () => {
    const item = await bench.product('W-2');
    const { why } = await admin.call(getItemPromises, { params: { itemID: item }, query: {} });
    expect(why).toMatchObject({ firstDate: null, wanted: { measure: 1 } });
    expect(why.sentences).toEqual([
      'Today: 0 each on hand.',
      'Nothing is expected, so 1 each cannot be promised for any day.',
    ]);
  });

  it('is not there for items of others', async () => {
    const item = await bench.product('W-3');
    const other = await bench.kernel.b.as('admin');
    await expect(other.call(getItemPromises, { params: { itemID: item }, query: {} })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('expected receipts', () => {
  it('are received in part and whole, into stock, at their cost, and serve who waits', async () => {
    const item = await bench.product('E-1');
    await reserve(demandDocument('E1', [[item, 6]]));
    const { id } = await expectReceipt(item, 10, 2, { unitCost: 2.5 });
    const params = { expectedReceiptID: id };
    const part = await admin.call(receiveExpectedReceipt, { params, body: { quantity: 4, lotNumber: '77' } });
    expect(part).toMatchObject({ received: { measure: 4 }, open: { measure: 6 }, isOpen: true, unitCost: 2.5 });
    expect(await bench.promises('E1')).toEqual({ E1: '4/6' });
    const whole = await admin.call(receiveExpectedReceipt, { params, body: { unitCost: 3 } });
    expect(whole).toMatchObject({ received: { measure: 10 }, open: { measure: 0 }, isOpen: false });
    expect(await bench.position(item)).toBe('10 0 6 6');
    await expect(admin.call(receiveExpectedReceipt, { params, body: { quantity: 1 } })).rejects.toMatchObject({
      code: 'expected_receipt_closed',
    });
    expect(await bench.layers(item)).toEqual(['4 @ 2.5 in 000077', '6 @ 3']);
    await expect(admin.call(deleteExpectedReceipt, { params })).rejects.toMatchObject({ code: 'in_use' });
  });

  it('are changed, closed, reopened and deleted', async () => {
    const item = await bench.product('E-2');
    const { id, version } = await expectReceipt(item, 5, 2);
    const params = { expectedReceiptID: id };
    const moved = await admin.call(updateExpectedReceipt, {
      params,
      body: { expectedOn: on(6), quantity: 8, version },
    });
    expect(moved).toMatchObject({ expectedOn: on(6), quantity: { measure: 8 } });
    await expect(admin.call(updateExpectedReceipt, { params, body: { note: 'x', version } })).rejects.toMatchObject({
      code: 'stale_version',
    });
    expect(await ask(item, 8)).toMatchObject({ firstDate: on(6) });
    await admin.call(updateExpectedReceipt, { params, body: { isOpen: false } });
    expect(await ask(item, 8)).toMatchObject({ firstDate: null });
    expect(await admin.call(updateExpectedReceipt, { params, body: { isOpen: true } })).toMatchObject({ isOpen: true });
    expect(await ask(item, 8)).toMatchObject({ firstDate: on(6) });
    await admin.call(deleteExpectedReceipt, { params });
    await expect(admin.call(getExpectedReceipt, { params })).rejects.toMatchObject({ status: 404 });
  });

  it('are listed by day, item and state', async () => {
    const [first, second] = [await bench.product('E-3'), await bench.product('E-3-OTHER')];
    const { id: late } = await expectReceipt(first, 1, -1);
    const { id: soon } = await expectReceipt(second, 1, 1, { note: 'By ship Zephyr' });
    const { id: done } = await expectReceipt(first, 1, 3);
    await admin.call(updateExpectedReceipt, { params: { expectedReceiptID: done }, body: { isOpen: false } });
    const list = async (query: Parameters<typeof admin.call<typeof listExpectedReceipts>>[1]['query']) =>
      (await admin.call(listExpectedReceipts, { query: { itemIDs: [first, second], ...query } })).items.map(
        ({ id }) => id,
      );
    expect(await list({})).toEqual([late, soon, done]);
    expect(await list({ isOpen: true })).toEqual([late, soon]);
    expect(await list({ isLate: true })).toEqual([late]);
    expect(await list({ startDate: on(1), endDate: on(2) })).toEqual([soon]);
    expect(await list({ query: 'zephyr' })).toEqual([soon]);
    expect(await list({ itemIDs: [second] })).toEqual([soon]);
  });
});

describe('supply of other domains', () => {
  const source = { type: 'purchase_order', id: 'po_1', number: '501' };
  const lineOf = (lineID: string, itemID: string, measure: string, days: number) => ({
    lineID,
    itemID,
    measure,
    unitID: '',
    dueOn: on(days),
  });

  it('is what its document says, and comes through the port', async () => {
    const port = bench.kernel.services.get(SupplyPort);
    const item = await bench.product('U-1');
    const unitID = await bench.unitID('each');
    const lines = [lineOf('a', item, '5', 4), lineOf('b', item, '3', 6)].map((line) => ({ ...line, unitID }));
    await bench.run((ctx) => port.expect(ctx, source, lines));
    expect(await ask(item, 8)).toMatchObject({ firstDate: on(6) });
    const receipt = { itemID: item, unitID, unitCost: '1.25', locationID: bench.locationID };
    await bench.run((ctx) => port.receive(ctx, source, [{ ...receipt, lineID: 'a', measure: '5' }]));
    expect(await ask(item, 5)).toMatchObject({ firstDate: today, now: 5 });
    await bench.run((ctx) => port.expect(ctx, source, [{ ...lines[1]!, measure: '9', dueOn: on(2) }]));
    expect(await ask(item, 14)).toMatchObject({ firstDate: on(2) });
    const { why } = await admin.call(getItemPromises, { params: { itemID: item }, query: { quantity: 14 } });
    expect(why.sentences.join(' ')).toContain('purchase order 501');
    await bench.run((ctx) => port.expect(ctx, source, []));
    expect(await ask(item, 6)).toMatchObject({ firstDate: null, now: 5 });
  });
});

describe('an expected receipt that was received', () => {
  const receiptOf = (itemID: string) => expectReceipt(itemID, 10, 3);
  const voidLast = async (itemID: string) => {
    const { items } = await admin.call(listInventoryChangeLogs, {
      query: { itemIDs: [itemID] },
    });
    return admin.call(voidInventoryChange, {
      params: { inventoryChangeLogID: items[0]?.id ?? '' },
      body: { reason: 'Mistake' },
    });
  };

  it('opens again with a void where it closed by itself, and stays closed where staff closed it', async () => {
    const [whole, part] = [await bench.product('V-WHOLE'), await bench.product('V-PART')];
    const isOpen = async (id: string) =>
      (await admin.call(getExpectedReceipt, { params: { expectedReceiptID: id } })).isOpen;
    const all = await receiptOf(whole);
    await admin.call(receiveExpectedReceipt, { params: { expectedReceiptID: all.id }, body: {} });
    expect(await isOpen(all.id)).toBe(false);
    await voidLast(whole);
    expect(await isOpen(all.id)).toBe(true);
    const some = await receiptOf(part);
    const params = { expectedReceiptID: some.id };
    await admin.call(receiveExpectedReceipt, { params, body: { quantity: 4, isComplete: true } });
    await voidLast(part);
    expect(await isOpen(some.id)).toBe(false);
  });

  it('came today or before', async () => {
    const item = await bench.product('V-LATER');
    const { id } = await receiptOf(item);
    const receivedAt = daysLater(bench.kernel.clock.now(), 3).toISOString();
    await expect(
      admin.call(receiveExpectedReceipt, { params: { expectedReceiptID: id }, body: { receivedAt } }),
    ).rejects.toMatchObject({ status: 400, errors: [{ path: 'receivedAt', message: 'Must not be in the future' }] });
  });

  it('keeps its product of type sale, as stock and promises do', async () => {
    const [item, stocked, free] = [
      await bench.product('V-A'),
      await bench.product('V-B', 1),
      await bench.product('V-C'),
    ];
    await receiptOf(item);
    const serve = (itemID: string) =>
      admin.call(updateProduct, { params: { itemID }, body: { productType: 'service' } });
    for (const each of [item, stocked])
      await expect(serve(each)).rejects.toMatchObject({ code: 'item_stocked', errors: [{ path: 'productType' }] });
    await serve(free);
    // And a service is never expected.
    await expect(receiptOf(free)).rejects.toMatchObject({
      code: 'item_not_stocked',
      status: 409,
      errors: [{ path: 'itemID', message: 'V-C is a service or charge, which is no stock' }],
    });
  });
});
