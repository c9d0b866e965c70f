import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPermissionGroups, listRoles, updateRole } from '../../../contracts/accounts/role.contract.ts';
import { listMyPlugins } from '../../../contracts/plugins/manifest.contract.ts';
import { emit } from '../../../events/emit.ts';
import { portFor } from '../../../kernel/plugin/container.ts';
import { definePlugin } from '../../../kernel/plugin/define-plugin.ts';
import type { AnyPlugin } from '../../../kernel/plugin/plugin.ts';
import { disablePlugin, enableMissingPlugins, enablePlugin } from '../../../tenancy/access/account-plugins.ts';
import { bootTestKernel, type TestAccount, type TestKernel } from '../test-kernel.ts';
import { createEntry, entryCreated, introduceLedger, LedgerPort, listEntries } from './ledger.contract.ts';
import { ledgerPlugin } from './ledger.plugin.ts';

/** A plugin that requires the ledger. */
const auditor: AnyPlugin = definePlugin({
  id: 'auditor',
  title: 'Auditor',
  description: 'Requires the ledger.',
  consumes: { required: [LedgerPort] },
});
/** A plugin that uses the ledger if it is enabled. */
const reporter: AnyPlugin = definePlugin({
  id: 'reporter',
  title: 'Reporter',
  description: 'Asks the ledger where there is one.',
  consumes: { optional: [LedgerPort] },
});

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootTestKernel({
    why: 'an audience',
    plugins: [reporter, auditor, ledgerPlugin],
    audience: { ledger: ['alpha'], auditor: ['alpha'] },
  });
});
afterAll(() => kernel.stop());

const enable = (account: TestAccount, id: string): Promise<void> =>
  account.run((ctx) => enablePlugin(kernel.tenancy, ctx, id));
const disable = (account: TestAccount, id: string): Promise<void> =>
  account.run((ctx) => disablePlugin(kernel.tenancy, ctx, id));
const countEntries = (account: TestAccount): Promise<number> =>
  account.run((ctx) => kernel.services.get(LedgerPort).countEntries(ctx));
const input = { title: 'Gloves', lines: [{ text: 'Cotton', measure: 2 }] };

