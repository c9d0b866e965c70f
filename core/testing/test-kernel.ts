import { type DestinationStream, pino } from 'pino';
import { createAccountWithAdmin } from '../auth/join.ts';
import { createUser } from '../auth/person.ts';
import { User } from '../auth/user.entity.ts';
import { bootKernel, type Kernel } from '../boot/boot.ts';
import { loadDemo } from '../boot/demo.ts';
import { registryOf } from '../boot/installation.ts';
import { type Client, createClient } from '../contracts/client.ts';
import { newID } from '../contracts/id.ts';
import type { RoleType } from '../contracts/permission.ts';
import type { ReadReplica } from '../database/database.ts';
import type { DatabaseUrls } from '../database/roles.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { installQueue } from '../jobs/queue.ts';
import type { AccountContext } from '../kernel/context.ts';
import type { DomainTexts } from '../kernel/domain-texts.ts';
import type { AnyPlugin } from '../kernel/plugin.ts';
import { usualSizes, type WorkSizes } from '../kernel/work-sizes.ts';
import { Role } from '../permissions/role.entity.ts';
import { Account } from '../tenancy/account.entity.ts';
import { enablePlugin } from '../tenancy/account-plugins.ts';
import { runInAccount } from '../tenancy/account-transaction.ts';
import { Member } from '../tenancy/member.entity.ts';
import { Party } from '../tenancy/party.entity.ts';
import { testPartitions } from './partitioned-tables.ts';
import { leastPasswordCost } from './password-cost.ts';
import { testSecret } from './templates.ts';
import { TestClock, testNow } from './test-clock.ts';
import { createTestDatabase, type TestContents, type TestDatabase } from './test-database.ts';

/** Where people of tests reach a kernel. */
export const testBaseURL = 'http://millwright.test';

/** The password of every person of a test. */
export const testPassword = 'correct horse battery';

/** A person of a test, signed in: cookies kept, account chosen. */
export interface TestPerson extends Client {
  email: string;
  userID: string;
  /** A bare request with this person's cookies; the path is below `/api`. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface TestAccount {
  id: string;
  slug: string;
  /** Signs in as a member of this role type, created at the first call. `customerID` for portal customers. */
  as(role: Exclude<RoleType, 'api_key'>, options?: { customerID?: string }): Promise<TestPerson>;
  /** Runs work inside the account as the system: all rights, one transaction. */
  run<T>(work: (ctx: AccountContext) => Promise<T>): Promise<T>;
}

export interface TestKernel extends Kernel {
  db: TestDatabase;
  clock: TestClock;
  /** The usual ones until a test sets others, as `rowsOfJob` does. */
  sizes: WorkSizes;
  /** Two accounts, so that every test can look over the fence. */
  a: TestAccount;
  b: TestAccount;
  createAccount(slug: string): Promise<TestAccount>;
  /** An account that is there: of the demo, say. Its people join when they are first asked for. */
  findAccount(slug: string): Promise<TestAccount>;
  /** A client without any sign-in. */
  anonymous(): TestPerson;
  /** Starts the dispatcher and workers; stopped with the kernel. */
  jobs(): Promise<Jobs>;
  stop(): Promise<void>;
}

export interface AccountContents {
  /** Tells these contents from others of the same plugins. */
  identity: string;
  /**
   * Runs before any test of the run that wants them; `adminUrl` is the administrator's, in the database to be filled.
   */
  fill(kernel: Kernel, accounts: { a: TestAccount; b: TestAccount }, adminUrl: string): Promise<void>;
}

const demoContents: AccountContents = { identity: 'demo', fill: loadDemo };

// Every person of every test has the same password.
let passwordHash: Promise<string> | undefined;

/** What a kernel of a test is booted with. */
export interface TestKernelOptions {
  plugins?: readonly AnyPlugin[];
  logLevel?: string;
  /** Takes the lines of the log; the console does otherwise. */
  logTo?: DestinationStream;
  /** Slugs of the two accounts; alpha and beta by default. */
  slugs?: readonly [string, string];
  /**
   * Slugs of the accounts that a plugin is for (the test accounts are alpha and beta), by plugin id; all by default.
   */
  audience?: Readonly<Record<string, readonly string[]>>;
  /** With the demo accounts beside the two; loaded once per run for the same plugins. */
  demo?: boolean;
  /** What the two accounts hold from the start; made once per run for the same plugins. */
  contents?: AccountContents;
  /**
   * Installed once the accounts and their contents are there: without tables, so that the same database serves both.
   */
  later?: readonly AnyPlugin[];
  /**
   * By how much the event loop runs late, for tests of what a server does that cannot keep up. Others share their
   * process with the test and the machine with browsers: being late is no overload there.
   */
  eventLoopDelay?: () => number;
  /** True where something beside the kernel looks at a clock too: a browser, times of PostgreSQL. */
  realTime?: boolean;
  /** Settings of the plugins. */
  env?: Record<string, string>;
  /** Where reports are read, by the addresses of the database of this test. */
  reading?: (urls: DatabaseUrls) => ReadReplica;
  /** Networks inside which sign-in providers may lie; none by default. */
  providerNetworks?: readonly string[];
  /** TXT records of domains; those of this machine's name servers by default. */
  domainTexts?: DomainTexts;
  /** Parts into which tables of accounts are cut; those of this run by default. */
  partitions?: number;
}

