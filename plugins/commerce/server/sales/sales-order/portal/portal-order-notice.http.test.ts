import { getMyNotifications, listEmailLogs, updateMyNotifications } from '@millwright/core/contracts';
import type { TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSalesOrder } from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture, salesRepOf } from '../record/sales-order-fixture.ts';

let at: OrderFixture;
let rep: TestPerson;
beforeAll(async () => {
  at = await orderFixture();
  rep = await salesRepOf(at);
});
afterAll(() => at?.kernel.stop());

const lines = () => [{ productID: at.glove.id, quantityOrdered: 1 }];
async function noticesAfter(order: () => Promise<unknown>): Promise<string[]> {
  await order();
  const jobs = await at.kernel.jobs();
  await jobs.idle();
  const { items } = await at.admin.call(listEmailLogs, { query: { take: 500 } });
  return items.flatMap(({ subject, recipients }) => recipients.map((to) => `${to}: ${subject}`));
}

const wanted =
  'goes to the sales rep for an order of the portal, not for one of the office, and not where it is not wanted';
it(wanted, async () => {
  const office = () => at.create();
  expect(await noticesAfter(office)).toEqual([]);
  const portal = await at.kernel.a.as('customer', { customerID: at.customer.id });
  let number = '';
  const order = async () => {
    ({ number } = await portal.call(createSalesOrder, { body: { customerID: at.customer.id, lines: lines() } }));
  };
  expect(await noticesAfter(order)).toEqual([`${rep.email}: From the portal: estimate ${number}`]);
  const { preferences } = await rep.call(getMyNotifications, {});
  expect(preferences).toContainEqual(expect.objectContaining({ notificationTypeCode: 'portal_order', enabled: true }));
  await rep.call(updateMyNotifications, {
    body: { preferences: [{ notificationTypeCode: 'portal_order', enabled: false }] },
  });
  expect(await noticesAfter(order)).toHaveLength(1);
});