/** For each kind of access, whether the account can reach the ledger. */
async function doors(account: TestAccount) {
  const admin = await account.as('admin');
  const jobs = await kernel.jobs();
  const list = await admin.fetch('/v1/x/ledger/entries');
  const create = await admin.fetch('/v1/x/ledger/entries', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  const introduction = await admin.fetch('/v1/x/ledger/introduction');
  const manifest = await admin.call(listMyPlugins, {});
  const groups = await admin.call(listPermissionGroups, {});
  const { items: roles } = await admin.call(listRoles, { query: { code: 'user' } });
  const grant = await admin
    .call(updateRole, {
      params: { roleID: roles[0]?.id ?? '' },
      body: { permissions: [{ domain: 'ledger_entries', read: true }] },
    })
    .then(() => 200)
    .catch((error: { status: number }) => error.status);
  const mails = async (): Promise<number> =>
    account.run(async (ctx) => {
      const rows = await ctx.em
        .query()
        .selectFrom('core.email_log')
        .select('id')
        .where('account_id', '=', ctx.account.id)
        .where('template', '=', 'ledger.receipt')
        .execute();
      return rows.length;
    });
  const mailsBefore = await mails();
  await account.run(async (ctx) => {
    emit(ctx, entryCreated, { entryID: 'len_made_up', email: 'somebody@example.test' });
    await ctx.em.flush();
  });
  await jobs.idle();
  const entriesBefore = await countEntries(account);
  await jobs.runNow('ledger.close-day');
  await jobs.idle();
  return {
    routes: [list.status, create.status, introduction.status],
    events: (await mails()) - mailsBefore,
    jobs: (await countEntries(account)) - entriesBefore,
    grantable: groups.items.some(({ permissions }) => permissions.some(({ code }) => code === 'ledger_entries')),
    grant,
    manifest: manifest.items.some(({ id }) => id === 'ledger'),
    rights: manifest.permissions.some((code) => code.startsWith('ledger_entries:')),
  };
}

const open = {
  routes: [200, 201, 200],
  events: 1,
  jobs: 1,
  grantable: true,
  grant: 200,
  manifest: true,
  rights: true,
};
const shut = {
  routes: [404, 404, 404],
  events: 0,
  jobs: 0,
  grantable: false,
  grant: 400,
  manifest: false,
  rights: false,
};

describe('the doors of a plugin', () => {
  it('are open in the account it is for', async () => {
    expect(await doors(kernel.a)).toEqual(open);
  });

  it('are shut in every other account, for whom it does not exist', async () => {
    expect(await doors(kernel.b)).toEqual(shut);
    await expect(enable(kernel.b, 'ledger')).rejects.toMatchObject({ status: 404, code: 'not_found' });
    const refused = await (await kernel.b.as('admin')).fetch('/v1/x/ledger/entries');
    expect(await refused.json()).toMatchObject({ code: 'no_such_endpoint', message: 'Unknown API endpoint' });
  });

  it('hang on the account and not on its slug, which the account may change and another may take', async () => {
    const rename = async (account: TestAccount, slug: string): Promise<number> =>
      (await account.as('admin'))
        .fetch(`/v1/accounts/${account.id}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ slug }),
        })
        .then(({ status }) => status);
    expect(await rename(kernel.a, 'alpha-gloves')).toBe(200);
    expect(await doors(kernel.a)).toEqual(open);
    expect(await rename(kernel.b, 'alpha')).toBe(409);
    const client = new Client({ connectionString: kernel.db.adminUrl });
    await client.connect();
    // The check must hold even if the operator gives the old slug to another account.
    await client.query("update core.account set slug = 'alpha' where slug = 'beta'");
    await client.end();
    await enableMissingPlugins(kernel.tenancy, kernel.b.id);
    expect(await doors(kernel.b)).toEqual(shut);
  });

  it('shut and open while the process runs, and what was written stays', async () => {
    const before = await countEntries(kernel.a);
    await disable(kernel.a, 'auditor');
    await disable(kernel.a, 'ledger');
    expect(await doors(kernel.a)).toEqual(shut);
    expect(await countEntries(kernel.a)).toBe(before);
    await enable(kernel.a, 'ledger');
    expect(await doors(kernel.a)).toEqual(open);
    await enable(kernel.a, 'auditor');
  });

  it('leave the rights of roles as they were', async () => {
    const user = await kernel.a.as('user');
    expect((await user.call(listEntries, {})).count).toBeGreaterThan(0);
    await disable(kernel.a, 'auditor');
    await disable(kernel.a, 'ledger');
    await expect(user.call(listEntries, {})).rejects.toMatchObject({ status: 404 });
    await enable(kernel.a, 'ledger');
    await enable(kernel.a, 'auditor');
    await expect(user.call(createEntry, { body: input })).resolves.toMatchObject({ title: 'Gloves' });
    await expect((await kernel.a.as('scanner')).call(introduceLedger, {})).rejects.toMatchObject({ status: 403 });
  });
});

describe('a plugin that another one requires', () => {
  it('cannot be disabled while that is enabled', async () => {
    await expect(disable(kernel.a, 'ledger')).rejects.toMatchObject({
      status: 409,
      code: 'in_use',
      message: 'The plugin "ledger" is needed by "auditor": disable that first',
      details: { by: ['auditor'] },
    });
    expect(await (await kernel.a.as('admin')).call(listEntries, {})).toBeDefined();
  });

  it('has to be enabled first', async () => {
    await disable(kernel.a, 'auditor');
    await disable(kernel.a, 'ledger');
    await expect(enable(kernel.a, 'auditor')).rejects.toMatchObject({
      status: 409,
      message: 'The plugin "auditor" needs "ledger": enable that first',
    });
    await enable(kernel.a, 'ledger');
    await enable(kernel.a, 'auditor');
  });

  it('is kept when both are switched at once', async () => {
    await disable(kernel.a, 'auditor');
    const [on, off] = await Promise.allSettled([enable(kernel.a, 'auditor'), disable(kernel.a, 'ledger')]);
    expect([on.status, off.status].sort()).toEqual(['fulfilled', 'rejected']);
    if (off.status === 'fulfilled') await enable(kernel.a, 'ledger');
    if (on.status === 'rejected') await enable(kernel.a, 'auditor');
  });

  it('is not brought back by the start that enables new plugins', async () => {
    await disable(kernel.a, 'auditor');
    await disable(kernel.a, 'ledger');
    expect(await enableMissingPlugins(kernel.tenancy, kernel.a.id)).toEqual([]);
    await enable(kernel.a, 'ledger');
    await enable(kernel.a, 'auditor');
  });

  it('is not what an unknown plugin or the kernel is', async () => {
    await expect(disable(kernel.a, 'nothing')).rejects.toMatchObject({ status: 404 });
    await expect(disable(kernel.a, 'core')).rejects.toMatchObject({ status: 409 });
    await expect(disable(kernel.b, 'ledger')).rejects.toMatchObject({ status: 404 });
  });
});

describe('an optional port', () => {
  it('is there only where its provider is enabled, asked per call', async () => {
    const asked = (account: TestAccount): Promise<number | undefined> =>
      account.run(async (ctx) => portFor(ctx, kernel.services.find(LedgerPort))?.countEntries(ctx));
    expect(await asked(kernel.a)).toBeGreaterThan(0);
    expect(await asked(kernel.b)).toBeUndefined();
    await disable(kernel.a, 'auditor');
    await disable(kernel.a, 'ledger');
    expect(await asked(kernel.a)).toBeUndefined();
    await enable(kernel.a, 'ledger');
    await enable(kernel.a, 'auditor');
    expect(await asked(kernel.a)).toBeGreaterThan(0);
  });

  it('counts at once within the transaction that switches its provider', async () => {
    await kernel.a.run(async (ctx) => {
      const found = () => portFor(ctx, kernel.services.find(LedgerPort)) !== undefined;
      expect(found()).toBe(true);
      await disablePlugin(kernel.tenancy, ctx, 'auditor');
      await disablePlugin(kernel.tenancy, ctx, 'ledger');
      expect(found()).toBe(false);
      await enablePlugin(kernel.tenancy, ctx, 'ledger');
      await enablePlugin(kernel.tenancy, ctx, 'auditor');
      expect(found()).toBe(true);
    });
  });
});
