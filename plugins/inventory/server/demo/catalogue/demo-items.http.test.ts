import { sql } from '@millwright/core/server';
import { demoRandom, sharedKernel, type TestKernel } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getItem, listItems, listProducts } from '../../../contracts/index.ts';
import { itemImportParts } from '../../catalogue/item/import/item-import-parts.ts';
import inventory from '../../plugin.ts';
import { createDemoStructure } from '../places/demo-structure.ts';
import { createDemoCatalogue } from './demo-catalogue.ts';
import { createDemoColours } from './demo-colours.ts';
import { writeDemoItems } from './demo-items.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
});
afterAll(() => kernel?.stop());

describe('the items of the demo', () => {
  it('are those of every kind that northfield has, each found, told and in its history once', async () => {
    const account = await kernel.createAccount('northfield');
    await account.run(async (ctx) => {
      const random = demoRandom(5);
      await createDemoCatalogue(ctx, random, itemImportParts);
      await createDemoStructure(ctx, random, itemImportParts);
      await createDemoColours(ctx, itemImportParts);
      await ctx.em.flush();
    });
    const admin = await account.as('admin');
    const { items, count } = await admin.call(listItems, { query: { take: 500 } });
    expect(
      Object.fromEntries([...Map.groupBy(items, ({ type }) => type)].map(([type, own]) => [type, own.length])),
    ).toEqual({ product: 68, part: 7, material: 10, supply: 5 });
    const { rows } = await account.run((ctx) =>
      sql<{ created: number; told: number; found: number }>`select
          (select count(*)::int from core.audit_event e
            where e.account_id = item.account_id and e.record_id = item.id and e.action <> 'file_added') as created,
          (select count(*)::int from core.event_outbox e
            where e.account_id = item.account_id and e.aggregate_id = item.id) as told,
          (select count(*)::int from core.search_document d
            where d.account_id = item.account_id and d.id = item.id) as found
        from inventory.item item where item.account_id = ${ctx.account.id}`.execute(ctx.em.query()),
    );
    expect(rows).toEqual(Array.from({ length: count }, () => ({ created: 1, told: 1, found: 1 })));
    const one = async (sku: string) => {
      const found = items.find((item) => item.sku === sku);
      return admin.call(getItem, { params: { itemID: found?.id ?? '' } });
    };
    expect(await one('TR-THR')).toMatchObject({
      type: 'material',
      category: { name: 'Trim' },
      defaultUnit: { name: 'm' },
      unitCost: { value: 0.002, perUnit: 'm' },
      orderPoint: { measure: 250_000, unit: 'm' },
      leadTime: { measure: 8, unit: 'day' },
      attributes: [{ name: 'Navy', property: { name: 'Color' } }],
    });
    const [model, sibling] = [await one('WG-CAN-L'), await one('WG-CAN-HVY-L')];
    expect(sibling).toMatchObject({
      description: 'Canvas work glove, hi-vis yellow, L',
      category: model.category,
      defaultUnit: model.defaultUnit,
      unitValue: { value: model.unitValue.value },
      unitCost: { value: model.unitCost?.value },
      attributes: [{ name: 'Hi-vis yellow' }, { name: 'L' }],
    });
    const charges = await admin.call(listProducts, { query: { query: 'SALES-TAX' } });
    expect(charges.items).toMatchObject([{ productType: 'tax', unitGroup: { name: 'Count' }, productLine: null }]);
  });

  it('name nothing that is not there', async () => {
    const item = { type: 'material', sku: 'DEMO-X', description: 'X', category: 'Nowhere', unit: 'furlong' } as const;
    await expect(kernel.a.run((ctx) => writeDemoItems(ctx, itemImportParts, [item]))).rejects.toThrow(
      'The demo cannot create DEMO-X: There is no category Nowhere, The unit furlong is not in the unit group Count',
    );
  });

  it('leave other accounts alone', async () => {
    await kernel.b.run(async (ctx) => {
      await createDemoCatalogue(ctx, demoRandom(5), itemImportParts);
      await createDemoStructure(ctx, demoRandom(5), itemImportParts);
      await createDemoColours(ctx, itemImportParts);
    });
    expect((await (await kernel.b.as('admin')).call(listItems, {})).count).toBe(0);
  });
});
