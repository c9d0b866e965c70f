import { join } from 'node:path';
import { refusal } from '@millwright/core/cli';
import {
  analyzeTables,
  bootKernel,
  type Config,
  createOps,
  createSite,
  type DatabaseUrls,
  demoPassword,
  demoSignIns,
  JobThread,
  type Kernel,
  type Listening,
  lacksProxy,
  listen,
  loadDemo,
  migrateInstallation,
  opsSourceOf,
  packBuild,
  refuseDemoData,
  registryOf,
  rememberSecret,
  startTracing,
  stopListening,
  tablesWithoutStatistics,
  underInstallationLock,
  untrustedProxy,
} from '@millwright/core/kernel';
import { leaveBuild, untilBuilt } from '../bootstrap/build-beside.ts';
import { type Installation, openInstallation } from '../installation/installation.ts';
import { type InstallationConfig, installationConfig } from '../installation/installation-config.ts';
import { loadPlugins } from '../installation/load-plugins.ts';
import { connectionsOfOthers } from '../installation/others-at-work.ts';
import { pendingMigrations } from '../installation/pending-migrations.ts';
import { root } from '../installation/root.ts';
import { enterServerState, oneStartAtATime, readServerState } from '../installation/server-state.ts';
import { version } from '../installation/version.ts';
import type { JobWorkerData } from './job-worker.ts';
import { serverLog } from './server-log.ts';
import { listenForStop } from './stop-request.ts';

/** A listening address for people at this machine. */
function addressOf(host: string, port: number): string {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
}

type Answers = (request: Request, connection: object) => Response | Promise<Response>;
type Plugins = Awaited<ReturnType<typeof loadPlugins>>;

const say = (line: string): void => console.log(line);

export interface StartOptions {
  /** Whether the schema is migrated even if other processes use it. */
  migratesUnderOthers?: boolean;
}

/** Answer of the listeners before the server is ready. */
const starting = (): Response =>
  new Response('Millwright is starting; try again in a moment.\n', {
    status: 503,
    headers: { 'retry-after': '1', refresh: '1', 'cache-control': 'no-store' },
  });

/** `millwright start`: the whole server in one process until a signal, with a thread for background jobs. */
export async function start(env: NodeJS.ProcessEnv, options: StartOptions = {}): Promise<void> {
  const stop = listenForStop();
  void stop.requested.then(() => say('Stopping ...'));
  const config = installationConfig(env);
  const log = serverLog(config);
  const pluginsLoading = loadPlugins();
  pluginsLoading.catch(() => {});
  const buildDir = join(root, '.build');
  const packing = new AbortController();
  let installation: Installation | undefined;
  let kernel: Kernel | undefined;
  const listening: Listening[] = [];
  let leaveState = (): void => {};
  let stopTracing = async (): Promise<void> => {};
  let letOthersStart = (): void => {};
  // Called only after the configuration was checked: from here on, only `leaveBuild` lets the process end.
  const built = untilBuilt(env);
  built.catch(() => {});
  try {
    letOthersStart = await oneStartAtATime(config.dataDir, (pid) =>
      say(`Another start is under way here (process ${pid}); waiting for it ...`),
    );
    stop.check();
    refuseSecondServer(config);
    // Ports are opened before anything is written: a server that cannot listen changes nothing.
    const doors: Record<'site' | 'ops', Answers> = { site: starting, ops: starting };
    const web = await listen((...call) => doors.site(...call), {
      host: config.host,
      port: config.port,
      setting: 'PORT',
      wasSet: config.portWasSet,
    });
    listening.push(web);
    const ops = await listen((...call) => doors.ops(...call), {
      host: config.opsHost,
      port: config.opsPort ?? web.port + 1,
      setting: 'MILLWRIGHT_OPS_PORT',
      wasSet: config.opsPort !== undefined,
    });
    listening.push(ops);
    const baseURL = config.baseURL ?? addressOf(config.host, web.port);
    installation = await openInstallation(config, say, { makes: true });
    const { urls, secret } = installation;
    stop.check();
    const plugins = await pluginsLoading;
    if (!options.migratesUnderOthers) await refuseToMigrateUnderOthers(urls, plugins);
    await migrateInstallation(urls, plugins);
    await rememberSecret(urls.migrate, secret);
    await analyzeWhatIsUnknown(installation, plugins);
    stop.check();
    stopTracing = await startTracing(config, { version, part: 'server' });
    const started = await bootKernel({
      plugins,
      urls,
      secret,
      environment: config.environment,
      log,
      baseURL,
      smtpUrl: config.smtpUrl,
      clamd: config.clamd,
      sessionDays: config.sessionDays,
      registration: config.registration,
      retention: config.retention,
      sizes: config.sizes,
      trustedProxies: config.trustedProxies,
      providerNetworks: config.providerNetworks,
      pool: config.pool,
      reading: config.reading,
      forms: config.forms,
      env,
    });
    kernel = started;
    if (config.production) await refuseDemoData(kernel);
    await kernel.enableMissingPlugins();
    stop.check();
    if (config.demo) await underInstallationLock(urls.migrate, 'demo', () => loadDemo(started));
    kernel.followOthers();
    await Promise.race([built, stop.requested]);
    stop.check();
    leaveBuild();
    kernel.attachJobs(
      new JobThread({
        entry: new URL(import.meta.url.endsWith('.ts') ? './job-worker.ts' : './job-worker.js', import.meta.url),
        data: { urls, secret, baseURL, env: { ...env } } satisfies JobWorkerData,
        jobUrl: urls.job,
        ...config.jobs,
        log,
      }),
    );
    const site = createSite(kernel, { buildDir, production: config.production, hosts: config.hosts });
    doors.site = (request, connection) => site.fetch(request, connection);
    const source = opsSourceOf(kernel, config.databaseUrl ? undefined : config.dataDir);
    const probes = createOps(source, { metricsToken: config.metricsToken });
    doors.ops = (request, connection) => probes.fetch(request, connection);
    if (web.port !== config.port) say(`Port ${config.port} is taken; using ${web.port} instead.`);
    const [url, opsUrl] = [addressOf(config.host, web.port), addressOf(config.opsHost, ops.port)];
    leaveState = enterServerState(config.dataDir, { url, opsUrl });
    if (lacksProxy(config)) log.warn(untrustedProxy);
    printWelcome(config, url, opsUrl);
  } catch (error) {
    leaveBuild();
    await stopEverything(kernel, listening, installation, 0);
    await stopTracing();
    if (!stop.isAsked) throw error;
    say('Stopped.');
    return;
  } finally {
    letOthersStart();
  }
  packBuild(buildDir, packing.signal).catch((error: unknown) => log.warn({ err: error }, 'packing the build'));
  await stop.requested;
  packing.abort();
  // Load balancers check `/readyz` every few seconds and send requests until it fails.
  kernel.load.drain();
  await new Promise((done) => setTimeout(done, config.drainSeconds * 1_000));
  await stopEverything(kernel, listening, installation, 25_000);
  await stopTracing();
  leaveState();
  say('Stopped.');
}

