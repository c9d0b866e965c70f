import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Costs, costsOfFiles, type FileRun, type Reading, sumByPart } from './budgets.ts';
import { isMeasurable } from './processor-time.ts';

const root = resolve(import.meta.dirname, '../../..');

/**
 * File with the last known costs. The plan starts with the most expensive files, and the nightly run compares parts
 * with budgets.
 */
export const costsFile = join(root, '.artifacts/test-costs.json');

export interface KnownCosts {
  /** Processor seconds of each file in its last run. */
  files: Costs;
  /** Units by part in the last run. */
  parts: Costs;
}

/** Known costs; empty in a new clone. */
export function knownCosts(): KnownCosts {
  try {
    return JSON.parse(readFileSync(costsFile, 'utf8')) as KnownCosts;
  } catch {
    return { files: {}, parts: {} };
  }
}

type Line = FileRun | { whole: Reading };

function report(folder: string): void {
  const { checks } = JSON.parse(readFileSync(join(folder, 'checks.json'), 'utf8')) as {
    checks: { name: string; seconds?: number }[];
  };
  const { unit } = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as { unit: number };
  const log = join(folder, 'costs.jsonl');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
  const read = lines.map((line) => JSON.parse(line) as Line);
  const runs = read.filter((line) => 'file' in line).map((run) => ({ ...run, file: relative(root, run.file) }));
  const files = costsOfFiles(runs);
  const sum = (costs: Costs): number => Object.values(costs).reduce((total, seconds) => total + seconds, 0);
  const whole = read.reduce(
    (total, line) => total + ('whole' in line ? line.whole.worker + line.whole.postgres : 0),
    0,
  );
  const ofChecks = Object.fromEntries(checks.flatMap(({ name, seconds }) => (seconds ? [[name, seconds]] : [])));
  // Time that belongs to no file: distributing files, compiling them, creating database templates.
  const runner = Math.max(0, whole - sum(files));
  const parts: Costs = { ...ofChecks, ...sumByPart(files), ...(runner ? { runner } : {}) };
  const units = Object.fromEntries(Object.entries(parts).map(([part, seconds]) => [part, seconds / unit]));
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const line = (name: string, seconds: number) =>
    say(`${seconds.toFixed(1).padStart(8)} s ${(seconds / unit).toFixed(0).padStart(6)} units  ${name}`);
  say(`\nProcessor time, children and PostgreSQL included (one unit: ${unit.toFixed(3)} s here):`);
  for (const [part, seconds] of Object.entries(parts)) line(part, seconds);
  line('together', sum(parts));
  const dearest = Object.entries(files)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 10);
  if (dearest.length > 1) say('The dearest files:');
  for (const [file, seconds] of dearest.length > 1 ? dearest : []) line(file, seconds);
  keep({ files: { ...knownCosts().files, ...files }, parts: units });
}

function keep(costs: KnownCosts): void {
  const own = `${costsFile}.${process.pid}`;
  writeFileSync(own, JSON.stringify(costs));
  renameSync(own, costsFile);
}

if (import.meta.main) {
  if (isMeasurable()) report(process.argv[2] ?? '');
  else console.warn('What this run has cost is measured on Linux alone.');
}
