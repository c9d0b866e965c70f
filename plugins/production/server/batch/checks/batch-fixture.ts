import commerce from '@millwright/commerce/server';
import type { AnyPlugin } from '@millwright/core/server';
import { apiRefusal, kernelOf, type OwnKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import {
  createDepartment,
  createProduct,
  getItemInventory,
  materialEndpoints,
  partEndpoints,
  updateItemInventory,
} from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import {
  createProductionRun,
  createProductionStep,
  createScanningStation,
  getProductionRun,
  listProductionRunBatches,
  putProductionRunBatches,
} from '../../../contracts/index.ts';
import production from '../../plugin.ts';

/** A plant that knits blanks, prints logos, sews both into socks, and packs socks as gifts. */
export async function plant({ beside = [], own }: { beside?: readonly AnyPlugin[]; own?: OwnKernel } = {}) {
  const kernel: TestKernel = await kernelOf([inventory, commerce, production, ...beside], own);
  const admin: TestPerson = await kernel.a.as('admin');
  const ids: Record<string, string> = {};
  const id = (name: string): string => {
    const found = ids[name];
    if (!found) throw new Error(`There is no ${name}`);
    return found;
  };
  for (const [sku, unitCost] of [
    ['YARN', 2],
    ['INK', 10],
    ['BOX', 1],
  ] as const)
    ids[sku] = (await admin.call(materialEndpoints.create, { body: { sku, description: sku, unitCost } })).id;
  for (const sku of ['BLANK', 'LOGO'])
    ids[sku] = (await admin.call(partEndpoints.create, { body: { sku, description: sku } })).id;
  for (const [sku, unitCost] of [
    ['SOCK', 0],
    ['SOCK-2', 1],
    ['GIFT', 0],
  ] as const)
    ids[sku] = (await admin.call(createProduct, { body: { sku, description: sku, unitValue: 5, unitCost } })).id;
  const step = async (
    name: string,
    made: readonly [string, number],
    used: readonly (readonly [string, number])[],
    more: object = {},
  ) => {
    const body = {
      name,
      production: { itemID: id(made[0]), measure: made[1] },
      consumptions: used.map(([sku, measure]) => ({ itemID: id(sku), measure })),
      laborTime: 1,
      laborRate: 30,
      overheadRate: 6,
      ...more,
    };
    ids[name] = (await admin.call(createProductionStep, { body })).id;
  };
  await step('Knit', ['BLANK', 60], [['YARN', 30]]);
  await step('Print', ['LOGO', 100], [['INK', 1]]);
  await step(
    'Sew',
    ['SOCK', 50],
    [
      ['BLANK', 100],
      ['LOGO', 50],
    ],
    { secondsItemID: id('SOCK-2') },
  );
  await step(
    'Pack',
    ['GIFT', 1],
    [
      ['SOCK', 3],
      ['BOX', 1],
    ],
  );
  ids['Floor'] = (await admin.call(createDepartment, { body: { name: 'Floor' } })).id;
  const station = async (name: string, steps: readonly string[], more: object = {}) => {
    const productionStepIDs = steps.map(id);
    const body = { name, departmentID: id('Floor'), productionStepIDs, ...more };
    ids[name] = (await admin.call(createScanningStation, { body })).id;
  };
  await station('Machines', ['Knit', 'Print']);
  await station('Bench', ['Sew', 'Pack'], { type: 'multi_part' });
  await station('Strict', ['Knit', 'Print'], { materialCheckRequired: true });
  const stock = (sku: string, inventoryChange: number) =>
    admin.call(updateItemInventory, { params: { itemID: id(sku) }, body: { inventoryChange } });
  return {
    kernel,
    admin,
    ids,
    id,
    step,
    station,
    stock,
    refusal: apiRefusal,
    production,
    inventory,
    of: async (sku: string) => {
      const found = await admin.call(getItemInventory, { params: { itemID: id(sku) } });
      return { onHand: found.onHand.measure, reserved: found.reserved.measure, short: found.short.measure };
    },
    run: async (entries: readonly (readonly [string, number, number?])[]) => {
      const { id: productionRunID } = await admin.call(createProductionRun, { body: {} });
      const params = { productionRunID };
      await admin.call(putProductionRunBatches, {
        params,
        body: entries.map(([sku, quantity, batchSize]) => ({
          itemID: id(sku),
          quantity,
          ...(batchSize === undefined ? {} : { batchSize }),
        })),
      });
      const batches = async () => (await admin.call(listProductionRunBatches, { params, query: { take: 500 } })).items;
      return { id: productionRunID, batches, read: () => admin.call(getProductionRun, { params }) };
    },
  };
}
export type Plant = Awaited<ReturnType<typeof plant>>;
