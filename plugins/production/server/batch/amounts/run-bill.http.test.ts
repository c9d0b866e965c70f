import { applyChangeSet, createImport, getTimeline, listChangeSetRows } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, violationsOf } from '@millwright/core/testing';
import { partEndpoints } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Batch,
  bulkCreateProductionSteps,
  closeBatch,
  consumptions,
  createProductionStep,
  deleteProductionFlow,
  deleteProductionRun,
  deleteProductionStep,
  getProductionStep,
  initializeBatch,
  listNextSteps,
  listScanningStationBatches,
  listStationConsumptions,
  mergeBatches,
  putProductionFlow,
  splitBatch,
  undoScan,
  updateProductionStep,
} from '../../../contracts/index.ts';
import { type Plant, plant } from '../checks/batch-fixture.ts';

let at: Plant;
beforeAll(async () => {
  at = await plant();
  await at.stock('YARN', 1000);
  await at.stock('INK', 1000);
});
afterAll(() => at?.kernel.stop());

const used = (name: string, rows: readonly (readonly [string, number])[]) =>
  at.admin.call(updateProductionStep, {
    params: { productionStepID: at.id(name) },
    body: { consumptions: rows.map(([sku, measure]) => ({ itemID: at.id(sku), measure })) },
  });
const start = (batchID: string, station = 'Machines') =>
  at.admin.call(initializeBatch, { body: { scanningStationID: at.id(station), batchID } });
const reserved = async (sku: string) => {
  const { reserved: has, short } = await at.of(sku);
  return has + short;
};
const lawful = async () => {
  for (const plugin of [at.inventory, at.production]) expect(await violationsOf(at.kernel.a, plugin)).toEqual([]);
};

