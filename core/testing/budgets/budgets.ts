import { projectOf } from '../plan/projects.ts';

/** Processor seconds at one moment: of a worker with its children, and of the PostgreSQL server of all workers. */
export interface Reading {
  worker: number;
  postgres: number;
}

/** Readings before the first line and after the last hook of a test file. */
export interface FileRun {
  file: string;
  begin: Reading;
  end: Reading;
}

/** Processor seconds by name. */
export type Costs = Record<string, number>;

/** The part of a run that a file belongs to, as named in budgets.json. */
export function partOf(file: string): string {
  const project = projectOf(file) ?? 'unit';
  if (project !== 'unit') return project;
  if (file.startsWith('plugins/')) return 'tests of plugins';
  return file.startsWith('cli/') ? 'tests of cli' : 'tests of core, shell, widgets';
}

/**
 * Costs of each file, including its share of PostgreSQL. The server cannot attribute its time, so its use between two
 * readings is divided among the files that were running.
 */
export function costsOfFiles(runs: readonly FileRun[]): Costs {
  const costs: Costs = {};
  const add = (file: string, seconds: number) => {
    costs[file] = (costs[file] ?? 0) + seconds;
  };
  for (const { file, begin, end } of runs) add(file, end.worker - begin.worker);
  const moments = [...new Set(runs.flatMap(({ begin, end }) => [begin.postgres, end.postgres]))].sort((a, b) => a - b);
  for (const [at, from] of moments.entries()) {
    const to = moments[at + 1] ?? from;
    const running = runs.filter(({ begin, end }) => begin.postgres <= from && end.postgres >= to);
    for (const { file } of running) add(file, (to - from) / running.length);
  }
  return costs;
}

export const sumByPart = (files: Costs): Costs => {
  const parts: Costs = {};
  for (const [file, seconds] of Object.entries(files)) parts[partOf(file)] = (parts[partOf(file)] ?? 0) + seconds;
  return parts;
};

/**
 * Lines about parts that exceed their budget by more than a quarter, in units; parts without a budget are listed too.
 */
export function overBudget(units: Costs, budgets: Costs): string[] {
  return Object.entries(units).flatMap(([part, cost]) => {
    const budget = budgets[part];
    if (budget === undefined) return [`${part} has no budget: name one in core/testing/budgets/budgets.json`];
    if (cost <= budget * 1.25) return [];
    return [`${part} costs ${cost.toFixed(0)} units, its budget is ${budget}`];
  });
}
