import { dayLength, daysLater, newID } from '@millwright/core/contracts';
import { Party } from '@millwright/core/server';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createExpectedReceipt,
  deleteExpectedReceipt,
  getInventoryAnalytics,
  getItemCosts,
  getItemTrends,
  listCostLayers,
  listInventories,
  listInventoryReceipts,
  listLocationStock,
  listMaterialRequirements,
  StockPort,
} from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';
import { lotsOf } from '../lot/lots-of.ts';
import { StockBench } from './stock-bench.ts';

let kernel: TestKernel;
let admin: TestPerson;
let bench: StockBench;
const places: Record<string, string> = {};
const items: Record<string, string> = {};
const owner = newID('cus');
let lotID: string;
let received: Date;
let trend: { itemID: string; person: TestPerson };

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  const other = new StockBench(kernel.b);
  const trendID = await other.item('TREND', { unit: 'dozen' });
  await other.receive([{ itemID: trendID, quantity: 48 }]);
  kernel.clock.advance(2 * dayLength);
  await other.consume([{ itemID: trendID, quantity: 12 }]);
  for (const quantity of [4, 4]) {
    kernel.clock.advance(dayLength);
    await other.consume([{ itemID: trendID, quantity }]);
  }
  // Sessions do not last over the days that the clock advances.
  trend = { itemID: trendID, person: await kernel.b.as('admin') };
  admin = await kernel.a.as('admin');
  bench = new StockBench(kernel.a);
  for (const path of ['Crib / A', 'Crib / B', 'Yard']) places[path] = await bench.place(path);
  places['Crib'] = await bench.place('Crib');
  items['BOLT'] = await bench.item('BOLT', { unit: 'dozen', unitCost: '3' });
  items['NUT'] = await bench.item('NUT', { unitCost: '0.5' });
  items['CLOTH'] = await bench.item('CLOTH', {
    type: 'material',
    orderPoint: 3,
    orderPointUnit: 'dozen',
    unitCost: '2',
  });
  items['THREAD'] = await bench.item('THREAD', { type: 'material' });
  items['WAX'] = await bench.item('WAX', { type: 'material' });
  items['GLUE'] = await bench.item('GLUE', { type: 'supply', orderPoint: 5 });
  await kernel.a.run(async (ctx) => {
    ctx.em.create(Party, { id: owner, kind: 'customer', number: '1', name: 'Acme', email: null, parent: null });
    await ctx.em.flush();
  });
  const lots = await kernel.a.run((ctx) => lotsOf(ctx, [{ itemID: items['BOLT']!, lotNumber: '7' }], { create: true }));
  lotID = [...lots.values()][0]!;
  // Three dozen bolts at 0.25, one more dozen of a lot at 0.50, 24 of a customer; nuts received long before.
  const now = kernel.clock.now();
  received = now;
  await bench.receive([
    {
      itemID: items['NUT']!,
      quantity: 100,
      unitCost: 0.4,
      locationID: places['Yard'],
      receivedAt: daysLater(now, -200),
    },
    {
      itemID: items['BOLT']!,
      quantity: 36,
      unitCost: 0.25,
      locationID: places['Crib / A'],
      receivedAt: daysLater(now, -40),
      reference: 'PO 1',
    },
    { itemID: items['BOLT']!, quantity: 12, unitCost: 0.5, locationID: places['Crib / B'], lotID, receivedAt: now },
    {
      itemID: items['BOLT']!,
      quantity: 24,
      unitCost: 0.1,
      locationID: places['Yard'],
      ownerID: owner,
      receivedAt: now,
    },
    { itemID: items['CLOTH']!, quantity: 10, unitCost: 2, locationID: places['Crib / A'], receivedAt: now },
    { itemID: items['WAX']!, quantity: 2_000_000, unitCost: 0.01, locationID: places['Yard'], receivedAt: now },
  ]);
  await kernel.a.run((ctx) =>
    kernel.services.get(StockPort).reserve(ctx, [
      {
        source: { type: 'sales_order', id: 'so_1', number: '1001' },
        customerID: null,
        priorityRank: 1,
        promisedOn: null,
        issuedAt: kernel.clock.now(),
        lines: [
          { lineID: 'l1', itemID: items['BOLT']!, quantity: '60' },
          { lineID: 'l2', itemID: items['CLOTH']!, quantity: '25' },
          { lineID: 'l3', itemID: items['THREAD']!, quantity: '7' },
        ],
      },
    ]),
  );
});
afterAll(() => kernel?.stop());

const measures = (row: Record<string, unknown>, names: readonly string[]) =>
  names.map((name) => (row[name] as { measure: number }).measure);