describe('the bill of a run', () => {
  it('follows every change of a recipe at once, as long as nothing was scanned', async () => {
    const run = await at.run([['BLANK', 60]]);
    expect(await reserved('YARN')).toBe(30);
    await used('Knit', [['YARN', 45]]);
    expect(await reserved('YARN')).toBe(45);
    const told = await at.admin.call(getTimeline, { params: { type: 'production_run', id: run.id }, query: {} });
    expect(told.items.map(({ action }) => action)).toContain('recipe_changed');
    const params = { productionStepID: at.id('Knit') };
    const [own] = (await at.admin.call(getProductionStep, { params })).consumptions;
    const consumption = { ...params, consumptionID: own?.id ?? '' };
    await at.admin.call(consumptions.update, { params: consumption, body: { measure: 20 } });
    const box = await at.admin.call(consumptions.create, { params, body: { itemID: at.id('BOX'), measure: 6 } });
    expect([await reserved('YARN'), await reserved('BOX')]).toEqual([20, 6]);
    await at.admin.call(consumptions.remove, { params: { ...params, consumptionID: box.id } });
    expect(await reserved('BOX')).toBe(0);
    await at.admin.call(updateProductionStep, {
      params,
      body: { production: { itemID: at.id('BLANK'), measure: 30 } },
    });
    expect(await reserved('YARN')).toBe(40);
    const rows = [
      { name: 'Knit', consumptions: [{ sku: 'YARN', measure: 15 }], productions: [{ sku: 'BLANK', measure: 60 }] },
    ];
    const times = { laborTime: 1, laborRate: 30, overheadRate: 6 };
    await at.admin.call(bulkCreateProductionSteps, {
      body: rows.map((row) => ({ ...row, ...times, station: 'Machines', levelingFactor: 0, allowances: 0 })),
    });
    expect(await reserved('YARN')).toBe(15);
    const file = ['Step,Makes,Quantity made,Uses up,Quantity used up', 'Knit,BLANK,60,YARN,30'].join('\n');
    const { id } = await at.admin.call(createImport, {
      query: { type: 'production-steps', fileName: 'steps.csv' },
      body: new Blob([file]),
    });
    await at.admin.call(applyChangeSet, { params: { changeSetID: id }, body: {} });
    expect(await reserved('YARN')).toBe(30);
    // Removing a link also removes the steps before it from the bill.
    const sock = await at.run([['SOCK', 50]]);
    expect([await reserved('YARN'), await reserved('INK')]).toEqual([80, 0.5]);
    const link = { sourceProductionStepID: at.id('Knit'), targetProductionStepID: at.id('Sew') };
    await at.admin.call(deleteProductionFlow, { body: link });
    expect(await reserved('BLANK')).toBe(100);
    await at.admin.call(putProductionFlow, { body: link });
    expect(await reserved('BLANK')).toBe(0);
    await lawful();
    for (const { id: batchID } of [...(await run.batches()), ...(await sock.batches())]) await start(batchID);
  });

  it('is that of today again once the only scan is taken back', async () => {
    const before = (await at.of('YARN')).reserved;
    const run = await at.run([['BLANK', 60]]);
    const [batch] = (await run.batches()) as [Batch];
    await start(batch.id);
    await used('Knit', [
      ['YARN', 45],
      ['BOX', 6],
    ]);
    expect([(await at.of('YARN')).reserved - before, await reserved('BOX')]).toEqual([30, 0]);
    await at.admin.call(undoScan, { body: { scanningStationID: at.id('Machines') } });
    expect(await run.read()).toMatchObject({ status: 'pending' });
    expect([(await at.of('YARN')).reserved - before, await reserved('BOX')]).toEqual([45, 6]);
    await used('Knit', [['YARN', 30]]);
    expect([(await at.of('YARN')).reserved - before, await reserved('BOX')]).toEqual([30, 0]);
    await lawful();
    await start(batch.id);
  });

  it('begins where the flow begins now', async () => {
    const { id } = await at.admin.call(createProductionStep, {
      body: {
        name: 'Wrap',
        production: { itemID: at.id('GIFT'), measure: 1 },
        consumptions: [{ itemID: at.id('SOCK'), measure: 3 }],
        isPreferred: true,
      },
    });
    at.ids['Wrap'] = id;
    const before = { yarn: await reserved('YARN'), sock: await reserved('SOCK') };
    const run = await at.run([['GIFT', 10, 5]]);
    expect((await run.batches()).map(({ number, item }) => [number.split('-')[1], item.sku])).toEqual([
      ['1', 'GIFT'],
      ['2', 'GIFT'],
    ]);
    expect((await reserved('SOCK')) - before.sock).toBe(30);
    // Socks flow on to be wrapped and are no longer stocked, so they must be sewn and their components made.
    const stocked = (stocking: boolean | null) =>
      at.admin.call(updateProductionStep, { params: { productionStepID: at.id('Sew') }, body: { stocking } });
    await stocked(false);
    expect((await run.batches()).map(({ item, quantity }) => [item.sku, quantity.measure])).toEqual([
      ['BLANK', 30],
      ['LOGO', 15],
      ['BLANK', 30],
      ['LOGO', 15],
    ]);
    expect([await reserved('SOCK'), (await reserved('YARN')) - before.yarn]).toEqual([before.sock, 30]);
    await lawful();
    await stocked(null);
    await at.admin.call(deleteProductionRun, { params: { productionRunID: run.id } });
    await at.admin.call(deleteProductionStep, { params: { productionStepID: id } });
    expect(await reserved('YARN')).toBe(before.yarn);
  });

  it('stays what it was from the first scan on, and reserves nothing when all is done', async () => {
    const before = { yarn: (await at.of('YARN')).reserved, ink: (await at.of('INK')).reserved };
    const run = await at.run([['SOCK', 5]]);
    const [knit, print] = (await run.batches()) as [Batch, Batch];
    await start(knit.id);
    await start(print.id);
    await used('Knit', [
      ['YARN', 600],
      ['BOX', 60],
    ]);
    await used('Sew', [
      ['BLANK', 50],
      ['LOGO', 50],
    ]);
    expect((await at.of('YARN')).reserved).toBe(before.yarn + 5);
    expect(await reserved('BOX')).toBe(0);
    const request = { params: { scanningStationID: at.id('Machines') }, body: { batchIDs: [knit.id] } };
    expect((await at.admin.call(listStationConsumptions, request)).items).toMatchObject([
      { sku: 'YARN', demandMeasure: 5 },
    ]);
    const next = { params: { batchID: knit.id }, body: { scanningStationID: at.id('Bench') } };
    expect((await at.admin.call(listNextSteps, next)).items).toMatchObject([{ name: 'Sew', measure: 5 }]);
    expect(
      await apiRefusal(at.admin.call(deleteProductionStep, { params: { productionStepID: at.id('Sew') } })),
    ).toMatchObject({ status: 409, code: 'in_use' });
    const yarn = (await at.of('YARN')).onHand;
    const { batches } = await at.admin.call(mergeBatches, {
      body: { scanningStationID: at.id('Bench'), batchIDs: [knit.id, print.id], productionStepID: at.id('Sew') },
    });
    const made = batches.find(({ item }) => item.sku === 'SOCK') as Batch;
    expect(made.quantity.measure).toBe(5);
    expect((await at.of('YARN')).onHand).toBe(yarn - 5);
    await at.admin.call(closeBatch, { body: { batchID: made.id, scanningStationID: at.id('Bench') } });
    expect(await run.read()).toMatchObject({ status: 'completed' });
    expect([(await at.of('YARN')).reserved, (await at.of('INK')).reserved]).toEqual([before.yarn, before.ink]);
    await used('Knit', [['YARN', 30]]);
    await used('Sew', [
      ['BLANK', 100],
      ['LOGO', 50],
    ]);
    await lawful();
  });

  it('is what stations are offered, whatever is linked today', async () => {
    const run = await at.run([['SOCK', 5]]);
    const [knit, print] = (await run.batches()) as [Batch, Batch];
    for (const { id } of [knit, print]) await start(id);
    const link = { sourceProductionStepID: at.id('Knit'), targetProductionStepID: at.id('Sew') };
    await at.admin.call(deleteProductionFlow, { body: link });
    const params = { scanningStationID: at.id('Bench') };
    const { items } = await at.admin.call(listScanningStationBatches, { params, query: { take: 500 } });
    const goesTo = [{ id: at.id('Sew'), name: 'Sew', item: { sku: 'SOCK' }, partCount: 2 }];
    expect(items.filter(({ productionRunID }) => productionRunID === run.id)).toMatchObject([
      { id: knit.id, isLast: false, goesTo },
      { id: print.id, isLast: false, goesTo },
    ]);
    const step = { productionStepID: at.id('Sew'), scanningStationID: at.id('Bench') };
    const { batches } = await at.admin.call(mergeBatches, { body: { ...step, batchIDs: [knit.id, print.id] } });
    const made = batches.find(({ item }) => item.sku === 'SOCK') as Batch;
    expect(made).toMatchObject({ isLast: true, goesTo: [] });
    await at.admin.call(closeBatch, { body: { batchID: made.id, scanningStationID: at.id('Bench') } });
    await at.admin.call(putProductionFlow, { body: link });
    await lawful();
  });

  it('leaves no millionth reserved where thirds were taken', async () => {
    const { id } = await at.admin.call(createProductionStep, {
      body: {
        name: 'Gum',
        production: { itemID: at.id('SOCK-2'), measure: 3 },
        consumptions: [{ itemID: at.id('INK'), measure: 1 }],
      },
    });
    at.ids['Gum'] = id;
    await at.station('Gum bench', ['Gum']);
    const before = (await at.of('INK')).reserved;
    const run = await at.run([['SOCK-2', 3, 1]]);
    for (const batch of await run.batches()) {
      await start(batch.id, 'Gum bench');
      await at.admin.call(closeBatch, { body: { batchID: batch.id, scanningStationID: at.id('Gum bench') } });
    }
    expect(await run.read()).toMatchObject({ status: 'completed' });
    expect((await at.of('INK')).reserved).toBe(before);
    await lawful();
  });

  it('lets one of ten be counted off where parts are put together', async () => {
    const run = await at.run([['SOCK', 10]]);
    const [knit] = (await run.batches()) as [Batch];
    await start(knit.id);
    const { batches } = await at.admin.call(splitBatch, {
      body: { scanningStationID: at.id('Bench'), batchIDs: [knit.id], firsts: 1, seconds: 0, waste: 0 },
    });
    expect(batches.map(({ quantity }) => quantity.measure).sort((left, right) => left - right)).toEqual([1, 19]);
    expect(batches.map(({ productionStep }) => productionStep.name)).toEqual(['Knit', 'Knit']);
    await lawful();
  });

  it('says when a scan was done, whatever the clock of the device says', async () => {
    const now = at.kernel.clock.now().getTime();
    const time = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
    const hour = 60 * 60_000;
    /** A run planned three hours ago. */
    const batch = async () => {
      at.kernel.clock.advance(-3 * hour);
      const [planned] = (await (await at.run([['BLANK', 10]])).batches()) as [Batch];
      at.kernel.clock.advance(3 * hour);
      return planned;
    };
    const scan = async (told: object, known?: Batch) => {
      const { id: batchID } = known ?? (await batch());
      const body = { scanningStationID: at.id('Machines'), batchID, ...told };
      return at.admin.call(initializeBatch, { body });
    };
    const year = 365 * 24 * 60;
    for (const told of [
      { scannedAt: time(year) },
      { scannedAt: time(year), sentAt: time(0) },
      { scannedAt: time(30) },
      { scannedAt: time(-8 * 24 * 60) },
      { scannedAt: '0001-01-01T00:00:00Z' },
      { scannedAt: '9999-12-31T00:00:00Z' },
    ])
      expect(await apiRefusal(scan(told))).toMatchObject({
        status: 400,
        code: 'scan_time',
        errors: [{ path: 'scannedAt' }],
      });
    const minutesAgo = (at1: string | null | undefined) => `${Math.round((now - Date.parse(at1 ?? '')) / 60_000)}`;
    const done = async (told: object) => minutesAgo((await scan(told)).batches[0]?.scannedAt);
    expect(await done({})).toBe('0');
    expect(await done({ scannedAt: time(-30) })).toBe('30');
    expect(await done({ scannedAt: time(1) })).toBe('0');
    // With a clock an hour slow or an hour fast, the scan counts five minutes before its receipt.
    expect(await done({ scannedAt: time(-65), sentAt: time(-60) })).toBe('5');
    expect(await done({ scannedAt: time(55), sentAt: time(60) })).toBe('5');
    // Not before the batch was planned, whatever the clock says.
    for (const scannedAt of ['0001-01-01T00:00:00Z', time(-year), time(-181)])
      expect(await done({ scannedAt, sentAt: time(0) })).toBe('180');
    // Not before the batch's last scan, and an undo not before the undone scan.
    const first = await batch();
    await scan({ scannedAt: time(-10), sentAt: time(0) }, first);
    const count = { scanningStationID: at.id('Machines'), batchIDs: [first.id], firsts: 0, waste: 1 };
    const { batches } = await at.admin.call(splitBatch, { body: { ...count, scannedAt: time(-20), sentAt: time(0) } });
    expect(minutesAgo(batches[0]?.scannedAt)).toBe('10');
    const undone = { scanningStationID: at.id('Machines'), scannedAt: '0001-01-01T00:00:00Z', sentAt: time(0) };
    const { eventID } = await at.admin.call(undoScan, { body: undone });
    const { rows } = await at.kernel.a.run((ctx) =>
      sql<{ at: string }>`select scanned_at::text as at from production.batch_event
        where account_id = ${ctx.account.id} and id = ${eventID}`.execute(ctx.em.query()),
    );
    expect(minutesAgo(rows[0]?.at)).toBe('10');
    await lawful();
  });
});

