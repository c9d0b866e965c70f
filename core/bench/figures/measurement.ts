/** Repeated work by several clients at the same time. Times are milliseconds. */
export interface Measurement {
  /** Number of finished operations. */
  count: number;
  /** Number of failed operations. */
  failed: number;
  seconds: number;
  /** Operations per second. */
  throughput: number;
  p50: number;
  p95: number;
  p99: number;
  /** Processor time per operation, of the process that did it. */
  processor: number;
  /** Processor time of PostgreSQL per operation; NaN if the machine does not report it. */
  database: number;
  /** Statement figures of PostgreSQL per operation. */
  sql?: RoundStatements | undefined;
}

/** Milliseconds of planning and executing, and the numbers of both. */
export interface RoundStatements {
  planning: number;
  execution: number;
  plans: number;
  statements: number;
  roundTrips: number;
}

/** Results of one round; `combine` joins the rounds of a case. */
export interface Round {
  durations: number[];
  failed: number;
  seconds: number;
  /** Milliseconds of processor time of the process that did the work. */
  processor: number;
  /** Milliseconds of processor time of PostgreSQL. */
  database?: number | undefined;
  sql?: RoundStatements | undefined;
}

/** Averages per operation over all rounds; undefined if a round has no figures. */
function statementsOf(rounds: readonly Round[], count: number): RoundStatements | undefined {
  const told = rounds.flatMap(({ sql }) => sql ?? []);
  if (!count || told.length < rounds.length) return undefined;
  const each = (name: keyof RoundStatements): number => told.reduce((sum, round) => sum + round[name], 0) / count;
  return {
    planning: each('planning'),
    execution: each('execution'),
    plans: each('plans'),
    statements: each('statements'),
    roundTrips: each('roundTrips'),
  };
}

/** Percentile of sorted values by nearest rank, without interpolation; `share` is between 0 and 1. */
export function percentile(sorted: readonly number[], share: number): number {
  if (!sorted.length) return Number.NaN;
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number;
}

/** Joins all rounds of a case. */
export function combine(rounds: readonly Round[]): Measurement {
  const durations = Float64Array.from(rounds.flatMap((round) => round.durations)).sort();
  const sorted = [...durations];
  const seconds = rounds.reduce((sum, round) => sum + round.seconds, 0);
  const processor = rounds.reduce((sum, round) => sum + round.processor, 0);
  const database = rounds.reduce((sum, round) => sum + (round.database ?? Number.NaN), 0);
  return {
    count: sorted.length,
    failed: rounds.reduce((sum, round) => sum + round.failed, 0),
    seconds,
    throughput: seconds ? sorted.length / seconds : 0,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    processor: sorted.length ? processor / sorted.length : 0,
    database: sorted.length ? database / sorted.length : 0,
    sql: statementsOf(rounds, sorted.length),
  };
}

/** Repeats work with a number of clients for a number of seconds. Failures are counted and do not end the round. */
export async function repeat(
  clients: number,
  seconds: number,
  work: (client: number, turn: number) => Promise<void>,
): Promise<{ durations: number[]; failed: number; seconds: number; firstError: string | undefined }> {
  const durations: number[] = [];
  let failed = 0;
  let firstError: string | undefined;
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; performance.now() < end; turn += 1) {
        const start = performance.now();
        try {
          await work(client, turn);
          durations.push(performance.now() - start);
        } catch (error) {
          failed += 1;
          firstError ??= error instanceof Error ? error.message : String(error);
          // A pause keeps work that fails immediately from looping without end.
          await new Promise((done) => setTimeout(done, 10));
        }
      }
    }),
  );
  return { durations, failed, seconds: (performance.now() - began) / 1000, firstError };
}
