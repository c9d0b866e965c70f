import { bootTestKernel, type TestKernel } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getStorageLocationTree, listLots } from '../../contracts/index.ts';
import { StockBench } from '../inventory-list/stock-bench.ts';
import inventory from '../plugin.ts';
import { createDemoPlaces } from './demo-places.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootTestKernel({ plugins: [inventory] });
});
afterAll(() => kernel?.stop());

/** Always the lowest. */
const lowest = { next: () => 0, integer: (min: number) => min, pick: <T>(values: readonly T[]) => values[0] as T };

describe('the places of the demo', () => {
  it.each(['northfield', 'harbor'])('of %s are trees with every state, and lots of some items', async (slug) => {
    const account = await kernel.createAccount(slug);
    const bench = new StockBench(account);
    for (let index = 0; index < 10; index += 1) await bench.item(`SKU-${index}`);
    await account.run((ctx) => createDemoPlaces(ctx, lowest));
    const admin = await account.as('admin');
    const { items } = await admin.call(getStorageLocationTree, {});
    expect(items.length).toBeGreaterThan(50);
    expect(new Set(items.map(({ reservationState }) => reservationState)).size).toBe(3);
    expect(items.filter(({ isDefault }) => isDefault).map(({ fullName }) => fullName)).toEqual(['Main warehouse']);
    expect(Math.max(...items.map(({ depth }) => depth))).toBe(3);
    const lots = await admin.call(listLots, {});
    expect(lots.items.map(({ item, expiresOn }) => [item.sku, expiresOn !== null])).toContainEqual(['SKU-4', true]);
  });

  it('leave other accounts alone', async () => {
    await kernel.b.run((ctx) => createDemoPlaces(ctx, lowest));
    const admin = await kernel.b.as('admin');
    expect((await admin.call(getStorageLocationTree, {})).count).toBe(1);
  });
});