/** A kernel on a database of its own, without the two accounts where nothing fills them. */
export type BareTestKernel = Omit<TestKernel, 'a' | 'b'>;

/**
 * Boots any set of plugins on a database of its own, with two accounts. For files that cannot share a kernel
 * (`sharedKernel`): they say why.
 */
export async function bootTestKernel({ why: _, ...options }: TestKernelOptions & { why: string }): Promise<TestKernel> {
  const kernel = await openTestKernel(options);
  const [one, other] = slugsOf(options);
  const open = contentsOf(options) ? findTestAccount : createTestAccount;
  const a = await open(kernel, one);
  const b = await open(kernel, other);
  const later = options.later ?? [];
  if (later.length) await enableEverywhere(kernel, later);
  return Object.assign(kernel, { a, b });
}

const slugsOf = ({ slugs }: TestKernelOptions): readonly [string, string] => slugs ?? ['alpha', 'beta'];
const contentsOf = ({ demo, contents }: TestKernelOptions): AccountContents | undefined =>
  demo ? demoContents : contents;

/** Boots plugins on a database of its own. */
export async function openTestKernel(options: TestKernelOptions): Promise<BareTestKernel> {
  const partitions = options.partitions ?? testPartitions;
  const installed = (definitions: readonly AnyPlugin[] = []) =>
    definitions.map((definition) => ({ definition, audience: options.audience?.[definition.id] }));
  const plugins = installed(options.plugins);
  const later = installed(options.later);
  const slugs = slugsOf(options);
  const clock = options.realTime ? new TestClock('real') : new TestClock(testNow, 1);
  const sizes = { ...usualSizes };
  const boot = (urls: DatabaseUrls, present: ReturnType<typeof installed>): Promise<Kernel> =>
    bootKernel({
      plugins: present,
      urls,
      secret: testSecret,
      environment: 'test',
      log: pino({ level: options.logLevel ?? process.env['MILLWRIGHT_TEST_LOG'] ?? 'silent' }, options.logTo),
      clock,
      sizes,
      baseURL: testBaseURL,
      pool: { tenant: 12, auth: 6 },
      passwordCost: leastPasswordCost,
      answerFloor: 0,
      forms: { isDistributed: partitions > 0 },
      reading: options.reading?.(urls),
      ...(options.env ? { env: options.env } : {}),
      ...(options.providerNetworks ? { providerNetworks: options.providerNetworks } : {}),
      ...(options.domainTexts ? { domainTexts: options.domainTexts } : {}),
      eventLoopDelay: options.eventLoopDelay ?? (() => 0),
      ...(options.eventLoopDelay ? {} : { longestWait: Number.POSITIVE_INFINITY }),
    });
  const contents = contentsOf(options);
  const filled: TestContents | undefined = contents && {
    identity: JSON.stringify([
      contents.identity,
      options.realTime,
      slugs,
      plugins.map(({ definition, audience }) => [definition.id, audience]),
    ]),
    fill: async (urls, adminUrl) => {
      const filling = await boot(urls, plugins);
      const accounts = { a: await createTestAccount(filling, slugs[0]), b: await createTestAccount(filling, slugs[1]) };
      await contents.fill(filling, accounts, adminUrl);
      await filling.close();
    },
  };
  const db = await createTestDatabase(registryOf(plugins).schemaOwners(), filled, partitions);
  const kernel = await boot(db.urls, [...plugins, ...later]);
  const createAccount = (slug: string): Promise<TestAccount> => createTestAccount(kernel, slug);
  let jobs: Promise<Jobs> | undefined;
  return Object.assign(kernel, {
    db,
    clock,
    sizes,
    createAccount,
    findAccount: (slug: string) => findAccount(kernel, slug),
    anonymous: () => personOf(kernel, '', '', new Map(), undefined),
    jobs: () => {
      jobs ??= installQueue(db.urls.migrate).then(() => kernel.startJobs());
      return jobs;
    },
    stop: async () => {
      await kernel.close();
      await db.drop();
    },
  });
}

