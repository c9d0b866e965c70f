// A whole server in a separate process, so that a test can kill it: `node --import ../../cli/tsx-loader.mjs
// crash-server.ts <data folder> <ids of plugins>`.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { checkInvariants } from '../../../../../cli/operations/doctor/check-accounts.ts';
import type { Finding } from '../../../../../cli/operations/doctor/finding.ts';
import { createAccountWithAdmin } from '../../../../auth/members/join.ts';
import { createUser } from '../../../../auth/people/person.ts';
import { User } from '../../../../auth/people/user.entity.ts';
import { bootKernel, type Kernel } from '../../../../boot/boot.ts';
import { migrateInstallation } from '../../../../boot/installation.ts';
import { createSite } from '../../../../boot/site.ts';
import { newID } from '../../../../contracts/texts/id.ts';
import { startEmbeddedPostgres } from '../../../../database/embedded/embedded-postgres.ts';
import { installRoles, parseDatabaseUrl, withDatabase } from '../../../../database/schema/roles.ts';
import { createOps, opsSourceOf } from '../../../../http/ops.ts';
import { listen, stopListening } from '../../../../http/serve.ts';
import { Role } from '../../../../permissions/role.entity.ts';
import { listAccounts } from '../../../../team/accounts/operator-accounts.ts';
import { Member } from '../../../../tenancy/access/member.entity.ts';
import { runInAccount } from '../../../../tenancy/accounts/account-transaction.ts';
import { Party } from '../../../../tenancy/parties/party.entity.ts';
import { ledgerPlugin } from '../../../kernel/ledger/ledger.plugin.ts';
import { platformPlugins } from '../../../kernel/platform-plugins.ts';
import { killerPlugin } from './killer.plugin.ts';
import { type NetworkState, WeakNetwork } from './weak-network.ts';

/** The first line that the process prints, as JSON. */
export interface CrashServerReady {
  port: number;
  opsPort: number;
  postgresPid: number;
  /** Superuser's address of the installation's database. */
  adminUrl: string;
}

/** The process's reply to a request to check the laws of all accounts. */
export interface ExaminedLaws {
  /** Number of checked laws. */
  looked: number;
  findings: Finding[];
}

/** Creates a portal user of a customer; the reply is `joined`. */
export interface JoiningBuyer {
  customerID: string;
  email: string;
}

const email = 'admin@crash.test';
const password = 'correct horse battery';
const dataDir = process.argv[2] ?? '';
const secretFile = join(dataDir, 'secret');
if (!existsSync(secretFile)) writeFileSync(secretFile, randomBytes(32).toString('base64url'), { mode: 0o600 });

const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => void process.stderr.write(`${line}\n`) });
const direct = await installRoles({
  adminUrl: postgres.url,
  database: 'millwright',
  secret: readFileSync(secretFile, 'utf8'),
});
const network = process.env['MILLWRIGHT_TEST_WEAK_NETWORK'] ? await WeakNetwork.open(placeOf(postgres.url)) : undefined;
const urls = network
  ? (Object.fromEntries(Object.entries(direct).map(([role, url]) => [role, network.along(url)])) as typeof direct)
  : direct;
const ids = process.argv.slice(3);
// Plugins that are not requested are not loaded, because they would slow down every start.
const own = [ledgerPlugin, killerPlugin];
const installed = ids.every((id) => own.some((plugin) => plugin.id === id))
  ? own
  : [...own, ...(await platformPlugins())];
