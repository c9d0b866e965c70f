import { Pool } from 'pg';
import { median } from '../../testing/budgets/median.ts';
import {
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
} from '../cases/production-plant.ts';
import { combine, type Measurement, type Round } from '../figures/measurement.ts';
import { floorMoves } from '../floors/move-floor.ts';
import { type Ask, type ServerOptions, withBenchServer } from '../place/bench-place.ts';
import { Child } from '../place/child.ts';
import type { BenchRequest } from '../place/load-client.ts';

/** Speed of scans and calculations in production. */
export interface ProductionSpeed {
  title: string;
  /** Milliseconds of a single operation. */
  tookMs?: number;
  wantedMs?: number;
  /** Many scans at the same time, compared with plain SQL or with one station. */
  scans?: Measurement;
  plain?: Measurement;
  /** Name of `plain`; default 'plain SQL'. */
  plainName?: string;
  wantedRatio?: number;
}

const clients = 16;
const rounds = 2;
/** Scans of a day with twenty stations. */
const daily = 50_000;

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

/** The work of each client: whole runs, one batch after the other. */
const shared = <Each>(
  runs: readonly (readonly PlantBatch[])[],
  of: (batch: PlantBatch) => readonly Each[],
  among: number = clients,
) =>
  Array.from({ length: among }, (_, client) =>
    runs.filter((_run, index) => index % among === client).flatMap((batches) => batches.flatMap(of)),
  );

type Replay = (lists: readonly (readonly BenchRequest[])[]) => Promise<Round>;

/** Measures scans, explosions and costs through HTTP on a server of its own, as far as the options say. */
export const measureProduction = (
  say: (line: string) => void,
  { wants, ...options }: ServerOptions & { wants(name: string): boolean },
): Promise<ProductionSpeed[]> =>
  withBenchServer({ say, slug: 'plant', ...options }, async ({ url, urls, server, admin, accountID, ask, renew }) => {
    const load = new Child('load');
    const pool = new Pool({ connectionString: urls.tenant, max: clients });
    let headers = await renew();
    const replay: Replay = (lists) => load.call<Round>('replay', { url, headers, lists });
    const rest = () => admin.query('vacuum (analyze)');
    try {
      const speeds: ProductionSpeed[] = [];
      if (wants('production')) speeds.push(...(await measureBills(say, ask, rest)));
      const plant = await makePlant(ask);
      if (wants('production')) {
        say('measuring: scans');
        const runs = await planRuns(ask, plant, clients * rounds * 2 + clients);
        await replay(shared(runs, (batch) => [startOf(batch)]));
        await rest();
        await replay(shared(runs.splice(0, clients), (batch) => plantMoves(batch).map(moveRequest)));
        const ours: Round[] = [];
        const theirs: Round[] = [];
        for (let round = 0; round < rounds; round += 1) {
          theirs.push(await floorMoves(pool, accountID, shared(runs.splice(0, clients), plantMoves)));
          ours.push(await replay(shared(runs.splice(0, clients), (batch) => plantMoves(batch).map(moveRequest))));
          await server.call('settle');
        }
        speeds.push({
          title: `scan: move a batch, ${clients} clients`,
          scans: combine(ours),
          plain: combine(theirs),
          wantedRatio: 0.3,
        });
      }
      if (wants('stations')) {
        say('measuring: stations');
        const work = { ask, plant, replay, settle: () => server.call('settle'), vacuum: rest };
        speeds.push(...(await measureStations(work)));
      }
      const replayAnew: typeof replay = async (lists) => {
        headers = await renew();
        return replay(lists);
      };
      return [...speeds, ...(wants('production-day') ? [await wholeDay(say, ask, plant, replayAnew)] : [])];
    } finally {
      await pool.end();
      await load.stop();
    }
  });

