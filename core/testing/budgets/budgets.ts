import { projectOf } from '../plan/projects.ts';

/** Processor seconds at one moment: of a worker with its children, and of the PostgreSQL that all workers use. */
export interface Reading {
  worker: number;
  postgres: number;
}

/** A file of tests from its first line to its last hook. */
export interface FileRun {
  file: string;
  begin: Reading;
  end: Reading;
}

/** Processor seconds by name. */
export type Costs = Record<string, number>;

/** The part of a run that a file belongs to, as budgets.json names them. */
export function partOf(file: string): string {
  const project = projectOf(file) ?? 'unit';
  if (project !== 'unit') return project;
  if (file.startsWith('plugins/')) return 'tests of plugins';
  return file.startsWith('cli/') ? 'tests of cli' : 'tests of core, shell, widgets';
}

/**
 * What each file has cost with its part of PostgreSQL. The server cannot tell for whom it works, so what it uses
 * between two readings is shared by the files that ran meanwhile.
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

/** Lines about the parts that cost a quarter more than their budget, in units; what has none is told too. */
export function overBudget(units: Costs, budgets: Costs): string[] {
  return Object.entries(units).flatMap(([part, cost]) => {
    const budget = budgets[part];
    if (budget === undefined) return [`${part} has no budget: name one in core/testing/budgets.json`];
    if (cost <= budget * 1.25) return [];
    return [`${part} costs ${cost.toFixed(0)} units, its budget is ${budget}`];
  });
}
