import { mkdirSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { cases } from './cases/cases.ts';
import { clients } from './cases/measure-case.ts';
import { tableOf } from './figures/report.ts';
import type { ServerOptions } from './place/bench-place.ts';
import { Child } from './place/child.ts';
import { accountsTable, measureAccounts } from './speeds/accounts-speed.ts';
import { figureTable, measureFigures } from './speeds/analytics-speed.ts';
import { cashTable, measureCash } from './speeds/cash-speed.ts';
import { measureCheckout } from './speeds/checkout-speed.ts';
import { measureEDI, measureUpload } from './speeds/edi-speed.ts';
import { formTable, measureForms } from './speeds/form-speed.ts';
import { importTable, measureImports } from './speeds/import-speed.ts';
import { measureMemory, memoryTable } from './speeds/memory-use.ts';
import { measureProduction, productionTable } from './speeds/production-speed.ts';
import { measureRequests } from './speeds/requests-speed.ts';
import { measureStarts, startTable } from './speeds/start-time.ts';
import { measureWebhooks, webhookTable } from './speeds/webhooks-speed.ts';

export interface BenchOptions {
  json: boolean;
  /** Names of cases; all but those of `onlyNamed` if undefined. */
  only: ReadonlySet<string> | undefined;
  /** Per round. */
  seconds: number;
  rounds: number;
  orders: number;
  /** Folder for a CPU profile of the server. */
  profile: string | undefined;
}

type Asked = Pick<BenchOptions, 'seconds' | 'rounds' | 'orders'> & ServerOptions & { wants(name: string): boolean };

/** A part of the benchmark, on a server of its own. */
interface BenchPart {
  /** Names of its cases. */
  names: readonly string[];
  /** Measures the cases that are wanted; returns the figures, and the lines of the report. */
  run(asked: Asked): Promise<{ figures: readonly unknown[]; report: string }>;
}

const say = (line: string): void => console.error(line);
const print = (text: string): unknown => process.stdout.write(`${text}\n`);

const part = <Figure>(
  names: readonly string[],
  measure: (report: (line: string) => void, asked: Asked) => Promise<readonly Figure[]>,
  table: (figures: readonly Figure[]) => string,
): BenchPart => ({
  names,
  run: async (asked) => {
    const figures = await measure(say, asked);
    return { figures, report: figures.length ? table(figures) : '' };
  },
});

/** Cases that take long, or need what few machines have. */
const onlyNamed: ReadonlySet<string> = new Set(['processes', 'production-day', 'accounts']);

const parts: readonly BenchPart[] = [
  part([...cases.map(({ name }) => name), 'growth', 'processes'], measureRequests, tableOf),
  part(['start'], measureStarts, startTable),
  part(['memory'], measureMemory, memoryTable),
  part(['form'], measureForms, formTable),
  part(['import'], measureImports, importTable),
  part(['cash'], measureCash, cashTable),
  part(['checkout'], measureCheckout, cashTable),
  part(['edi'], measureEDI, cashTable),
  part(['edi-upload'], measureUpload, cashTable),
  part(['production', 'stations', 'production-day'], measureProduction, productionTable),
  part(['analytics'], measureFigures, figureTable),
  part(['webhooks'], measureWebhooks, webhookTable),
  part(['accounts'], measureAccounts, accountsTable),
];

/** Names of all cases. */
export const caseNames: readonly string[] = parts.flatMap(({ names }) => names);

/**
 * Runs the benchmark, each part on a PostgreSQL server of its own, which is removed afterwards, and prints each part's
 * results when it ends. A part that fails is named, and the others run.
 */
export async function bench({ json, only, profile, ...sizes }: BenchOptions): Promise<void> {
  const wants = (name: string): boolean => (only ? only.has(name) : !onlyNamed.has(name));
  if (profile) mkdirSync(profile, { recursive: true });
  const execArgv = profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`] : [];
  const machine = {
    cores: availableParallelism(),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    loadBefore: loadavg()[0]?.toFixed(1),
  };
  if (!json) {
    const { cores, node, platform, loadBefore } = machine;
    const load = `${clients} clients, ${sizes.orders} orders`;
    print(`${platform}, ${cores} cores, Node ${node}, load before ${loadBefore}; ${load}`);
  }
  let isInterrupted = false;
  process.once('SIGINT', () => {
    isInterrupted = true;
    // The running measurement fails, and the clean-up runs as after any other failure.
    Child.killAll();
  });
  const figures: Record<string, readonly unknown[]> = {};
  for (const { names, run } of parts) {
    if (!names.some(wants)) continue;
    const [name] = names as [string];
    try {
      const measured = await run({ ...sizes, execArgv, wants });
      figures[name] = measured.figures;
      if (!json && measured.report) print(`\n${measured.report}`);
    } catch (error) {
      if (isInterrupted) break;
      say(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      process.exitCode = 1;
    }
  }
  if (json)
    print(JSON.stringify({ machine, clients, options: { only: only && [...only], ...sizes }, figures }, null, 2));
}
