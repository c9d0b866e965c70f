import { sql } from '@millwright/core/server';
import { refusal, violationsOf } from '@millwright/core/testing';
import { createStorageLocation, updateItemInventory } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  correctReceivingCost,
  getReceivingOrder,
  listJournalEntries,
  listReceivingOrders,
  type ReceiveInput,
  type ReceivingOrder,
  receiveReceivingOrder,
  stockReceivingOrder,
  voidReceivingOrder,
} from '../../../contracts/index.ts';
import commerce from '../../plugin.ts';
import { type PurchaseFixture, purchaseFixture } from '../purchase-order/purchase-order-fixture.ts';

let at: PurchaseFixture;
let shelf: string;
let bin: string;

beforeAll(async () => {
  at = await purchaseFixture();
  const place = async (name: string) =>
    (await at.admin.call(createStorageLocation, { body: { name, type: 'shelf' } })).id;
  [shelf, bin] = [await place('Shelf'), await place('Bin')];
});
afterAll(() => at?.kernel.stop());

/** An issued order and what the dock waits for. */
async function issued(body: Parameters<PurchaseFixture['order']>[0] = {}) {
  const order = await at.order({ status: 'issued', ...body });
  const { items } = await at.admin.call(listReceivingOrders, { query: { purchaseOrderIDs: [order.id] } });
  return { order, receiving: await read({ id: items[0]?.id ?? '' }) };
}
const read = ({ id }: { id: string }): Promise<ReceivingOrder> =>
  at.admin.call(getReceivingOrder, { params: { receivingOrderID: id } });
const receive = (order: { id: string }, body: Partial<ReceiveInput> = {}) =>
  at.admin.call(receiveReceivingOrder, { params: { receivingOrderID: order.id }, body });
const lineID = ({ lines }: ReceivingOrder, index = 0) => lines[index]?.id ?? '';
const stock = (order: ReceivingOrder, ...shares: [storageLocationID: string, quantity: number][]) =>
  at.admin.call(stockReceivingOrder, {
    params: { receivingOrderID: order.id },
    body: {
      lines: [
        {
          lineID: lineID(order),
          storageAllocations: shares.map(([storageLocationID, quantity]) => ({ storageLocationID, quantity })),
        },
      ],
    },
  });
const takeBack = (order: { id: string }, body: { deliveryID?: string } = {}) =>
  at.admin.call(voidReceivingOrder, { params: { receivingOrderID: order.id }, body });

/** What lies where of an item: 'Shelf 6 at 24'. */
const lies = (itemID: string) =>
  at.kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ text: string }>`select concat(location_name, ' ', trim_scale(sum(remaining)), ' at ',
        trim_scale(round(sum(remaining_value) / sum(remaining), 6))) as text
      from inventory.v_receipts where account_id = ${ctx.account.id} and item_id = ${itemID} and remaining > 0
      group by location_name order by location_name`.execute(ctx.em.query());
    return rows.map(({ text }) => text);
  });

describe('goods that turn out to cost something else', () => {
  const correct = (order: { id: string }, body: Parameters<typeof bodyOf>[0]) =>
    at.admin.call(correctReceivingCost, { params: { receivingOrderID: order.id }, body: bodyOf(body) });
  const bodyOf = (body: { lines?: { lineID: string; unitCost: number }[]; freight?: number; note?: string }) => body;

  it('are worth it where they are, and are a variance where they have left', async () => {
    const { receiving } = await issued({ lines: [{ itemID: at.hide.id, quantityOrdered: 10, unitPrice: 24 }] });
    expect(receiving.canCorrectCost).toBe(false);
    expect(await refusal(correct(receiving, { freight: 5 }))).toMatchObject({ code: 'nothing_received' });
    await receive(receiving);
    await stock(await read(receiving), [shelf, 6], [bin, 4]);
    const before = await lies(at.hide.id);
    await at.admin.call(updateItemInventory, {
      params: { itemID: at.hide.id },
      body: { inventoryChange: -1, storageLocationID: bin, reason: 'Torn' },
    });
    const lines = [{ lineID: lineID(receiving), unitCost: 26 }];
    const { corrections, freight } = await correct(receiving, { lines, freight: 10, note: 'Bill 77' });
    // 27 instead of 24 each: one of ten had gone.
    expect([corrections[0]?.sku, (corrections[0]?.inStock ?? 0) + (corrections[0]?.variance ?? 0)]).toEqual([
      'HIDE',
      30,
    ]);
    expect(freight).toBe(10);
    expect((await read(receiving)).lines[0]?.correctedCost).toBe(26);
    expect((await lies(at.hide.id)).length).toBe(before.length);
    const journal = await at.admin.call(listJournalEntries, {
      query: { query: `receiving order ${receiving.number} corrected` },
    });
    const sums = Map.groupBy(journal.items, ({ accountName }) => accountName);
    const sumOf = (name: string) =>
      (sums.get(name) ?? []).reduce((sum, { debit, credit }) => sum + Math.round((debit - credit) * 100), 0);
    expect(sumOf('Received, not billed')).toBe(-3000);
    expect(sumOf('Inventory') + sumOf('Purchase price variances')).toBe(3000);
    // Said again nothing changes, and without freight it costs what it cost.
    expect((await correct(receiving, { lines, freight: 10 })).corrections).toEqual([]);
    const back = await correct(receiving, { lines: [{ lineID: lineID(receiving), unitCost: 24 }], freight: 0 });
    expect((back.corrections[0]?.inStock ?? 0) + (back.corrections[0]?.variance ?? 0)).toBe(-30);
    expect(await violationsOf(at.kernel.a, commerce)).toEqual([]);
    expect(await refusal(correct(receiving, {}))).toMatchObject({ code: 'invalid_input' });
    expect(await refusal(correct(receiving, { lines: [{ lineID: 'rcl_none', unitCost: 1 }] }))).toMatchObject({
      status: expect.any(Number),
    });
  });

  it('can be taken back afterwards, with the value that they have now', async () => {
    const { receiving } = await issued({ lines: [{ itemID: at.hide.id, quantityOrdered: 7, unitPrice: 24 }] });
    await receive(receiving);
    await correct(receiving, { lines: [{ lineID: lineID(receiving), unitCost: 20 }] });
    await takeBack(receiving);
    expect(await violationsOf(at.kernel.a, commerce)).toEqual([]);
  });
});
