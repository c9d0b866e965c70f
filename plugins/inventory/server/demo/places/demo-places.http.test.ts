import { sharedKernel, type TestKernel } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDepartment, getStorageLocation, getStorageLocationTree, listLots } from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';
import { StockBench } from '../../stock/inventory-list/stock-bench.ts';
import { createDemoPlaces } from './demo-places.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
});
afterAll(() => kernel?.stop());

/** Random numbers that are always the lowest. */
const lowest = { next: () => 0, integer: (min: number) => min, pick: <T>(values: readonly T[]) => values[0] as T };

describe('the places of the demo', () => {
  it.each([
    [
      'northfield',
      'Mill / Tool crib / A',
      'shelf',
      'Main warehouse / Overflow',
      'Season stock: only what is sent here by name.',
      'Main warehouse / Zone A',
      'Packing',
    ],
    [
      'harbor',
      'Main warehouse / Aisle 1 / A',
      'rack',
      'Main warehouse / Bulk floor',
      'Pallets for the large accounts.',
      'Main warehouse / Aisle 2',
      'Shipping',
    ],
  ])(
    'of %s are trees with every state, and lots of some items',
    async (slug, place, type, reserved, notes, ofDepartment, department) => {
      const account = await kernel.createAccount(slug);
      const bench = new StockBench(account);
      for (let index = 0; index < 10; index += 1) await bench.item(`SKU-${index}`);
      const admin = await account.as('admin');
      await admin.call(createDepartment, { body: { name: department } });
      await account.run((ctx) => createDemoPlaces(ctx, lowest));
      const { items } = await admin.call(getStorageLocationTree, {});
      expect(items.length).toBeGreaterThan(50);
      expect(new Set(items.map(({ reservationState }) => reservationState)).size).toBe(3);
      const named = (name: string) => items.find(({ fullName }) => fullName === name);
      expect(named(place)).toMatchObject({ type, reservationState: 'open' });
      expect(
        await admin.call(getStorageLocation, { params: { locationID: named(ofDepartment)?.id ?? '' } }),
      ).toMatchObject({ department: { name: department } });
      const locationID = named(reserved)?.id ?? '';
      expect(await admin.call(getStorageLocation, { params: { locationID } })).toMatchObject({
        reservationState: 'reserved',
        notes,
      });
      expect(items.filter(({ isDefault }) => isDefault).map(({ fullName }) => fullName)).toEqual(['Main warehouse']);
      expect(Math.max(...items.map(({ depth }) => depth))).toBe(3);
      const lots = await admin.call(listLots, {});
      expect(lots.items.map(({ item, expiresOn }) => [item.sku, expiresOn !== null])).toContainEqual(['SKU-4', true]);
    },
  );

  it('leave other accounts alone', async () => {
    await kernel.b.run((ctx) => createDemoPlaces(ctx, lowest));
    const admin = await kernel.b.as('admin');
    expect((await admin.call(getStorageLocationTree, {})).count).toBe(1);
  });
});
