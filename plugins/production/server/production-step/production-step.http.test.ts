import { updateQuantity, updateRate } from '@millwright/core/contracts';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { createProduct, materialEndpoints } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkCreateProductionSteps,
  consumptions,
  createProductionStep,
  deleteProductionStep,
  getProduction,
  getProductionStep,
  listProductionSteps,
  updateProduction,
  updateProductionStep,
} from '../../contracts/index.ts';
import production from '../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
let other: TestPerson;
const ids: Record<string, string> = {};

beforeAll(async () => {
  kernel = await sharedKernel([inventory, production]);
  admin = await kernel.a.as('admin');
  other = await kernel.b.as('admin');
  for (const sku of ['YARN', 'DYE', 'BLANK'])
    ids[sku] = (await admin.call(materialEndpoints.create, { body: { sku, description: sku } })).id;
  for (const [sku, productType] of [
    ['SOCK', 'sale'],
    ['SETUP', 'service'],
  ] as const)
    ids[sku] = (await admin.call(createProduct, { body: { sku, description: sku, productType } })).id;
});
afterAll(() => kernel?.stop());

const id = (sku: string): string => ids[sku] as string;

describe('production steps', () => {
  it('make one item of what they use up, and say what changed', async () => {
    const step = await admin.call(createProductionStep, {
      body: {
        name: 'Knit',
        production: { itemID: id('BLANK'), measure: 2 },
        consumptions: [
          { itemID: id('YARN'), measure: 0.25, instructions: 'Two ends' },
          { itemID: id('DYE'), measure: 1 },
        ],
        laborTime: 0.5,
        laborRate: 22.5,
        overheadRate: 8,
        levelingFactor: 0.1,
        allowances: 0.15,
      },
    });
    expect(step).toMatchObject({
      name: 'Knit',
      production: { item: { sku: 'BLANK', type: 'material' }, quantity: { measure: 2, unit: 'each' } },
      consumptions: [
        { item: { sku: 'YARN' }, quantity: { measure: 0.25 }, instructions: 'Two ends' },
        { item: { sku: 'DYE' }, quantity: { measure: 1 }, instructions: null },
      ],
      laborTime: { measure: 0.5, unit: 'hr' },
      laborRate: { value: 22.5 },
      overheadRate: { value: 8 },
      levelingFactor: 0.1,
      allowances: 0.15,
      isStocked: true,
      stocking: null,
    });
    const params = { productionStepID: step.id };
    const time = { objectID: step.id, objectType: 'production_step' };
    expect(
      await admin.call(updateQuantity, {
        params: { quantityID: step.laborTime?.id ?? '' },
        body: { data: { measure: 0.75 }, ...time },
      }),
    ).toMatchObject({ measure: 0.75, unit: 'hr' });
    expect(
      await admin.call(updateRate, {
        params: { rateID: step.laborRate?.id ?? '' },
        body: { data: { value: 24 }, ...time },
      }),
    ).toMatchObject({ value: 24 });
    step.version = (await admin.call(getProductionStep, { params: { productionStepID: step.id } })).version;
    const [yarn] = step.consumptions;
    const changed = await admin.call(updateProductionStep, {
      params,
      body: { consumptions: [{ itemID: id('YARN'), measure: 0.3 }], laborRate: null, version: step.version },
    });
    expect(changed).toMatchObject({ consumptions: [{ id: yarn?.id, quantity: { measure: 0.3 } }], laborRate: null });
    expect(changed.version).toBeGreaterThan(step.version);
    expect(
      await apiRefusal(admin.call(updateProductionStep, { params, body: { name: 'Late', version: step.version } })),
    ).toMatchObject({ status: 409, code: 'stale_version' });

    const dye = await admin.call(consumptions.create, { params, body: { itemID: id('DYE'), measure: 4 } });
    const one = { params: { ...params, consumptionID: dye.id } };
    expect(await admin.call(consumptions.update, { ...one, body: { measure: 5 } })).toMatchObject({
      item: { sku: 'DYE' },
      quantity: { measure: 5 },
    });
    expect((await admin.call(consumptions.list, { params, query: {} })).count).toBe(2);
    await admin.call(consumptions.remove, one);
    expect(await apiRefusal(admin.call(consumptions.get, one))).toMatchObject({ status: 404 });

    const made = { params: { ...params, productionID: changed.production.id } };
    expect(await admin.call(updateProduction, { ...made, body: { measure: 10 } })).toMatchObject({
      id: changed.production.id,
      quantity: { measure: 10 },
    });
    const wrong = { params: { ...params, productionID: 'prd_00000000000000000000000000' } };
    expect(await apiRefusal(admin.call(getProduction, wrong))).toMatchObject({
      status: 404,
      message: 'The production is not produced by the step',
    });
    const found = await admin.call(listProductionSteps, { query: { consumedItemIDs: [id('YARN')] } });
    expect(found.items.map(({ name }) => name)).toEqual(['Knit']);
    expect((await admin.call(listProductionSteps, { query: { itemIDs: [id('YARN')] } })).count).toBe(0);
    expect(await apiRefusal(other.call(getProductionStep, { params }))).toMatchObject({ status: 404 });
    expect(await apiRefusal(admin.call(materialEndpoints.remove, { params: { itemID: id('YARN') } }))).toMatchObject({
      status: 409,
      code: 'in_use',
    });
    await admin.call(deleteProductionStep, { params });
    expect(await apiRefusal(admin.call(getProductionStep, { params }))).toMatchObject({ status: 404 });
  });

  it.each([
    ['a step that uses up what it makes', 'BLANK', 'BLANK', 'invalid_consumption_type', 'consumptions.0.itemID'],
    ['a service that is used up', 'BLANK', 'SETUP', 'invalid_consumption_type', 'consumptions.0.itemID'],
    ['a service that is made', 'SETUP', 'YARN', 'invalid_production_type', 'production.itemID'],
  ])('refuse %s', async (_, made, used, code, path) => {
    const body = {
      name: 'Refused',
      production: { itemID: id(made), measure: 1 },
      consumptions: [{ itemID: id(used), measure: 1 }],
    };
    expect(await apiRefusal(admin.call(createProductionStep, { body }))).toMatchObject({
      status: 400,
      code,
      errors: [expect.objectContaining({ path })],
    });
    expect((await admin.call(listProductionSteps, { query: { query: 'Refused' } })).count).toBe(0);
  });

  it('refuse rates of nought and items that do not exist', async () => {
    const production = { itemID: id('BLANK'), measure: 1 };
    expect(
      await apiRefusal(admin.call(createProductionStep, { body: { name: 'Free', production, laborRate: 0 } })),
    ).toMatchObject({ status: 400, errors: [{ path: 'laborRate', message: 'Must be above 0' }] });
    const nothing = { itemID: 'itm_00000000000000000000000000', measure: 1 };
    expect(
      await apiRefusal(
        admin.call(createProductionStep, { body: { name: 'Air', production, consumptions: [nothing] } }),
      ),
    ).toMatchObject({ status: 400, errors: [{ path: 'consumptions.0.measure' }] });
  });
});

