import { Pool, type PoolClient } from 'pg';
import { type Round, repeat } from '../figures/measurement.ts';
import { processorTime } from '../figures/processor-time.ts';
import { answerCalls } from '../place/child.ts';
import type { BenchFacts } from '../place/facts.ts';
import { floorOf } from './floors.ts';

export interface FloorOrder {
  /** Addresses of the run-time roles, because the floor is under row-level security too. */
  urls: { tenant: string; auth: string };
  floor: string;
  facts: BenchFacts;
  connections: number;
  seconds: number;
}

/** Largest number of clients of all cases; the pool is created for the first case, which may have only one. */
const mostConnections = 64;
const pools = new Map<string, Pool>();

function poolOf(url: string): Pool {
  const pool = pools.get(url) ?? new Pool({ connectionString: url, max: mostConnections });
  pools.set(url, pool);
  return pool;
}

/**
 * Careful code with `pg` alone: one connection per client, one transaction per operation with the account set in it,
 * prepared statements, the reply as JSON text.
 */
async function measure({ urls, floor, facts, connections, seconds }: FloorOrder): Promise<Round> {
  const work = floorOf(floor, facts);
  const pool = poolOf(urls[work.role ?? 'tenant']);
  const clients: PoolClient[] = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  try {
    const processorBefore = processorTime();
    const { firstError, ...round } = await repeat(connections, seconds, async (number, turn) => {
      const client = clients[number] as PoolClient;
      const ask = (name: string, text: string, values: unknown[]) =>
        client.query({ name: `${floor}.${name}`, text, values }).then(({ rows }) => rows as Record<string, unknown>[]);
      await client.query(work.writes ? 'begin' : 'begin read only');
      try {
        await ask('account', "select set_config('app.account_id', $1, true), set_config('app.customer_id', '', true)", [
          facts.accountID,
        ]);
        const reply = await work.run(ask, number + turn * connections);
        await client.query('commit');
        JSON.stringify(reply);
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    });
    if (firstError) console.error(`floor ${floor}: ${firstError}`);
    return { ...round, processor: processorTime() - processorBefore };
  } finally {
    for (const client of clients) client.release();
  }
}

/** The process that does the same work with `pg` alone. */
export const runFloorClient = (): void =>
  answerCalls({
    measure,
    stop: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  });
