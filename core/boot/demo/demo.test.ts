import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDemoAddress } from '../../auth/people/person.ts';
import { newID } from '../../contracts/texts/id.ts';
import { installQueue } from '../../jobs/queue/queue.ts';
import { definePlugin } from '../../kernel/plugin/define-plugin.ts';
import { ApiKey } from '../../permissions/api-key.entity.ts';
import { Member } from '../../tenancy/access/member.entity.ts';
import { Account } from '../../tenancy/accounts/account.entity.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import { bootDemoKernel } from '../../testing/kernel/demo-kernel.ts';
import { bootTestKernel, type TestKernel } from '../../testing/kernel/test-kernel.ts';
import { bootKernel, type Kernel } from '../boot.ts';
import { demoPassword, demoSignIns, loadDemo } from './demo.ts';
import { findDemoData, keepDemoAccounts, refuseDemoData, removeDemoData } from './demo-data.ts';

/** Accounts whose demo was begun, in order. */
const begun: string[] = [];
let dies = false;
const shop = definePlugin({
  id: 'shop',
  title: 'Shop',
  description: 'Fails where a process would die.',
  async demo(ctx) {
    begun.push(ctx.account.slug);
    if (dies) throw new Error('died');
  },
});

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'the demo', plugins: [shop] });
});
afterAll(() => kernel?.stop());

/** Emails of an account's members; undefined without such an account. */
async function membersOf(slug: string): Promise<string[] | undefined> {
  const { database } = kernel;
  const account = await database.runAsAuth({ accountID: '', readOnly: true }, (em) => em.findOne(Account, { slug }));
  if (!account) return undefined;
  const members = await database.runAsAuth({ accountID: account.id, readOnly: true }, (em) =>
    em.find(Member, { accountID: account.id }, { orderBy: { email: 'asc' } }),
  );
  return members.map(({ email }) => email);
}

describe('the demo', () => {
  it('is loaded whole or not at all, and goes on where a start was interrupted', async () => {
    dies = true;
    await expect(loadDemo(kernel)).rejects.toThrow('died');
    expect(await membersOf('northfield')).toEqual([]);
    expect(await membersOf('harbor')).toBeUndefined();
    dies = false;
    await loadDemo(kernel);
    expect(await membersOf('northfield')).toContain('rep@demo.test');
    expect(await membersOf('harbor')).toEqual(['admin@demo.test', 'dana.fields@harbor.test']);
    expect(begun).toEqual(['northfield', 'northfield', 'harbor']);
  });

  it('is loaded once', async () => {
    await loadDemo(kernel);
    expect(begun).toHaveLength(3);
  });
});

describe('production and the demo', () => {
  const signIn = async (api: Kernel['api'], identifier: string): Promise<number> =>
    (
      await api.request('http://millwright.test/auth/actions/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identifier, password: demoPassword }),
      })
    ).status;

  /** The tables with rows of any of these accounts. */
  async function tablesWith(client: Client, accountIDs: readonly string[]): Promise<Record<string, number>> {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
       where column_name = 'account_id' and table_type = 'BASE TABLE' and table_schema <> 'queue' order by 1`,
    );
    const found: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(`select count(*)::int as n from ${name} where account_id = any($1)`, [
        accountIDs,
      ]);
      if (rows[0].n) found[name] = rows[0].n;
    }
    return found;
  }

  it('lets no demo person sign in, and does not start where they could', async () => {
    expect(demoSignIns.every(({ email }) => isDemoAddress(email))).toBe(true);
    const production = await bootKernel({
      plugins: [{ definition: shop }],
      urls: kernel.db.urls,
      secret: 'a secret that only tests know, 32 characters',
      environment: 'production',
      log: pino({ level: 'silent' }),
      clock: kernel.clock,
      baseURL: 'https://millwright.test',
    });
    expect([await signIn(kernel.api, 'admin@demo.test'), await signIn(production.api, 'admin@demo.test')]).toEqual([
      200, 401,
    ]);
    await production.close();
    await expect(refuseDemoData(kernel)).rejects.toThrow(
      /account northfield, account harbor, admin@demo\.test.*demo keep/,
    );
  });

  it('can be made a real installation, in which nothing of the demo opens anything', async () => {
    const northfield = (await findDemoData(kernel)).accounts[0]?.id ?? '';
    const inNorthfield = <T>(work: Parameters<typeof runInAccount<T>>[2]): Promise<T> =>
      runInAccount(kernel.tenancy, { accountID: northfield, identity: { type: 'system' } }, work);
    await inNorthfield(async (ctx) => {
      ctx.em.create(ApiKey, {
        id: newID('ak'),
        name: 'Made in the demo',
        secretHash: 'a'.repeat(64),
        secretHint: 'mws_abcd',
        scopes: ['roles:read'],
        createdByName: 'Ada Whitfield',
      });
      await ctx.em.flush();
    });
    await keepDemoAccounts(kernel, { email: 'owner@example.com', name: 'Olga Owner' });
    expect(await findDemoData(kernel)).toEqual({ accounts: [], people: [] });
    await refuseDemoData(kernel);
    for (const { email } of demoSignIns) expect(await signIn(kernel.api, email), email).toBe(401);
    const left = await inNorthfield(async (ctx) => ({
      keys: (await ctx.em.find(ApiKey, { accountID: northfield, revokedAt: null })).length,
      people: (await ctx.em.find(Member, { accountID: northfield, removedAt: null })).map(({ email, status }) => [
        email,
        status,
      ]),
    }));
    expect(left).toEqual({ keys: 0, people: [['owner@example.com', 'invited']] });
    // Loading the demo again does not restore the people.
    await loadDemo(kernel);
    expect(await findDemoData(kernel)).toEqual({ accounts: [], people: [] });
  });

  it('can be taken out, whole and alone', async () => {
    const full = await bootDemoKernel();
    const client = new Client({ connectionString: full.db.adminUrl });
    await client.connect();
    await installQueue(full.db.urls.migrate);
    const { accounts, people } = await findDemoData(full);
    const ids = accounts.map(({ id }) => id);
    const others = await tablesWith(client, [full.a.id, full.b.id]);
    expect(Object.keys(await tablesWith(client, ids)).length).toBeGreaterThan(20);
    const removed = await removeDemoData(full, client);
    expect([removed.accounts, removed.people]).toEqual([accounts, people]);
    expect(await tablesWith(client, ids)).toEqual({});
    expect(await tablesWith(client, [full.a.id, full.b.id])).toEqual(others);
    const { rows } = await client.query(
      `select email from core."user" where email like '%demo.test'
      union all select slug from core.account where is_demo`,
    );
    expect(rows).toEqual([]);
    // No demo data are found any more, so a start in production is not refused.
    expect(await findDemoData(full)).toEqual({ accounts: [], people: [] });
    await client.end();
    await full.stop();
  });
});
