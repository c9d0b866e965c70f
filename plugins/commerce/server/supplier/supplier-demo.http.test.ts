import { bootTestKernel, demoRandom, type TestKernel } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSuppliers } from '../../contracts/index.ts';
import commerce from '../plugin.ts';
import { SupplierService } from './supplier.service.ts';
import { createDemoSuppliers } from './supplier-demo.ts';
import { SupplierMaterialService } from './supplier-material.service.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootTestKernel({ plugins: [inventory, commerce] });
});
afterAll(() => kernel?.stop());

describe('demo suppliers', () => {
  it.each(['northfield', 'harbor'])('fill %s with suppliers and what they supply', async (slug) => {
    const account = await kernel.createAccount(slug);
    await account.run(async (ctx) => {
      await inventory.demo?.(ctx, demoRandom(11), kernel.services);
      await createDemoSuppliers(ctx, demoRandom(11), {
        suppliers: kernel.services.get(SupplierService),
        materials: kernel.services.get(SupplierMaterialService),
      });
    });
    const { items, count } = await (await account.as('admin')).call(listSuppliers, { query: { sortBy: 'number' } });
    expect(count).toBeGreaterThan(7);
    expect(items[0]?.number).toBe('1000');
    expect(items.filter(({ isActive }) => !isActive)).toHaveLength(1);
    expect(items.every(({ city, materialCount }) => city && materialCount > 0)).toBe(true);
  });
});
