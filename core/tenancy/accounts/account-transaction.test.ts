import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccountWithAdmin } from '../../auth/members/join.ts';
import { createUser } from '../../auth/people/person.ts';
import { newID } from '../../contracts/texts/id.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { definePlugin } from '../../kernel/plugin/define-plugin.ts';
import { Role } from '../../permissions/role.entity.ts';
import { bootTestKernel, type TestKernel } from '../../testing/kernel/test-kernel.ts';
import { listAccountIDs, loadAccess } from '../access/access.ts';
import { enableMissingPlugins, readEnabledPlugins, setPluginEnabled } from '../access/account-plugins.ts';
import { Party } from '../parties/party.entity.ts';
import { createParty } from '../parties/party.ts';
import { runInAccount } from './account-transaction.ts';
import { createAccount } from './create-account.ts';

let failing = false;
const enabled: string[] = [];
const plugin = definePlugin({
  id: 'analytics',
  title: 'Seeds',
  description: 'Counts how often it is enabled.',
  account: {
    async onEnable(ctx: AccountContext) {
      if (failing) throw new Error('the process died here');
      enabled.push(ctx.account.slug);
      expect(ctx.isEnabled('analytics')).toBe(true);
    },
  },
});

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'a plugin of its own', plugins: [plugin] });
});
afterAll(() => kernel.stop());

const system = { type: 'system' } as const;

describe('who gets in', () => {
  test('members do, everybody else is refused the same way, whether the account exists or not', async () => {
    const member = await kernel.a.as('user');
    const stranger = await kernel.b.as('user');
    const enter = (accountID: string, userID: string) =>
      runInAccount(kernel.tenancy, { accountID, identity: { type: 'user', userID } }, async (ctx) => ctx.account.id);
    expect(await enter(kernel.a.id, member.userID)).toBe(kernel.a.id);
    for (const [accountID, userID] of [
      [kernel.a.id, stranger.userID],
      [newID('acc'), member.userID],
      ["acc_' or true --", member.userID],
      ['', member.userID],
    ] as const)
      await expect(enter(accountID, userID)).rejects.toMatchObject({ status: 403, code: 'account_required' });
    await expect(
      runInAccount(kernel.tenancy, { accountID: newID('acc'), identity: system }, async () => 1),
    ).rejects.toMatchObject({ status: 403 });
  });

  test('the system has all rights, the anonymous caller none and sees no customer', async () => {
    const id = newID('cus');
    await kernel.a.run(async (ctx) => void (await createParty(ctx, { id, kind: 'customer', name: 'Seen by staff' })));
    const look = (identity: Parameters<typeof runInAccount>[1]['identity']) =>
      runInAccount(kernel.tenancy, { accountID: kernel.a.id, identity, readOnly: true }, async (ctx) => ({
        can: ctx.can('roles:delete'),
        seen: (await ctx.em.findOne(Party, { accountID: kernel.a.id, id })) !== null,
      }));
    expect(await look(system)).toEqual({ can: true, seen: true });
    expect(await look({ type: 'anonymous' })).toEqual({ can: false, seen: false });
  });

  test('a customer role without a customer sees nobody rather than everybody', async () => {
    const buyer = await kernel.a.as('customer');
    const access = await loadAccess(kernel.tenancy, kernel.a.id, { type: 'user', userID: buyer.userID });
    expect(access).toMatchObject({ roleType: 'customer', customerID: '-' });
    const seen = await runInAccount(
      kernel.tenancy,
      { accountID: kernel.a.id, identity: { type: 'user', userID: buyer.userID } },
      (ctx) => ctx.em.find(Party, { accountID: kernel.a.id }),
    );
    expect(seen).toEqual([]);
  });

  test('lists all accounts', async () => {
    expect(await listAccountIDs(kernel.tenancy)).toEqual(expect.arrayContaining([kernel.a.id, kernel.b.id]));
  });
});

