import { runsOf, testSeed } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PromiseBench } from '../promise-fixture.ts';
import { OversellDriver } from './oversell-driver-fixture.ts';

let bench: PromiseBench;

beforeAll(async () => {
  bench = await PromiseBench.open();
});
afterAll(() => bench.kernel.stop());

it('sells nothing twice in hundreds of operations of 16 people on 20 items', async () => {
  const seed = Number(process.env['OVERSELL_SEED'] ?? testSeed);
  const operations = runsOf(2000);
  const outcome = await OversellDriver.run(bench, { seed, operations, workers: 16, items: 20 });
  expect({ seed, faults: outcome.faults, violations: outcome.violations }).toEqual({
    seed,
    faults: [],
    violations: [],
  });
  expect(outcome.done).toBeGreaterThan(operations / 2);
});
