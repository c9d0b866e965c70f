import { bootDemoKernel, type TestKernel, violationsOf } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSupplierMaterials, listSuppliers, type SupplierMaterial } from '../../../../contracts/index.ts';
import commerce from '../../../plugin.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootDemoKernel();
});
afterAll(() => kernel?.stop());

describe('demo suppliers', () => {
  it.each(['northfield', 'harbor'])('fill %s with suppliers and what they supply', async (slug) => {
    const account = await kernel.findAccount(slug);
    const admin = await account.as('admin');
    const { items, count } = await admin.call(listSuppliers, { query: { sortBy: 'number' } });
    expect(count).toBeGreaterThan(7);
    expect(items[0]?.number).toBe('1000');
    expect(items.filter(({ isActive }) => !isActive)).toHaveLength(1);
    expect(items.every(({ city, materialCount }) => city && materialCount > 0)).toBe(true);
    const materials: SupplierMaterial[] = [];
    for (const { id: supplierID } of items)
      materials.push(
        ...(await admin.call(listSupplierMaterials, { params: { supplierID }, query: { take: 100 } })).items,
      );
    expect(materials.length).toBeGreaterThan(20);
    expect(materials.every(({ unitPrice, leadTimeDays, unit }) => unitPrice && leadTimeDays && unit)).toBe(true);
    for (const field of ['lastCost', 'lastPurchasedOn', 'minimumOrderQuantity', 'supplierDescription'] as const)
      expect(new Set(materials.map((material) => material[field] !== null))).toEqual(new Set([true, false]));
    expect(materials.some(({ isActive }) => !isActive)).toBe(true);
    expect(new Set(materials.map(({ itemID }) => itemID)).size).toBeLessThan(materials.length);
    for (const plugin of [inventory, commerce]) expect(await violationsOf(account, plugin)).toEqual([]);
  });
});
