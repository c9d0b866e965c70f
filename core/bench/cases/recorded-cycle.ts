import { Client } from 'pg';
import { median } from '../../testing/budgets/median.ts';
import type { CashSpeed } from '../figures/cash-figure.ts';
import type { RoundStatements } from '../figures/measurement.ts';
import { differenceOf, type StatementMeter } from '../figures/statement-figures.ts';
import type { Ask } from '../place/bench-place.ts';
import type { Child } from '../place/child.ts';
import { type Replay, WorkRecorder, WorkReplay } from './replayed-work.ts';

export interface Stage {
  ask: Ask;
  admin: Client;
  server: Child;
  tenantUrl: string;
  accountID: string;
  say(line: string): void;
  meter: StatementMeter;
}

/** Work through HTTP in steps, as the screens do it. */
export interface Cycle<Step extends string> {
  steps: readonly Step[];
  /** Runs all steps, reports the end of each, and returns the id of the document. */
  run(after: (step: Step) => unknown): Promise<string>;
  /** Reads that a step needs in any implementation. */
  readsOf(step: Step, documentID: string): Replay['reads'];
}

const turns = 15;
const least = (values: readonly number[]): number => Math.min(...values);

/** Speed of some steps of a cycle, compared with plain SQL that writes the same rows, with the statements of both. */
export type SpeedOf<Step extends string> = (
  title: string,
  of: readonly Step[],
  wanted?: Partial<CashSpeed>,
) => CashSpeed;

/** Runs a cycle repeatedly, and plain SQL that writes the rows of one of these runs, step by step. */
export async function measureRecorded<Step extends string>(
  { admin, server, accountID, tenantUrl, meter }: Stage,
  { steps, run, readsOf }: Cycle<Step>,
): Promise<SpeedOf<Step>> {
  await server.call('countStatements');
  for (let warm = 0; warm < 3; warm += 1) await run(() => undefined);
  await server.call('settle');
  const recorder = await WorkRecorder.begin(admin, accountID);
  const written = new Map<Step, Replay['written']>();
  const documentID = await run(async (step) => written.set(step, await recorder.written()));
  const replays = new Map(
    [...written].map(([step, each]) => [step, { written: each, reads: readsOf(step, documentID) }]),
  );
  const client = new Client({ connectionString: tenantUrl });
  await client.connect();
  const replay = new WorkReplay(client, accountID, replays);
  const took = new Map<Step, { ours: number[]; plain: number[]; statements: number[]; sql: RoundStatements[] }>(
    steps.map((step) => [step, { ours: [], plain: [], statements: [], sql: [] }]),
  );
  const told = async () => ({
    sent: await server.call<number>('statements'),
    trips: await server.call<number>('roundTrips'),
    figures: await meter.figures(),
  });
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      let began = 0;
      let before = await told();
      began = performance.now();
      await run(async (step) => {
        took.get(step)?.ours.push(performance.now() - began);
        const now = await told();
        took.get(step)?.statements.push(now.sent - before.sent);
        const sql = { ...differenceOf(now.figures, before.figures), roundTrips: now.trips - before.trips };
        took.get(step)?.sql.push(sql);
        // Handling of the step's events does not count for the next step.
        await server.call('settle');
        before = await told();
        began = performance.now();
      });
    }
    // Runs last, because it leaves the stock of the products as it was recorded.
    await replay.run();
    for (let turn = 0; turn < turns; turn += 1)
      for (const [step, ms] of await replay.run()) took.get(step as Step)?.plain.push(ms);
  } finally {
    await client.end();
  }
  const sumOf = (of: readonly Step[], kind: 'ours' | 'plain' | 'statements'): number =>
    of.reduce((sum, step) => sum + (kind === 'statements' ? least : median)(took.get(step)?.[kind] ?? []), 0);
  const statementsOf = (of: readonly Step[]): RoundStatements => {
    const each = (name: keyof RoundStatements): number =>
      of.reduce((sum, step) => sum + median((took.get(step)?.sql ?? []).map((turn) => turn[name])), 0);
    return {
      planning: each('planning'),
      execution: each('execution'),
      plans: each('plans'),
      statements: each('statements'),
      roundTrips: each('roundTrips'),
    };
  };
  return (title, of, wanted = {}) => ({
    title,
    tookMs: sumOf(of, 'ours'),
    plainMs: sumOf(of, 'plain'),
    statements: sumOf(of, 'statements'),
    sql: statementsOf(of),
    ...wanted,
  });
}
