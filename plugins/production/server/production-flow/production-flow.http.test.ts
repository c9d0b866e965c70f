import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import {
  createMachine,
  createProduct,
  deleteMachine,
  getItemCosts,
  getItemUses,
  listItems,
  materialEndpoints,
} from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  consumptions,
  createProductionStep,
  deleteProductionFlow,
  explodeItem,
  getItemCostTree,
  getItemProductionFlow,
  getProductionStep,
  getProductionStepCosts,
  listProductionSteps,
  listProductionStepTransformations,
  type ProductionStep,
  putProductionFlow,
  updateProductionStep,
} from '../../contracts/index.ts';
import production from '../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
const ids: Record<string, string> = {};
const id = (sku: string): string => ids[sku] as string;
const steps: Record<string, ProductionStep> = {};
const stepID = (name: string): string => steps[name]?.id as string;

const rates = { laborTime: 0.5, laborRate: 20, overheadRate: 10 };
const make = async (
  name: string,
  [made, measure]: readonly [string, number],
  used: readonly (readonly [string, number])[],
  fields: object = rates,
) => {
  steps[name] = await admin.call(createProductionStep, {
    body: {
      name,
      production: { itemID: id(made), measure },
      consumptions: used.map(([sku, own]) => ({ itemID: id(sku), measure: own })),
      ...fields,
    },
  });
};

beforeAll(async () => {
  kernel = await sharedKernel([inventory, production]);
  admin = await kernel.a.as('admin');
  for (const [sku, unitCost] of [
    ['YARN', 4],
    ['DYE', 0.5],
    ['BLANK', 0],
    ['DYED', 0],
    ['BOX', 0.3],
  ] as const)
    ids[sku] = (await admin.call(materialEndpoints.create, { body: { sku, description: sku, unitCost } })).id;
  for (const sku of ['SOCK', 'SOCK-BOX'])
    ids[sku] = (await admin.call(createProduct, { body: { sku, description: sku, productType: 'sale' } })).id;
  await make('Knit', ['BLANK', 3], [['YARN', 1]], { ...rates, levelingFactor: 0.1, allowances: 0.15 });
  await make(
    'Dye',
    ['DYED', 3],
    [
      ['BLANK', 3],
      ['DYE', 1],
    ],
  );
  await make('Press', ['SOCK', 1], [['DYED', 1]]);
  await make(
    'Pack',
    ['SOCK-BOX', 1],
    [
      ['SOCK', 10],
      ['BOX', 1],
    ],
    { laborTime: 0.5 },
  );
});
afterAll(() => kernel?.stop());

const link = (source: string, target: string) => ({
  body: { sourceProductionStepID: stepID(source), targetProductionStepID: stepID(target) },
});
const around = async (name: string) => {
  const step = await admin.call(getProductionStep, { params: { productionStepID: stepID(name) } });
  return { in: step.in.map((other) => other.name), out: step.out.map((other) => other.name), step };
};

