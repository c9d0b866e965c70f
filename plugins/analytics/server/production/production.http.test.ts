import { apiRefusal } from '@millwright/core/testing';
import { createDepartment } from '@millwright/inventory/contracts';
import {
  closeBatch,
  initializeBatch,
  mergeBatches,
  splitBatch,
  undoScan,
  updateScanningStation,
} from '@millwright/production/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Plant, plant } from '../../../production/server/batch/checks/batch-fixture.ts';
import {
  analyzeManufacturing,
  analyzeOpenBatches,
  analyzeProductionCosts,
  analyzeProductionEfficiency,
  listFigureDocuments,
  type ManufacturingType,
  manufacturingTypes,
} from '../../contracts/index.ts';
import analytics from '../plugin.ts';

let at: Plant;
beforeAll(async () => {
  at = await plant({ beside: [analytics] });
});
afterAll(() => at?.kernel.stop());

/** Advances by minutes only, because sessions expire. */
const later = (minutes: number): void => at.kernel.clock.advance(minutes * 60_000);
const station = (name: string) => ({ scanningStationID: at.id(name) });

it('work is counted once, at what it cost and what it took', async () => {
  await at.stock('YARN', 100);
  await at.stock('INK', 5);
  const { id: departmentID } = await at.admin.call(createDepartment, { body: { name: 'Sewing' } });
  const params = { scanningStationID: at.id('Bench') };
  await at.admin.call(updateScanningStation, { params, body: { departmentID } });
  const run = await at.run([['SOCK', 50]]);
  const [knit, print] = (await run.batches()).map(({ id }) => id) as [string, string];
  for (const batchID of [knit, print])
    await at.admin.call(initializeBatch, { body: { ...station('Machines'), batchID } });
  later(1);
  await at.admin.call(splitBatch, { body: { ...station('Machines'), batchIDs: [knit], firsts: 0, waste: 10 } });
  const open = await at.admin.call(analyzeOpenBatches, { body: {} });
  expect(open).toMatchObject({
    batchCount: 2,
    // Ten of a hundred blanks: yarn 10.00, labor 5.00, overhead 1.00.
    value: 16,
    rows: [
      { itemName: 'BLANK', departmentName: 'Floor', scanningStationID: at.id('Machines'), count: 90, unit: 'each' },
      { itemName: 'LOGO', count: 50 },
    ],
  });
  expect(await at.admin.call(listFigureDocuments, { body: { figure: 'openBatches' } })).toMatchObject({
    count: 2,
    total: 16,
  });
  later(2);
  const sewn = await at.admin.call(mergeBatches, {
    body: { ...station('Bench'), batchIDs: [knit, print], productionStepID: at.id('Sew') },
  });
  const socks = sewn.batches.find(({ item }) => item.sku === 'SOCK')?.id ?? '';
  later(1);
  await at.admin.call(splitBatch, { body: { ...station('Bench'), batchIDs: [socks], firsts: 0, seconds: 2 } });
  later(2);
  // A scan that was undone does not count.
  await at.admin.call(closeBatch, { body: { ...station('Bench'), batchID: socks } });
  await at.admin.call(undoScan, { body: station('Bench') });
  await at.admin.call(closeBatch, { body: { ...station('Bench'), batchID: socks } });
  await at.admin.call(closeBatch, { body: { ...station('Bench'), batchID: print, reason: 'No blanks' } });

  const costs = await at.admin.call(analyzeProductionCosts, { body: {} });
  expect(costs).toMatchObject({ materials: 104.5, labor: 90.5, overhead: 18.1, total: 213.1 });
  expect(Object.fromEntries(costs.items.map(({ sku, firsts, total }) => [sku, [firsts, total]]))).toEqual({
    BLANK: [90, 160],
    LOGO: [45, 20.7],
    SOCK: [43, 32.4],
  });
  expect(costs.trend.points.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBeCloseTo(213.1, 2);
  const documents = await at.admin.call(listFigureDocuments, { body: { figure: 'productionCosts' } });
  expect(documents).toMatchObject({ total: 213.1, count: 5 });
  expect(await at.admin.call(analyzeProductionCosts, { body: { itemIDs: [at.id('SOCK')] } })).toMatchObject({
    total: 32.4,
  });

  // 90 blanks at 60 an hour, 45 logos at 100, 43 socks at 50; three minutes each, of which one passed before the waste
  // was counted.
  const { steps, ...efficiency } = await at.admin.call(analyzeProductionEfficiency, { body: {} });
  expect(efficiency).toMatchObject({ standardHours: 2.81, actualHours: 0.15 });
  const near = (hours: number, minutes: number) => (hours * 6000) / minutes;
  const wanted = { Knit: [90, near(1.5, 3)], Print: [45, near(0.45, 3)], Sew: [43, near(0.86, 3)] };
  expect(steps.map(({ stepName }) => stepName)).toEqual(Object.keys(wanted));
  // Knitting and printing are work of the machines, although the bench scanned the batches.
  expect(steps.map(({ departmentName }) => departmentName)).toEqual(['Floor', 'Floor', 'Sewing']);
  // The test itself takes some time.
  for (const { stepName, firsts, efficiency: own } of steps) {
    const [made, share = 0] = wanted[stepName as keyof typeof wanted];
    expect(firsts).toBe(made);
    expect((own ?? 0) / share).toBeCloseTo(1, 1);
  }
  expect((efficiency.efficiency ?? 0) / near(2.81, 9)).toBeCloseTo(1, 1);

  const figure = async (type: ManufacturingType) =>
    (await at.admin.call(analyzeManufacturing, { body: { type } })).value;
  const figures: Record<string, number | null> = {};
  for (const type of manufacturingTypes) figures[type] = await figure(type);
  expect(figures).toEqual({
    batches: 1,
    firsts: 43,
    seconds: 2,
    waste: 15,
    yield: 71.67,
    labourHours: 2.81,
    cost: 213.1,
  });
  expect(await at.admin.call(analyzeOpenBatches, { body: {} })).toMatchObject({ batchCount: 0, value: 0, rows: [] });
});

it('figures that there are none of are refused, and people without the right', async () => {
  expect(await apiRefusal(at.admin.callUnchecked(analyzeManufacturing, { body: { type: 'speed' } }))).toMatchObject({
    status: 400,
    errors: [{ path: 'type' }],
  });
  const rep = await at.kernel.a.as('sales_rep');
  expect(await apiRefusal(rep.call(analyzeOpenBatches, { body: {} }))).toMatchObject({ status: 403 });
});
