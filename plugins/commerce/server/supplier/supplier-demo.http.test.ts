import { bootTestKernel, type TestKernel } from '@millwright/core/testing';
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

describe('demo suppliers', () => {
  it.each(['northfield', 'harbor'])('fill %s with suppliers and what they supply', async (slug) => {
    const account = await kernel.createAccount(slug);
    await account.run(async (ctx) => {
      await inventory.demo?.(ctx, counting(), kernel.services);
      await createDemoSuppliers(ctx, counting(), {
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
