import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listSysProperties } from '../contracts/accounts/sys-property.contract.ts';
import { definePlugin } from '../kernel/plugin/define-plugin.ts';
import { listAccountIDs } from '../tenancy/access/access.ts';
import { disablePlugin, enablePlugin } from '../tenancy/access/account-plugins.ts';
import { accountsToSetUp } from '../tenancy/accounts/set-up.ts';
import { bootTestKernel, type TestKernel } from '../testing/kernel/test-kernel.ts';
import { countStatements } from '../testing/postgres/statements/statement-counter.ts';
import { claimNumber, nextNumber } from './numbering.ts';

const gauges = definePlugin({
  id: 'gauges',
  title: 'Gauges',
  description: 'Numbers its gauges from where it says.',
  numbering: [{ kind: 'gauge', label: 'Gauges', first: 25_000 }],
});

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'a plugin of its own', plugins: [gauges] });
});
afterAll(() => kernel.stop());

it('an account that gets a plugin counts from where its series says', async () => {
  const { items } = await (await kernel.a.as('admin')).call(listSysProperties, {});
  expect(items.find(({ type }) => type === 'gauge')).toMatchObject({ value: 24_999, next: 25_000 });
  expect(await kernel.a.run((ctx) => nextNumber(ctx, 'gauge'))).toBe('25000');
  // From there the counter also skips a claimed number.
  await kernel.b.run((ctx) => claimNumber(ctx, 'gauge', '25000', async () => false));
  expect(await kernel.b.run((ctx) => nextNumber(ctx, 'gauge'))).toBe('25001');
});

it('goes on where it stood when the plugin comes back', async () => {
  const before = Number(await kernel.a.run((ctx) => nextNumber(ctx, 'gauge')));
  await kernel.a.run((ctx) => disablePlugin(kernel.tenancy, ctx, 'gauges'));
  await kernel.a.run((ctx) => enablePlugin(kernel.tenancy, ctx, 'gauges'));
  expect(await kernel.a.run((ctx) => nextNumber(ctx, 'gauge'))).toBe(String(before + 1));
});

/** As an account that an older version has set up. */
const noteOlderVersion = (accountID: string): Promise<unknown> =>
  kernel.database.runAsAuth({ accountID: '' }, (em) =>
    sql`update core.account set set_up_with = 'older' where id = ${accountID}`.execute(em.getKysely()),
  );

it('begins a series that the plugin has got since the account has it, at the next start', async () => {
  const account = await kernel.createAccount('earlier');
  await account.run((ctx) =>
    ctx.em
      .query<{ 'core.numbering_sequence': { account_id: string } }>()
      .deleteFrom('core.numbering_sequence')
      .where('account_id', '=', account.id)
      .execute(),
  );
  await noteOlderVersion(account.id);
  await kernel.enableMissingPlugins();
  expect(await account.run((ctx) => nextNumber(ctx, 'gauge'))).toBe('25000');
});

it('works at a start in no account that has all of it', async () => {
  for (const slug of ['first', 'second', 'third']) await kernel.createAccount(slug);
  const sent = async (): Promise<number> => {
    const counter = countStatements();
    try {
      await kernel.enableMissingPlugins();
      return counter.count();
    } finally {
      counter.stop();
    }
  };
  await sent();
  expect(await sent()).toBe(0);
  // Of a version that gave the same.
  for (const id of await listAccountIDs(kernel.tenancy)) await noteOlderVersion(id);
  expect(await sent()).toBe(0);
  const lacking = await kernel.createAccount('lacking');
  await lacking.run((ctx) =>
    sql`delete from core.role_permission where account_id = ${lacking.id} and domain = 'sales_targets'`.execute(
      ctx.em.query(),
    ),
  );
  expect(await accountsToSetUp(kernel.tenancy)).toEqual([]);
  await noteOlderVersion(lacking.id);
  expect(await accountsToSetUp(kernel.tenancy)).toEqual([{ id: lacking.id, lacks: true }]);
  expect(await sent()).toBeGreaterThan(0);
  expect(await accountsToSetUp(kernel.tenancy)).toEqual([]);
});

it('looks again at an account whose plugin was switched off meanwhile', async () => {
  const account = await kernel.createAccount('meanwhile');
  await account.run((ctx) => disablePlugin(kernel.tenancy, ctx, 'gauges'));
  await kernel.enableMissingPlugins();
  expect(await accountsToSetUp(kernel.tenancy)).toEqual([]);
  await account.run((ctx) => enablePlugin(kernel.tenancy, ctx, 'gauges'));
  expect(await accountsToSetUp(kernel.tenancy)).toEqual([{ id: account.id, lacks: false }]);
});