const plugins = installed.filter(({ id }) => ids.includes(id)).map((definition) => ({ definition }));
await migrateInstallation(urls, plugins);
const kernel = await bootKernel({
  plugins,
  urls,
  secret: readFileSync(secretFile, 'utf8'),
  environment: 'development',
  log: pino({ level: process.env['MILLWRIGHT_TEST_LOG'] ?? 'error' }, pino.destination({ fd: 2, sync: true })),
  baseURL: 'http://127.0.0.1',
  pool: { tenant: 12, auth: 4 },
  // Receivers of webhooks are in the test's process.
  providerNetworks: ['127.0.0.0/8'],
  env: process.env,
  // The machine is shared with other tests, so a late event loop does not count as overload.
  eventLoopDelay: () => 0,
});
await createAdmin(kernel);
const site = createSite(kernel, { buildDir: dataDir, production: false });
const at = { host: '127.0.0.1', port: 0, setting: 'PORT', wasSet: true };
const web = await listen(site.fetch, at);
kernel.setBaseURL(`http://127.0.0.1:${web.port}`);
const ops = await listen(createOps(opsSourceOf(kernel)).fetch, at);
await kernel.startJobs();

process.once('SIGTERM', async () => {
  kernel.load.drain();
  await Promise.all([web, ops].map((each) => stopListening(each, 5_000)));
  await kernel.close();
  await postgres.stop();
  process.exit(0);
});

// The parent requests the doctor's checks of accounts or the size of the heap, disturbs the network to the database, or
// adds a buyer.
process.on('message', async (message: 'examine' | 'weigh' | NetworkState | JoiningBuyer) => {
  if (typeof message === 'object') {
    await joinBuyer(kernel, message);
    return process.send?.('joined');
  }
  if (message === 'weigh') return process.send?.(liveMegabytes());
  if (message !== 'examine') return network?.become(message);
  const { looked, findings } = await checkInvariants(kernel, await listAccounts(kernel.tenancy), () => {});
  process.send?.({ looked, findings } satisfies ExaminedLaws);
});

const ready: CrashServerReady = {
  port: web.port,
  opsPort: ops.port,
  postgresPid: postgres.pid,
  adminUrl: withDatabase(postgres.url, 'millwright'),
};
process.stdout.write(`${JSON.stringify(ready)}\n`);

/** Embedded servers listen on a socket in a folder, which the host name of the address contains. */
function placeOf(url: string): { path: string } {
  const { hostname, port } = parseDatabaseUrl(url);
  return { path: join(decodeURIComponent(hostname), `.s.PGSQL.${port}`) };
}

/** Size of the live heap. The process itself holds more, because V8 keeps free memory if the machine has enough. */
function liveMegabytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}

/** Adds a person with the administrator's password who buys for a customer of the only account. */
async function joinBuyer({ database, tenancy }: Kernel, buyer: JoiningBuyer): Promise<void> {
  const passwordHash = await tenancy.passwords.hash(password);
  const user = await database.runAsAuth({ accountID: '' }, (em) =>
    createUser(em, { email: buyer.email, name: 'Buyer', passwordHash, emailVerified: true }),
  );
  const [account] = await listAccounts(tenancy);
  await runInAccount(tenancy, { accountID: account?.id ?? '', identity: { type: 'system' } }, async (ctx) => {
    const role = await ctx.em.findOne(Role, { accountID: ctx.account.id, type: 'customer', isSystem: true });
    if (!role) throw new Error('Customers have no role');
    ctx.em.create(Member, {
      id: newID('mem'),
      userID: user.id,
      name: 'Buyer',
      email: buyer.email,
      status: 'active',
      role: ctx.em.reference(Role, role.id),
      joinedAt: ctx.clock.now(),
      customer: ctx.em.reference(Party, buyer.customerID),
    });
    await ctx.em.flush();
  });
}

async function createAdmin({ database, tenancy }: Kernel): Promise<void> {
  const passwordHash = await tenancy.passwords.hash(password);
  const userID = await database.runAsAuth({ accountID: '' }, async (em) => {
    if (await em.findOne(User, { email })) return undefined;
    return (await createUser(em, { email, name: 'Crash', passwordHash, emailVerified: true })).id;
  });
  if (userID) await createAccountWithAdmin(tenancy, { name: 'Crash', slug: 'crash' }, { userID, name: 'Crash', email });
}
