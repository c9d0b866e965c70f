import { Client } from 'pg';
import { cases } from '../cases/cases.ts';
import { type MeasuredStage, measureCase, measureGrowth } from '../cases/measure-case.ts';
import type { BenchOutcome } from '../figures/report.ts';
import { countingSettings, StatementMeter } from '../figures/statement-figures.ts';
import { type ServerOptions, signIn, withBenchDatabase } from '../place/bench-place.ts';
import { buildDir } from '../place/bench-root.ts';
import { Child } from '../place/child.ts';
import type { BenchFacts, People } from '../place/facts.ts';
import { sampleOf, seedAccount, withoutSearchIndex } from '../place/seed.ts';
import { measureProcesses } from './processes-speed.ts';

const customers = 2000;
/** Minimum. There are at least as many products as orders, so that both lists have the same length. */
const products = 5000;

interface RequestOptions extends ServerOptions {
  /** Orders of the big account. */
  orders: number;
  /** Seconds of a round. */
  seconds: number;
  rounds: number;
  /** Whether a case is to be measured. */
  wants(name: string): boolean;
}

/** Measures requests of the cases, one after the other on the same data, and reads of several processes if asked. */
export const measureRequests = (
  say: (line: string) => void,
  { orders, seconds, rounds, wants, ...serverOptions }: RequestOptions,
): Promise<BenchOutcome[]> =>
  withBenchDatabase({ say, settings: countingSettings }, async ({ urls, adminUrl, secret, postgres }) => {
    const server = new Child('server', serverOptions);
    const load = new Child('load');
    const floor = new Child('floor');
    let meter: StatementMeter | undefined;
    try {
      const url = await server.call<string>('boot', { urls, buildDir, secret });
      meter = await StatementMeter.open(adminUrl, urls);
      await server.call('countStatements');
      const facts = await prepare(say, adminUrl, server, orders);
      const stage: MeasuredStage = {
        url,
        urls,
        facts,
        server,
        load,
        floor,
        seconds,
        rounds,
        cookie: await signIn(url, facts.emails[0] as string),
        postgres,
        meter,
      };
      const outcomes: BenchOutcome[] = [];
      for (const each of cases) {
        // Runs before anything is written, because fresh rows make the first pages slower than in the other account.
        if (each.name === 'create' && wants('growth')) {
          say('measuring: growth');
          outcomes.push(await measureGrowth(stage));
        }
        if (!wants(each.name)) continue;
        say(`measuring: ${each.title}`);
        outcomes.push(await measureCase(stage, each));
      }
      if (wants('processes')) {
        say('measuring: processes');
        outcomes.push(...(await measureProcesses(stage, { buildDir, secret })));
      }
      return outcomes;
    } finally {
      await Promise.all([server.stop(), load.stop(), floor.stop(), meter?.close()]);
    }
  });

/** Creates two accounts with data and updates the statistics. */
async function prepare(
  say: (line: string) => void,
  adminUrl: string,
  server: Child,
  orders: number,
): Promise<BenchFacts> {
  const big = await server.call<People>('createAccount', { slug: 'big', people: 64 });
  const small = await server.call<People>('createAccount', { slug: 'small', people: 1, joinedBy: big.userIDs[0] });
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const began = performance.now();
    say(`seeding ${orders} orders and ${orders * 8} rows of search ...`);
    await withoutSearchIndex(admin, async () => {
      await seedAccount(admin, {
        accountID: big.accountID,
        customers,
        products: Math.max(products, orders),
        orders,
        documents: orders * 8,
      });
      await seedAccount(admin, {
        accountID: small.accountID,
        customers: customers / 10,
        products: products / 10,
        orders: Math.round(orders / 10),
        documents: 0,
      });
    });
    await admin.query('vacuum (analyze)');
    await admin.query('checkpoint');
    say(`seeded in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    const { rows } = await admin.query<{ id: string }>(
      'select id from core.member where account_id = $1 and user_id = $2',
      [big.accountID, big.userIDs[0]],
    );
    return {
      accountID: big.accountID,
      emails: big.emails,
      smallAccountID: small.accountID,
      orders,
      memberID: rows[0]?.id as string,
      ...(await sampleOf(admin, big.accountID)),
    };
  } finally {
    await admin.end();
  }
}
