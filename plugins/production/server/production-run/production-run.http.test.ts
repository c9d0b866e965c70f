import { createCustomer, createSalesOrder } from '@millwright/commerce/contracts';
import commerce from '@millwright/commerce/server';
import { sql } from '@millwright/core/server';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson, violationsOf } from '@millwright/core/testing';
import {
  createProduct,
  getItemInventory,
  materialEndpoints,
  partEndpoints,
  updateItemInventory,
} from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProductionRun,
  createProductionRunOfOrder,
  createProductionRunOfOrders,
  createProductionStep,
  deleteProductionRun,
  getProductionRun,
  listProductionRunBatches,
  listProductionRuns,
  putProductionRunBatches,
  updateProductionRun,
} from '../../contracts/index.ts';
import production from '../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
const ids: Record<string, string> = {};
const id = (sku: string): string => ids[sku] as string;

beforeAll(async () => {
  kernel = await sharedKernel([inventory, commerce, production]);
  admin = await kernel.a.as('admin');
  for (const sku of ['YARN', 'BOX'])
    ids[sku] = (await admin.call(materialEndpoints.create, { body: { sku, description: sku, unitCost: 2 } })).id;
  for (const sku of ['BLANK', 'LOGO'])
    ids[sku] = (await admin.call(partEndpoints.create, { body: { sku, description: sku } })).id;
  for (const sku of ['SOCK', 'SOCK-GIFT', 'BOUGHT'])
    ids[sku] = (await admin.call(createProduct, { body: { sku, description: sku, unitValue: 5 } })).id;
  const shipToAddress = {
    name: 'Dock 1',
    line1: '1 Canal Road',
    city: 'Duluth',
    state: 'MN',
    postalCode: '55806',
    country: 'US',
  };
  const buyer = { name: 'Lakeside', email: 'l@lakeside.test', shipToAddress };
  ids['customer'] = (await admin.call(createCustomer, { body: buyer })).id;
  const make = (
    name: string,
    [made, measure]: readonly [string, number],
    used: readonly (readonly [string, number])[],
  ) =>
    admin.call(createProductionStep, {
      body: {
        name,
        production: { itemID: id(made), measure },
        consumptions: used.map(([sku, own]) => ({ itemID: id(sku), measure: own })),
      },
    });
  await make('Knit', ['BLANK', 3], [['YARN', 1]]);
  await make('Print', ['LOGO', 1], [['BOX', 0.5]]);
  await make(
    'Sew',
    ['SOCK', 1],
    [
      ['BLANK', 2],
      ['LOGO', 1],
    ],
  );
  await make(
    'Pack',
    ['SOCK-GIFT', 1],
    [
      ['SOCK', 3],
      ['BOX', 1],
    ],
  );
});
afterAll(() => kernel?.stop());

const stock = (sku: string, inventoryChange: number) =>
  admin.call(updateItemInventory, { params: { itemID: id(sku) }, body: { inventoryChange } });
const of = async (sku: string) => {
  const { onHand, reserved, short } = await admin.call(getItemInventory, { params: { itemID: id(sku) } });
  return { onHand: onHand.measure, reserved: reserved.measure, short: short.measure };
};
const supply = () =>
  kernel.a.run(async (ctx) => {
    const { rows } = await sql<{
      sku: string;
      open: string;
    }>`select item.sku, trim_scale(sum(supply.open))::text as open
      from inventory.v_supplies supply join inventory.v_items item on item.account_id = supply.account_id
        and item.id = supply.item_id
      where supply.account_id = ${ctx.account.id} and supply.source_type = 'production_run'
      group by item.sku order by sku`.execute(ctx.em.query());
    return Object.fromEntries(rows.map(({ sku, open }) => [sku, Number(open)]));
  });
const batchesOf = async (productionRunID: string) =>
  (await admin.call(listProductionRunBatches, { params: { productionRunID }, query: {} })).items.map((batch) => [
    batch.number,
    batch.item.sku,
    batch.quantity.measure,
    batch.productionStep.name,
  ]);
const order = (lines: readonly (readonly [string, number])[], promisedAt?: string) =>
  admin.call(createSalesOrder, {
    body: {
      customerID: id('customer'),
      status: 'issued',
      ...(promisedAt ? { promisedAt } : {}),
      lines: lines.map(([sku, quantityOrdered]) => ({ productID: id(sku), quantityOrdered })),
    },
  });

