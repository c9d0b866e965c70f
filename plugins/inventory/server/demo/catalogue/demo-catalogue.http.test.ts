import { listChangeSets } from '@millwright/core/contracts';
import { bootDemoKernel, type TestKernel, violationsOf } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listItems, listProductGroups, listProductLines, listProducts } from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootDemoKernel();
});
afterAll(() => kernel?.stop());

describe('the demo catalogue', () => {
  it('is rich and breaks no rule', async () => {
    const account = await kernel.findAccount('northfield');
    const person = await account.as('admin');
    expect((await person.call(listProducts, { query: { take: 1 } })).count).toBeGreaterThanOrEqual(60);
    expect((await person.call(listProductLines, {})).count).toBe(5);
    const groups = await person.call(listProductGroups, { query: { query: 'leather' } });
    expect(groups.items).toMatchObject([
      { properties: [{ name: 'Color' }, { name: 'Size' }], productCount: 6, variationCount: 6 },
    ]);
    const yarn = await person.call(listItems, { query: { query: 'merino', types: ['material'] } });
    expect(yarn.items).toMatchObject([{ orderPoint: { measure: 180, unit: 'kg' }, leadTime: { measure: 28 } }]);
    const imports = await person.call(listChangeSets, { query: { actions: ['products.import'] } });
    expect(imports.items).toMatchObject([
      { status: 'applied', rowCount: 9, counts: { update: 9, warning: 0 }, canUndo: true },
    ]);
    expect(await violationsOf(account, inventory)).toEqual([]);
  });
});
