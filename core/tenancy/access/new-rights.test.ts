import { afterAll, beforeAll, expect, it } from 'vitest';
import { getRole, listRoles, updateRole } from '../../contracts/accounts/role.contract.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import { sharedKernel, type TestKernel } from '../../testing/index.ts';
import { enableMissingPlugins } from './account-plugins.ts';
import type { NewRights } from './new-rights.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await sharedKernel([]);
});
afterAll(() => kernel.stop());

/** Removes rights, as in an account of an older version. */
const takeAway = (account: TestKernel['a'], type: string, domain: string) =>
  account.run((ctx) =>
    sql`delete from core.role_permission held using core.role role
      where held.account_id = ${account.id} and held.domain = ${domain}
        and role.account_id = held.account_id and role.id = held.role_id and role.type = ${type}`.execute(
      ctx.em.query(),
    ),
  );

async function rightsAtStart(account: TestKernel['a']): Promise<readonly NewRights[]> {
  let told: readonly NewRights[] = [];
  await enableMissingPlugins(kernel.tenancy, account.id, (_slug, rights) => {
    told = rights;
  });
  return told;
}

it('a role as it came gets what a new version gives out of the box, once, and its timeline tells it', async () => {
  const account = await kernel.createAccount('new-rights');
  expect(await rightsAtStart(account)).toEqual([]);
  await takeAway(account, 'user', 'sales_targets');
  expect(await rightsAtStart(account)).toEqual([
    {
      role: 'User',
      rights: ['sales_targets:create', 'sales_targets:read', 'sales_targets:update', 'sales_targets:delete'],
      given: true,
    },
  ]);
  expect(await rightsAtStart(account)).toEqual([]);
});

it('a role whose rights somebody has set keeps them', async () => {
  const account = await kernel.createAccount('own-rights');
  const admin = await account.as('admin');
  const role = (await admin.call(listRoles, { query: { type: ['user'] } })).items[0] as { id: string };
  const { version } = await admin.call(getRole, { params: { roleID: role.id } });
  const permissions = [{ domain: 'sales_targets', create: false, update: false, delete: false }];
  await admin.call(updateRole, { params: { roleID: role.id }, body: { version, permissions } });
  expect(await rightsAtStart(account)).toEqual([
    { role: 'User', rights: ['sales_targets:create', 'sales_targets:update', 'sales_targets:delete'], given: false },
  ]);
  const now = await admin.call(getRole, { params: { roleID: role.id } });
  expect(JSON.stringify(now)).not.toContain('sales_targets:create');
});