describe('the transaction', () => {
  test('writes nothing when the work fails, and runs nothing afterwards', async () => {
    const ran: string[] = [];
    const id = newID('cus');
    await expect(
      kernel.a.run(async (ctx) => {
        await createParty(ctx, { id, kind: 'customer', name: 'Never' });
        ctx.afterCommit(() => void ran.push('failed'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await kernel.a.run((ctx) => ctx.em.findOne(Party, { accountID: kernel.a.id, id }))).toBeNull();
    await kernel.a.run(async (ctx) => {
      ctx.afterCommit(() => {
        throw new Error('does not undo the commit');
      });
      ctx.afterCommit(() => void ran.push('committed'));
    });
    expect(ran).toEqual(['committed']);
  });

  test('refuses writes where it was opened for reading', async () => {
    const write = runInAccount(
      kernel.tenancy,
      { accountID: kernel.a.id, identity: system, readOnly: true },
      async (ctx) => {
        await createParty(ctx, { id: newID('cus'), kind: 'customer', name: 'Never' });
      },
    );
    await expect(write).rejects.toThrow(/read-only/);
  });

  test('keeps to its own role and account inside a transaction of the auth role and of another account', async () => {
    const inside = await kernel.database.runAsAuth({ accountID: '' }, async () =>
      kernel.a.run(async (ctx) => {
        const outer = await sql<{
          role: string;
          account: string;
        }>`select current_user as role, current_setting('app.account_id') as account`.execute(ctx.em.query());
        const inner = await kernel.b.run(async (other) =>
          (await other.em.find(Role, { code: 'admin' })).map(({ accountID }) => accountID),
        );
        return { ...outer.rows[0], inner };
      }),
    );
    expect(inside).toMatchObject({ account: kernel.a.id, inner: [kernel.b.id] });
    expect(inside.role).toBe(
      await kernel.a.run(
        async (ctx) => (await sql<{ role: string }>`select current_user as role`.execute(ctx.em.query())).rows[0]?.role,
      ),
    );
  });

  test('runs again when two transactions lock each other', async () => {
    const ids = [newID('cus'), newID('cus')] as const;
    await kernel.a.run(async (ctx) => {
      for (const id of ids) await createParty(ctx, { id, kind: 'customer', name: 'Locked' });
    });
    let attempts = 0;
    let waiting = 0;
    let bothHold: (() => void) | undefined;
    const meeting = new Promise<void>((resolve) => {
      bothHold = resolve;
    });
    const lockBoth = (first: string, second: string) =>
      kernel.a.run(async (ctx) => {
        attempts += 1;
        await ctx.em.lockRows(Party, [first]);
        waiting += 1;
        if (waiting === 2) bothHold?.();
        await meeting;
        await ctx.em.lockRows(Party, [second]);
        return true;
      });
    expect(await Promise.all([lockBoth(ids[0], ids[1]), lockBoth(ids[1], ids[0])])).toEqual([true, true]);
    expect(attempts).toBeGreaterThan(2);
  });
});

describe('new accounts', () => {
  const admin = { userID: newID('usr'), name: 'First', email: 'First@New.test' };
  beforeAll(() =>
    kernel.database.runAsAuth({ accountID: '' }, (em) =>
      createUser(em, {
        id: admin.userID,
        name: admin.name,
        email: admin.email,
        passwordHash: null,
        emailVerified: true,
      }),
    ),
  );

  test('have an administrator, the system roles, their own party and every plugin', async () => {
    const account = await createAccountWithAdmin(kernel.tenancy, { name: 'Müller & Söhne, Handschuhe!' }, admin);
    expect(account.slug).toBe('muller-sohne-handschuhe');
    expect(enabled).toContain(account.slug);
    const access = await loadAccess(kernel.tenancy, account.id, { type: 'user', userID: admin.userID });
    expect(access).toMatchObject({
      roleType: 'admin',
      permissions: 'all',
      memberID: account.memberID,
      actor: { email: 'first@new.test' },
    });
    await runInAccount(kernel.tenancy, { accountID: account.id, identity: system }, async (ctx) => {
      expect((await ctx.em.find(Role, { accountID: account.id })).map(({ code }) => code).sort()).toEqual([
        'admin',
        'customer',
        'sales_rep',
        'scanner',
        'user',
      ]);
      expect(await ctx.em.get(Party, account.id)).toMatchObject({ kind: 'self' });
      expect(await readEnabledPlugins(ctx)).toEqual([{ id: 'analytics', settings: {} }]);
    });
  });

  test('of equal names get slugs of their own; a slug that was chosen is refused when taken', async () => {
    const slugs = await Promise.all(
      [1, 2, 3].map(async () => (await createAccount(kernel.tenancy, { name: 'Twins' })).slug),
    );
    expect(new Set(slugs).size).toBe(3);
    await expect(createAccount(kernel.tenancy, { name: 'Another', slug: 'alpha' })).rejects.toMatchObject({
      status: 409,
      code: 'duplicate',
    });
    expect((await createAccount(kernel.tenancy, { name: '織物' })).slug).toMatch(/^account-[0-9a-z]{6}$/);
  });

  test('are not there at all when what belongs to them fails', async () => {
    await expect(
      createAccountWithAdmin(kernel.tenancy, { name: 'Half', slug: 'half-made' }, admin, {
        after: () => {
          throw new Error('no such person');
        },
      }),
    ).rejects.toThrow('no such person');
    expect((await createAccount(kernel.tenancy, { name: 'Half', slug: 'half-made' })).slug).toBe('half-made');
  });

  test('get their plugins later when the process dies between the two', async () => {
    failing = true;
    await expect(createAccount(kernel.tenancy, { name: 'Crashed', slug: 'crashed' })).rejects.toThrow(
      'the process died here',
    );
    failing = false;
    const { rows } = await kernel.database.runAsAuth({ accountID: '', readOnly: true }, (em) =>
      sql<{ id: string }>`select id from core.account where slug = 'crashed'`.execute(em.getKysely()),
    );
    const id = rows[0]?.id as string;
    expect(await enableMissingPlugins(kernel.tenancy, id)).toEqual(['analytics']);
    expect(await enableMissingPlugins(kernel.tenancy, id)).toEqual([]);
  });

  test('keep the settings of a plugin that is switched off and on', async () => {
    await kernel.b.run(async (ctx) => {
      await setPluginEnabled(ctx, 'analytics', false, { weeks: 4 });
      expect(ctx.isEnabled('analytics')).toBe(false);
    });
    expect(await kernel.b.run(async (ctx) => [ctx.isEnabled('analytics'), ...(await readEnabledPlugins(ctx))])).toEqual(
      [false],
    );
    await kernel.b.run((ctx) => setPluginEnabled(ctx, 'analytics', true));
    expect(await kernel.b.run(readEnabledPlugins)).toEqual([{ id: 'analytics', settings: { weeks: 4 } }]);
  });
});
