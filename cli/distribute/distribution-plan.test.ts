import { isCut, platformPlugins, sharedKernel, type TestKernel } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DistributionPlan, distributionPlan } from './distribution-plan.ts';

let kernel: TestKernel;
let client: Client;
let schemas: string[];
let plan: DistributionPlan;

beforeAll(async () => {
  kernel = await sharedKernel(await platformPlugins());
  schemas = kernel.registry.schemaOwners().map(({ schema }) => schema);
  client = new Client({ connectionString: kernel.db.adminUrl });
  await client.connect();
  plan = await distributionPlan(client, schemas);
});
afterAll(async () => {
  await client.end();
  await kernel.stop();
});

const placeOf = (name: string) => plan.tables.find((table) => table.name === name)?.placement;

it.skipIf(isCut)('places every table once: accounts apart, people on the coordinator', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any($1) order by 1`,
    [schemas],
  );
  expect(plan.tables.map(({ name }) => name).sort()).toEqual(rows.map(({ name }) => name).sort());
  expect(placeOf('core.account')).toBe('reference');
  expect(placeOf('commerce.sales_order')).toBe('distributed');
  expect(placeOf('core."user"')).toBe('local');
  expect(plan.tables.filter(({ placement }) => placement === 'distributed').length).toBeGreaterThan(60);
});

it.skipIf(isCut)('spreads what is referred to first, and makes the keys again that it had to cut', async () => {
  const { rows: keys } = await client.query<{ name: string; from: string; to: string }>(
    `select format('%I', conname) as name, conrelid::regclass::text as from, confrelid::regclass::text as to
     from pg_constraint join pg_namespace n on n.oid = connamespace where contype = 'f' and n.nspname = any($1)`,
    [schemas],
  );
  expect(keys.length).toBeGreaterThan(50);
  const at = (part: string): number => plan.statements.findIndex((statement) => statement.includes(part));
  const spreadAt = (table: string): number => at(`_table('${table}'`);
  for (const { name, from, to } of keys) {
    if (from === to) continue;
    const dropped = at(`alter table ${from} drop constraint ${name};`);
    const made = at(`alter table ${from} add constraint ${name} `);
    if (dropped < 0) expect(spreadAt(to), name).toBeLessThan(spreadAt(from));
    else {
      expect(dropped, name).toBeLessThan(spreadAt(from));
      expect(made, name).toBeGreaterThan(Math.max(spreadAt(from), spreadAt(to)));
    }
  }
  for (const name of plan.functions) expect(at(`create_distributed_function('${name}')`)).toBeGreaterThan(0);
});

it.skipIf(isCut)('names a unique key that Citus would refuse', async () => {
  await client.query('begin');
  await client.query('create unique index too_narrow on commerce.sales_order (id)');
  await expect(distributionPlan(client, schemas)).rejects.toThrow('commerce.sales_order (commerce.too_narrow)');
  await client.query('rollback');
});
