import { sql } from '@millwright/core/server';
import { apiRefusal, violationsOf } from '@millwright/core/testing';
import { createInventoryReceipt, listInventoryChangeLogs, listLots } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Batch,
  bulkDeleteBatches,
  closeBatch,
  deleteBatch,
  getBatch,
  getBatchFlow,
  getRemainingQuantities,
  getScanningStation,
  initializeBatch,
  listNextSteps,
  listScanningStationBatches,
  listStationConsumptions,
  mergeBatches,
  moveBatches,
  splitBatch,
  toggleStationStep,
  undoScan,
  updateProductionStep,
} from '../../contracts/index.ts';
import { type Plant, plant } from './checks/batch-fixture.ts';

let at: Plant;
beforeAll(async () => {
  at = await plant();
});
afterAll(() => at?.kernel.stop());

const start = (batchID: string, station = 'Machines', more: object = {}) =>
  at.admin.call(initializeBatch, { body: { scanningStationID: at.id(station), batchID, ...more } });
const count = (station: string, batchIDs: string[], counted: Partial<Parameters<typeof counting>[0]>) =>
  at.admin.call(splitBatch, { body: counting({ scanningStationID: at.id(station), batchIDs, ...counted }) });
const counting = (body: {
  scanningStationID: string;
  batchIDs: string[];
  firsts?: number;
  seconds?: number;
  waste?: number;
  closeBatch?: boolean;
  productionStepID?: string;
  scanID?: string;
}) => ({ firsts: 0, ...body });
const merge = (batchIDs: string[], step = 'Sew', station = 'Bench') =>
  at.admin.call(mergeBatches, {
    body: { scanningStationID: at.id(station), batchIDs, productionStepID: at.id(step) },
  });
const close = (batchID: string, more: object = {}) =>
  at.admin.call(closeBatch, { body: { batchID, scanningStationID: at.id('Bench'), ...more } });
const undo = (station: string, more: object = {}) =>
  at.admin.call(undoScan, { body: { scanningStationID: at.id(station), ...more } });
/** Movements of a station in the change log, the newest first. */
const moved = async (station: string, more: { lotIDs?: string[]; itemIDs?: string[]; actionTypeCodes?: ['void'] }) => {
  const query = { scanningStationIDs: [at.id(station)], ...more };
  const { items } = await at.admin.call(listInventoryChangeLogs, { query });
  expect(items.every((own) => own.responsibleScanningStation?.name === station)).toBe(true);
  return items.map(({ actionType, quantity }) => `${actionType} ${quantity.measure}`);
};
const supplyOf = async (runID: string) =>
  at.kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ sku: string; open: number }>`select item.sku, supply.open::float8 as open
      from inventory.v_supplies supply join inventory.v_items item on item.account_id = supply.account_id
        and item.id = supply.item_id
      where supply.account_id = ${ctx.account.id} and supply.source_id = ${runID}`.execute(ctx.em.query());
    return Object.fromEntries(rows.map(({ sku, open }) => [sku, open]));
  });

