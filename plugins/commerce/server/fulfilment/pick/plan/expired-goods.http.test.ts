import { addDays } from '@millwright/core/contracts';
import { todayOf } from '@millwright/core/server';
import { apiRefusal, violationsOf } from '@millwright/core/testing';
import { createInventoryReceipt, createLot, updateLot } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getSalesOrder, getWalkList, pickAll, releasePicks } from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
beforeAll(async () => {
  at = await orderFixture();
});
afterAll(() => at?.kernel.stop());

it('is promised to no order, and a pick of nothing says why', async () => {
  const today = await at.kernel.a.run(async (ctx) => todayOf(ctx));
  const item = { itemID: at.hat.id, lotNumber: 'L1' };
  const lot = await at.admin.call(createLot, { body: item });
  await at.admin.call(createInventoryReceipt, { body: { ...item, quantity: 5 } });
  const order = await at.create({ status: 'issued', lines: [{ productID: at.hat.id, quantityOrdered: 4 }] });
  const read = () => at.admin.call(getSalesOrder, { params: { orderID: order.id } });
  const params = { pickID: (await read()).pickID ?? '' };
  await at.admin.call(releasePicks, { body: { pickIDs: [params.pickID] } });
  const expiresOn = addDays(today, -1);
  await at.admin.call(updateLot, { params: { lotID: lot.id }, body: { expiresOn } });
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const because = `Lot L1 expired ${day.format(new Date(expiresOn))}`;
  const refused = await apiRefusal(at.admin.call(pickAll, { params, body: {} }));
  expect([refused.status, refused.code, refused.message]).toEqual([
    ...[409, 'nothing_to_pick', `Nothing of order ${order.number} is planned: ${because}`],
  ]);
  const { short } = await at.admin.call(getWalkList, { query: { pickIDs: [params.pickID] } });
  expect(short.map(({ short: missing, because: why }) => [missing.measure, why])).toEqual([[4, [because]]]);
  await at.admin.call(createInventoryReceipt, { body: { itemID: at.hat.id, quantity: 3 } });
  await at.admin.call(pickAll, { params, body: {} });
  expect(await violationsOf(at.kernel.a, inventory)).toEqual([]);
  expect(await at.violations()).toEqual([]);
});
