import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAccount, updateAccount } from '../contracts/accounts/account.contract.ts';
import { listTeamUsers, updateTeamUser } from '../contracts/accounts/member.contract.ts';
import {
  createRole,
  deleteRole,
  getRole,
  listPermissionGroups,
  listRoles,
  updateRole,
} from '../contracts/accounts/role.contract.ts';
import { definePermissions, type PermissionCode, permissionVerbs } from '../contracts/plugins/permission.ts';
import {
  createApiKey,
  deleteApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from '../contracts/sign-in/api-key.contract.ts';
import { definePlugin } from '../kernel/plugin/define-plugin.ts';
import { enablePlugin, setPluginEnabled } from '../tenancy/access/account-plugins.ts';
import { bootTestKernel, type TestKernel, type TestPerson } from '../testing/kernel/test-kernel.ts';
import { corePermissions, teamRights } from './core-permissions.ts';
import { defaultGrant } from './default-grants.ts';

const orders = definePlugin({
  id: 'commerce',
  title: 'Orders',
  description: 'Declares a domain.',
  permissions: definePermissions([
    {
      code: 'sales_orders',
      name: 'Sales orders',
      group: 'sales orders',
      description: 'Orders of customers',
      defaults: { user: 'crud', sales_rep: 'cru', customer: 'cr' },
    },
  ]),
});

let kernel: TestKernel;
let admin: TestPerson;
beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'a plugin of its own', plugins: [orders] });
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel.stop());

const roleID = async (code: string): Promise<string> =>
  (await admin.call(listRoles, { query: { code } })).items[0]?.id as string;
const withKey = (id: string, secret: string, path: string, init: RequestInit = {}) =>
  kernel.anonymous().fetch(path, {
    ...init,
    headers: { ...init.headers, 'x-api-key': id, 'x-auth-secret': secret, 'content-type': 'application/json' },
  });

describe('default grants', () => {
  test('user does everything but write the team, roles, keys, integrations and system properties', () => {
    const readOnly = ['team_users', 'roles', 'api_keys', 'integrations', 'sys_properties'];
    for (const domain of corePermissions.filter(({ code }) => code !== 'security')) {
      const grant = defaultGrant(domain, 'user');
      expect(grant, domain.code).toEqual({
        canRead: true,
        canCreate: !readOnly.includes(domain.code),
        canUpdate: !readOnly.includes(domain.code),
        canDelete: !readOnly.includes(domain.code),
      });
    }
    // Ways of signing in are visible only to administrators and people to whom they grant the right.
    expect(corePermissions.filter((domain) => !defaultGrant(domain, 'user')).map(({ code }) => code)).toEqual([
      'security',
    ]);
    expect(corePermissions.flatMap((domain) => (defaultGrant(domain, 'sales_rep') ? [domain.code] : []))).toEqual([
      'team_users',
    ]);
    for (const type of ['scanner', 'customer'] as const)
      expect(corePermissions.flatMap((domain) => (defaultGrant(domain, type) ? [domain.code] : []))).toEqual([]);
  });

  test('of a plugin are given when it is enabled, once', async () => {
    const grid = async (code: string) =>
      (await admin.call(getRole, { params: { roleID: await roleID(code) } })).permissions.find(
        ({ domain }) => domain === 'sales_orders',
      );
    expect(await grid('sales_rep')).toEqual({
      domain: 'sales_orders',
      create: true,
      read: true,
      update: true,
      delete: false,
      group: 'sales orders',
    });
    expect(await grid('scanner')).toMatchObject({ create: false, read: false });
    expect(await grid('admin')).toMatchObject({ create: true, delete: true });
    await admin.call(updateRole, {
      params: { roleID: await roleID('sales_rep') },
      body: { permissions: [{ domain: 'sales_orders', update: false }] },
    });
    await kernel.a.run((ctx) => enablePlugin(kernel.tenancy, ctx, 'commerce'));
    expect(await grid('sales_rep')).toMatchObject({ create: true, update: false });
  });
});

