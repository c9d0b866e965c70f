import { pino } from 'pino';
import platform from '../../platform.config.ts';
import { createAccountWithAdmin } from '../auth/join.ts';
import { createUser } from '../auth/person.ts';
import {
  bootKernel,
  createSite,
  type DatabaseUrls,
  type Kernel,
  type Listening,
  listen,
  newSecret,
  stopListening,
} from '../boot/index.ts';
import { newID } from '../contracts/id.ts';
import { invalidateCounts, type ListEndpoint } from '../lists/list-page.ts';
import { Role } from '../permissions/role.entity.ts';
import { runInAccount } from '../tenancy/account-transaction.ts';
import { Member } from '../tenancy/member.entity.ts';
import { Party } from '../tenancy/party.entity.ts';
import { countStatements } from '../testing/statement-counter.ts';
import { answerCalls } from './child.ts';
import { benchPassword, type People } from './facts.ts';
import { processorTime } from './processor-time.ts';

let counter: ReturnType<typeof countStatements> | undefined;
let kernel: Kernel | undefined;
let listening: Listening | undefined;
/** Lists whose counts are forgotten before every request: the cold case. */
let coldCount: { accountID: string; list: ListEndpoint } | undefined;

/** Where the database is and how it is spoken to; processes of one installation share a secret. */
interface BootOptions {
  urls: DatabaseUrls;
  buildDir: string;
  secret?: string;
  forms?: { keepsPlans?: boolean };
}

async function boot({ urls, buildDir, secret = newSecret(), forms = {} }: BootOptions): Promise<string> {
  const plugins = await Promise.all(
    platform.plugins.map(async ({ server, audience }) => ({ definition: (await server()).default, audience })),
  );
  const booted = await bootKernel({
    plugins,
    urls,
    secret,
    forms,
    environment: 'production',
    // What `start` does, to a file instead of the terminal.
    log: pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false })),
    baseURL: 'http://127.0.0.1',
  });
  kernel = booted;
  const site = createSite(booted, { buildDir, production: true });
  listening = await listen(
    (request, connection) => {
      if (coldCount) invalidateCounts(coldCount.accountID, coldCount.list);
      return site.fetch(request, connection);
    },
    { host: '127.0.0.1', port: 0, setting: 'PORT', wasSet: true },
  );
  const url = `http://127.0.0.1:${listening.port}`;
  booted.setBaseURL(url);
  await booted.startJobs();
  return url;
}

/** An account with so many people who may do everything; the first is its administrator. */
async function createAccount({
  slug,
  people,
  joinedBy,
}: {
  slug: string;
  people: number;
  /** A person of another account who may do everything here too. */
  joinedBy?: string;
}): Promise<People> {
  const { tenancy, database } = kernel as Kernel;
  const passwordHash = await tenancy.passwords.hash(benchPassword);
  const users = await database.runAsAuth({ accountID: '' }, async (em) => {
    const created = [];
    for (let number = 1; number <= people; number += 1) {
      const email = `person${number}@${slug}.test`;
      created.push({
        email,
        id: (await createUser(em, { email, name: `Person ${number}`, passwordHash, emailVerified: true })).id,
      });
    }
    return created;
  });
  const admin = users[0] as { email: string; id: string };
  const { id } = await createAccountWithAdmin(
    tenancy,
    { name: `Bench ${slug}`, slug, plan: 'pro', onboardingStatus: 'complete' },
    { userID: admin.id, name: 'Person 1', email: admin.email },
  );
  await runInAccount(tenancy, { accountID: id, identity: { type: 'system' } }, async (ctx) => {
    const role = await ctx.em.findOne(Role, { accountID: id, type: 'admin', isSystem: true });
    if (!role) throw new Error('The account has no administrator role');
    const others = [...users.slice(1), ...(joinedBy ? [{ id: joinedBy, email: `guest@${slug}.test` }] : [])];
    for (const [index, user] of others.entries())
      ctx.em.create(Member, {
        id: newID('mem'),
        userID: user.id,
        name: `Person ${index + 2}`,
        email: user.email,
        role: ctx.em.reference(Role, role.id),
        status: 'active',
        joinedAt: ctx.clock.now(),
      });
    await ctx.em.flush();
  });
  return { accountID: id, emails: users.map(({ email }) => email), userIDs: users.map((user) => user.id) };
}

/** A person for each of these customers, who orders for it; answers their addresses. */
async function joinCustomers({ accountID, customerIDs }: { accountID: string; customerIDs: readonly string[] }) {
  const { tenancy, database } = kernel as Kernel;
  const passwordHash = await tenancy.passwords.hash(benchPassword);
  const users = await database.runAsAuth({ accountID: '' }, async (em) => {
    const created: { id: string; email: string }[] = [];
    for (const customerID of customerIDs) {
      const email = `${customerID}@buyers.test`;
      created.push({
        email,
        id: (await createUser(em, { email, name: 'Buyer', passwordHash, emailVerified: true })).id,
      });
    }
    return created;
  });
  await runInAccount(tenancy, { accountID, identity: { type: 'system' } }, async (ctx) => {
    const role = await ctx.em.findOne(Role, { accountID, type: 'customer', isSystem: true });
    if (!role) throw new Error('The account has no role for customers');
    for (const [index, { id, email }] of users.entries())
      ctx.em.create(Member, {
        ...{ id: newID('mem'), userID: id, name: 'Buyer', email, status: 'active', joinedAt: ctx.clock.now() },
        role: ctx.em.reference(Role, role.id),
        customer: ctx.em.reference(Party, customerIDs[index] as string),
      });
    await ctx.em.flush();
  });
  return users.map(({ email }) => email);
}

/** Does the work of a timetable for an account, now. */
async function runScheduled({ accountID, name }: { accountID: string; name: string }): Promise<void> {
  const { registry, services, tenancy } = kernel as Kernel;
  const jobs = registry.plugins.flatMap(({ definition }) => definition.jobs?.(services) ?? []);
  const job = jobs.find((each) => each.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  await runInAccount(tenancy, { accountID, identity: { type: 'system' } }, (ctx) => job.handle(ctx));
}

/** The process that is measured: kernel, plugins, jobs and HTTP, as `millwright start` runs them in production. */
export const runBenchServer = (): void =>
  answerCalls({
    boot,
    createAccount,
    joinCustomers,
    runScheduled,
    cold: async (list: { accountID: string; list: ListEndpoint } | null) => {
      coldCount = list ?? undefined;
    },
    countStatements: async () => {
      counter = countStatements();
    },
    statements: async () => counter?.count() ?? 0,
    usage: async () => ({ processor: processorTime(), memory: process.memoryUsage.rss() }),
    /** Waits until events, mails and request log of the case before are written. */
    settle: async () => {
      for (let tries = 0; tries < 300; tries += 1) {
        const metrics = await (kernel as Kernel).metrics();
        if (!metrics.find(({ name }) => name === 'outbox_waiting')?.samples[0]?.value) return;
        await new Promise((done) => setTimeout(done, 100));
      }
    },
    stop: async () => {
      if (listening) await stopListening(listening, 1000);
      await kernel?.close();
    },
  });