describe('the list of stock', () => {
  it('has a row per item and owner, in the default unit', async () => {
    const { items: rows } = await admin.call(listInventories, {});
    expect(rows.map(({ item, ownerAccount }) => `${item.sku} ${ownerAccount.name}`)).toEqual([
      'BOLT Account alpha',
      'BOLT Acme',
      'CLOTH Account alpha',
      'NUT Account alpha',
      'THREAD Account alpha',
      'WAX Account alpha',
    ]);
    const [bolt, theirs] = rows;
    expect(bolt).toMatchObject({
      unit: { name: 'dozen' },
      quantity: 4,
      inventoryValue: 15,
      weightedAverageUnitCost: 3.75,
    });
    expect(measures(bolt!, ['onHand', 'reserved', 'availableToPromise', 'short'])).toEqual([4, 4, 0, 1]);
    expect(theirs).toMatchObject({ quantity: 2, inventoryValue: 2.4, ownerAccount: { id: owner, isSelf: false } });
    expect(measures(theirs!, ['onHand', 'reserved', 'availableToPromise', 'short'])).toEqual([2, 0, 2, 0]);
  });

  it.each([
    [{ isShort: true }, ['BOLT', 'CLOTH', 'THREAD']],
    [{ belowOrderPoint: true }, ['CLOTH']],
    [{ hasStock: false }, ['THREAD']],
    [{ isOwn: false }, ['BOLT']],
    [{ isOwn: true, take: 2 }, ['BOLT', 'CLOTH']],
    [{ types: ['material' as const] }, ['CLOTH', 'THREAD', 'WAX']],
    [{ sortBy: 'inventoryValue' as const, sortOrder: 'desc' as const, take: 2 }, ['WAX', 'NUT']],
    [{ sortBy: 'short' as const, sortOrder: 'desc' as const, take: 2 }, ['CLOTH', 'BOLT']],
  ])('is filtered and sorted: %j', async (query, skus) => {
    const { items: rows } = await admin.call(listInventories, { query });
    expect(rows.map(({ item }) => item.sku)).toEqual(skus);
  });

  it('answers the rows that are asked for by id', async () => {
    const { items } = await admin.call(listInventories, { query: { take: 2 } });
    const inventoryIDs = items.map(({ id }) => id);
    const found = await admin.call(listInventories, { query: { inventoryIDs } });
    expect(found.items.map(({ id }) => id)).toEqual(inventoryIDs);
  });

  it('counts a place with all that is inside it', async () => {
    const lying = async (query: object) =>
      (await admin.call(listInventories, { query })).items.map(
        ({ item, ownerAccount }) => `${item.sku} ${ownerAccount.isSelf}`,
      );
    expect(await lying({ storageLocationIDs: [places['Crib']!] })).toEqual(['BOLT true', 'CLOTH true']);
    expect(await lying({ storageLocationIDs: [places['Yard']!] })).toEqual(['BOLT false', 'NUT true', 'WAX true']);
    expect(await lying({ lotIDs: [lotID] })).toEqual(['BOLT true']);
    expect(await lying({ customerIDs: [owner] })).toEqual(['BOLT false']);
  });

  it('exports the quantity', async () => {
    const response = await admin.fetch(`/v1/inventories?customerIDs=${owner}&format=csv`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toContain('text/csv');
    const [head = '', row = ''] = text.split('\n');
    expect(head).toContain('quantity');
    expect(row).toContain('BOLT');
  });
});

describe('the list of receipts', () => {
  it('sums up by item, place, lot and owner', async () => {
    const { items: rows, count } = await admin.call(listInventoryReceipts, { query: { itemIDs: [items['BOLT']!] } });
    expect(count).toBe(3);
    const own = rows.find(({ lot }) => lot !== null)!;
    expect(own).toMatchObject({
      item: { sku: 'BOLT' },
      storageLocation: { fullName: 'Crib / B' },
      lot: { id: lotID, lotNumber: '000007' },
      ownerAccount: { isSelf: true },
      holderAccount: { isSelf: true },
      remainingQuantity: { measure: 1, unit: 'dozen' },
      weightedAverageUnitCost: 6,
      inventoryValue: 6,
    });
    const old = rows.find(({ storageLocation }) => storageLocation.fullName === 'Crib / A')!;
    expect(old.oldestReceiptAt).toBe(daysLater(received, -40).toISOString());
    const byAge = await admin.call(listInventoryReceipts, { query: { sortBy: 'oldestReceiptAt', take: 2 } });
    expect(byAge.items.map(({ item }) => item.sku)).toEqual(['NUT', 'BOLT']);
    const byValue = await admin.call(listInventoryReceipts, {
      query: { sortBy: 'inventoryValue', sortOrder: 'desc', lotIDs: [lotID] },
    });
    expect(byValue.items.map(({ inventoryValue }) => inventoryValue)).toEqual([6]);
    const inCrib = await admin.call(listInventoryReceipts, { query: { storageLocationIDs: [places['Crib']!] } });
    expect(inCrib.count).toBe(3);
  });

  it('shows the layers of an item, the oldest first', async () => {
    const { items: rows } = await admin.call(listCostLayers, {
      query: { itemID: items['BOLT']!, customerIDs: [kernel.a.id] },
    });
    expect(rows).toMatchObject([
      {
        reference: 'PO 1',
        quantity: { measure: 3 },
        remaining: { measure: 3 },
        used: { measure: 0 },
        unitCost: 3,
        inventoryValue: 9,
      },
      { reference: null, lot: { lotNumber: '000007' }, unitCost: 6, inventoryValue: 6 },
    ]);
  });

  it('agrees with what lies in a place', async () => {
    const crib = places['Crib']!;
    const here = await admin.call(listLocationStock, { params: { locationID: crib } });
    expect(here.count).toBe(0);
    const below = await admin.call(listLocationStock, {
      params: { locationID: crib },
      query: { isBelowIncluded: true },
    });
    expect(
      below.items.map(({ item, storageLocation, quantity }) => [item.sku, storageLocation.fullName, quantity.measure]),
    ).toEqual([
      ['BOLT', 'Crib / A', 3],
      ['BOLT', 'Crib / B', 1],
      ['CLOTH', 'Crib / A', 10],
    ]);
    const byLot = await admin.call(listLocationStock, {
      params: { locationID: crib },
      query: { isBelowIncluded: true, lotNumber: '7' },
    });
    expect(byLot.items.map(({ lot }) => lot?.lotNumber)).toEqual(['000007']);
    const error = await apiRefusal(admin.call(listLocationStock, { params: { locationID: newID('loc') } }));
    expect(error.status).toBe(404);
  });
});

describe('what is needed', () => {
  it('follows the rule, in whole units of the order point', async () => {
    const { items: rows } = await admin.call(listMaterialRequirements, {});
    expect(rows.map(({ sku }) => sku)).toEqual(['CLOTH', 'THREAD', 'WAX']);
    const [cloth, thread, wax] = rows;
    // 10 on hand, 25 demanded, order point 36: 51 are needed, which are 4.25 dozen.
    expect(cloth).toMatchObject({
      orderPoint: { measure: 3, unit: 'dozen' },
      quantityInNeed: { measure: 5, unit: 'dozen' },
      quantityToOrderPoint: { measure: 4.25, unit: 'dozen' },
      quantityInInventory: { measure: 0.833333, unit: 'dozen' },
      unitGroup: { name: 'Count' },
      supplierNames: [],
      export: { quantityInNeed: 5 },
    });
    expect(thread).toMatchObject({
      quantityInNeed: { measure: 7, unit: 'each' },
      quantityToOrderPoint: { measure: 0 },
      orderPoint: null,
    });
    expect(wax).toMatchObject({
      quantityInNeed: { measure: 0 },
      export: { quantityInInventory: '2M', quantityInDemand: '0', quantityInNeed: 0 },
    });
  });

  it('counts what is on its way where it tells what falls below an order point', async () => {
    const skus = async (isBelowOrderPoint: boolean) => {
      const { items } = await admin.call(listMaterialRequirements, { query: { isBelowOrderPoint } });
      return items.map(({ sku, quantityToOrderPoint }) => [sku, quantityToOrderPoint.measure]);
    };
    expect(await skus(true)).toEqual([['CLOTH', 4.25]]);
    expect(await skus(false)).toEqual([
      ['THREAD', 0],
      ['WAX', 0],
    ]);
    const { items: rows } = await admin.call(listMaterialRequirements, { query: { isBelowOrderPoint: true } });
    const receipt = await admin.call(createExpectedReceipt, {
      body: { itemID: rows[0]?.itemID ?? '', quantity: 51, expectedOn: '2027-01-08' },
    });
    expect(await skus(true)).toEqual([]);
    await admin.call(deleteExpectedReceipt, { params: { expectedReceiptID: receipt.id } });
    expect(await skus(true)).toEqual([['CLOTH', 4.25]]);
  });

  it('can be all that is shown, of every type that one may read', async () => {
    const { items: needed } = await admin.call(listMaterialRequirements, {
      query: { needsOnly: true, types: ['material', 'supply', 'product', 'part'] },
    });
    expect(needed.map(({ sku, quantityInNeed }) => [sku, quantityInNeed.measure])).toEqual([
      ['BOLT', 1],
      ['CLOTH', 5],
      ['GLUE', 5],
      ['THREAD', 7],
    ]);
    const rep = await kernel.a.as('sales_rep');
    expect((await apiRefusal(rep.call(listMaterialRequirements, {}))).code).toBe('forbidden');
    const products = await rep.call(listMaterialRequirements, { query: { types: ['product'] } });
    expect(products.items.map(({ sku }) => sku)).toEqual(['BOLT', 'NUT']);
  });

  it('of a supplier is nothing where nobody keeps suppliers', async () => {
    const { count } = await admin.call(listMaterialRequirements, { query: { supplierIDs: ['sup_1'] } });
    expect(count).toBe(0);
  });
});

describe('the figures of an item', () => {
  it('are what it cost', async () => {
    const costs = await admin.call(getItemCosts, { params: { itemID: items['BOLT']! } });
    expect(costs).toMatchObject({
      unitCost: { value: 3.75, perUnit: 'dozen' },
      materials: { value: 3.75 },
      labor: null,
      overhead: null,
      source: 'layers',
      standardUnitCost: { value: 3 },
      lastUnitCost: { value: 6 },
      inventoryValue: 15,
    });
    expect(await admin.call(getItemCosts, { params: { itemID: items['GLUE']! } })).toMatchObject({
      source: 'item',
      lastUnitCost: null,
      inventoryValue: 0,
    });
    expect((await apiRefusal(admin.call(getItemCosts, { params: { itemID: newID('itm') } }))).status).toBe(404);
  });

  it('are thirty points a trend, the last one today', async () => {
    const { itemID, person } = trend;
    const pointsOf = async (type: 'onHand' | 'receipts' | 'consumption' | 'demand') =>
      (await person.call(getItemTrends, { params: { itemID }, query: { type } })).data;
    const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
    expect(await pointsOf('onHand')).toEqual([...zeros(25), 4, 4, 3, 2.666667, 2.333333]);
    expect(await pointsOf('receipts')).toEqual([...zeros(25), 4, 0, 0, 0, 0]);
    expect(await pointsOf('consumption')).toEqual([...zeros(27), 1, 0.333333, 0.333333]);
    // The total is summed up before rounding; a stock level has no total.
    const totalOf = async (type: 'onHand' | 'consumption') =>
      (await person.call(getItemTrends, { params: { itemID }, query: { type } })).total;
    expect([await totalOf('consumption'), await totalOf('onHand')]).toEqual([1.666667, null]);
    expect(await pointsOf('demand')).toEqual(zeros(30));
    const wanted = await admin.call(getItemTrends, { params: { itemID: items['BOLT']! }, query: { type: 'demand' } });
    expect(wanted.data.at(-1)).toBe(5);
    expect(wanted).toMatchObject({ unit: { name: 'dozen' } });
  });
});

describe('the analytics', () => {
  it('tell what the stock is worth from several sides', async () => {
    const all = await admin.call(getInventoryAnalytics, {});
    const sum = (slices: readonly { inventoryValue: number }[]) =>
      Math.round(slices.reduce((total, { inventoryValue }) => total + inventoryValue, 0) * 100) / 100;
    expect(all.inventoryValue).toBe(20_000 + 40 + 15 + 2.4 + 20);
    for (const slices of [all.byCategory, all.byLocation, all.byOwner, all.byType, all.ageing])
      expect(sum(slices)).toBe(all.inventoryValue);
    expect(all.byLocation.map(({ name, inventoryValue }) => [name, inventoryValue])).toEqual([
      ['Yard', 20_042.4],
      ['Crib', 35],
    ]);
    expect(all.byOwner.find(({ name }) => name === 'Acme')).toMatchObject({ inventoryValue: 2.4, itemCount: 1 });
    expect(all.ageing.map(({ inventoryValue }) => inventoryValue)).toEqual([20_028.4, 9, 0, 40]);
    expect(all).toMatchObject({ shortItemCount: 3, belowOrderPointCount: 1 });
    expect(all.deadStock.map(({ item }) => item.sku)).toEqual(['NUT']);
  });

  it('are narrowed like the lists', async () => {
    const crib = await admin.call(getInventoryAnalytics, {
      query: { storageLocationIDs: [places['Crib']!], types: ['product'] },
    });
    expect(crib).toMatchObject({ inventoryValue: 15, itemCount: 1, byType: [{ id: 'product', name: 'Products' }] });
  });

  it('tell what moves', async () => {
    await bench.consume([{ itemID: items['WAX']!, quantity: 500_000, locationID: places['Yard'] }]);
    const all = await admin.call(getInventoryAnalytics, {});
    expect(all.topMovers[0]).toMatchObject({ item: { sku: 'WAX' }, quantity: { measure: 500_000 }, value: 5000 });
    expect(all.turnover.map(({ days, issuedValue }) => [days, issuedValue])).toEqual([
      [30, 5000],
      [90, 5000],
    ]);
    expect(all.turnover[0]?.turnsPerYear).toBeGreaterThan(1);
  });
});
