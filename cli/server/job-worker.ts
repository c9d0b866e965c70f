// Worker thread for background jobs: a kernel of its own, without HTTP. See `JobThread`.
import { parentPort, workerData } from 'node:worker_threads';
import {
  bootKernel,
  type DatabaseUrls,
  type FromJobThread,
  outboxSignal,
  startTracing,
  type ToJobThread,
} from '@millwright/core/kernel';
import { installationConfig } from '../installation/installation-config.ts';
import { loadPlugins } from '../installation/load-plugins.ts';
import { version } from '../installation/version.ts';
import { serverLog } from './server-log.ts';

/** Data from `start`. */
export interface JobWorkerData {
  urls: DatabaseUrls;
  secret: string;
  baseURL: string;
  /** The server's settings, which may come from a file. */
  env: Record<string, string | undefined>;
}

const { urls, secret, baseURL, env } = workerData as JobWorkerData;
const config = installationConfig(env);
const tell = (message: FromJobThread): void => parentPort?.postMessage(message);
const stopAsked = new Promise<void>((done) => {
  parentPort?.on('message', (message: ToJobThread) => {
    if (message === 'stop') done();
    else if (message === 'wake') outboxSignal.wake();
  });
});
const stopTracing = await startTracing(config, { version, part: 'jobs' });
const kernel = await bootKernel({
  plugins: await loadPlugins(),
  urls,
  secret,
  environment: config.environment,
  log: serverLog(config),
  baseURL,
  smtpUrl: config.smtpUrl,
  clamd: config.clamd,
  sessionDays: config.sessionDays,
  retention: config.retention,
  sizes: config.sizes,
  providerNetworks: config.providerNetworks,
  pool: { tenant: 6, auth: 2 },
  forms: config.forms,
  env,
});
kernel.followOthers();
await kernel.startJobs({
  longestJob: config.jobs.longest,
  watch: { began: (began, what) => tell({ began, what }), ended: (ended) => tell({ ended }) },
});
tell('ready');
await stopAsked;
await kernel.close();
await stopTracing();
parentPort?.close();