/** Accounts that are there get a new plugin from the operator, where younger ones have it from the start. */
async function enableEverywhere(kernel: Kernel, plugins: readonly AnyPlugin[]): Promise<void> {
  const accounts = await kernel.database.runAsAuth({ accountID: '', readOnly: true }, (em) => em.findAll(Account));
  for (const { id: accountID } of accounts)
    await runInAccount(kernel.tenancy, { accountID, identity: { type: 'system' } }, async (ctx) => {
      for (const plugin of plugins) await enablePlugin(kernel.tenancy, ctx, plugin.id);
    });
}

/** Creates an account with an administrator; `wanted` is the id of one that others know already. */
export async function createTestAccount(kernel: Kernel, slug: string, wanted?: string): Promise<TestAccount> {
  const email = adminOf(slug);
  const admin = await createPerson(kernel, email, `Admin of ${slug}`);
  const { id } = await createAccountWithAdmin(
    kernel.tenancy,
    { name: `Account ${slug}`, slug, ...(wanted ? { id: wanted } : {}) },
    { userID: admin, name: `Admin of ${slug}`, email },
  );
  return accountOf(kernel, id, slug, admin);
}

const findAccount = (kernel: Kernel, slug: string): Promise<TestAccount> =>
  kernel.database.runAsAuth({ accountID: '', readOnly: true }, async (em) => {
    const { id } = await em.findOneOrFail(Account, { slug });
    return accountOf(kernel, id, slug, undefined);
  });

const findTestAccount = (kernel: Kernel, slug: string): Promise<TestAccount> =>
  kernel.database.runAsAuth({ accountID: '', readOnly: true }, async (em) => {
    const account = await em.findOneOrFail(Account, { slug });
    const admin = await em.findOneOrFail(User, { email: adminOf(slug) });
    return accountOf(kernel, account.id, slug, admin.id);
  });

const adminOf = (slug: string): string => `admin@${slug}.test`;

async function createPerson(kernel: Kernel, email: string, name: string): Promise<string> {
  passwordHash ??= kernel.tenancy.passwords.hash(testPassword);
  const hash = await passwordHash;
  return kernel.database.runAsAuth(
    { accountID: '' },
    async (em) => (await createUser(em, { email, name, passwordHash: hash, emailVerified: true })).id,
  );
}

function accountOf(kernel: Kernel, id: string, slug: string, adminID: string | undefined): TestAccount {
  const people = new Map<string, Promise<TestPerson>>();
  const run = <T>(work: (ctx: AccountContext) => Promise<T>): Promise<T> =>
    runInAccount(kernel.tenancy, { accountID: id, identity: { type: 'system' } }, work);
  const join = async (role: Exclude<RoleType, 'api_key'>, customerID: string | undefined): Promise<TestPerson> => {
    const name = customerID ? `${role}-${customerID.slice(-8)}` : role;
    const email = `${name}@${slug}.test`;
    if (role === 'admin' && adminID) return signIn(kernel, email, adminID, id);
    const userID = await createPerson(kernel, email, name);
    await run(async (ctx) => {
      const found = await ctx.em.findOne(Role, { accountID: id, type: role, isSystem: true });
      if (!found) throw new Error(`The account has no role of type ${role}`);
      ctx.em.create(Member, {
        id: newID('mem'),
        userID,
        name,
        email,
        role: ctx.em.reference(Role, found.id),
        status: 'active',
        joinedAt: ctx.clock.now(),
        ...(customerID ? { customer: ctx.em.reference(Party, customerID) } : {}),
      });
      await ctx.em.flush();
    });
    return signIn(kernel, email, userID, id);
  };
  return {
    id,
    slug,
    run,
    as: (role, { customerID } = {}) => {
      const key = `${role} ${customerID ?? ''}`;
      const known = people.get(key) ?? join(role, customerID);
      people.set(key, known);
      return known;
    },
  };
}

async function signIn(kernel: Kernel, email: string, userID: string, accountID: string): Promise<TestPerson> {
  const cookies = new Map<string, string>();
  const person = personOf(kernel, email, userID, cookies, accountID);
  const response = await person.fetch('/auth/actions/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: email, password: testPassword }),
  });
  if (!response.ok) throw new Error(`Signing in as ${email} failed: ${await response.text()}`);
  return person;
}

function personOf(
  kernel: Kernel,
  email: string,
  userID: string,
  cookies: Map<string, string>,
  accountID: string | undefined,
): TestPerson {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (cookies.size) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if (accountID && !headers.has('account-id')) headers.set('account-id', accountID);
    const response = await kernel.api.request(`${testBaseURL}${path}`, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return response;
  };
  const client = createClient({
    baseURL: '',
    fetch: ((url: string, init: RequestInit) => send(url, init)) as never,
    headers: () => ({}),
  });
  return { ...client, email, userID, fetch: send };
}
