import { demoRandom, sharedKernel, type TestKernel } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAccountGroups, listCustomers } from '../../../contracts/index.ts';
import commerce from '../../plugin.ts';
import { demoBooks } from './demo-names.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await sharedKernel([inventory, commerce]);
});
afterAll(() => kernel?.stop());

describe('demo customers', () => {
  it.each(Object.entries(demoBooks))('fill %s with customers of all kinds', async (slug, book) => {
    const account = await kernel.createAccount(slug);
    await account.run(async (ctx) => {
      await commerce.demo?.(ctx, demoRandom(7), kernel.services);
      await ctx.em.flush();
    });
    const admin = await account.as('admin');
    const { items, count } = await admin.call(listCustomers, { query: { take: 500, sortBy: 'number' } });
    expect(count).toBe(book.count);
    expect(new Set(items.map(({ name }) => name)).size).toBeGreaterThan(book.count * 0.9);
    expect(new Set(items.map(({ state }) => state)).size).toBeGreaterThan(8);
    expect(items.filter(({ parent }) => parent).length).toBeGreaterThan(2);
    expect(new Set(items.map(({ status }) => status)).size).toBe(4);
    expect(items[0]).toMatchObject({ number: '1000', status: 'preferred' });
    const groups = await admin.call(listAccountGroups, {});
    expect(groups.count).toBe(book.groups.length);
  });

  it('leave other accounts alone', async () => {
    await kernel.b.run(async (ctx) => commerce.demo?.(ctx, demoRandom(7), kernel.services));
    expect((await (await kernel.b.as('admin')).call(listCustomers, {})).count).toBe(0);
  });
});
