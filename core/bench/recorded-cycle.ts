import { Client } from 'pg';
import type { CashSpeed } from './cash-speed.ts';
import type { Child } from './child.ts';
import { type Replay, WorkRecorder, WorkReplay } from './replayed-work.ts';

export type Ask = <T = { id: string }>(path: string, body?: object, method?: string) => Promise<T>;

export interface Stage {
  ask: Ask;
  admin: Client;
  server: Child;
  tenantUrl: string;
  accountID: string;
  say(line: string): void;
}

/** Work through HTTP in steps, as screens do it. */
export interface Cycle<Step extends string> {
  steps: readonly Step[];
  /** Does all of it, tells the end of each step, and answers the id of the document. */
  run(after: (step: Step) => unknown): Promise<string>;
  /** What has to be read for a step whoever writes it. */
  readsOf(step: Step, documentID: string): Replay['reads'];
}

const turns = 15;
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const least = (values: readonly number[]): number => Math.min(...values);

/** The speed of some steps of a cycle beside plain SQL that writes the same rows, with the statements of each. */
export type SpeedOf<Step extends string> = (
  title: string,
  of: readonly Step[],
  wanted?: Partial<CashSpeed>,
) => CashSpeed;

/** Runs a cycle often, and plain SQL that writes what one of them wrote, step by step. */
export async function measureRecorded<Step extends string>(
  { admin, server, accountID, tenantUrl }: Stage,
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
  const took = new Map<Step, { ours: number[]; plain: number[]; statements: number[] }>(
    steps.map((step) => [step, { ours: [], plain: [], statements: [] }]),
  );
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      let began = performance.now();
      let sent = await server.call<number>('statements');
      await run(async (step) => {
        took.get(step)?.ours.push(performance.now() - began);
        const now = await server.call<number>('statements');
        took.get(step)?.statements.push(now - sent);
        // What others do about an event is not part of the next step.
        await server.call('settle');
        sent = await server.call<number>('statements');
        began = performance.now();
      });
    }
    // Afterwards: it leaves the stock of the products as it was when it was recorded.
    await replay.run();
    for (let turn = 0; turn < turns; turn += 1)
      for (const [step, ms] of await replay.run()) took.get(step as Step)?.plain.push(ms);
  } finally {
    await client.end();
  }
  const sumOf = (of: readonly Step[], kind: 'ours' | 'plain' | 'statements'): number =>
    of.reduce((sum, step) => sum + (kind === 'statements' ? least : median)(took.get(step)?.[kind] ?? []), 0);
  return (title, of, wanted = {}) => ({
    title,
    tookMs: sumOf(of, 'ours'),
    plainMs: sumOf(of, 'plain'),
    statements: sumOf(of, 'statements'),
    ...wanted,
  });
}