/** The embedded database belongs to one server; the first of two servers to end would stop it for both. */
function refuseSecondServer({ databaseUrl, dataDir }: InstallationConfig): void {
  const running = databaseUrl ? undefined : readServerState(dataDir);
  if (running)
    throw refusal('server_running', `A server of this data folder runs at ${running.url} (process ${running.pid})`, {
      hint: 'Stop it first (millwright stop), or give this one a data folder of its own: MILLWRIGHT_DATA_DIR',
    });
}

async function refuseToMigrateUnderOthers(urls: DatabaseUrls, plugins: Plugins): Promise<void> {
  const pending = await pendingMigrations(urls, plugins);
  const count = pending.reduce((sum, { applied }) => sum + applied.length, 0);
  const others = count ? await connectionsOfOthers(urls) : 0;
  if (others)
    throw refusal('other_version_running', `Another process works with this database (${others} connections)`, {
      hint:
        `This version has ${count} migrations for it: stop the other one first, ` +
        'or start with --migrate to have them run beside it',
    });
}

/**
 * A restored database has no table statistics: plans for seemingly empty tables take seconds, until autovacuum has run.
 */
async function analyzeWhatIsUnknown({ adminUrl, urls }: Installation, plugins: Plugins): Promise<void> {
  const schemas = registryOf(plugins)
    .schemaOwners()
    .map(({ schema }) => schema);
  const tables = await tablesWithoutStatistics(adminUrl, schemas);
  if (!tables.length) return;
  say(`Analysing tables without statistics: ${tables.length} ...`);
  await analyzeTables(urls.migrate, tables);
}

async function stopEverything(
  kernel: Kernel | undefined,
  listening: readonly Listening[],
  installation: Installation | undefined,
  patience: number,
): Promise<void> {
  await Promise.all(listening.map((each) => stopListening(each, patience)));
  await kernel?.close();
  await installation?.stop();
}

function printWelcome(config: Config, url: string, opsUrl: string): void {
  say('');
  say(`  Millwright runs at ${url}`);
  if (config.baseURL && config.baseURL !== url) say(`  People reach it at ${config.baseURL}`);
  say(`  API reference      ${url}/api/docs`);
  say(`  Health             ${opsUrl}/readyz`);
  if (config.demo) {
    say(`  Widgets            ${url}/widgets/demo`);
    say('');
    say(`  Demo sign-ins, all with the password ${demoPassword}:`);
    for (const { email, role, isOperator, accounts } of demoSignIns)
      say(
        `    ${email.padEnd(20)} ` +
          `${isOperator ? 'operator of the installation' : `${role?.replace('_', ' ')} of ${accounts.join(' and ')}`}`,
      );
  }
  say('');
  say('  Ctrl-C stops it.');
}
