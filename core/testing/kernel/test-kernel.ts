import { type DestinationStream, pino } from 'pino';
import { createAccountWithAdmin } from '../../auth/members/join.ts';
import { createUser } from '../../auth/people/person.ts';
import { User } from '../../auth/people/user.entity.ts';
import { bootKernel, type Kernel } from '../../boot/boot.ts';
import { loadDemo } from '../../boot/demo/demo.ts';
import { registryOf } from '../../boot/installation.ts';
import { type Client, createClient } from '../../contracts/client.ts';
import type { AnyEndpoint, EndpointAnswer, EndpointInput } from '../../contracts/endpoints/endpoint.ts';
import type { RoleType } from '../../contracts/plugins/permission.ts';
import { newID } from '../../contracts/texts/id.ts';
import type { ReadReplica } from '../../database/database.ts';
import type { DatabaseUrls } from '../../database/schema/roles.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { installQueue } from '../../jobs/queue/queue.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { DomainTexts } from '../../kernel/context/domain-texts.ts';
import { usualSizes, type WorkSizes } from '../../kernel/context/work-sizes.ts';
import type { AnyPlugin } from '../../kernel/plugin/plugin.ts';
import { Role } from '../../permissions/role.entity.ts';
import { enablePlugin } from '../../tenancy/access/account-plugins.ts';
import { Member } from '../../tenancy/access/member.entity.ts';
import { Account } from '../../tenancy/accounts/account.entity.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import { Party } from '../../tenancy/parties/party.entity.ts';
import { testPartitions } from '../postgres/partitioned-tables.ts';
import { testSecret } from '../postgres/templates.ts';
import { createTestDatabase, type TestContents, type TestDatabase } from '../postgres/test-database.ts';
import { leastPasswordCost } from '../stand-ins/password-cost.ts';
import { TestClock, testNow } from '../stand-ins/test-clock.ts';

/** Base address of test kernels. */
export const testBaseURL = 'http://millwright.test';

/** The password of all test people. */
export const testPassword = 'correct horse battery';

/** A signed-in test person with cookies and a chosen account. */
export interface TestPerson extends Client {
  /** Calls with an input that the contract refuses, or that a test puts together from parts. */
  callUnchecked<E extends AnyEndpoint>(endpoint: E, input: EndpointInput<AnyEndpoint>): Promise<EndpointAnswer<E>>;
  email: string;
  userID: string;
  /** Sends a request with this person's cookies; the path is below `/api`. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface TestAccount {
  id: string;
  slug: string;
  /** Signs in as a member with this role type, created at the first call. `customerID` is for portal users. */
  as(role: Exclude<RoleType, 'api_key'>, options?: { customerID?: string }): Promise<TestPerson>;
  /** Runs work in the account as the system: all rights, one transaction. */
  run<T>(work: (ctx: AccountContext) => Promise<T>): Promise<T>;
}

export interface TestKernel extends Kernel {
  db: TestDatabase;
  clock: TestClock;
  /** The usual sizes, unless a test sets others, as `rowsOfJob` does. */
  sizes: WorkSizes;
  /** Two accounts, so that every test can check their separation. */
  a: TestAccount;
  b: TestAccount;
  createAccount(slug: string): Promise<TestAccount>;
  /** An existing account, for example of the demo. Its people are created when they are first requested. */
  findAccount(slug: string): Promise<TestAccount>;
  /** A client without a session. */
  anonymous(): TestPerson;
  /** Starts the dispatcher and the workers; they stop with the kernel. */
  jobs(): Promise<Jobs>;
  stop(): Promise<void>;
}

export interface AccountContents {
  /** Distinguishes these contents from others with the same plugins. */
  identity: string;
  /**
   * Runs before all tests that need these contents; `adminUrl` is the administrator's address of the database to fill.
   */
  fill(kernel: Kernel, accounts: { a: TestAccount; b: TestAccount }, adminUrl: string): Promise<void>;
}

const demoContents: AccountContents = { identity: 'demo', fill: loadDemo };

// Hashed once, because all test people have the same password.
let passwordHash: Promise<string> | undefined;

export interface TestKernelOptions {
  plugins?: readonly AnyPlugin[];
  logLevel?: string;
  /** Receives the log lines instead of the console. */
  logTo?: DestinationStream;
  /** Slugs of the two accounts; alpha and beta by default. */
  slugs?: readonly [string, string];
  /**
   * Slugs of the accounts that a plugin is limited to (the test accounts are alpha and beta), by plugin id; all
   * accounts by default.
   */
  audience?: Readonly<Record<string, readonly string[]>>;
  /** Adds the demo accounts, which are loaded once per run for the same plugins. */
  demo?: boolean;
  /** Initial contents of the two accounts, created once per run for the same plugins. */
  contents?: AccountContents;
  /**
   * Plugins installed after the accounts and their contents exist. They must have no tables, so that the database
   * serves both sets.
   */
  later?: readonly AnyPlugin[];
  /**
   * Lag of the event loop, for tests of overload. Otherwise it is 0, because tests share process and machine with
   * others, and lag is no overload there.
   */
  eventLoopDelay?: () => number;
  /** True if something besides the kernel uses a clock too: a browser, or times of PostgreSQL. */
  realTime?: boolean;
  /** Settings of the plugins. */
  env?: Record<string, string>;
  /** Creates the replica for reports from the addresses of the test's database. */
  reading?: (urls: DatabaseUrls) => ReadReplica;
  /** Internal networks that sign-in providers may be in; none by default. */
  providerNetworks?: readonly string[];
  /** TXT records of domains; by default from this machine's name servers. */
  domainTexts?: DomainTexts;
  /** Number of parts of account tables; by default that of the run. */
  partitions?: number;
}

/** A kernel with its own database, without the two accounts. */
export type BareTestKernel = Omit<TestKernel, 'a' | 'b'>;

/**
 * Boots any set of plugins on a new database, with two accounts. For files that cannot use `sharedKernel`; `why` is the
 * reason.
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

/** Boots plugins on a new database. */
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

/** Enables new plugins in existing accounts, as an operator would; new accounts have them from the start. */
async function enableEverywhere(kernel: Kernel, plugins: readonly AnyPlugin[]): Promise<void> {
  const accounts = await kernel.database.runAsAuth({ accountID: '', readOnly: true }, (em) => em.findAll(Account));
  for (const { id: accountID } of accounts)
    await runInAccount(kernel.tenancy, { accountID, identity: { type: 'system' } }, async (ctx) => {
      for (const plugin of plugins) await enablePlugin(kernel.tenancy, ctx, plugin.id);
    });
}

/** Creates an account with an administrator; `wanted` is an id that is already known. */
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
    fetch: (url, init) => send(url, init as RequestInit),
    headers: () => ({}),
  });
  return {
    ...client,
    callUnchecked: (endpoint, input) => client.call<AnyEndpoint>(endpoint, input),
    email,
    userID,
    fetch: send,
  };
}
