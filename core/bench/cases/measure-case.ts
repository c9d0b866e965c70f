import type { DatabaseUrls } from '../../boot/index.ts';
import { combine, percentile, type Round } from '../figures/measurement.ts';
import { processorTimeOfTree } from '../figures/processor-time.ts';
import { type BenchOutcome, isMet } from '../figures/report.ts';
import { differenceOf, type StatementMeter } from '../figures/statement-figures.ts';
import type { Child } from '../place/child.ts';
import type { BenchFacts } from '../place/facts.ts';
import type { BenchRequest } from '../place/load-client.ts';
import type { BenchCase } from './cases.ts';

/** Processes and data of a run. */
export interface MeasuredStage {
  url: string;
  urls: DatabaseUrls;
  facts: BenchFacts;
  /** Cookies of a signed-in person. */
  cookie: string;
  server: Child;
  load: Child;
  floor: Child;
  /** Process id of PostgreSQL. */
  postgres: number;
  meter: StatementMeter;
  seconds: number;
  rounds: number;
}

/** Clients at the same time (issue: 16 clients in one process). */
export const clients = 16;
const warmUpSeconds = 2;

async function withDatabaseTime(stage: MeasuredStage, work: () => Promise<Round>): Promise<Round> {
  const before = processorTimeOfTree(stage.postgres);
  const round = await work();
  const after = processorTimeOfTree(stage.postgres);
  return { ...round, database: before === undefined || after === undefined ? undefined : after - before };
}

/** One round against the server; the processor time is the server's. */
async function ask(
  stage: MeasuredStage,
  order: { requests: readonly BenchRequest[]; accountID: string; connections: number; seconds: number },
): Promise<Round> {
  const { server, load, url, cookie } = stage;
  const before = await server.call<{ processor: number }>('usage');
  const [planned, trips] = [await stage.meter.figures(), await server.call<number>('roundTrips')];
  const round = await withDatabaseTime(stage, () =>
    load.call<Round>('load', { ...order, url, headers: { cookie, 'account-id': order.accountID } }),
  );
  const after = await server.call<{ processor: number }>('usage');
  const sql = {
    ...differenceOf(await stage.meter.figures(), planned),
    roundTrips: (await server.call<number>('roundTrips')) - trips,
  };
  return { ...round, processor: after.processor - before.processor, sql };
}

/** Measures a case, floor and server alternately, so that other load on the machine affects both. */
export async function measureCase(stage: MeasuredStage, each: BenchCase): Promise<BenchOutcome> {
  const { server, floor, facts, urls, seconds, rounds } = stage;
  const requests = each.requests(facts);
  const connections = each.clients ?? clients;
  const ours = (time: number) => ask(stage, { requests, accountID: facts.accountID, connections, seconds: time });
  const theirs = (time: number) =>
    withDatabaseTime(stage, () =>
      floor.call<Round>('measure', { urls, floor: each.floor, facts, connections, seconds: time }),
    );
  await server.call('cold', each.coldCount ? { accountID: facts.accountID, list: each.coldCount } : null);
  await ours(warmUpSeconds);
  if (each.floor) await theirs(warmUpSeconds / 2);
  const measured: Round[] = [];
  const floors: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (each.floor) floors.push(await theirs(seconds));
    measured.push(await ours(seconds));
    // Events of one round must not be handled during the next.
    await server.call('settle');
  }
  await server.call('cold', null);
  const result = combine(measured);
  const base = each.floor ? combine(floors) : undefined;
  const ratio = base && result.throughput / base.throughput;
  const { name, title, target } = each;
  return { name, title, ours: result, floor: base, ratio, target, met: isMet(result, ratio, target) };
}

const mostGrowth = 1.3;

/**
 * The first 100 pages of the newest orders with one client, alternately in the big account and in the account with a
 * tenth of the orders.
 */
export async function measureGrowth(stage: MeasuredStage): Promise<BenchOutcome> {
  const requests: BenchRequest[] = Array.from({ length: 100 }, (_, page) => ({
    method: 'GET',
    path: `/api/v1/sales-orders?take=50&skip=${page * 50}`,
  }));
  const { accountID, smallAccountID, orders } = stage.facts;
  const pages = (account: string) =>
    ask(stage, { requests, accountID: account, connections: 1, seconds: stage.seconds });
  await pages(smallAccountID);
  await pages(accountID);
  const small: Round[] = [];
  const big: Round[] = [];
  for (let round = 0; round < stage.rounds; round += 1) {
    small.push(await pages(smallAccountID));
    big.push(await pages(accountID));
  }
  const medianOf = (rounds: readonly Round[]): number =>
    percentile(
      rounds.flatMap(({ durations }) => durations).sort((left, right) => left - right),
      0.5,
    );
  const growth = medianOf(big) / medianOf(small);
  const ours = combine(big);
  return {
    name: 'growth',
    title: 'first 100 pages, one client',
    ours,
    note: `median ${growth.toFixed(2)} times that of ${Math.round(orders / 10)} orders, target <= ${mostGrowth}`,
    met: !ours.failed && growth <= mostGrowth,
  };
}
