import { Client } from 'pg';
import { pino } from 'pino';
import { z } from 'zod';
import { entities } from '../../boot/core-entities.ts';
import { defineEvent } from '../../contracts/event.ts';
import { PasswordHashing } from '../../credentials/password-hash.ts';
import { Database } from '../../database/database.ts';
import { parseDatabaseUrl } from '../../database/roles.ts';
import { TenantEntityManager } from '../../database/tenant-entity-manager.ts';
import type { OwnedSubscription } from '../../events/event-registry.ts';
import { CallSlots } from '../../kernel/call-slots.ts';
import { SystemClock } from '../../kernel/clock.ts';
import type { AccountContext, CallContext, PersonContext } from '../../kernel/context.ts';
import { usualSizes } from '../../kernel/work-sizes.ts';
import { migrations } from '../../migrations/index.ts';
import { leastPasswordCost } from '../../testing/password-cost.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { type JobDependencies, type Jobs, startJobs } from '../jobs.ts';
import { installQueue } from '../queue.ts';

/** Two accounts of the tests. */
export const accounts = { a: 'acc_01h455vb4pex5vsknk084sn02a', b: 'acc_01h455vb4pex5vsknk084sn02b' };

/** An event of the tests. */
export const counted = defineEvent({ type: 'test.counted', payload: z.object({ count: z.number() }) });

/** A database with the tables of core, and contexts on it without the rest of the kernel. */
export async function installJobs() {
  const created = await createTestDatabase([{ schema: 'core', entities, migrations }]);
  await installQueue(created.urls.migrate);
  // Facts are told all at once, more than there are connections: nobody is to be refused for waiting on a busy machine.
  const database = await Database.open(created.urls, entities, { tenant: 10, auth: 4 }, Number.POSITIVE_INFINITY);
  const admin = new Client({ connectionString: parseDatabaseUrl(created.adminUrl).toString() });
  await admin.connect();
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
    /** Plugins that are switched off. */
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
        accountsWith: async () => Object.values(accounts),
        forgetEventsBefore: () => new Date(0),
        sendPersonMail: async () => undefined,
        onKiller: async () => undefined,
        log,
        ...more,
      });
      started.push(jobs);
      return jobs;
    },
    /** Stops what was started since the last call. */
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
