import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { definePlugin } from '../kernel/plugin.ts';
import { forgetAccess } from '../tenancy/access.ts';
import { disablePlugin } from '../tenancy/account-plugins.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { bootTestKernel, type TestKernel } from '../testing/test-kernel.ts';
import { accountsWith } from './accounts-with.ts';

const counter = definePlugin({ id: 'counter', title: 'Counter', description: 'Is switched on and off.' });

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'a plugin of its own', plugins: [counter] });
  for (let count = 0; count < 10; count += 1) await kernel.createAccount(`more-${count}`);
});
afterAll(() => kernel.stop());

const tenancyOn = (database: Database): Tenancy => ({
  ...kernel.tenancy,
  isHeard: (eventType) => kernel.tenancy.isHeard(eventType),
  onPluginEnabled: (...given) => kernel.tenancy.onPluginEnabled(...given),
  database,
});

const named = 'names the accounts that have the plugin, with few transactions at once however many accounts there are';
it(named, async () => {
  await kernel.b.run((ctx) => disablePlugin(kernel.tenancy, ctx, 'counter'));
  const all = await accountsWith(kernel.tenancy, 'core');
  expect(all).toHaveLength(12);
  for (const accountID of all) forgetAccess(accountID);
  let [running, most] = [0, 0];
  const database = new Proxy(kernel.database, {
    get(target, name) {
      if (name !== 'runAsTenant') return Reflect.get(target, name).bind(target);
      return async (...given: Parameters<typeof target.runAsTenant>) => {
        running += 1;
        most = Math.max(most, running);
        try {
          return await target.runAsTenant(...given);
        } finally {
          running -= 1;
        }
      };
    },
  });
  const tenancy = tenancyOn(database);
  expect(await accountsWith(tenancy, 'counter')).toEqual(all.filter((accountID) => accountID !== kernel.b.id));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(4);
});

it('passes over an account that is gone since the list was read', async () => {
  const gone = await kernel.createAccount('gone');
  forgetAccess(gone.id);
  const tenancy = tenancyOn(
    new Proxy(kernel.database, {
      get(target, name) {
        if (name !== 'runAsTenant') return Reflect.get(target, name).bind(target);
        return (scope: Parameters<typeof target.runAsTenant>[0], work: Parameters<typeof target.runAsTenant>[1]) =>
          target.runAsTenant(
            scope.accountID === gone.id ? { ...scope, accountID: `acc_${'0'.repeat(26)}` } : scope,
            work,
          );
      },
    }),
  );
  const found = await accountsWith(tenancy, 'counter');
  expect(found).not.toContain(gone.id);
  expect(found).toContain(kernel.a.id);
});
