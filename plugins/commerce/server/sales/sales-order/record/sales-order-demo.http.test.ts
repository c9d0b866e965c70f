import { dateIn, daysLater, getTimeline } from '@millwright/core/contracts';
import { bootDemoKernel, type TestKernel, violationsOf } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getSalesOrderSummary,
  type InvoiceRow,
  listInvoices,
  listReceivables,
  listSalesOrders,
} from '../../../../contracts/index.ts';
import commerce from '../../../plugin.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootDemoKernel();
});
afterAll(() => kernel?.stop());

describe('demo orders', () => {
  it('are in every state, dated in the past, and break no rule', async () => {
    const account = await kernel.findAccount('northfield');
    const admin = await account.as('admin');
    const page = { take: 500, sortBy: 'number' as const };
    const all = [
      ...(await admin.call(listSalesOrders, { query: page })).items,
      ...(await admin.call(listSalesOrders, { query: { ...page, skip: 500 } })).items,
    ];
    // Orders of the two years before are imported history: their numbers are below the account's own.
    const items = all.filter(({ number }) => Number(number) >= 1000);
    const past = all.filter((order) => !items.includes(order));
    expect(items).toHaveLength(140);
    expect(past.length).toBeGreaterThan(350);
    const yearAgo = daysLater(kernel.clock.now(), -365).toISOString();
    const older = past.filter(({ createdAt }) => createdAt < yearAgo).length;
    expect(Math.min(older, past.length - older)).toBeGreaterThan(100);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(all.map(({ createdAt }) => createdAt).sort());
    expect(new Set(items.map(({ status }) => status.code)).size).toBe(5);
    const now = kernel.clock.now().toISOString();
    for (const { createdAt, issuedAt, completedAt } of items) {
      expect(createdAt < now).toBe(true);
      expect(issuedAt === null || issuedAt >= createdAt).toBe(true);
      expect(completedAt === null || completedAt >= (issuedAt ?? now)).toBe(true);
    }
    // Each history begins with the creation of its order, also for today's orders.
    for (const { id, createdAt } of items.filter(({ issuedAt }) => issuedAt).slice(-8)) {
      const params = { type: 'sales_order', id };
      const told = (await admin.call(getTimeline, { params })).items.map(({ at }) => at);
      expect(told.length).toBeGreaterThan(1);
      expect([createdAt, ...told].sort()[0]).toBe(createdAt);
    }
    expect(items.map(({ createdAt }) => createdAt)).toEqual(items.map(({ createdAt }) => createdAt).sort());
    expect(new Set(items.map(({ lineCount }) => lineCount)).size).toBeGreaterThan(8);
    expect(new Set(items.map(({ customer }) => customer.id)).size).toBeGreaterThan(30);
    expect(items.some(({ promisedAt }) => promisedAt !== null && promisedAt > dateIn('UTC', kernel.clock.now()))).toBe(
      true,
    );
    const summary = await admin.call(getSalesOrderSummary, {});
    expect(summary.topCustomers).toHaveLength(5);
    expect(summary.open.count).toBeGreaterThan(5);
    const invoices = await admin.call(listInvoices, { query: { take: 500, sortBy: 'number', sortOrder: 'desc' } });
    expect(invoices.count).toBe(all.filter(({ status }) => status.code === 'fulfilled').length);
    const some = (found: (invoice: InvoiceRow) => boolean) => invoices.items.filter(found).length;
    expect(some(({ isPaidInFull }) => isPaidInFull)).toBeGreaterThan(10);
    expect(some(({ isOverdue }) => isOverdue)).toBeGreaterThan(2);
    expect(some(({ open, totalInvoiced }) => open > 0 && open < totalInvoiced)).toBeGreaterThan(0);
    const { totals } = await admin.call(listReceivables, { query: {} });
    expect(Math.min(totals.current, totals.overdue, totals.credits)).toBeGreaterThan(0);
    for (const plugin of [inventory, commerce]) expect(await violationsOf(account, plugin)).toEqual([]);
  });
});
