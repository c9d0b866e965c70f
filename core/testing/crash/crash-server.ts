// A whole server in a process of its own, so that a test can kill it:
// `node --import ../../cli/tsx-loader.mjs crash-server.ts <data folder> <ids of plugins>`.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { checkInvariants } from '../../../cli/doctor/check-accounts.ts';
import type { Finding } from '../../../cli/doctor/finding.ts';
import { createAccountWithAdmin } from '../../auth/join.ts';
import { createUser } from '../../auth/person.ts';
import { User } from '../../auth/user.entity.ts';
import { bootKernel, type Kernel } from '../../boot/boot.ts';
import { migrateInstallation } from '../../boot/installation.ts';
import { createSite } from '../../boot/site.ts';
import { startEmbeddedPostgres } from '../../database/embedded-postgres.ts';
import { installRoles, parseDatabaseUrl, withDatabase } from '../../database/roles.ts';
import { createOps, opsSourceOf } from '../../http/ops.ts';
import { listen, stopListening } from '../../http/serve.ts';
import { listAccounts } from '../../team/operator-accounts.ts';
import { ledgerPlugin } from '../ledger/ledger.plugin.ts';
import { platformPlugins } from '../platform-plugins.ts';
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

/** What the process answers when it is asked for the laws of all accounts. */
export interface ExaminedLaws {
  /** Laws that were looked at. */
  looked: number;
  findings: Finding[];
}

const email = 'admin@crash.test';
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
// What is not asked for is not loaded: it would make every start slower.
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
  env: process.env,
  // It shares the machine with other tests: being late is no overload here.
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

// Whoever started it asks for what the doctor looks at in accounts or for what the server keeps in memory, or makes the
// network to the database worse.
process.on('message', async (message: 'examine' | 'weigh' | NetworkState) => {
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

/** Embedded servers listen at a socket in a folder, which stands for the host. */
function placeOf(url: string): { path: string } {
  const { hostname, port } = parseDatabaseUrl(url);
  return { path: join(decodeURIComponent(hostname), `.s.PGSQL.${port}`) };
}

/** What is still referred to. The process holds more: V8 takes memory as it likes where the machine has it. */
function liveMegabytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}

async function createAdmin({ database, tenancy }: Kernel): Promise<void> {
  const passwordHash = await tenancy.passwords.hash('correct horse battery');
  const userID = await database.runAsAuth({ accountID: '' }, async (em) => {
    if (await em.findOne(User, { email })) return undefined;
    return (await createUser(em, { email, name: 'Crash', passwordHash, emailVerified: true })).id;
  });
  if (userID) await createAccountWithAdmin(tenancy, { name: 'Crash', slug: 'crash' }, { userID, name: 'Crash', email });
}
