import { getTimeline, listEmailLogs, newID, updateMyNotifications } from '@millwright/core/contracts';
import { emit } from '@millwright/core/server';
import type { TestPerson } from '@millwright/core/testing';
import { stockShort, updateItemInventory } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OrderFixture, orderFixture, salesRepOf } from '../record/sales-order-fixture.ts';

let at: OrderFixture;
let rep: TestPerson;
beforeAll(async () => {
  at = await orderFixture();
  rep = await salesRepOf(at);
});
afterAll(() => at?.kernel.stop());

const count = (itemID: string, inventoryChange: number) =>
  at.admin.call(updateItemInventory, { params: { itemID }, body: { inventoryChange, reconcile: true } });
const told = async (orderID: string): Promise<(string | null)[]> =>
  (await at.admin.call(getTimeline, { params: { type: 'sales_order', id: orderID } })).items
    .filter(({ action }) => action === 'stock_taken_back')
    .map(({ note }) => note);
const mails = async (): Promise<string[]> => {
  const jobs = await at.kernel.jobs();
  await jobs.idle();
  const { items } = await at.admin.call(listEmailLogs, { query: { take: 500 } });
  return items.flatMap(({ subject, recipients }) => recipients.map((to) => `${to}: ${subject}`)).sort();
};

it('reaches the timeline of each order and its sales rep, in the units of the order, once', async () => {
  await at.stock(at.glove, 36);
  await at.stock(at.hat, 5);
  const first = await at.create({
    status: 'issued',
    lines: [
      { productID: at.glove.id, quantityOrdered: { measure: 2, unitID: at.unit('ct12pr') } },
      { productID: at.hat.id, quantityOrdered: 5 },
    ],
  });
  const second = await at.create({ status: 'issued', lines: [{ productID: at.glove.id, quantityOrdered: 12 }] });
  expect(await mails()).toEqual([]);

  // The first count takes 12 pairs from the later order, the second half a carton from the earlier one.
  await count(at.glove.id, 24);
  await count(at.glove.id, 18);
  await count(at.hat.id, 2);
  expect(await mails()).toEqual(
    [
      `${rep.email}: Order ${first.number}: reserved stock taken back`,
      `${rep.email}: Order ${first.number}: reserved stock taken back`,
      `${rep.email}: Order ${second.number}: reserved stock taken back`,
    ].sort(),
  );
  expect((await told(first.id)).sort()).toEqual([
    '0.5 ct12pr of GLOVE taken back: less is there than was promised',
    '3 each of HAT taken back: less is there than was promised',
  ]);
  expect(await told(second.id)).toEqual(['12 pair of GLOVE taken back: less is there than was promised']);

  // One email for all orders of an event. Other documents and deleted lines are not mentioned.
  const released = [first, second].map((order) => ({
    itemID: at.glove.id,
    sourceType: 'sales_order',
    sourceID: order.id,
    sourceNumber: order.number,
    lineID: order.lines[0]?.id ?? '',
    quantity: '12',
  }));
  const tell = () =>
    at.kernel.a.run(async (ctx) => {
      const gone = { ...released[0]!, lineID: newID('sol') };
      const others = { ...released[0]!, sourceType: 'production_run' };
      emit(ctx, stockShort, { itemIDs: [at.glove.id], released: [...released, gone, others] });
    });
  await tell();
  expect((await mails()).filter((mail) => mail.includes(': 2 orders: reserved stock taken back'))).toHaveLength(1);
  expect(await told(second.id)).toHaveLength(2);

  await rep.call(updateMyNotifications, {
    body: { preferences: [{ notificationTypeCode: 'stock_taken_back', enabled: false }] },
  });
  await tell();
  expect(await mails()).toHaveLength(4);
  expect(await told(second.id)).toHaveLength(3);
});