describe('circles of recipes', () => {
  const step = (name: string, made: string, uses: string) =>
    at.admin.call(createProductionStep, {
      body: {
        name,
        production: { itemID: at.id(made), measure: 1 },
        consumptions: [{ itemID: at.id(uses), measure: 1 }],
      },
    });

  it('are refused by form, bulk and file, with the way round, and where two close one together', async () => {
    for (const sku of ['ONE', 'TWO', 'THREE'])
      at.ids[sku] = (await at.admin.call(partEndpoints.create, { body: { sku, description: sku } })).id;
    const one = await step('Make one', 'ONE', 'TWO');
    await step('Make two', 'TWO', 'THREE');
    const path = ['Make three', 'Make two', 'Make one', 'Make three'];
    const refusal = await apiRefusal(step('Make three', 'THREE', 'ONE'));
    expect(refusal).toMatchObject({ status: 409, code: 'flow_cycle', details: { path } });
    expect(refusal.message).toContain('Make three > Make two > Make one > Make three');
    const times = {
      laborTime: 1,
      laborRate: 1,
      overheadRate: 1,
      levelingFactor: 0,
      allowances: 0,
    };
    const row = (name: string, made: string, uses: string) => ({
      name,
      ...times,
      station: '',
      productions: [{ sku: made, measure: 1 }],
      consumptions: [{ sku: uses, measure: 1 }],
    });
    const bulk = (body: ReturnType<typeof row>[]) => at.admin.call(bulkCreateProductionSteps, { body });
    expect(await apiRefusal(bulk([row('Make three', 'THREE', 'ONE')]))).toMatchObject({ code: 'flow_cycle' });
    // A temporary cycle during an import is allowed if the result has none.
    await bulk([row('Make two', 'TWO', 'YARN'), row('Make three', 'THREE', 'TWO')]);
    await bulk([row('Make two', 'TWO', 'THREE'), row('Make three', 'THREE', 'YARN')]);
    const upload = async (lines: readonly string[], type = 'production-steps') => {
      const body = new Blob([lines.join('\n')]);
      return at.admin.call(createImport, { query: { type, fileName: 'steps.csv' }, body });
    };
    const head = 'Step,Makes,Quantity made,Uses up,Quantity used up';
    const set = await upload([head, 'Make three,THREE,1,YARN,1', 'Make three,,,ONE,1']);
    expect(set.counts).toMatchObject({ error: 2 });
    const { items } = await at.admin.call(listChangeSetRows, { params: { changeSetID: set.id }, query: {} });
    expect(items.flatMap(({ row: at1, errors }) => errors.map(({ field, message }) => [at1, field, message]))).toEqual([
      [1, '', 'Row 2 belongs to the same record and has an error'],
      [2, 'consumption', `The flow would go in a circle: ${path.join(' > ')}`],
    ]);
    const bill = await upload(['Assembly,Component,Quantity', 'THREE,ONE,1'], 'bill-of-materials');
    expect(bill.counts).toMatchObject({ error: 1 });
    const using = (name: string, sku: string) => used(name, [[sku, 1]]);
    at.ids['Make one'] = one.id;
    await using('Make one', 'YARN');
    at.ids['Make three'] = (await bulk([row('Make three', 'THREE', 'INK')])).updatedItems[0]?.id ?? '';
    const both = await Promise.allSettled([using('Make one', 'TWO'), using('Make three', 'ONE')]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of both)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'flow_cycle' });
    await lawful();
  });
});