describe('the flow of production', () => {
  it('joins steps by what they make and use up, and says what is stocked', async () => {
    expect(await around('Dye')).toMatchObject({ in: ['Knit'], out: ['Press'], step: { isStocked: false } });
    // It is sold, and at the end of the flow.
    expect(await around('Press')).toMatchObject({ in: ['Dye'], out: ['Pack'], step: { isStocked: true } });
    const flow = await admin.call(getItemProductionFlow, { params: { itemID: id('SOCK') } });
    expect(flow.steps.map(({ name }) => name)).toEqual(['Dye', 'Knit', 'Pack', 'Press']);
    expect(flow.steps.find(({ name }) => name === 'Dye')).toMatchObject({ laborSeconds: 1800, labor: 10, overhead: 5 });
    expect(flow.steps.find(({ name }) => name === 'Pack')).toMatchObject({ laborSeconds: 1800, labor: null });
    expect(flow.links.map(({ item, isLinked }) => [item.sku, isLinked])).toEqual([
      ['DYED', true],
      ['BLANK', true],
      ['SOCK', true],
    ]);
    await admin.call(deleteProductionFlow, link('Knit', 'Dye'));
    expect(await apiRefusal(admin.call(deleteProductionFlow, link('Knit', 'Dye')))).toMatchObject({ status: 404 });
    expect(await around('Knit')).toMatchObject({ out: [] });
    expect(await admin.call(putProductionFlow, link('Knit', 'Dye'))).toMatchObject({ item: { sku: 'BLANK' } });
    await admin.call(putProductionFlow, link('Knit', 'Dye'));
    expect((await admin.call(listProductionSteps, { query: { inputStepIDs: [stepID('Knit')] } })).items).toMatchObject([
      { name: 'Dye' },
    ]);
    const initial = await admin.call(listItems, { query: { onlyInitialSubassemblies: true } });
    expect(initial.items.map(({ sku }) => sku)).toEqual(['BLANK', 'SOCK-BOX']);
  });

  it('refuses circles, and links that carry nothing, in the words of the spec', async () => {
    const nobody = 'pst_00000000000000000000000000';
    const refused = (source: string, target: string) =>
      apiRefusal(
        admin.call(putProductionFlow, { body: { sourceProductionStepID: source, targetProductionStepID: target } }),
      );
    expect(await refused(nobody, stepID('Dye'))).toMatchObject({ status: 404, message: 'Input step not found.' });
    expect(await refused(stepID('Knit'), nobody)).toMatchObject({
      status: 404,
      message: 'Target production step not found.',
    });
    expect(await refused(stepID('Knit'), stepID('Pack'))).toMatchObject({
      status: 400,
      message: 'Common consumption not found.',
    });
    // Knitting from worn socks would be a cycle, which is refused on writing.
    const wornSocks = { itemID: id('SOCK'), measure: 1 };
    const params1 = { productionStepID: stepID('Knit') };
    expect(await apiRefusal(admin.call(consumptions.create, { params: params1, body: wornSocks }))).toMatchObject({
      status: 409,
      code: 'flow_cycle',
      details: { path: ['Knit', 'Dye', 'Press', 'Knit'] },
    });
    expect(await around('Knit')).toMatchObject({ in: [] });
    const explode = { params: { itemID: id('SOCK') }, body: { quantity: 1 } };
    expect((await admin.call(explodeItem, explode)).items.length).toBeGreaterThan(1);
    // A removed consumption also removes its link.
    const params = { productionStepID: stepID('Dye') };
    await admin.call(updateProductionStep, { params, body: { consumptions: [{ itemID: id('DYE'), measure: 1 }] } });
    expect(await around('Dye')).toMatchObject({ in: [] });
    const both = [
      { itemID: id('BLANK'), measure: 3 },
      { itemID: id('DYE'), measure: 1 },
    ];
    await admin.call(updateProductionStep, { params, body: { consumptions: both } });
    expect(await around('Dye')).toMatchObject({ in: ['Knit'] });
  });

  it('explodes a quantity into everything that it takes', async () => {
    const { items } = await admin.call(explodeItem, { params: { itemID: id('SOCK-BOX') }, body: { quantity: 2 } });
    expect(items.map(({ item, measure, level, step }) => [item.sku, measure, level, step?.name])).toEqual([
      ['SOCK-BOX', 2, 0, 'Pack'],
      ['BOX', 2, 1, undefined],
      ['SOCK', 20, 1, 'Press'],
      ['DYED', 20, 2, 'Dye'],
      ['DYE', 6.666667, 3, undefined],
      ['BLANK', 20, 3, 'Knit'],
      ['YARN', 6.666667, 4, undefined],
    ]);
    const { items: rows } = await admin.call(listProductionStepTransformations, { query: { inItemIDs: [id('YARN')] } });
    expect(rows).toMatchObject([{ step: { name: 'Knit' }, in: { item: { sku: 'YARN' } }, yield: 3 }]);
  });
});

