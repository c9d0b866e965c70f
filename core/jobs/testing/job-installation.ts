import { Client } from 'pg';
import { pino } from 'pino';
import { z } from 'zod';
import { entities } from '../../boot/core-plugin/core-entities.ts';
import { defineEvent } from '../../contracts/plugins/event.ts';
import { PasswordHashing } from '../../credentials/password-hash.ts';
import { Database } from '../../database/database.ts';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import { TenantEntityManager } from '../../database/tenant-entity-manager.ts';
import type { OwnedSubscription } from '../../events/event-registry.ts';
import { CallSlots } from '../../kernel/calls/call-slots.ts';
import { SystemClock } from '../../kernel/context/clock.ts';
import type { AccountContext, CallContext, PersonContext } from '../../kernel/context/context.ts';
import { usualSizes } from '../../kernel/context/work-sizes.ts';
import { migrations } from '../../migrations/index.ts';
import { createTestDatabase } from '../../testing/postgres/test-database.ts';
import { leastPasswordCost } from '../../testing/stand-ins/password-cost.ts';
import { type JobDependencies, type Jobs, startJobs } from '../jobs.ts';
import { installQueue } from '../queue/queue.ts';

export const accounts = { a: 'acc_01h455vb4pex5vsknk084sn02a', b: 'acc_01h455vb4pex5vsknk084sn02b' };

export const counted = defineEvent({
  type: 'test.counted',
  isInternal: 'Only tests emit it',
  payload: z.object({ count: z.number() }),
});

/** An account that scheduled jobs find, with the plugin `counting`. */
export async function addAccount(
  admin: Client,
  { id, slug, timeZone = 'UTC' }: { id: string; slug: string; timeZone?: string },
): Promise<void> {
  await admin.query(
    `insert into core.account (id, created_at, updated_at, slug, name, time_zone)
     values ($1, now(), now(), $2, $2, $3)`,
    [id, slug, timeZone],
  );
  await admin.query(
    `insert into core.account_plugin (account_id, id, created_at, updated_at, plugin_id, settings)
     values ($1, 'acp_' || $2, now(), now(), 'counting', '{}')`,
    [id, slug],
  );
}

/** A database with the core tables, and contexts on it without the rest of the kernel. */
export async function installJobs() {
  const created = await createTestDatabase([{ schema: 'core', entities, migrations }]);
  await installQueue(created.urls.migrate);
  // Tests read many values at the same time, more than there are connections, so waiting for a connection must not time
  // out.
  const database = await Database.open(created.urls, entities, { tenant: 10, auth: 4 }, Number.POSITIVE_INFINITY);
  const admin = new Client({ connectionString: parseDatabaseUrl(created.adminUrl).toString() });
  await admin.connect();
  for (const [slug, id] of Object.entries(accounts)) await addAccount(admin, { id, slug: `account-${slug}` });
  const log = pino({ level: 'silent' });
  const disabled = new Set<string>();
  const started: Jobs[] = [];

  const callOf = (afterwards: (() => void | Promise<void>)[]): CallContext => ({
    requestID: 'req_test',
    actor: { type: 'system', id: '', name: 'System' },
    clock: new SystemClock(),
    log,
    client: { ip: '203.0.113.9', userAgent: 'test' },
    baseURL: 'http://localhost:4000',
    slots: new CallSlots(),
    afterCommit: (work) => void afterwards.push(work),
  });

  const inAccount = async <T>(accountID: string, work: (ctx: AccountContext) => Promise<T>): Promise<T> => {
    const afterwards: (() => void | Promise<void>)[] = [];
    const result = await database.runAsTenant({ accountID }, (em) =>
      work({
        ...callOf(afterwards),
        account: {
          id: accountID,
          slug: 'a',
          name: 'Northfield',
          plan: 'free',
          currency: 'USD',
          timeZone: 'America/Chicago',
          locale: 'en-US',
          isDemo: false,
          createdAt: '2026-01-01T00:00:00.000Z',
        },
        em: new TenantEntityManager(em, accountID),
        roleType: 'admin',
        memberID: undefined,
        customerID: undefined,
        can: () => true,
        require: () => undefined,
        isHeard: () => true,
        webhooks: { endpointsFor: () => [], pathOf: () => undefined },
        sizes: usualSizes,
        referencesTo: () => [],
        isEnabled: (pluginID) => !disabled.has(pluginID),
      }),
    );
    for (const after of afterwards) await after();
    return result;
  };

  const asPerson = async <T>(work: (ctx: PersonContext) => Promise<T>, accountID = ''): Promise<T> => {
    const afterwards: (() => void | Promise<void>)[] = [];
    const result = await database.runAsAuth({ accountID }, (em) =>
      work({
        ...callOf(afterwards),
        em,
        userID: undefined,
        sessionID: undefined,
        factor: undefined,
        isOperator: true,
        passwords: new PasswordHashing(leastPasswordCost),
        key: undefined,
        accountHeader: undefined,
        header: () => undefined,
        cookies: { get: () => undefined, set: () => undefined, clear: () => undefined },
        inAccount,
      }),
    );
    for (const after of afterwards) await after();
    return result;
  };

  return {
    database,
    admin,
    urls: created.urls,
    log,
    /** Ids of disabled plugins. */
    disabled,
    inAccount,
    asPerson,
    start: async (subscriptions: readonly OwnedSubscription[], more: Partial<JobDependencies> = {}): Promise<Jobs> => {
      const jobs = await startJobs({
        jobUrl: created.urls.job,
        subscriptions,
        scheduled: [],
        tasks: [],
        runInAccount: inAccount,
        now: () => new Date(),
        forgetEventsBefore: () => new Date(0),
        sendPersonMail: async () => undefined,
        onKiller: async () => undefined,
        log,
        ...more,
      });
      started.push(jobs);
      return jobs;
    },
    /** Stops everything started since the last call. */
    stop: async (): Promise<void> => {
      await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
    },
    close: async (): Promise<void> => {
      await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
      await admin.end();
      await database.close();
      await created.drop();
    },
  };
}
export type JobInstallation = Awaited<ReturnType<typeof installJobs>>;
