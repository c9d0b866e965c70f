import { listJournalEntries } from '@millwright/commerce/contracts';
import { sql } from '@millwright/core/server';
import { violationsOf } from '@millwright/core/testing';
import { createProduct, partEndpoints } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  closeBatch,
  initializeBatch,
  moveBatches,
  splitBatch,
  undoScan,
  updateProductionStep,
} from '../../../contracts/index.ts';
import { type Plant, plant } from '../checks/batch-fixture.ts';

let at: Plant;
beforeAll(async () => {
  at = await plant();
  await at.admin.call(updateProductionStep, { params: { productionStepID: at.id('Knit') }, body: { stocking: true } });
});
afterAll(() => at?.kernel.stop());

const station = () => ({ scanningStationID: at.id('Machines') });
const start = async (entries: Parameters<Plant['run']>[0]) => {
  const run = await at.run(entries);
  const batches = await run.batches();
  for (const { id: batchID } of batches) await at.admin.call(initializeBatch, { body: { ...station(), batchID } });
  return batches.map(({ id }) => id);
};
const close = (batchID: string, reason?: string) =>
  at.admin.call(closeBatch, { body: { ...station(), batchID, ...(reason ? { reason } : {}) } });

/** Balance of every journal account, in cents. */
async function sums(): Promise<Record<string, number>> {
  const { items } = await at.admin.call(listJournalEntries, { query: { take: 500 } });
  const found = new Map<string, number>();
  for (const { account, debit, credit } of items)
    found.set(account, (found.get(account) ?? 0) + Math.round(debit * 100) - Math.round(credit * 100));
  return Object.fromEntries(found);
}

it('takes labour and overhead into work in process, and what is left of a run into variance', async () => {
  const { today } = await at.kernel.a.run(async (ctx) => ({ today: ctx.clock.now().toISOString().slice(0, 10) }));
  await at.stock('YARN', 20);
  // Sixty blanks take an hour at 30 and 6; thirty of yarn at 2.
  const [made, given] = (await start([['BLANK', 60, 30]])) as [string, string];
  await close(made);
  const half = await sums();
  expect(half).toMatchObject({ labor_absorbed: -15_00, overhead_absorbed: -3_00, work_in_process: 0 });
  const counted = { ...station(), batchIDs: [given], firsts: 0, waste: 10 };
  const { eventID } = await at.admin.call(splitBatch, { body: counted });
  expect(await sums()).toMatchObject({ labor_absorbed: -20_00, overhead_absorbed: -4_00, work_in_process: 16_00 });
  await at.admin.call(undoScan, { body: { ...station(), eventID } });
  expect(await sums()).toEqual(half);
  await at.admin.call(splitBatch, { body: counted });
  await close(given, 'The machine ate it');
  const ended = await sums();
  expect(ended).toMatchObject({ labor_absorbed: -20_00, overhead_absorbed: -4_00, scrap: 16_00, work_in_process: 0 });
  expect(ended).not.toHaveProperty('production_variance');

  // Without its yarn a run is valued lower; the yarn's cost is a variance when it comes.
  await at.stock('YARN', -(await at.of('YARN')).onHand);
  const [short] = (await start([['BLANK', 6]])) as [string];
  await close(short);
  await at.stock('YARN', 10);
  await at.kernel.jobs();
  await expect.poll(async () => (await at.of('YARN')).onHand).toBe(7);
  const booked = await sums();
  expect(booked).toMatchObject({ labor_absorbed: -23_00, production_variance: 6_00, work_in_process: 0 });
  expect(Object.values(booked).reduce((sum, cents) => sum + cents, 0)).toBe(0);
  // The entries of a day do not depend on the requested period.
  const { items } = await at.admin.call(listJournalEntries, { query: { take: 500, startDate: today, endDate: today } });
  expect(items.filter(({ account }) => account === 'production_variance')).toMatchObject([{ debit: 6 }]);
  const { count } = await at.admin.call(listJournalEntries, { query: { endDate: '2020-01-01' } });
  expect(count).toBe(0);
  const value = await at.kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ value: number }>`select sum(value)::float8 as value from production.v_batches
      where account_id = ${ctx.account.id}`.execute(ctx.em.query());
    return rows[0]?.value;
  });
  expect(value).toBe(0);
});

/** The run's demand and supply in stock. */
const promisesOf = (runID: string) =>
  at.kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ what: string }>`select 'wants ' || demand.quantity::float8 || ' ' || item.sku as what
      from inventory.v_demands demand
      join inventory.v_items item on item.account_id = demand.account_id and item.id = demand.item_id
      where demand.account_id = ${ctx.account.id} and demand.source_id = ${runID}
      union all select 'brings ' || supply.open::float8 || ' ' || item.sku from inventory.v_supplies supply
      join inventory.v_items item on item.account_id = supply.account_id and item.id = supply.item_id
      where supply.account_id = ${ctx.account.id} and supply.source_id = ${runID} order by 1`.execute(ctx.em.query());
    return rows.map(({ what }) => what);
  });

it('wants less by what a batch took that went on, and what it lacked', async () => {
  at.ids['ROPE'] = (await at.admin.call(partEndpoints.create, { body: { sku: 'ROPE', description: 'ROPE' } })).id;
  const body = { sku: 'CORD', description: 'CORD', unitValue: 5 };
  at.ids['CORD'] = (await at.admin.call(createProduct, { body })).id;
  await at.step('Twist', ['ROPE', 10], [['YARN', 3]]);
  await at.step(
    'Cut',
    ['CORD', 20],
    [
      ['ROPE', 10],
      ['INK', 1],
    ],
  );
  await at.station('Ropery', ['Twist', 'Cut']);
  await at.stock('YARN', 10 - (await at.of('YARN')).onHand);
  await at.stock('INK', 5);
  const run = await at.run([['CORD', 80, 40]]);
  const [first, second] = (await run.batches()).map(({ id }) => id) as [string, string];
  expect(await promisesOf(run.id)).toEqual(['brings 80 CORD', 'wants 12 YARN', 'wants 4 INK']);
  const ropery = { scanningStationID: at.id('Ropery') };
  const goOn = async (batchID: string) => {
    await at.admin.call(initializeBatch, { body: { ...ropery, batchID } });
    return at.admin.call(moveBatches, { body: { ...ropery, batchIDs: [batchID], productionStepID: at.id('Cut') } });
  };
  expect((await goOn(first)).shortages).toEqual([]);
  expect(await promisesOf(run.id)).toEqual(['brings 80 CORD', 'wants 4 INK', 'wants 6 YARN']);
  expect(await at.of('YARN')).toMatchObject({ onHand: 4, reserved: 4 });
  expect((await goOn(second)).shortages).toMatchObject([{ sku: 'YARN', measure: 2 }]);
  expect(await promisesOf(run.id)).toEqual(['brings 80 CORD', 'wants 2 YARN', 'wants 4 INK']);
  await at.admin.call(undoScan, { body: ropery });
  expect(await promisesOf(run.id)).toEqual(['brings 80 CORD', 'wants 4 INK', 'wants 6 YARN']);
  await at.admin.call(undoScan, { body: ropery });
  await at.admin.call(undoScan, { body: ropery });
  expect(await promisesOf(run.id)).toEqual(['brings 80 CORD', 'wants 12 YARN', 'wants 4 INK']);
  for (const plugin of [at.inventory, at.production]) expect(await violationsOf(at.kernel.a, plugin)).toEqual([]);
});