describe('roles', () => {
  test('are added, changed, followed at once and deleted', async () => {
    const role = await admin.call(createRole, {
      body: { name: 'Profile keeper', permissions: [{ domain: 'account', read: true }] },
    });
    expect(role).toMatchObject({ code: 'profile_keeper', type: 'user', isSystem: false });
    const scanner = await kernel.a.as('scanner');
    const params = { accountID: kernel.a.id };
    await admin.call(updateTeamUser, { params: { ...params, userID: scanner.userID }, body: { roleID: role.id } });
    await expect(scanner.call(updateAccount, { params, body: { phone: '555-01234' } })).rejects.toMatchObject({
      status: 403,
    });
    const changed = await admin.call(updateRole, {
      params: { roleID: role.id },
      body: { permissions: [{ domain: 'account', update: true }], version: role.version },
    });
    expect(changed.permissions.find(({ domain }) => domain === 'account')).toMatchObject({
      read: true,
      update: true,
      create: false,
    });
    expect(await scanner.call(updateAccount, { params, body: { phone: '555-01234' } })).toMatchObject({
      phone: '555-01234',
    });
    await expect(
      admin.call(updateRole, { params: { roleID: role.id }, body: { name: 'Old', version: role.version } }),
    ).rejects.toMatchObject({ code: 'stale_version' });
    await expect(admin.call(deleteRole, { params: { roleID: role.id } })).rejects.toMatchObject({
      status: 409,
      code: 'in_use',
    });
    await admin.call(updateTeamUser, {
      params: { ...params, userID: scanner.userID },
      body: { roleID: await roleID('scanner') },
    });
    await admin.call(deleteRole, { params: { roleID: role.id } });
    await expect(admin.call(getRole, { params: { roleID: role.id } })).rejects.toMatchObject({ status: 404 });
  });

  test('that come with the account stay, and the administrator never changes', async () => {
    await expect(
      admin.call(updateRole, { params: { roleID: await roleID('admin') }, body: { name: 'God' } }),
    ).rejects.toMatchObject({ status: 409, code: 'role_immutable' });
    await expect(admin.call(deleteRole, { params: { roleID: await roleID('user') } })).rejects.toMatchObject({
      status: 409,
      code: 'system_role',
    });
  });

  test('nobody grants what they lack', async () => {
    const keeper = await admin.call(createRole, {
      body: {
        name: 'Role keeper',
        permissions: [
          { domain: 'roles', create: true, read: true, update: true, delete: true },
          { domain: 'account', read: true },
        ],
      },
    });
    const rep = await kernel.a.as('sales_rep');
    await admin.call(updateTeamUser, {
      params: { accountID: kernel.a.id, userID: rep.userID },
      body: { roleID: keeper.id },
    });
    expect(
      await rep.call(createRole, { body: { name: 'Viewer', permissions: [{ domain: 'account', read: true }] } }),
    ).toMatchObject({ name: 'Viewer' });
    await expect(
      rep.call(createRole, { body: { name: 'Up', permissions: [{ domain: 'account', read: true, update: true }] } }),
    ).rejects.toMatchObject({
      status: 403,
      code: 'cannot_grant',
      details: { permissions: ['account:update'] },
    });
    await expect(
      rep.call(updateRole, {
        params: { roleID: keeper.id },
        body: { permissions: [{ domain: 'account', update: true }] },
      }),
    ).rejects.toMatchObject({ code: 'cannot_grant' });
    // They also cannot rename, weaken or delete a role that has more rights than they have.
    const body = { name: 'Accountant', permissions: [{ domain: 'account', read: true, update: true }] };
    const strong = await admin.call(createRole, { body });
    const params = { roleID: strong.id };
    for (const change of [{ name: 'Nobody' }, { permissions: [{ domain: 'account', update: false }] }])
      await expect(rep.call(updateRole, { params, body: change })).rejects.toMatchObject({ code: 'cannot_grant' });
    await expect(rep.call(deleteRole, { params })).rejects.toMatchObject({
      code: 'cannot_grant',
      details: { permissions: ['account:update'] },
    });
    expect(await admin.call(getRole, { params })).toMatchObject({ name: 'Accountant', version: strong.version });
    await rep.call(updateRole, { params: { roleID: keeper.id }, body: { name: 'Keeper of roles' } });
    await admin.call(updateTeamUser, {
      params: { accountID: kernel.a.id, userID: rep.userID },
      body: { roleID: await roleID('sales_rep') },
    });
  });

  test('refuse unknown domains, double entries and taken names, field by field', async () => {
    await expect(
      admin.call(createRole, {
        body: {
          name: 'Odd',
          permissions: [
            { domain: 'rockets', read: true },
            { domain: 'account', read: true },
            { domain: 'account', read: false },
          ],
        },
      }),
    ).rejects.toMatchObject({
      status: 400,
      errors: [
        { path: 'permissions.0.domain', message: 'There is no such permission domain' },
        { path: 'permissions.2.domain', message: 'Each domain may stand here once' },
      ],
    });
    await expect(admin.call(createRole, { body: { name: 'User' } })).rejects.toMatchObject({
      status: 409,
      code: 'duplicate',
    });
    const other = await kernel.b.as('admin');
    await expect(other.call(getRole, { params: { roleID: await roleID('user') } })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('show only the domains of plugins that are enabled', async () => {
    const codes = async () =>
      (await admin.call(listPermissionGroups, {})).items.flatMap(({ permissions }) =>
        permissions.map(({ code }) => code),
      );
    expect(await codes()).toEqual(expect.arrayContaining(['account', 'sales_orders']));
    await kernel.a.run((ctx) => setPluginEnabled(ctx, 'commerce', false));
    expect(await codes()).not.toContain('sales_orders');
    await expect(
      admin.call(createRole, { body: { name: 'Gone', permissions: [{ domain: 'sales_orders', read: true }] } }),
    ).rejects.toMatchObject({ status: 400 });
    await kernel.a.run((ctx) => setPluginEnabled(ctx, 'commerce', true));
    expect(await codes()).toContain('sales_orders');
  });
});

describe('API keys', () => {
  const scopes: PermissionCode[] = ['team_users:read'];

  test('work within their scopes and their account only', async () => {
    const key = await admin.call(createApiKey, { body: { name: 'Sync', scopes } });
    expect(key.id).toMatch(/^ak_/);
    const list = `/v1/accounts/${kernel.a.id}/users`;
    expect((await withKey(key.id, key.secret, list)).status).toBe(200);
    expect((await withKey(key.id, `${key.secret}x`, list)).status).toBe(401);
    expect((await withKey(key.id, key.secret, '/v1/roles')).status).toBe(403);
    expect((await withKey(key.id, key.secret, `/v1/accounts/${kernel.b.id}/users`)).status).toBe(404);
    const me = async (path: string) => (await withKey(key.id, key.secret, path)).json();
    expect(await me('/v1/me')).toMatchObject({
      type: 'api_key',
      id: key.id,
      name: 'Sync',
      email: '',
      isOperator: false,
    });
    expect(await me('/v1/me/tenancy')).toMatchObject({
      currentAccount: { id: kernel.a.id, slug: 'alpha', roleType: 'api_key' },
      availableAccounts: [{ id: kernel.a.id }],
    });
    expect(
      (await withKey(key.id, key.secret, '/v1/me/tenancy', { headers: { 'account-id': kernel.b.id } })).status,
    ).toBe(403);
    const [shown] = (await admin.call(listApiKeys, { query: { query: 'sync' } })).items;
    expect(shown).toMatchObject({ id: key.id, scopes, status: 'active', createdBy: 'Admin of alpha' });
    expect(shown?.lastUsedAt).not.toBeNull();
    expect(JSON.stringify(shown)).not.toContain(key.secret);
    const raw = await kernel.a.run((ctx) =>
      ctx.em.query().selectFrom('core.api_key').selectAll().where('account_id', '=', kernel.a.id).execute(),
    );
    expect(JSON.stringify(raw)).not.toContain(key.secret);
  });

  test('never grant more than their maker has', async () => {
    const user = await kernel.a.as('user');
    await expect(user.call(createApiKey, { body: { name: 'Mine', scopes } })).rejects.toMatchObject({ status: 403 });
    const maker = await admin.call(createApiKey, {
      body: { name: 'Maker', scopes: ['api_keys:create', 'api_keys:update', 'api_keys:read'] },
    });
    const strong = await admin.call(createApiKey, { body: { name: 'Strong', scopes: ['roles:update', 'roles:read'] } });
    const made = await withKey(maker.id, maker.secret, '/v1/api-keys', {
      method: 'POST',
      body: JSON.stringify({ name: 'Child', scopes: ['roles:update'] }),
    });
    expect(made.status).toBe(403);
    const rotated = await withKey(maker.id, maker.secret, `/v1/api-keys/${strong.id}/actions/rotate`, {
      method: 'POST',
      body: '{}',
    });
    expect(rotated.status).toBe(403);
    const cleaner = await admin.call(createApiKey, {
      body: { name: 'Cleaner', scopes: ['api_keys:update', 'api_keys:delete', 'api_keys:read'] },
    });
    const send = (method: string, path: string, body?: unknown): Promise<number> =>
      withKey(cleaner.id, cleaner.secret, `/v1/api-keys/${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body) } : {}),
      }).then(({ status }) => status);
    expect(await send('PATCH', strong.id, { name: 'Weak' })).toBe(403);
    expect(await send('PATCH', strong.id, { expiresAt: '2099-01-01T00:00:00Z' })).toBe(403);
    expect(await send('POST', `${strong.id}/actions/revoke`, {})).toBe(403);
    expect(await send('DELETE', strong.id)).toBe(403);
    expect(await admin.call(getApiKey, { params: { apiKeyID: strong.id } })).toMatchObject({
      name: 'Strong',
      status: 'active',
      expiresAt: null,
    });
    expect(await send('PATCH', cleaner.id, { name: 'Sweeper' })).toBe(200);
    await expect(admin.call(createApiKey, { body: { name: 'Odd', scopes: ['rockets:read'] } })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'scopes.0', message: 'There is no such permission' }],
    });
  });

  test('rotate with an overlap, then only the new secret counts', async () => {
    const key = await admin.call(createApiKey, { body: { name: 'Turning', scopes } });
    const list = `/v1/accounts/${kernel.a.id}/users`;
    const next = await admin.call(rotateApiKey, { params: { apiKeyID: key.id }, body: { overlapHours: 1 } });
    expect(next.secret).not.toBe(key.secret);
    expect((await withKey(key.id, key.secret, list)).status).toBe(200);
    expect((await withKey(key.id, next.secret, list)).status).toBe(200);
    kernel.clock.advance(3_600_001);
    try {
      expect((await withKey(key.id, key.secret, list)).status).toBe(401);
      expect((await withKey(key.id, next.secret, list)).status).toBe(200);
    } finally {
      kernel.clock.advance(-3_600_001);
    }
  });

  test('rotate without an overlap: the old secret ends at once', async () => {
    const key = await admin.call(createApiKey, { body: { name: 'Leaked', scopes } });
    const list = `/v1/accounts/${kernel.a.id}/users`;
    expect((await withKey(key.id, key.secret, list)).status).toBe(200);
    const next = await admin.call(rotateApiKey, { params: { apiKeyID: key.id }, body: { overlapHours: 0 } });
    expect((await withKey(key.id, key.secret, list)).status).toBe(401);
    expect((await withKey(key.id, next.secret, list)).status).toBe(200);
  });

  test('end when they are revoked, expire or are deleted', async () => {
    const list = `/v1/accounts/${kernel.a.id}/users`;
    const soon = new Date(kernel.clock.now().getTime() + 60_000).toISOString();
    const [revoked, expired, deleted] = await Promise.all(
      [null, soon, null].map((expiresAt, index) =>
        admin.call(createApiKey, { body: { name: `Ends ${index}`, scopes, expiresAt } }),
      ),
    );
    for (const key of [revoked, expired, deleted])
      expect((await withKey(key?.id ?? '', key?.secret ?? '', list)).status).toBe(200);
    expect(await admin.call(revokeApiKey, { params: { apiKeyID: revoked?.id as string } })).toMatchObject({
      status: 'revoked',
    });
    await admin.call(deleteApiKey, { params: { apiKeyID: deleted?.id as string } });
    for (const key of [revoked, deleted])
      expect([401, 403]).toContain((await withKey(key?.id ?? '', key?.secret ?? '', list)).status);
    await expect(
      admin.call(updateApiKey, { params: { apiKeyID: revoked?.id as string }, body: { name: 'Back' } }),
    ).rejects.toMatchObject({ status: 409 });
    kernel.clock.advance(60_001);
    try {
      expect([401, 403]).toContain((await withKey(expired?.id ?? '', expired?.secret ?? '', list)).status);
      expect((await admin.call(listApiKeys, { query: { status: 'expired' } })).items.map(({ id }) => id)).toEqual([
        expired?.id,
      ]);
    } finally {
      kernel.clock.advance(-60_001);
    }
    await expect(
      admin.call(createApiKey, { body: { name: 'Past', scopes, expiresAt: '2020-01-01T00:00:00Z' } }),
    ).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'expiresAt', message: 'The end has to be in the future' }],
    });
  });
});

test('every verb of every domain is a right that the administrator has', async () => {
  const held = await kernel.a.run(async (ctx) => [...kernel.registry.permissionCodes].every((code) => ctx.can(code)));
  expect(held).toBe(true);
  const domains = kernel.registry.plugins.flatMap(({ definition }) => [...(definition.permissions ?? [])]);
  expect(domains.map(({ code }) => code)).toEqual(expect.arrayContaining(['sales_orders', 'webhooks', 'roles']));
  expect(kernel.registry.permissionCodes.size).toBe(domains.length * permissionVerbs.length);
  expect(kernel.registry.rights.size).toBe(kernel.registry.permissionCodes.size + teamRights.length);
  expect((await admin.call(listTeamUsers, { params: { accountID: kernel.a.id } })).count).toBeGreaterThan(0);
  expect(await admin.call(getAccount, { params: { accountID: kernel.a.id } })).toMatchObject({ slug: 'alpha' });
});
