import { appendFileSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { secondsOfTree } from '../budgets/processor-time.ts';
import type { PlannedChoice } from './choice.ts';
import type { RunPlan } from './command.ts';
import type { Project } from './projects.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The plan that `npm test` has made for this run; undefined where files are named, or Vitest was called by itself. */
export function planOfRun(): RunPlan | undefined {
  const file = process.env['MILLWRIGHT_TEST_PLAN'];
  const plan = file ? (JSON.parse(readFileSync(file, 'utf8')) as RunPlan) : undefined;
  return plan?.files && plan.root === root ? plan : undefined;
}

/** What generated suites of this run go through. */
export function choiceOfRun(): PlannedChoice {
  const { routes = 'all', screens = 'all' } = planOfRun() ?? {};
  return { routes, screens };
}

/** Files that this run has for a project; undefined where that runs all of its files. */
export const filesOfRun = (project: Project): readonly string[] | undefined => {
  const files = planOfRun()?.files;
  return files && (files[project] ?? []);
};

/** Notes what the run has used in all, at its end: what no file has used is its own. */
export function noteRun(postgres: number): void {
  const log = process.env['MILLWRIGHT_TEST_COSTS'];
  const whole = { worker: secondsOfTree(process.pid, postgres), postgres: secondsOfTree(postgres) };
  if (log) appendFileSync(log, `${JSON.stringify({ whole })}\n`);
}
