import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseUrls } from '../../boot/index.ts';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import { clients, type MeasuredStage } from '../cases/measure-case.ts';
import { combine, type Round } from '../figures/measurement.ts';
import type { BenchOutcome } from '../figures/report.ts';
import { Child } from '../place/child.ts';
import type { BenchRequest } from '../place/load-client.ts';

/** Settings for starting a second server process. */
export interface ProcessStart {
  buildDir: string;
  secret: string;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

/** A pgbouncer in transaction mode in front of the database; undefined if it is not installed. */
async function openPooler(urls: DatabaseUrls): Promise<{ urls: DatabaseUrls; close(): Promise<void> } | undefined> {
  if (spawnSync('pgbouncer', ['--version']).error) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'millwright-pooler-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const addresses = Object.entries(urls).map(([role, url]) => [role, parseDatabaseUrl(url)] as const);
  const [[, first]] = addresses as [(typeof addresses)[number]];
  const host = first.searchParams.get('host') ?? first.hostname;
  const quoted = (text: string): string => `"${decodeURIComponent(text)}"`;
  writeFileSync(
    join(folder, 'users'),
    addresses.map(([, { username, password }]) => `${quoted(username)} ${quoted(password)}\n`).join(''),
  );
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${decodeURIComponent(host)} port=${first.searchParams.get('port') ?? (first.port || '5432')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users
pool_mode = transaction
max_client_conn = 200
default_pool_size = 20
ignore_startup_parameters = extra_float_digits,options
`,
  );
  // pgbouncer does not run as root; this user can enter the folder of PostgreSQL's socket.
  const socket = decodeURIComponent(host);
  const owner = socket.startsWith('/') ? String(statSync(socket).uid) : 'nobody';
  const asUser = process.getuid?.() === 0 ? ['-u', spawnSync('id', ['-nu', owner]).stdout.toString().trim()] : [];
  const pooler: ChildProcess = spawn('pgbouncer', ['-q', ...asUser, join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
  });
  await new Promise((done) => setTimeout(done, 1000));
  const pooled = (url: string): string => {
    const { username, password, pathname } = parseDatabaseUrl(url);
    return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
  };
  return {
    urls: { ...urls, tenant: pooled(urls.tenant), auth: pooled(urls.auth) },
    close: async () => {
      if (pooler.exitCode === null) {
        pooler.kill('SIGKILL');
        await once(pooler, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Frequent reads: lists and their records. */
const reads = ({ facts }: MeasuredStage): BenchRequest[] =>
  ['/api/v1/sales-orders?take=50', '/api/v1/customers?take=50', '/api/v1/products?take=50']
    .concat(facts.customerIDs.slice(0, 20).map((id) => `/api/v1/customers/${id}`))
    .map((path) => ({ method: 'GET', path }));

/** The same load on one process, on two, and on one behind a pooler. The rounds alternate between all of them. */
export async function measureProcesses(stage: MeasuredStage, start: ProcessStart): Promise<BenchOutcome[]> {
  const pooler = await openPooler(stage.urls);
  const [second, pooled, otherLoad] = [new Child('server'), new Child('server'), new Child('load')];
  try {
    const secondUrl = await second.call<string>('boot', { ...start, urls: stage.urls });
    const pooledUrl =
      pooler && (await pooled.call<string>('boot', { ...start, urls: pooler.urls, forms: { keepsPlans: false } }));
    const requests = reads(stage);
    const headers = { cookie: stage.cookie, 'account-id': stage.facts.accountID };
    const ask = (load: Child, url: string, connections: number): Promise<Round> =>
      load.call<Round>('load', { url, headers, requests, connections, seconds: stage.seconds });
    const ways: { name: string; title: string; measure(): Promise<Round> }[] = [
      { name: 'one-process', title: 'reads, one process', measure: () => ask(stage.load, stage.url, clients) },
      {
        name: 'two-processes',
        title: 'reads, two processes, half of the clients each',
        measure: async () => {
          const [left, right] = await Promise.all([
            ask(stage.load, stage.url, clients / 2),
            ask(otherLoad, secondUrl, clients / 2),
          ]);
          return {
            durations: [...left.durations, ...right.durations],
            failed: left.failed + right.failed,
            seconds: Math.max(left.seconds, right.seconds),
            processor: Number.NaN,
          };
        },
      },
      ...(pooledUrl
        ? [
            {
              name: 'pooler',
              title: 'reads, one process behind pgbouncer in transaction mode',
              measure: () => ask(stage.load, pooledUrl, clients),
            },
          ]
        : []),
    ];
    const rounds = new Map<string, Round[]>(ways.map(({ name }) => [name, []]));
    for (const { measure } of ways) await measure();
    for (let round = 0; round < stage.rounds; round += 1)
      for (const { name, measure } of ways) rounds.get(name)?.push(await measure());
    const outcomes = ways.map(({ name, title }) => ({ name, title, ours: combine(rounds.get(name) as Round[]) }));
    const base = outcomes[0]?.ours.throughput ?? Number.NaN;
    return outcomes.map((each) => ({ ...each, note: `${(each.ours.throughput / base).toFixed(2)} of one process` }));
  } finally {
    await Promise.all([second.stop(), pooled.stop(), otherLoad.stop()]);
    await pooler?.close();
  }
}
