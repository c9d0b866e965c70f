import { Client } from 'pg';
import { pino } from 'pino';
import { entities } from '../../boot/core-plugin/core-entities.ts';
import type { AnyEndpoint, EndpointAnswer } from '../../contracts/endpoints/endpoint.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { PermissionCode } from '../../contracts/plugins/permission.ts';
import { newID } from '../../contracts/texts/id.ts';
import { Database } from '../../database/database.ts';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import { TenantEntityManager } from '../../database/tenant-entity-manager.ts';
import { CallSlots } from '../../kernel/calls/call-slots.ts';
import type { AccountContext, OutsideContext } from '../../kernel/context/context.ts';
import { usualSizes } from '../../kernel/context/work-sizes.ts';
import type { Route } from '../../kernel/route.ts';
import { migrations } from '../../migrations/index.ts';
import { Role } from '../../permissions/role.entity.ts';
import { Member } from '../../tenancy/access/member.entity.ts';
import { testPartitions } from '../postgres/partitioned-tables.ts';
import { createTestDatabase } from '../postgres/test-database.ts';
import { TestClock } from '../stand-ins/test-clock.ts';

/** The acting person and its rights; by default a member with all rights. */
export interface TestCaller {
  customerID?: string;
  memberID?: string;
  rights?: readonly PermissionCode[];
  readOnly?: boolean;
}

/** A database with the core schema and two accounts, for tests of core that need neither plugins nor HTTP. */
export async function openCoreAccounts() {
  const test = await createTestDatabase([{ schema: 'core', entities, migrations }]);
  const database = await Database.open(test.urls, entities, { tenant: 20, auth: 2 }, undefined, {
    isDistributed: testPartitions > 0,
  });
  const admin = new Client({ connectionString: parseDatabaseUrl(test.adminUrl).toString() });
  await admin.connect();
  const clock = new TestClock(new Date('2026-03-02T10:00:00.000Z'));
  const accounts = { a: newID('acc'), b: newID('acc') };
  for (const [slug, id] of Object.entries(accounts))
    await admin.query(
      `insert into core.account (id, slug, name, plan, type, onboarding_status, currency, time_zone, locale, is_demo,
        created_at, updated_at, version)
       values ($1, $2, $2, 'free', 'manufacturer', 'complete', 'USD', 'UTC', 'en-US', false, now(), now(), 1)`,
      [id, `account-${slug}`],
    );

  /** Runs one transaction of the tenant role in account a or b. Callbacks for the commit run before it resolves. */
  async function inAccount<T>(
    key: 'a' | 'b',
    work: (ctx: AccountContext) => Promise<T>,
    caller: TestCaller = {},
  ): Promise<T> {
    const id = accounts[key];
    const afterwards: (() => void | Promise<void>)[] = [];
    const can = (code: PermissionCode): boolean => caller.rights?.includes(code) ?? true;
    const scope = { accountID: id, customerID: caller.customerID ?? '', readOnly: caller.readOnly ?? false };
    const result = await database.runAsTenant(scope, (em) =>
      work({
        requestID: newID('req'),
        actor: { type: 'user', id: 'usr_test', name: 'Tess Ter' },
        clock,
        log: pino({ level: 'silent' }),
        client: { ip: '127.0.0.1', userAgent: 'test' },
        baseURL: 'http://localhost',
        slots: new CallSlots(),
        afterCommit: (after) => void afterwards.push(after),
        account: {
          id,
          slug: `account-${key}`,
          name: key,
          plan: 'free',
          currency: 'USD',
          timeZone: 'UTC',
          locale: 'en-US',
          isDemo: false,
          createdAt: '2026-01-01T00:00:00.000Z',
        },
        em: new TenantEntityManager(em, id),
        roleType: caller.customerID ? 'customer' : 'admin',
        memberID: caller.memberID,
        customerID: caller.customerID,
        can,
        require: (code) => {
          if (!can(code)) throw problems.forbidden();
        },
        isEnabled: () => true,
        isHeard: () => true,
        webhooks: { endpointsFor: () => [], pathOf: () => undefined },
        sizes: usualSizes,
        referencesTo: () => [],
      }),
    );
    for (const after of afterwards) await after();
    return result;
  }

  /**
   * Answers an endpoint by its route of an account, in one transaction of account a or b. The reply is checked against
   * the contract; the request is not.
   */
  async function answer<E extends AnyEndpoint>(
    key: 'a' | 'b',
    routes: readonly Route[],
    endpoint: E,
    request: { params?: object; query?: object; body?: unknown },
    caller: TestCaller = {},
  ): Promise<EndpointAnswer<E>> {
    const found = routes.find((route) => route.endpoint === endpoint);
    if (found?.scope !== 'account') throw new Error(`No route of an account answers ${endpoint.name}`);
    return endpoint.reply.parse(await inAccount(key, (ctx) => found.handle(ctx, request), caller));
  }

  /** Adds a member with a new role to an account. */
  async function addMember(key: 'a' | 'b', name: string): Promise<string> {
    return inAccount(key, async (ctx) => {
      const role = ctx.em.create(Role, { id: newID('role'), code: name, name, type: 'user' });
      const member = ctx.em.create(Member, {
        id: newID('mem'),
        name,
        email: `${name}@example.test`,
        role,
        status: 'invited',
      });
      await ctx.em.flush();
      return member.id;
    });
  }

  /** The context of a call that opens its own transactions. */
  const outsideIn = (key: 'a' | 'b', caller: TestCaller = {}): Promise<OutsideContext> =>
    inAccount(
      key,
      async (ctx) => ({
        ...ctx,
        inTransaction: (work, options) => inAccount(key, work, { ...caller, ...options }),
      }),
      caller,
    );

  return {
    outsideIn,
    accounts,
    admin,
    urls: test.urls,
    clock,
    inAccount,
    answer,
    addMember,
    close: async () => {
      await admin.end();
      await database.close();
      await test.drop();
    },
  };
}
export type CoreAccounts = Awaited<ReturnType<typeof openCoreAccounts>>;