describe('production runs', () => {
  it('plan batches where flows begin, expect what they bring and reserve what they take', async () => {
    await stock('YARN', 20);
    const run = await admin.call(createProductionRun, { body: { dueAt: '2030-05-01', notes: 'Spring' } });
    expect(run).toMatchObject({ number: '1000', status: 'pending', batchCount: 0, dueAt: '2030-05-01' });
    const params = { productionRunID: run.id };
    const plan = (body: { itemID: string; quantity: number; batchSize?: number }[]) =>
      admin.call(putProductionRunBatches, { params, body });
    await plan([{ itemID: id('SOCK'), quantity: 10, batchSize: 6 }]);
    // Both parts of a sock flow into it; two blanks each.
    expect(await batchesOf(run.id)).toEqual([
      ['1000-1', 'BLANK', 12, 'Knit'],
      ['1000-2', 'LOGO', 6, 'Print'],
      ['1000-3', 'BLANK', 8, 'Knit'],
      ['1000-4', 'LOGO', 4, 'Print'],
    ]);
    expect(await supply()).toEqual({ SOCK: 10 });
    expect(await of('YARN')).toEqual({ onHand: 20, reserved: 6.666667, short: 0 });
    expect(await of('BOX')).toEqual({ onHand: 0, reserved: 0, short: 5 });
    // Products of first steps can be planned alone; without logos no socks are expected.
    await plan([{ itemID: id('BLANK'), quantity: 30 }]);
    expect(await batchesOf(run.id)).toEqual([['1000-5', 'BLANK', 30, 'Knit']]);
    // A batch that stays planned keeps its number, which is on its label.
    await plan([
      { itemID: id('BLANK'), quantity: 12 },
      { itemID: id('BLANK'), quantity: 30 },
    ]);
    expect(await batchesOf(run.id)).toEqual([
      ['1000-5', 'BLANK', 30, 'Knit'],
      ['1000-6', 'BLANK', 12, 'Knit'],
    ]);
    await plan([{ itemID: id('BLANK'), quantity: 30 }]);
    expect(await supply()).toEqual({});
    expect(await of('BOX')).toMatchObject({ short: 0 });
    expect(await apiRefusal(plan([{ itemID: id('YARN'), quantity: 1 }]))).toMatchObject({
      status: 400,
      code: 'no_production_step',
      errors: [{ path: '0.itemID' }],
    });
    expect(await admin.call(updateProductionRun, { params, body: { dueAt: '2030-06-01' } })).toMatchObject({
      dueAt: '2030-06-01',
      batchCount: 1,
      skus: ['BLANK'],
    });
    await admin.call(deleteProductionRun, { params });
    expect(await apiRefusal(admin.call(getProductionRun, { params }))).toMatchObject({ status: 404 });
    expect(await of('YARN')).toMatchObject({ reserved: 0 });
    // The number of a deleted run is not reused.
    expect((await admin.call(createProductionRun, { body: {} })).number).toBe('1001');
  });

  it('make what orders are short of, the stocked parts of it too, net of stock and of what is expected', async () => {
    await stock('SOCK', 4);
    const first = await order(
      [
        ['SOCK-GIFT', 5],
        ['BOUGHT', 2],
      ],
      '2030-03-01',
    );
    const params = { orderID: first.id };
    const { productionRun } = await admin.call(createProductionRunOfOrder, { params });
    // 5 gifts take 15 socks, of which 4 are in stock.
    expect(await batchesOf(productionRun.id)).toEqual([
      [`${productionRun.number}-1`, 'SOCK-GIFT', 5, 'Pack'],
      [`${productionRun.number}-2`, 'BLANK', 22, 'Knit'],
      [`${productionRun.number}-3`, 'LOGO', 11, 'Print'],
    ]);
    expect(await supply()).toEqual({ SOCK: 11, 'SOCK-GIFT': 5 });
    expect(await of('SOCK')).toEqual({ onHand: 4, reserved: 4, short: 11 });
    expect(await admin.call(getProductionRun, { params: { productionRunID: productionRun.id } })).toMatchObject({
      dueAt: '2030-03-01',
      orderID: first.id,
      orders: [{ number: first.number }],
    });
    expect(await apiRefusal(admin.call(createProductionRunOfOrder, { params }))).toMatchObject({
      status: 409,
      code: 'nothing_to_produce',
    });
    const more = [await order([['SOCK', 2]]), await order([['SOCK', 3]])].map((sold) => sold.id);
    const both = await admin.call(createProductionRunOfOrders, { body: { orderIDs: more } });
    expect((await batchesOf(both.productionRun.id)).map(([, sku, quantity]) => [sku, quantity])).toEqual([
      ['BLANK', 10],
      ['LOGO', 5],
    ]);
    const { items } = await admin.call(listProductionRuns, { query: { orderIDs: [more[1] as string] } });
    expect(items).toMatchObject([{ number: both.productionRun.number, status: 'pending' }]);
    const linked = () =>
      kernel.a.run(async (ctx) => {
        const { rows } = await sql<{ number: string }>`select distinct run_number as number
          from commerce.sales_order_run where account_id = ${ctx.account.id} order by 1`.execute(ctx.em.query());
        return rows.map(({ number }) => number);
      });
    expect(await linked()).toEqual([productionRun.number, both.productionRun.number]);
    await admin.call(deleteProductionRun, { params: { productionRunID: both.productionRun.id } });
    expect(await linked()).toEqual([productionRun.number]);
    const nobody = 'so_00000000000000000000000000';
    expect(await apiRefusal(admin.call(createProductionRunOfOrder, { params: { orderID: nobody } }))).toMatchObject({
      status: 404,
    });
    for (const plugin of [inventory, production]) expect(await violationsOf(kernel.a, plugin)).toEqual([]);
  });

  it('make what is short once, however often and in whatever way it is asked for', async () => {
    const [one, other] = [
      await order([['SOCK-GIFT', 7]]),
      await order([
        ['SOCK-GIFT', 4],
        ['SOCK', 6],
      ]),
    ];
    const before = await supply();
    const single = (sold: { id: string }) => admin.call(createProductionRunOfOrder, { params: { orderID: sold.id } });
    const both = () => admin.call(createProductionRunOfOrders, { body: { orderIDs: [other.id, one.id] } });
    const answers = await Promise.allSettled([
      ...[single(one), single(other), both(), both(), single(other), single(one)],
    ]);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'nothing_to_produce' });
    const after = await supply();
    expect((after['SOCK-GIFT'] ?? 0) - (before['SOCK-GIFT'] ?? 0)).toBe(11);
    // The runs cover exactly the short quantities: gifts take three socks each.
    for (const sku of ['SOCK-GIFT', 'SOCK']) expect(after[sku]).toBe((await of(sku)).short);
    for (const plugin of [inventory, production]) expect(await violationsOf(kernel.a, plugin)).toEqual([]);
  });
});
