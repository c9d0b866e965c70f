/** Repetitions of one piece of work by several clients at once. Times are milliseconds. */
export interface Measurement {
  /** Pieces of work done. */
  count: number;
  /** Pieces of work that were refused or broke. */
  failed: number;
  seconds: number;
  /** Per second. */
  throughput: number;
  p50: number;
  p95: number;
  p99: number;
  /** Processor time per piece of work of the process that did it. */
  processor: number;
  /** Processor time per piece of work of PostgreSQL; NaN where the machine does not tell. */
  database: number;
}

/** What one round brings home; rounds of one case are put together by `combine`. */
export interface Round {
  durations: number[];
  failed: number;
  seconds: number;
  /** Milliseconds of processor time of the process that did it. */
  processor: number;
  /** Milliseconds of processor time of PostgreSQL. */
  database?: number | undefined;
}

/** The value below which this share (0 to 1) of the sorted values lies: the nearest rank, never interpolated. */
export function percentile(sorted: readonly number[], share: number): number {
  if (!sorted.length) return Number.NaN;
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number;
}

/** All rounds of a case as one measurement. */
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
  };
}

/** Repeats work with so many clients for so long; a failure counts and does not end it. */
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
          // Work that fails at once must not spin.
          await new Promise((done) => setTimeout(done, 10));
        }
      }
    }),
  );
  return { durations, failed, seconds: (performance.now() - began) / 1000, firstError };
}