/** Measures an explosion of a bill of materials, and the costs of all items. */
async function measureBills(
  say: (line: string) => void,
  ask: Ask,
  rest: () => Promise<unknown>,
): Promise<ProductionSpeed[]> {
  say('measuring: bills of materials');
  const bill = await makeBill(ask);
  await rest();
  const exploded: ProductionSpeed = {
    title: 'explode an item of a bill of 2,679 rows, all levels',
    tookMs: await timed(9, () => ask(`/v1/items/${bill.topID}/actions/explode`, { quantity: 10 })),
    wantedMs: 200,
  };
  // The top items suffice, because their trees contain the costs of all other items.
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
  return [exploded, costs];
}

/** Number of stations that scan at the same time. */
const stations = 8;
/** Runs per round, for one station and for all stations together. */
const [runsAlone, runsTogether] = [4, 2 * stations];

/**
 * Measures scans of one station alone and of eight at the same time, in turn. The stations share materials, so that
 * they wait for the same positions. Their common rate should still be near that of one station.
 */
async function measureStations({
  ask,
  plant,
  replay,
  settle,
  vacuum: rest,
}: {
  ask: Ask;
  plant: Parameters<typeof planRuns>[1];
  replay: Replay;
  settle: () => Promise<unknown>;
  vacuum: () => Promise<unknown>;
}): Promise<ProductionSpeed[]> {
  const moves = (batch: PlantBatch) => plantMoves(batch).map(moveRequest);
  const runs = await planRuns(ask, plant, (runsAlone + runsTogether) * rounds + 1);
  await replay(shared(runs, (batch) => [startOf(batch)]));
  await rest();
  await replay(shared(runs.splice(0, 1), moves, 1));
  const one: Round[] = [];
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    one.push(await replay(shared(runs.splice(0, runsAlone), moves, 1)));
    all.push(await replay(shared(runs.splice(0, runsTogether), moves, stations)));
    await settle();
  }
  return [
    { title: 'scan: move a batch, one station', scans: combine(one) },
    {
      title: `scan: move a batch, ${stations} stations`,
      scans: combine(all),
      plain: combine(one),
      plainName: 'one station',
      wantedRatio: 0.8,
    },
  ];
}

/** All scans of a day of twenty stations, as fast as the server replies. */
async function wholeDay(
  say: (line: string) => void,
  ask: Ask,
  plant: Parameters<typeof planRuns>[1],
  replay: Replay,
): Promise<ProductionSpeed> {
  const runs = Math.ceil(daily / scansEach / batchesPerRun);
  say(`measuring: a day of ${runs * batchesPerRun * scansEach} scans`);
  const planned = await planRuns(ask, plant, runs);
  const rounds: Round[] = [];
  // In parts, because a sign-in lasts only minutes.
  while (planned.length) rounds.push(await replay(shared(planned.splice(0, 3 * clients), scansOf)));
  const done = rounds.reduce((sum, { durations }) => sum + durations.length, 0);
  return { title: `a day of ${done} scans, replayed`, scans: combine(rounds) };
}

/** The report lines of production. */
export const productionTable = (speeds: readonly ProductionSpeed[]): string =>
  speeds
    .map(({ title, tookMs, wantedMs, scans, plain, plainName = 'plain SQL', wantedRatio }) => {
      if (!scans) return `${title}: ${tookMs?.toFixed(0)} ms, target ${wantedMs} ms`;
      const own = `${scans.throughput.toFixed(0)}/s, p50 ${scans.p50.toFixed(0)} p95 ${scans.p95.toFixed(0)} ms`;
      const cpu = `cpu ${scans.processor.toFixed(1)} ms, failed ${scans.failed}`;
      const ratio = plain && scans.throughput / plain.throughput;
      const beside = plain ? `, ${plainName} ${plain.throughput.toFixed(0)}/s, ratio ${ratio?.toFixed(2)}` : '';
      return `${title}: ${own}, ${cpu}${beside}${wantedRatio ? `, target ${wantedRatio}` : ''}`;
    })
    .join('\n');
