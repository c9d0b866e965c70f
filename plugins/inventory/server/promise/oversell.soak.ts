import { afterAll, beforeAll, expect, it } from 'vitest';
import { OversellDriver } from './oversell-driver.ts';
import { PromiseBench } from './promise-fixture.ts';

const operations = Number(process.env['OVERSELL_OPERATIONS'] ?? 100_000);
/** Between two looks at the laws, so that a broken one is found near where it broke. */
const stretch = 5000;

let bench: PromiseBench;

beforeAll(async () => {
  bench = await PromiseBench.open();
});
afterAll(() => bench.kernel.stop());

it(
  `sells nothing twice in ${operations} operations of 16 people on 20 items`,
  async () => {
    const first = Number(process.env['OVERSELL_SEED'] ?? Date.now() % 1_000_000);
    for (let done = 0, seed = first; done < operations; done += stretch, seed += 1) {
      const part = Math.min(stretch, operations - done);
      const { faults, violations } = await OversellDriver.run(bench, {
        seed,
        operations: part,
        workers: 16,
        items: 20,
      });
      expect({ seed, faults, violations }).toEqual({ seed, faults: [], violations: [] });
    }
  },
  4 * 3_600_000,
);
