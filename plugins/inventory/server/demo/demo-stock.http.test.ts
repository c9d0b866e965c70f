import { sql } from '@millwright/core/server';
import { bootTestKernel, type TestKernel } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listInventories, listInventoryChangeLogs } from '../../contracts/index.ts';
import inventory from '../plugin.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootTestKernel({ plugins: [inventory] });
});
afterAll(() => kernel?.stop());

/** The same sequence in every run. */
const counting = () => {
  let state = 11;
  const next = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return { next, integer, pick: <T>(values: readonly T[]) => values[integer(0, values.length - 1)] as T };
};

it('demo stock has a year behind it, is plenty of most things, and breaks no law', async () => {
  const account = await kernel.createAccount('northfield');
  await account.run(async (ctx) => {
    await inventory.demo?.(ctx, counting(), kernel.services);
    await ctx.em.flush();
  });
  const admin = await account.as('admin');
  const { items, count } = await admin.call(listInventories, { query: { take: 500 } });
  expect(count).toBeGreaterThan(50);
  const amounts = items.map(({ onHand }) => onHand.measure);
  expect(amounts.filter((amount) => amount === 0).length).toBeGreaterThan(0);
  expect(amounts.filter((amount) => amount > 10).length).toBeGreaterThan(count / 2);
  const logs = await admin.call(listInventoryChangeLogs, { query: { take: 1, sortOrder: 'asc', sortBy: 'createdAt' } });
  const age = Date.now() - Date.parse(logs.items[0]?.createdAt ?? '');
  expect(age).toBeGreaterThan(300 * 86_400_000);
  const broken = await account.run(async (ctx) => {
    const found: unknown[] = [];
    for (const { name, sql: text } of inventory.invariants ?? []) {
      const parts = text.split('$1').map((part) => sql.raw(part));
      const { rows } = await sql`${sql.join(parts, sql`${account.id}`)}`.execute(ctx.em.query());
      if (rows.length) found.push({ name, rows });
    }
    return found;
  });
  expect(broken).toEqual([]);
}, 60_000);
