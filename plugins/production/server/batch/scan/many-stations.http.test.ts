import { apiRefusal, aroundStatements, violationsOf } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Batch, closeBatch, createProductionStep, initializeBatch, splitBatch } from '../../../contracts/index.ts';
import { type Plant, plant } from '../checks/batch-fixture.ts';

/*
 * Eight stations make two items, each of a material of its own, and book waste. Their runs contain both items, and
 * recalculate their reservations of both after every scan. No station may be blocked and no quantity lost. Deadlocks
 * that PostgreSQL aborts are counted, because the server would silently repeat the request.
 */

let at: Plant;
let brokenOff = 0;
let stopHearing: () => void;

beforeAll(async () => {
  at = await plant();
  stopHearing = aroundStatements((_client, _parts, send) => {
    const answer = send();
    if (answer instanceof Promise)
      answer.catch((error: { code?: string }) => {
        if (error.code === '40P01') brokenOff += 1;
      });
    return answer;
  });
});
afterAll(async () => {
  stopHearing();
  await at?.kernel.stop();
});

const stations = 8;
const each = 3;

it('eight stations do not stop each other', async () => {
  const step = async (name: string, made: string, used: string) => {
    const { id } = await at.admin.call(createProductionStep, {
      body: {
        name,
        production: { itemID: at.id(made), measure: 1 },
        consumptions: [{ itemID: at.id(used), measure: 1 }],
        stocking: true,
      },
    });
    at.ids[name] = id;
  };
  await step('Make a gift', 'SOCK-2', 'YARN');
  await step('Make another', 'BOX', 'INK');
  // Enough for a part of the work; the rest is done without material, which is booked later.
  await at.stock('YARN', 150);
  await at.stock('INK', 150);
  for (let station = 0; station < stations; station += 1)
    await at.station(`Station ${station}`, ['Make a gift', 'Make another']);
  const planned: Batch[][] = [];
  for (let station = 0; station < stations; station += 1) {
    const run = await at.run([
      ['SOCK-2', 10 * each, 10],
      ['BOX', 10 * each, 10],
    ]);
    planned.push(await run.batches());
  }
  const refused: unknown[] = [];
  const work = async (batch: Batch, station: string): Promise<void> => {
    const here = { scanningStationID: at.id(station) };
    await at.admin.call(initializeBatch, { body: { ...here, batchID: batch.id } });
    await at.admin.call(splitBatch, { body: { ...here, batchIDs: [batch.id], firsts: 0, waste: 1 } });
    await at.admin.call(closeBatch, { body: { ...here, batchID: batch.id } });
  };
  await Promise.all(
    planned.map(async (batches, station) => {
      // Every other station begins with the other item.
      for (const batch of station % 2 ? batches.toReversed() : batches)
        await work(batch, `Station ${station}`).catch((error: unknown) => refused.push(error));
    }),
  );
  expect(refused).toEqual([]);
  expect(brokenOff).toBe(0);
  expect(await at.of('SOCK-2')).toMatchObject({ onHand: stations * each * 9 });
  // 150 were in stock. All later work lacks its material, which the finished runs still demand.
  const made = stations * each * 10;
  expect(await at.of('YARN')).toMatchObject({ onHand: 0, reserved: 0, short: made - 150 });
  for (const plugin of [at.inventory, at.production]) expect(await violationsOf(at.kernel.a, plugin)).toEqual([]);
  expect(await apiRefusal(at.admin.call(closeBatch, { body: { batchID: planned[0]?.[0]?.id ?? '' } }))).toMatchObject({
    code: 'scan_rejected',
  });
});
