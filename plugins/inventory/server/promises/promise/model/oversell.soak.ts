import { testSeed } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseDatabaseUrl } from '../../../../../../core/database/schema/roles.ts';
import { PromiseBench } from '../promise-fixture.ts';
import { OversellDriver } from './oversell-driver-fixture.ts';

const operations = Number(process.env['OVERSELL_OPERATIONS'] ?? 100_000);
/** Between two looks at the laws, so that a broken one is found near where it broke. */
const stretch = 5000;

let bench: PromiseBench;
let admin: Client;

beforeAll(async () => {
  bench = await PromiseBench.open();
  admin = new Client({ connectionString: parseDatabaseUrl(bench.kernel.db.adminUrl).toString() });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await bench?.kernel.stop();
});

it(
  `sells nothing twice in ${operations} operations of 16 people on 20 items`,
  async () => {
    const first = Number(process.env['OVERSELL_SEED'] ?? testSeed);
    for (let done = 0, seed = first; done < operations; done += stretch, seed += 1) {
      const part = Math.min(stretch, operations - done);
      const { faults, violations } = await OversellDriver.run(bench, {
        seed,
        operations: part,
        workers: 16,
        items: 20,
      });
      expect({ seed, faults, violations }).toEqual({ seed, faults: [], violations: [] });
      // As every installation does by itself each minute; the server of tests is set up for runs of seconds and does
      // not. Checks of references that were planned over empty tables would go on reading whole ones.
      await admin.query('vacuum (analyze)');
    }
  },
  4 * 3_600_000,
);
