import { dateIn } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { bootTestKernel, type TestKernel } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSalesOrderSummary, listSalesOrders } from '../../contracts/index.ts';
import commerce from '../plugin.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootTestKernel({ plugins: [inventory, commerce] });
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

describe('demo orders', () => {
  it('are in every state, dated in the past, and break no rule', async () => {
    const account = await kernel.createAccount('northfield');
    await account.run(async (ctx) => {
      for (const plugin of [inventory, commerce]) await plugin.demo?.(ctx, counting(), kernel.services);
      await ctx.em.flush();
    });
    const admin = await account.as('admin');
    const { items, count } = await admin.call(listSalesOrders, { query: { take: 500, sortBy: 'number' } });
    expect(count).toBe(140);
    expect(new Set(items.map(({ status }) => status.code)).size).toBe(5);
    const now = new Date().toISOString();
    for (const { createdAt, issuedAt, completedAt } of items) {
      expect(createdAt < now).toBe(true);
      expect(issuedAt === null || issuedAt >= createdAt).toBe(true);
      expect(completedAt === null || completedAt >= (issuedAt ?? now)).toBe(true);
    }
    expect(items.map(({ createdAt }) => createdAt)).toEqual(items.map(({ createdAt }) => createdAt).sort());
    expect(new Set(items.map(({ lineCount }) => lineCount)).size).toBeGreaterThan(8);
    expect(new Set(items.map(({ customer }) => customer.id)).size).toBeGreaterThan(30);
    expect(items.some(({ promisedAt }) => promisedAt !== null && promisedAt > dateIn('UTC'))).toBe(true);
    const summary = await admin.call(getSalesOrderSummary, {});
    expect(summary.topCustomers).toHaveLength(5);
    expect(summary.open.count).toBeGreaterThan(5);
    const broken = await account.run(async (ctx) => {
      const found: unknown[] = [];
      for (const invariant of commerce.invariants ?? []) {
        const parts = invariant.sql.split('$1').map((part) => sql.raw(part));
        const { rows } = await sql`${sql.join(parts, sql`${account.id}`)}`.execute(ctx.em.query());
        if (rows.length) found.push({ name: invariant.name, rows });
      }
      return found;
    });
    expect(broken).toEqual([]);
  }, 60_000);
});
