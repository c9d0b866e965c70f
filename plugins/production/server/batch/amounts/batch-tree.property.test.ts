import { sql } from '@millwright/core/server';
import { runsOf, violationsOf } from '@millwright/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  closeBatch,
  initializeBatch,
  mergeBatches,
  moveBatches,
  splitBatch,
  undoScan,
} from '../../../contracts/index.ts';
import { type Plant, plant } from '../checks/batch-fixture.ts';

let at: Plant;
beforeAll(async () => {
  at = await plant();
  await at.stock('YARN', 300);
  await at.stock('INK', 3);
});
afterAll(() => at?.kernel.stop());

const scan = fc.record({
  kind: fc.constantFrom('split', 'split', 'split', 'merge', 'assemble', 'move', 'close', 'give up', 'undo'),
  first: fc.nat(),
  second: fc.nat(),
  firsts: fc.integer({ min: 0, max: 40 }),
  seconds: fc.constantFrom(0, 0, 1, 3),
  waste: fc.constantFrom(0, 0, 1, 2.5),
  closeBatch: fc.boolean(),
});

/** Started pieces, and where they are now; a sock contains two blanks and a logo. */
async function balance() {
  return at.kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ sku: string; started: number; there: number; gone: number }>`
      select item.sku,
        coalesce(sum(change.quantity) filter (where event.kind = 'init' or event.undoes_id in (select id
            from production.batch_event where account_id = ${ctx.account.id} and kind = 'init')), 0)::float8 as started,
        coalesce(sum(change.quantity), 0)::float8 as there,
        coalesce(sum(change.waste + change.seconds), 0)::float8 as gone
      from production.batch_change change
      join production.batch_event event on event.account_id = change.account_id and event.id = change.event_id
      join inventory.v_items item on item.account_id = change.account_id and item.id = change.item_id
      where change.account_id = ${ctx.account.id}
      group by item.id, item.sku`.execute(ctx.em.query());
    return new Map(rows.map((row) => [row.sku, row]));
  });
}

it('conserves pieces and value whatever is scanned, taken back, or refused', async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(scan, { minLength: 10, maxLength: 25 }), async (scans) => {
      const run = await at.run([['SOCK', 40, 20]]);
      for (const { id } of await run.batches())
        await at.admin.call(initializeBatch, { body: { scanningStationID: at.id('Machines'), batchID: id } });
      for (const each of scans) {
        const open = (await run.batches()).filter(({ status }) => status === 'open');
        const batch = open[each.first % Math.max(1, open.length)];
        const other = open[each.second % Math.max(1, open.length)];
        if (!batch || !other) break;
        const scanningStationID = at.id(batch.productionStep.name === 'Sew' ? 'Bench' : 'Machines');
        const body = { scanningStationID, batchIDs: [batch.id] };
        const work: Record<typeof each.kind, () => Promise<unknown>> = {
          split: () => at.admin.call(splitBatch, { body: { ...body, ...countsOf(each) } }),
          merge: () =>
            at.admin.call(mergeBatches, {
              body: { ...body, batchIDs: [batch.id, other.id], productionStepID: batch.productionStepID },
            }),
          assemble: () =>
            at.admin.call(mergeBatches, {
              body: {
                scanningStationID: at.id('Bench'),
                batchIDs: [...new Set([batch.id, other.id])],
                productionStepID: at.id('Sew'),
              },
            }),
          move: () => at.admin.call(moveBatches, { body: { ...body, productionStepID: at.id('Sew') } }),
          close: () => at.admin.call(closeBatch, { body: { batchID: batch.id } }),
          'give up': () => at.admin.call(closeBatch, { body: { batchID: batch.id, reason: 'Torn' } }),
          undo: () => at.admin.call(undoScan, { body: { scanningStationID } }),
        };
        await work[each.kind]().then(
          () => {
            done += 1;
          },
          (error: { status?: number }) => expect([400, 404, 409]).toContain(error.status),
        );
      }
      for (const plugin of [at.inventory, at.production]) expect(await violationsOf(at.kernel.a, plugin)).toEqual([]);
      const parts = await balance();
      const socks = parts.get('SOCK');
      for (const [sku, each] of [
        ['BLANK', 2],
        ['LOGO', 1],
      ] as const) {
        const part = parts.get(sku);
        const assembled = (socks?.there ?? 0) + (socks?.gone ?? 0);
        // All started pieces are present, lost, or part of a sock.
        expect((part?.there ?? 0) + (part?.gone ?? 0) + each * assembled).toBeCloseTo(part?.started ?? 0, 6);
      }
    }),
    { numRuns: runsOf(4) },
  );
  expect(done).toBeGreaterThan(10);
});

const countsOf = ({
  firsts,
  seconds,
  waste,
  closeBatch,
}: Record<'firsts' | 'seconds' | 'waste', number> & { closeBatch: boolean }) => ({
  firsts,
  seconds,
  waste,
  closeBatch,
});
