import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import platform from '../../platform.config.ts';
import {
  type DatabaseUrls,
  installRoles,
  migrateInstallation,
  newSecret,
  startEmbeddedPostgres,
  withDatabase,
} from '../kernel/index.ts';
import { runBenchServer } from './bench-server.ts';
import { type BenchCase, cases } from './cases.ts';
import { Child } from './child.ts';
import { benchPassword, type Facts, type People } from './facts.ts';
import { runFloorClient } from './floor-client.ts';
import { runLoadClient } from './load-client.ts';
import { combine, type Measurement, type Round } from './measurement.ts';
import { processorTimeOfTree } from './processor-time.ts';
import { seedProducts } from './seed.ts';

const { values: options } = parseArgs({
  options: {
    as: { type: 'string' },
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '2' },
    orders: { type: 'string', default: '100000' },
    profile: { type: 'string' },
  },
});
const connections = 16;
const say = (line: string): void => console.error(line);

async function bench(): Promise<void> {
  const seconds = Number(options.seconds);
  const rounds = Number(options.rounds);
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: say });
  if (options.profile) mkdirSync(options.profile, { recursive: true });
  const server = new Child('server', {
    execArgv: options.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(options.profile)}`] : [],
  });
  const load = new Child('load');
  const floor = new Child('floor');
  try {
    const database = 'millwright';
    const urls = await installRoles({ adminUrl: postgres.url, database, secret: newSecret() });
    const plugins = await Promise.all(
      platform.plugins.map(async ({ server: half }) => ({ definition: (await half()).default })),
    );
    await migrateInstallation(urls, plugins);
    const url = await server.call<string>('boot', { urls, buildDir: resolve(import.meta.dirname, '..') });
    const { accountID, emails } = await server.call<People>('createAccount', { slug: 'big', people: 64 });
    const small = await server.call<People>('createAccount', { slug: 'small', people: 1 });
    const admin = new Client({ connectionString: withDatabase(postgres.url, database) });
    await admin.connect();
    const itemIDs = await seedProducts(admin, { accountID, products: 5000 });
    await admin.query('vacuum analyze');
    await admin.query('checkpoint');
    const facts: Facts = { accountID, emails, smallAccountID: small.accountID, itemIDs, orders: 0, smallOrders: 0 };
    const cookie = await signIn(url, emails[0] as string);
    const headers = { cookie, 'account-id': accountID };
    for (const each of cases) {
      const ours = await measure({
        each,
        url,
        headers,
        facts,
        urls,
        server,
        load,
        floor,
        seconds,
        rounds,
        pid: () => postgres.pid,
      });
      console.log(each.name, ours);
    }
    await admin.end();
    if (process.env['BENCH_PAUSE']) {
      console.log(JSON.stringify({ url, urls, admin: postgres.url, headers, facts: { accountID } }));
      await new Promise((done) => process.once('SIGUSR2', done));
    }
  } finally {
    await Promise.all([server.stop(), load.stop(), floor.stop()]);
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function signIn(url: string, identifier: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/actions/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password: benchPassword }),
  });
  if (!response.ok) throw new Error(`Signing in failed: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function measure(parts: {
  each: BenchCase;
  url: string;
  headers: Record<string, string>;
  facts: Facts;
  urls: DatabaseUrls;
  server: Child;
  load: Child;
  floor: Child;
  seconds: number;
  rounds: number;
  pid: () => number;
}): Promise<{ ours: Measurement; floor?: Measurement }> {
  const { each, url, headers, facts, urls, server, load, floor, seconds, rounds } = parts;
  const requests = each.requests(facts);
  const ours = (time: number) => load.call<Round>('load', { url, headers, requests, connections, seconds: time });
  const theirs = (time: number) =>
    floor.call<Round>('measure', { url: urls.tenant, floor: each.floor, facts, connections, seconds: time });
  const withDatabase_ = async (work: () => Promise<Round>): Promise<Round> => {
    const before = processorTimeOfTree(parts.pid());
    const result = await work();
    const after = processorTimeOfTree(parts.pid());
    return { ...result, database: before === undefined || after === undefined ? undefined : after - before };
  };
  await ours(2);
  if (each.floor) await theirs(1);
  const measured: Round[] = [];
  const floors: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (each.floor) floors.push(await withDatabase_(() => theirs(seconds)));
    const before = await server.call<{ processor: number }>('usage');
    const result = await withDatabase_(() => ours(seconds));
    const after = await server.call<{ processor: number }>('usage');
    measured.push({ ...result, processor: after.processor - before.processor });
  }
  return { ours: combine(measured), ...(each.floor ? { floor: combine(floors) } : {}) };
}

if (options.as === 'server') runBenchServer();
else if (options.as === 'load') runLoadClient();
else if (options.as === 'floor') runFloorClient();
else await bench();
