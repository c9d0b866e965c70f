import { pino } from 'pino';
import platform from '../../../platform.config.ts';
import { createAccountWithAdmin } from '../../auth/members/join.ts';
import { createUser } from '../../auth/people/person.ts';
import {
  bootKernel,
  createSite,
  type DatabaseUrls,
  type Kernel,
  type Listening,
  listen,
  newSecret,
  stopListening,
} from '../../boot/index.ts';
import { newID } from '../../contracts/texts/id.ts';
import { todayOf } from '../../kernel/context/today.ts';
import { invalidateCounts, type ListEndpoint } from '../../lists/list-page.ts';
import { Role } from '../../permissions/role.entity.ts';
import { Member } from '../../tenancy/access/member.entity.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import { createAccount as createBareAccount } from '../../tenancy/accounts/create-account.ts';
import { Party } from '../../tenancy/parties/party.entity.ts';
import { countStatements } from '../../testing/postgres/statements/statement-counter.ts';
import { processorTime } from '../figures/processor-time.ts';
import { answerCalls } from './child.ts';
import { benchPassword, type People } from './facts.ts';

let counter: ReturnType<typeof countStatements> | undefined;
let kernel: Kernel | undefined;
let listening: Listening | undefined;
/** Lists whose cached counts are deleted before every request, for the cold case. */
let coldCount: { accountID: string; list: ListEndpoint } | undefined;

/** Address and connection settings of the database. Processes of one installation share a secret. */
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
    // The same log as `start`, but to a file instead of the terminal.
    log: pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false })),
    baseURL: 'http://127.0.0.1',
    // Receivers of webhooks are in the process of the benchmark.
    providerNetworks: ['127.0.0.0/8'],
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

/** Creates an account with people who have all rights; the first one is the administrator. */
async function createAccount({
  slug,
  people,
  joinedBy,
}: {
  slug: string;
  people: number;
  /** A person of another account who gets all rights here too. */
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
    // Demo accounts accept practice cards, so that payment pages can be opened.
    { name: `Bench ${slug}`, slug, plan: 'pro', onboardingStatus: 'complete', isDemo: true },
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

/** Creates accounts without people and records, with consecutive numbers. */
async function createEmptyAccounts({ from, to }: { from: number; to: number }): Promise<void> {
  for (let number = from; number <= to; number += 1)
    await createBareAccount((kernel as Kernel).tenancy, { name: `Empty ${number}`, slug: `empty-${number}` });
}

/** Creates a portal user for each of these customers; returns their email addresses. */
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
        id: newID('mem'),
        userID: id,
        name: 'Buyer',
        email,
        status: 'active',
        joinedAt: ctx.clock.now(),
        role: ctx.em.reference(Role, role.id),
        customer: ctx.em.reference(Party, customerIDs[index] as string),
      });
    await ctx.em.flush();
  });
  return users.map(({ email }) => email);
}

/** Runs a scheduled job for an account now. */
async function runScheduled({ accountID, name }: { accountID: string; name: string }): Promise<void> {
  const { registry, services, tenancy } = kernel as Kernel;
  const jobs = registry.plugins.flatMap(({ definition }) => definition.jobs?.(services) ?? []);
  const job = jobs.find((each) => each.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  await runInAccount(tenancy, { accountID, identity: { type: 'system' } }, (ctx) => job.handle(ctx, todayOf(ctx)));
}

/** The measured process: kernel, plugins, jobs and HTTP, as `millwright start` runs them in production. */
export const runBenchServer = (): void =>
  answerCalls({
    boot,
    createAccount,
    createEmptyAccounts,
    joinCustomers,
    runScheduled,
    cold: async (list: { accountID: string; list: ListEndpoint } | null) => {
      coldCount = list ?? undefined;
    },
    countStatements: async () => {
      counter = countStatements();
    },
    statements: async () => counter?.count() ?? 0,
    roundTrips: async () => counter?.roundTrips() ?? 0,
    usage: async () => ({ processor: processorTime(), memory: process.memoryUsage.rss() }),
    /** Waits until events, mails and request log of the previous case are written. */
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