describe('the cost of an item', () => {
  it('is what goes into it, its labour and its overhead, all the way down', async () => {
    const costs = await admin.call(getItemCosts, { params: { itemID: id('SOCK') } });
    // Yarn 4 / 3 and dye 0.5 / 3; labor: half an hour at 20 with the factor 1.265 over 3, plus 10 / 3, plus 10.
    expect(costs).toMatchObject({
      materials: { value: 1.5 },
      labor: { value: 17.55 },
      overhead: { value: 8.775 },
      unitCost: { value: 27.825 },
      source: 'steps',
    });
    const { nodes } = await admin.call(getItemCostTree, { params: { itemID: id('SOCK-BOX') } });
    expect(nodes[0]).toMatchObject({
      item: { sku: 'SOCK-BOX' },
      materials: 15.3,
      labor: 175.5,
      ownLabor: null,
      unitCost: 278.55,
    });
    expect(nodes[0]?.uses).toMatchObject([
      { measure: 10, cost: 278.25 },
      { measure: 1, cost: 0.3 },
    ]);
    expect(nodes.map(({ item }) => item.sku).toSorted()).toEqual(
      ['BLANK', 'BOX', 'DYE', 'DYED', 'SOCK', 'SOCK-BOX', 'YARN'].toSorted(),
    );
    const ofStep = (name: string) => admin.call(getProductionStepCosts, { params: { productionStepID: stepID(name) } });
    expect(await ofStep('Knit')).toMatchObject({
      timeFactor: 1.265,
      laborSeconds: 2277,
      labor: 12.65,
      overhead: 6.325,
    });
    expect(await apiRefusal(ofStep('Pack'))).toMatchObject({ status: 409, message: 'Step cost not found.' });
    expect((await admin.call(getItemCosts, { params: { itemID: id('YARN') } })).labor).toBeNull();
  });

  it('is that of the preferred step of two', async () => {
    await make('Press by hand', ['SOCK', 1], [['DYED', 2]]);
    const materials = async () => (await admin.call(getItemCosts, { params: { itemID: id('SOCK') } })).materials.value;
    expect(await materials()).toBe(1.5);
    const prefer = (name: string) =>
      admin.call(updateProductionStep, { params: { productionStepID: stepID(name) }, body: { isPreferred: true } });
    await prefer('Press by hand');
    expect(await materials()).toBe(3);
    await prefer('Press');
    expect(await materials()).toBe(1.5);
    expect((await around('Press by hand')).step.isPreferred).toBe(false);
  });
});

describe('machines and uses', () => {
  it('name the steps that they belong to', async () => {
    const machine = await admin.call(createMachine, { body: { name: 'Rib knitter' } });
    const params = { productionStepID: stepID('Knit') };
    expect(await admin.call(updateProductionStep, { params, body: { machineIDs: [machine.id] } })).toMatchObject({
      machines: [{ name: 'Rib knitter' }],
    });
    expect((await admin.call(listProductionSteps, { query: { machineIDs: [machine.id] } })).count).toBe(1);
    expect(await apiRefusal(admin.call(deleteMachine, { params: { machineID: machine.id } }))).toMatchObject({
      code: 'in_use',
    });
    expect(
      await apiRefusal(
        admin.call(updateProductionStep, { params, body: { machineIDs: ['mch_00000000000000000000000000'] } }),
      ),
    ).toMatchObject({ status: 400, errors: [{ path: 'machineIDs.0' }] });
    const { uses } = await admin.call(getItemUses, { params: { itemID: id('BLANK') } });
    expect(uses.map(({ title, records }) => [title, records.map(({ label }) => label)])).toEqual([
      ['Made by production steps', ['Knit']],
      ['Used up by production steps', ['Dye']],
    ]);
  });
});
