import { join } from 'node:path';
import {
  bootKernel,
  type Config,
  createOps,
  createSite,
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
  stopListening,
  untrustedProxy,
} from '@millwright/core/kernel';
import { leaveBuild, untilBuilt } from './build-beside.ts';
import { type Installation, openInstallation } from './installation.ts';
import { installationConfig } from './installation-config.ts';
import type { JobWorkerData } from './job-worker.ts';
import { loadPlugins } from './load-plugins.ts';
import { root } from './root.ts';
import { serverLog } from './server-log.ts';
import { enterServerState } from './server-state.ts';
import { listenForStop } from './stop-request.ts';

/** The address of something that listens here, for whoever is at this machine. */
function addressOf(host: string, port: number): string {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
}

const say = (line: string): void => console.log(line);

/** `millwright start`: everything in one process, until a signal; background jobs have a thread of it. */
export async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const stop = listenForStop();
  void stop.asked.then(() => say('Stopping ...'));
  const config = installationConfig(env);
  const log = serverLog(config);
  const pluginsLoading = loadPlugins();
  const buildDir = join(root, '.build');
  const packing = new AbortController();
  let installation: Installation | undefined;
  let kernel: Kernel | undefined;
  const listening: Listening[] = [];
  let leaveState = (): void => {};
  // Not before the configuration is known to be right: from here on only `leaveBuild` lets the process end.
  const built = untilBuilt(env);
  built.catch(() => {});
  try {
    installation = await openInstallation(config, say);
    stop.check();
    const plugins = await pluginsLoading;
    await migrateInstallation(installation.urls, plugins);
    stop.check();
    const wantedPort = config.port;
    kernel = await bootKernel({
      plugins,
      urls: installation.urls,
      secret: installation.secret,
      environment: config.environment,
      log,
      baseURL: config.baseURL ?? addressOf(config.host, wantedPort),
      smtpUrl: config.smtpUrl,
      sessionDays: config.sessionDays,
      registration: config.registration,
      retention: config.retention,
      trustedProxies: config.trustedProxies,
      env,
    });
    if (config.production) await refuseDemoData(kernel);
    await kernel.enableMissingPlugins();
    stop.check();
    if (config.demo) await loadDemo(kernel);
    await Promise.race([built, stop.asked]);
    stop.check();
    leaveBuild();
    const site = createSite(kernel, { buildDir, production: config.production, hosts: config.hosts });
    const web = await listen(site.fetch, {
      host: config.host,
      port: wantedPort,
      setting: 'PORT',
      wasSet: config.portWasSet,
    });
    listening.push(web);
    const baseURL = config.baseURL ?? addressOf(config.host, web.port);
    kernel.setBaseURL(baseURL);
    const ops = await listen(createOps(opsSourceOf(kernel), { metricsToken: config.metricsToken }).fetch, {
      host: config.opsHost,
      port: config.opsPort ?? web.port + 1,
      setting: 'MILLWRIGHT_OPS_PORT',
      wasSet: config.opsPort !== undefined,
    });
    listening.push(ops);
    kernel.attachJobs(
      new JobThread({
        entry: new URL(import.meta.url.endsWith('.ts') ? './job-worker.ts' : './job-worker.js', import.meta.url),
        data: { urls: installation.urls, secret: installation.secret, baseURL } satisfies JobWorkerData,
        jobUrl: installation.urls.job,
        ...config.jobs,
        log,
      }),
    );
    if (web.port !== wantedPort) say(`Port ${wantedPort} is taken; using ${web.port} instead.`);
    const url = addressOf(config.host, web.port);
    const opsUrl = addressOf(config.opsHost, ops.port);
    leaveState = enterServerState(config.dataDir, { url, opsUrl });
    if (lacksProxy(config)) log.warn(untrustedProxy);
    printWelcome(config, url, opsUrl);
  } catch (error) {
    leaveBuild();
    await stopEverything(kernel, listening, installation, 0);
    if (!stop.isAsked) throw error;
    say('Stopped.');
    return;
  }
  packBuild(buildDir, packing.signal).catch((error: unknown) => log.warn({ err: error }, 'packing the build'));
  await stop.asked;
  packing.abort();
  kernel.load.drain();
  if (config.production) await new Promise((done) => setTimeout(done, 5_000));
  await stopEverything(kernel, listening, installation, 25_000);
  leaveState();
  say('Stopped.');
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
  say(`  API reference      ${url}/api/docs`);
  say(`  Health             ${opsUrl}/readyz`);
  if (config.demo) {
    say(`  Widgets            ${url}/widgets/demo`);
    say('');
    say(`  Demo sign-ins, all with the password ${demoPassword}:`);
    for (const { email, role, isOperator, accounts } of demoSignIns)
      say(
        `    ${email.padEnd(20)} ${isOperator ? 'operator of the installation' : `${role?.replace('_', ' ')} of ${accounts.join(' and ')}`}`,
      );
  }
  say('');
  say('  Ctrl-C stops it.');
}