describe('batches', () => {
  it('go from the first scan into stock at what they cost', async () => {
    await at.stock('YARN', 100);
    await at.stock('INK', 5);
    const run = await at.run([['SOCK', 50]]);
    const [knit, print] = (await run.batches()) as [Batch, Batch];
    expect(await supplyOf(run.id)).toEqual({ SOCK: 50 });
    expect(await at.of('YARN')).toMatchObject({ onHand: 100, reserved: 50 });
    const started = await start(knit.number);
    expect(started).toMatchObject({ kind: 'init', batches: [{ status: 'open', quantity: { measure: 100 } }] });
    expect(await run.read()).toMatchObject({ status: 'in_progress' });
    await start(JSON.stringify({ batchID: print.id }));
    const next = await at.admin.call(listNextSteps, {
      params: { batchID: knit.id },
      body: { scanningStationID: at.id('Bench') },
    });
    expect(next).toMatchObject({ isLast: false, items: [{ name: 'Sew', isMultiPart: true, measure: 50 }] });
    const scanBody = { batchIDs: [knit.number], productionStepID: at.id('Sew') };
    expect(await at.admin.call(getRemainingQuantities, { body: scanBody })).toMatchObject({
      items: [{ quantity: { measure: 100 }, remaining: { measure: 50 } }],
    });
    const consumptions = await at.admin.call(listStationConsumptions, {
      params: { scanningStationID: at.id('Machines') },
      body: { batchIDs: [knit.id], splitQuantity: 60 },
    });
    expect(consumptions.items).toMatchObject([{ sku: 'YARN', demandMeasure: 30, inventoryMeasure: 100 }]);
    // Ten of the blanks are waste; their cost stays with the others.
    const counted = await count('Machines', [knit.id], { firsts: 0, waste: 10 });
    expect(counted.batches).toMatchObject([{ quantity: { measure: 90 }, waste: 10 }]);
    expect(await at.of('YARN')).toMatchObject({ onHand: 95, reserved: 45 });
    const sewn = await merge([knit.id, print.number]);
    // 45 socks of 90 blanks and 45 logos; 5 logos stay open.
    const made = sewn.batches.find((batch) => batch.item.sku === 'SOCK');
    expect(made).toMatchObject({ quantity: { measure: 45 }, productionStep: { name: 'Sew' } });
    expect(sewn.batches.find((batch) => batch.id === print.id)).toMatchObject({
      status: 'open',
      quantity: { measure: 5 },
    });
    expect(await at.of('YARN')).toMatchObject({ onHand: 50, reserved: 0 });
    expect(await supplyOf(run.id)).toEqual({ SOCK: 45 });
    const used = await at.admin.call(listStationConsumptions, {
      params: { scanningStationID: at.id('Machines') },
      body: { batchIDs: [knit.id], splitQuantity: 1 },
    });
    expect(used.items, 'of a batch that holds nothing').toEqual([]);
    const listed = await at.admin.call(listScanningStationBatches, {
      params: { scanningStationID: at.id('Bench') },
      query: {},
    });
    expect(listed.items.map(({ id }) => id)).toContain(made?.id);
    // Two pairs are seconds, which are stock of their own item.
    await count('Bench', [made?.id ?? ''], { firsts: 0, seconds: 2 });
    expect(await at.of('SOCK-2')).toMatchObject({ onHand: 2 });
    expect(await close(made?.id ?? '')).toMatchObject({ batches: [{ status: 'closed', quantity: { measure: 43 } }] });
    expect(await at.of('SOCK')).toMatchObject({ onHand: 43 });
    expect(await supplyOf(run.id)).toEqual({});
    expect(await close(print.id, { reason: 'No blanks for these' })).toMatchObject({
      batches: [{ status: 'closed', quantity: { measure: 0 }, waste: 5 }],
    });
    expect(await run.read()).toMatchObject({ status: 'completed' });
    const flow = await at.admin.call(getBatchFlow, { params: { batchID: made?.id ?? '' } });
    expect(flow.batches).toHaveLength(4);
    expect(flow.edges).toHaveLength(3);
    expect(flow.events.map(({ kind }) => kind)).toEqual(['merge', 'split', 'close']);
    // Goods carry the cost of their components: yarn 100, ink 0.5 x 10 less 0.5 given up, labor and overhead of each
    // step.
    const value = await at.kernel.a.run(async (ctx) => {
      const { rows } = await sql<{ stocked: number; own: number }>`select sum(stocked)::float8 as stocked,
          sum(materials + labor + overhead - lost)::float8 as own
        from production.batch_change where account_id = ${ctx.account.id}`.execute(ctx.em.query());
      return rows[0];
    });
    expect(value?.stocked).toBeCloseTo(value?.own ?? 0, 5);
    for (const plugin of [at.inventory, at.production]) expect(await violationsOf(at.kernel.a, plugin)).toEqual([]);
  });

  it('are refused with the code and a sentence of what is wrong, and nothing is written', async () => {
    const run = await at.run([
      ['SOCK', 10],
      ['BLANK', 7],
    ]);
    const [knit, print, odd] = (await run.batches()).map((batch) => batch.id) as [string, string, string];
    const move = (batchIDs: string[], step = 'Sew', station = 'Bench') =>
      at.admin.call(moveBatches, {
        body: { scanningStationID: at.id(station), batchIDs, productionStepID: at.id(step) },
      });
    const refused = async (work: Promise<unknown>) => {
      const { status, code, message } = (await apiRefusal(work)) as { status: number; code: string; message: string };
      return [status, code, message];
    };
    expect(await refused(start('4711'))).toEqual([404, 'batch_not_found', expect.stringContaining('4711')]);
    expect(await refused(start(knit, 'Bench'))).toEqual([
      404,
      'production_step_not_found',
      expect.stringContaining('Bench does not do Knit'),
    ]);
    expect(await refused(move([knit]))).toEqual([409, 'scan_rejected', expect.stringContaining('not started')]);
    await start(knit);
    expect(await refused(start(knit))).toEqual([409, 'scan_rejected', expect.stringContaining('started already')]);
    expect(await refused(move([knit]))).toEqual([
      409,
      'batch_parts_mismatch',
      'Sew also needs LOGO: scan all parts together at a multi-part station.',
    ]);
    expect(await refused(move([knit], 'Pack'))).toEqual([
      409,
      'batch_model_interface_mismatch',
      expect.stringContaining('does not go from Knit to Pack'),
    ]);
    expect(await refused(merge([knit]))).toEqual([409, 'batch_parts_mismatch', expect.stringContaining('LOGO')]);
    expect(await refused(count('Machines', [knit], { firsts: 20, waste: 1 }))).toEqual([
      409,
      'scan_rejected',
      expect.stringMatching(/^That makes 21 .*has 20 /),
    ]);
    expect(await refused(count('Machines', [knit], {}))).toMatchObject([400, 'invalid_input', expect.anything()]);
    expect(await refused(close(knit))).toEqual([409, 'scan_rejected', expect.stringContaining('is not finished')]);
    expect(await refused(at.admin.call(deleteBatch, { params: { batchID: knit } }))).toMatchObject([
      409,
      'batch_delete_failed',
      expect.anything(),
    ]);
    for (const batchID of ['4111 1111 1111 1111', '{"batch": 1}', ''])
      expect(await refused(start(batchID))).toMatchObject([400, 'invalid_input', expect.anything()]);
    // Material is missing at a station that requires it.
    await at.stock('YARN', -(await at.of('YARN')).onHand);
    expect(await refused(count('Strict', [knit], { firsts: 0, waste: 4 }))).toEqual([
      409,
      'scan_rejected',
      expect.stringContaining('Material is missing: 2 '),
    ]);
    const deleted = await at.admin.call(bulkDeleteBatches, { body: { batchIDs: [knit, print, odd, 'nobody'] } });
    expect(deleted).toMatchObject({
      deleted: expect.arrayContaining([print, odd]),
      refused: [
        { batchID: knit, code: 'batch_delete_failed' },
        { batchID: 'nobody', code: 'batch_not_found' },
      ],
    });
    expect(await violationsOf(at.kernel.a, at.production)).toEqual([]);
  });

  it('go on without material, which is booked when it comes', async () => {
    const run = await at.run([['BLANK', 30]]);
    const [batch] = (await run.batches()) as [Batch];
    await start(batch.id);
    const { shortages } = await count('Machines', [batch.id], { firsts: 0, waste: 10 });
    expect(shortages).toMatchObject([{ sku: 'YARN', measure: 5 }]);
    expect(await at.of('YARN')).toMatchObject({ onHand: 0 });
    await at.admin.call(createInventoryReceipt, { body: { itemID: at.id('YARN'), quantity: 50, lotNumber: 'L2' } });
    await at.kernel.jobs();
    await expect
      .poll(async () => (await at.admin.call(getBatchFlow, { params: { batchID: batch.id } })).materials)
      .toMatchObject([{ sku: 'YARN', measure: 5, short: 0, lots: ['L2'] }]);
    expect((await at.admin.call(getBatch, { params: { batchID: batch.id } })).lots).toEqual(['L2']);
    // The log can be filtered by lot.
    const { items: lots } = await at.admin.call(listLots, { query: { query: 'L2' } });
    expect(await moved('Machines', { lotIDs: lots.map(({ id }) => id) })).toEqual(['consume -5']);
    expect(await at.of('YARN')).toMatchObject({ onHand: 45 });
    expect(await violationsOf(at.kernel.a, at.inventory)).toEqual([]);
  });

  it('count a scan once, take it back within 15 minutes, and then no more', async () => {
    await at.stock('INK', 5);
    const run = await at.run([['LOGO', 40]]);
    const [batch] = (await run.batches()) as [Batch];
    const scanID = 'device-1-000001';
    const first = await start(batch.id, 'Machines', { scanID });
    // The same scan counts once, whatever the device's clock says.
    const again = await start(batch.id, 'Machines', { scanID, scannedAt: '2031-01-01T00:00:00Z' });
    expect(again).toMatchObject({ eventID: first.eventID, isRepeated: true });
    expect(await apiRefusal(count('Machines', [batch.id], { firsts: 1, scanID }))).toMatchObject({
      code: 'scan_rejected',
    });
    const before = await at.of('INK');
    const split = await count('Machines', [batch.id], { firsts: 15, waste: 5, seconds: 2 });
    expect(split.batches.map(({ quantity }) => quantity.measure).sort()).toEqual([15, 18]);
    expect((await at.of('INK')).onHand).toBeCloseTo(before.onHand - 0.07, 5);
    const quarter = 15 * 60_000;
    at.kernel.clock.advance(quarter + 1000);
    await at.admin.fetch('/auth/access-tokens', { method: 'POST' });
    const late = await apiRefusal(undo('Machines', { eventID: split.eventID }));
    at.kernel.clock.advance(-quarter - 1000);
    expect(late).toMatchObject({ code: 'scan_rejected', message: expect.stringContaining('15 minutes') });
    await undo('Machines', { eventID: split.eventID });
    expect((await moved('Machines', { itemIDs: [at.id('INK')], actionTypeCodes: ['void'] }))[0]).toBe('void 0.07');
    // The earlier work at the bench.
    expect(await moved('Bench', { itemIDs: [at.id('INK')] })).toEqual(['consume -0.45']);
    expect(await at.admin.call(getBatch, { params: { batchID: batch.id } })).toMatchObject({
      quantity: { measure: 40 },
      waste: 0,
    });
    expect(await at.of('INK')).toEqual(before);
    expect(await run.batches()).toHaveLength(1);
    await undo('Machines');
    expect(await run.read()).toMatchObject({ status: 'pending' });
    expect(await apiRefusal(undo('Machines', { eventID: first.eventID }))).toMatchObject({ code: 'scan_rejected' });
    expect(await violationsOf(at.kernel.a, at.production)).toEqual([]);
    expect(await violationsOf(at.kernel.a, at.inventory)).toEqual([]);
  });

  it('are won by one of sixteen stations', async () => {
    await at.stock('YARN', 500);
    for (let number = 1; number <= 16; number += 1) await at.station(`Machine ${number}`, ['Knit', 'Print']);
    const run = await at.run([['BLANK', 40, 10]]);
    const batches = await run.batches();
    for (const batch of batches) {
      const answers = await Promise.allSettled(
        Array.from({ length: 16 }, (_, index) => start(batch.id, `Machine ${index + 1}`)),
      );
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    const counted = await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) =>
        count(`Machine ${index + 1}`, [(batches[index % 4] as { id: string }).id], { firsts: 0, waste: 3 }),
      ),
    );
    // Every batch of ten pieces is counted three times, three pieces of waste each.
    expect(counted.filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
    for (const answer of counted)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'scan_rejected' });
    for (const plugin of [at.inventory, at.production]) expect(await violationsOf(at.kernel.a, plugin)).toEqual([]);
  });

  it('are done where the station does the step', async () => {
    const params = { scanningStationID: at.id('Bench') };
    const toggle = (name: string) => at.admin.call(toggleStationStep, { params, body: { name } });
    expect((await toggle('Knit')).productionSteps.map(({ name }) => name)).toEqual(['Knit', 'Pack', 'Sew']);
    expect((await toggle('Knit')).productionSteps.map(({ name }) => name)).toEqual(['Pack', 'Sew']);
    expect(await apiRefusal(toggle('Nothing'))).toMatchObject({ status: 404, code: 'production_step_not_found' });
    const stepParams = { productionStepID: at.id('Pack') };
    const at1 = { scanningStationID: at.id('Machines') };
    expect(await at.admin.call(updateProductionStep, { params: stepParams, body: at1 })).toMatchObject({
      scanningStation: { name: 'Machines' },
    });
    expect((await at.admin.call(getScanningStation, { params })).productionSteps.map(({ name }) => name)).toEqual([
      'Sew',
    ]);
    expect(await at.admin.call(getScanningStation, { params })).toMatchObject({ isMultiPart: true });
  });
});
