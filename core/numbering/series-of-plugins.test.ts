import { afterAll, beforeAll, expect, it } from 'vitest';
import { listSysProperties } from '../contracts/sys-property.contract.ts';
import { definePlugin } from '../kernel/plugin.ts';
import { disablePlugin, enablePlugin } from '../tenancy/account-plugins.ts';
import { bootTestKernel, type TestKernel } from '../testing/test-kernel.ts';
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
  // A number of a person's own is stepped over from there as well.
  await kernel.b.run((ctx) => claimNumber(ctx, 'gauge', '25000', async () => false));
  expect(await kernel.b.run((ctx) => nextNumber(ctx, 'gauge'))).toBe('25001');
});

it('goes on where it stood when the plugin comes back', async () => {
  const before = Number(await kernel.a.run((ctx) => nextNumber(ctx, 'gauge')));
  await kernel.a.run((ctx) => disablePlugin(kernel.tenancy, ctx, 'gauges'));
  await kernel.a.run((ctx) => enablePlugin(kernel.tenancy, ctx, 'gauges'));
  expect(await kernel.a.run((ctx) => nextNumber(ctx, 'gauge'))).toBe(String(before + 1));
});

it('begins a series that the plugin has got since the account has it, at the next start', async () => {
  const account = await kernel.createAccount('earlier');
  await account.run((ctx) =>
    ctx.em
      .query<{ 'core.numbering_sequence': { account_id: string } }>()
      .deleteFrom('core.numbering_sequence')
      .where('account_id', '=', account.id)
      .execute(),
  );
  await kernel.enableMissingPlugins();
  expect(await account.run((ctx) => nextNumber(ctx, 'gauge'))).toBe('25000');
});
