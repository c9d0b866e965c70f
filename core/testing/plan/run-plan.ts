import { appendFileSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { secondsOfTree } from '../budgets/processor-time.ts';
import type { PlannedChoice } from './choice.ts';
import type { RunPlan } from './command.ts';
import type { Project } from './projects.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The plan that `npm test` made for this run; undefined if files are named or Vitest was called directly. */
export function planOfRun(): RunPlan | undefined {
  const file = process.env['MILLWRIGHT_TEST_PLAN'];
  const plan = file ? (JSON.parse(readFileSync(file, 'utf8')) as RunPlan) : undefined;
  return plan?.files && plan.root === root ? plan : undefined;
}

/** Cases of generated suites in this run. */
export function choiceOfRun(): PlannedChoice {
  const { routes = 'all', screens = 'all' } = planOfRun() ?? {};
  return { routes, screens };
}

/** Files of a project in this run; undefined if the project runs all its files. */
export const filesOfRun = (project: Project): readonly string[] | undefined => {
  const files = planOfRun()?.files;
  return files && (files[project] ?? []);
};

/** Records the total use of the run at its end. Time that belongs to no file counts for the run itself. */
export function noteRun(postgres: number): void {
  const log = process.env['MILLWRIGHT_TEST_COSTS'];
  const whole = { worker: secondsOfTree(process.pid, postgres), postgres: secondsOfTree(postgres) };
  if (log) appendFileSync(log, `${JSON.stringify({ whole })}\n`);
}
