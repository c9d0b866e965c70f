import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newID } from '../../../contracts/texts/id.ts';
import { parseDatabaseUrl } from '../../../database/schema/roles.ts';
import { platformPlugins } from '../../kernel/platform-plugins.ts';
import { insertSamples, samplesOf, tenantTables } from '../../kernel/sample-rows.ts';
import { bootTestKernel, type TestKernel } from '../../kernel/test-kernel.ts';

let kernel: TestKernel;
let admin: Client;
let job: Client;
let accountID: string;
const now = new Date('2026-11-25T12:00:00Z');

const connect = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: parseDatabaseUrl(url).toString() });
  await client.connect();
  return client;
};

const addAccount = async (slug: string): Promise<string> => {
  const id = newID('acc');
  await admin.query(
    'insert into core.account (id, slug, name, created_at, updated_at) values ($1, $2, $2, now(), now())',
    [id, slug],
  );
  return id;
};

beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'rows of samples in all tables', plugins: await platformPlugins() });
  admin = await connect(kernel.db.adminUrl);
  job = await connect(kernel.db.urls.job);
  // Few rows: a plan for many is asked for.
  await job.query('set enable_seqscan = off');
  accountID = await addAccount('with-samples');
  const definitions = kernel.registry.plugins.map(({ definition }) => definition);
  const tables = await tenantTables(
    admin,
    kernel.registry.schemaOwners().map(({ schema }) => schema),
  );
  await insertSamples(admin, tables, samplesOf(definitions), accountID, 'looks');
});
afterAll(async () => {
  await admin.end();
  await job.end();
  await kernel.stop();
});

const looks = () =>
  kernel.registry.plugins.flatMap(({ definition }) =>
    (definition.jobs?.(kernel.services) ?? []).map(({ name, due }) => ({ name, ...due })),
  );

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** How a look is done now, as the job role. */
async function planOf(sql: string): Promise<{ unindexed: string[]; pages: number }> {
  // Looks that do not ask for the time have it too.
  const { rows } = await job.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, buffers, timing off, format json) select * from (${sql}) look where $1::timestamptz is not null`,
    [now],
  );
  const plan = (rows[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan;
  const unindexed = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan');
  return {
    unindexed: unindexed.map((node) => node['Relation Name'] ?? ''),
    pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
  };
}

const found = async (sql: string): Promise<string[]> => {
  const { rows } = await job.query<{ id: string }>(
    `select distinct account_id as id from (${sql}) look where $1::timestamptz is not null`,
    [now],
  );
  return rows.map(({ id }) => id);
};

describe('the look of every scheduled job', () => {
  it('finds the account that has work, as the job role', async () => {
    expect(looks().length).toBeGreaterThan(9);
    for (const { name, sql, sample } of looks()) {
      if (sample) await admin.query(sample, sample.includes('$1') ? [accountID] : []);
      expect([name, await found(sql)]).toEqual([name, [accountID]]);
    }
  });

  it('finds it by indexes, and reads no more where there are many accounts without work', async () => {
    const before = new Map<string, number>();
    for (const { name, sql } of looks()) {
      await planOf(sql);
      const { unindexed, pages } = await planOf(sql);
      expect([name, unindexed]).toEqual([name, []]);
      before.set(name, pages);
    }
    const plugins = kernel.registry.plugins.map(({ definition }) => definition.id).filter((id) => id !== 'core');
    await admin.query(
      `with account as (insert into core.account (id, slug, name, created_at, updated_at)
         select 'acc_' || lpad(number::text, 26, '0'), 'empty-' || number, 'Empty', now(), now()
         from generate_series(1, 2000) as many (number) returning id)
       insert into core.account_plugin (account_id, id, created_at, updated_at, plugin_id, settings)
       select account.id, 'acp_' || plugin.id, now(), now(), plugin.id, '{}' from account
       cross join unnest($1::text[]) as plugin (id)`,
      [plugins],
    );
    await admin.query('vacuum analyze core.account, core.account_plugin');
    for (const { name, sql } of looks()) {
      await planOf(sql);
      const { pages } = await planOf(sql);
      expect(pages, name).toBeLessThanOrEqual((before.get(name) as number) + 2);
    }
  });
});
