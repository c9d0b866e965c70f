import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Pool } from 'pg';
import platform from '../../platform.config.ts';
import { installRoles, migrateInstallation, newSecret, startEmbeddedPostgres, withDatabase } from '../boot/index.ts';
import { Child } from './child.ts';
import { benchPassword, type People } from './facts.ts';
import type { BenchRequest } from './load-client.ts';
import { combine, type Measurement, type Round } from './measurement.ts';
import { floorMoves } from './move-floor.ts';
import {
  type AskPlant,
  batchesPerRun,
  makeBill,
  makePlant,
  moveRequest,
  type PlantBatch,
  planRuns,
  plantMoves,
  scansEach,
  scansOf,
  startOf,
} from './production-plant.ts';

/** How fast a plant can scan and reckon. */
export interface ProductionSpeed {
  title: string;
  /** Milliseconds of work that is done at once. */
  tookMs?: number;
  wantedMs?: number;
  /** Many scans at once, beside the same in plain SQL. */
  scans?: Measurement;
  plain?: Measurement;
  wantedRatio?: number;
}

const database = 'millwright';
const clients = 16;
const rounds = 2;
/** Of a day; twenty stations. */
const daily = 50_000;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

async function timed(turns: number, work: () => Promise<unknown>): Promise<number> {
  await work();
  const took: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  return median(took);
}

/** What each client does: whole runs, one batch after the other. */
const shared = <Each>(runs: readonly (readonly PlantBatch[])[], of: (batch: PlantBatch) => readonly Each[]) =>
  Array.from({ length: clients }, (_, client) =>
    runs.filter((_run, index) => index % clients === client).flatMap((batches) => batches.flatMap(of)),
  );

/** Scans, explosions and costs through HTTP, in a platform of its own; a whole day of scans where it is asked for. */
export async function measureProduction(
  say: (line: string) => void,
  options: { execArgv?: readonly string[]; withDay: boolean },
): Promise<ProductionSpeed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-production-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: say });
  const server = new Child('server', options);
  const load = new Child('load');
  let pool: Pool | undefined;
  try {
    const urls = await installRoles({ adminUrl: postgres.url, database, secret: newSecret() });
    const plugins = await Promise.all(
      platform.plugins.map(async ({ server: half }) => ({ definition: (await half()).default })),
    );
    await migrateInstallation(urls, plugins);
    const url = await server.call<string>('boot', { urls, buildDir: resolve(import.meta.dirname, '..') });
    const { accountID, emails } = await server.call<People>('createAccount', { slug: 'plant', people: 1 });
    const signIn = () => signedIn(url, accountID, emails[0] as string);
    let headers = await signIn();
    const ask: AskPlant = async <T>(path: string, body?: unknown, method = body ? 'POST' : 'GET'): Promise<T> => {
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!answer.ok) throw new Error(`${path} failed: ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const replay = (lists: readonly (readonly BenchRequest[])[]) => load.call<Round>('replay', { url, headers, lists });
    pool = new Pool({ connectionString: urls.tenant, max: clients });

    say('measuring: bills of materials');
    const bill = await makeBill(ask);
    await vacuum(postgres.url);
    const exploded: ProductionSpeed = {
      title: 'explode an item of a bill of 2,679 rows, all levels',
      tookMs: await timed(9, () => ask(`/v1/items/${bill.topID}/actions/explode`, { quantity: 10 })),
      wantedMs: 200,
    };
    // Of what goes into nothing else: the trees hold the costs of all that goes into these.
    const costsOfAll = async (): Promise<number> => {
      const known = new Set<string>();
      for (const id of bill.topIDs) {
        const { nodes } = await ask<{ nodes: { item: { id: string } }[] }>(`/v1/items/${id}/cost-tree`);
        for (const { item } of nodes) known.add(item.id);
      }
      return known.size;
    };
    const costs: ProductionSpeed = {
      title: `costs of ${await costsOfAll()} items in ${bill.topIDs.length} trees`,
      tookMs: await timed(5, costsOfAll),
      wantedMs: 1000,
    };
    say(productionTable([exploded, costs]));
    say('measuring: scans');
    const plant = await makePlant(ask);
    const runs = await planRuns(ask, plant, clients * rounds * 2 + clients);
    await replay(shared(runs, (batch) => [startOf(batch)]));
    await vacuum(postgres.url);
    await replay(shared(runs.splice(0, clients), (batch) => plantMoves(batch).map(moveRequest)));
    const ours: Round[] = [];
    const theirs: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      theirs.push(await floorMoves(pool, accountID, shared(runs.splice(0, clients), plantMoves)));
      ours.push(await replay(shared(runs.splice(0, clients), (batch) => plantMoves(batch).map(moveRequest))));
      await server.call('settle');
    }
    const scans: ProductionSpeed = {
      title: `scan: move a batch, ${clients} clients`,
      scans: combine(ours),
      plain: combine(theirs),
      wantedRatio: 0.3,
    };
    say(productionTable([scans]));
    const replayAnew: typeof replay = async (lists) => {
      headers = await signIn();
      return replay(lists);
    };
    return [exploded, costs, scans, ...(options.withDay ? [await wholeDay(say, ask, plant, replayAnew)] : [])];
  } finally {
    await pool?.end();
    await Promise.all([server.stop(), load.stop()]);
    await postgres.stop();
    rmSync(dirname(postgres.dataDir), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every scan of a day of twenty stations, as fast as they are answered. */
async function wholeDay(
  say: (line: string) => void,
  ask: AskPlant,
  plant: Parameters<typeof planRuns>[1],
  replay: (lists: BenchRequest[][]) => Promise<Round>,
): Promise<ProductionSpeed> {
  const runs = Math.ceil(daily / scansEach / batchesPerRun);
  say(`measuring: a day of ${runs * batchesPerRun * scansEach} scans`);
  const planned = await planRuns(ask, plant, runs);
  const rounds: Round[] = [];
  // A sign-in lasts minutes only.
  while (planned.length) rounds.push(await replay(shared(planned.splice(0, 3 * clients), scansOf)));
  const done = rounds.reduce((sum, { durations }) => sum + durations.length, 0);
  return { title: `a day of ${done} scans, replayed`, scans: combine(rounds) };
}

async function signedIn(url: string, accountID: string, identifier: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/auth/actions/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ identifier, password: benchPassword }),
  });
  if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { cookie: cookies.join('; '), origin: url, 'account-id': accountID };
}

async function vacuum(adminUrl: string): Promise<void> {
  const admin = new Pool({ connectionString: withDatabase(adminUrl, database), max: 1 });
  await admin.query('vacuum (analyze)');
  await admin.end();
}

/** The lines of production. */
export const productionTable = (speeds: readonly ProductionSpeed[]): string =>
  speeds
    .map(({ title, tookMs, wantedMs, scans, plain, wantedRatio }) => {
      if (!scans) return `${title}: ${tookMs?.toFixed(0)} ms, target ${wantedMs} ms`;
      const own = `${scans.throughput.toFixed(0)}/s, p50 ${scans.p50.toFixed(0)} p95 ${scans.p95.toFixed(0)} ms`;
      const cpu = `cpu ${scans.processor.toFixed(1)} ms, failed ${scans.failed}`;
      const ratio = plain && scans.throughput / plain.throughput;
      const beside = plain ? `, plain SQL ${plain.throughput.toFixed(0)}/s, ratio ${ratio?.toFixed(2)}` : '';
      return `${title}: ${own}, ${cpu}${beside}${wantedRatio ? `, target ${wantedRatio}` : ''}`;
    })
    .join('\n');