describe('import of production steps', () => {
  it('joins rows of one name, changes what exists and skips with a reason', async () => {
    const times = { laborRate: '1,020.50', laborTime: 1, overheadRate: 4 };
    const rows = [
      {
        ...times,
        name: 'Sew',
        productions: [{ sku: 'SOCK', measure: 1 }],
        consumptions: [{ sku: 'BLANK', measure: '2' }],
      },
      { ...times, name: 'Sew', consumptions: [{ sku: 'YARN', measure: 0.01 }] },
      { ...times, name: 'Nothing', consumptions: [{ sku: 'YARN', measure: 1 }] },
      {
        ...times,
        name: 'Both',
        productions: [
          { sku: 'SOCK', measure: 1 },
          { sku: 'BLANK', measure: 1 },
        ],
      },
      {
        ...times,
        name: 'Circle',
        productions: [{ sku: 'SOCK', measure: 1 }],
        consumptions: [{ sku: 'SOCK', measure: 1 }],
      },
      { ...times, name: 'Unknown', productions: [{ sku: 'NONE', measure: 1 }] },
    ];
    const first = await admin.call(bulkCreateProductionSteps, { body: rows });
    expect(first.createdItems.map(({ name }) => name)).toEqual(['Sew']);
    expect(first.skippedItems).toEqual([
      { name: 'Nothing', reason: 'Invalid production type' },
      { name: 'Both', reason: 'Invalid production type' },
      { name: 'Circle', reason: 'Invalid consumption type' },
      { name: 'Unknown', reason: 'There is no item NONE' },
    ]);
    const again = await admin.call(bulkCreateProductionSteps, {
      body: [{ ...rows[0], name: 'Sew' } as (typeof rows)[0]],
    });
    expect(again).toMatchObject({ createdItems: [], updatedItems: first.createdItems });
    const step = await admin.call(getProductionStep, { params: { productionStepID: first.createdItems[0]?.id ?? '' } });
    expect(step).toMatchObject({
      laborRate: { value: 1020.5 },
      consumptions: [{ item: { sku: 'BLANK' }, quantity: { measure: 2 } }],
    });
    expect(
      await apiRefusal(admin.call(bulkCreateProductionSteps, { body: [{ ...times, name: 'Free', laborRate: 0 }] })),
    ).toMatchObject({ status: 400, errors: [{ path: '0.laborRate' }] });
  });
});
