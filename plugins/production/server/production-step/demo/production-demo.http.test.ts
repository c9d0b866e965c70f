import { bootDemoKernel, type TestKernel, violationsOf } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBatches, listProductionRuns, listProductionSteps } from '../../../contracts/index.ts';
import production from '../../plugin.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootDemoKernel();
});
afterAll(() => kernel?.stop());

describe('the demo', () => {
  it('knits, cuts and sews gloves and socks, and has runs of them', async () => {
    const account = await kernel.findAccount('northfield');
    const admin = await account.as('admin');
    const { items } = await admin.call(listProductionSteps, {});
    expect(items.map(({ name, in: from }) => [name, from.map((step) => step.name)])).toEqual([
      ['Cut palms', []],
      ['Knit cuffs', []],
      ['Knit merino socks', []],
      ['Knit shells', []],
      ['Pair and pack merino socks', ['Press merino socks']],
      ['Press and pair cut-resistant gloves', ['Knit shells']],
      ['Press and pair leather gloves', ['Sew leather gloves']],
      ['Press merino socks', ['Knit merino socks']],
      ['Sew leather gloves', ['Cut palms', 'Knit cuffs']],
    ]);
    const runs = await admin.call(listProductionRuns, { query: { take: 500 } });
    // Two years of finished runs, and the present ones.
    const going = runs.items.filter(({ status }) => status !== 'completed');
    expect(going.map(({ status }) => status)).toEqual(['in_progress', 'in_progress']);
    expect(runs.items.length).toBeGreaterThan(90);
    const { items: batches } = await admin.call(listBatches, { query: { status: ['open', 'closed'], take: 500 } });
    const scanned = batches.filter(({ productionRunID }) => going.some(({ id }) => id === productionRunID));
    expect(scanned.map(({ productionStep, status }) => [productionStep.name, status])).toEqual([
      ['Cut palms', 'closed'],
      ['Knit cuffs', 'open'],
      ['Pair and pack merino socks', 'closed'],
      ['Press merino socks', 'open'],
      ['Knit merino socks', 'open'],
      ['Sew leather gloves', 'open'],
    ]);
    for (const plugin of [inventory, production]) expect(await violationsOf(account, plugin)).toEqual([]);
  });
});
