import { dayLength } from '@millwright/core/contracts';
import { bootDemoKernel, type TestKernel, violationsOf } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listInventories, listInventoryChangeLogs } from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootDemoKernel();
});
afterAll(() => kernel?.stop());

it('demo stock has a year behind it, is plenty of most things, and breaks no law', async () => {
  const account = await kernel.findAccount('northfield');
  const admin = await account.as('admin');
  const { items, count } = await admin.call(listInventories, { query: { take: 500 } });
  expect(count).toBeGreaterThan(50);
  const amounts = items.map(({ onHand }) => onHand.measure);
  expect(amounts.filter((amount) => amount === 0).length).toBeGreaterThan(0);
  expect(amounts.filter((amount) => amount > 10).length).toBeGreaterThan(count / 2);
  const logs = await admin.call(listInventoryChangeLogs, { query: { take: 1, sortOrder: 'asc', sortBy: 'createdAt' } });
  const age = kernel.clock.now().getTime() - Date.parse(logs.items[0]?.createdAt ?? '');
  expect(age).toBeGreaterThan(300 * dayLength);
  expect(await violationsOf(account, inventory)).toEqual([]);
});
