import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { measureUnit } from '../budgets/unit.ts';
import { graphCache, importGraph } from '../source/imports/import-graph.ts';
import { gitHistory, type History, PlanRefusal } from './changes.ts';
import { type PlanRequest, planOf, type TestPlan } from './plan.ts';
import { endings, type Project } from './projects.ts';
import { declaredIn } from './surface.ts';

/** The plan of a run, as a file for its processes. */
export interface RunPlan extends Partial<TestPlan> {
  /** The repository it applies to; nested runs of other repositories have their own plan. */
  root: string;
  /** Checks of the whole repository that run beside the tests. */
  checks: readonly string[];
  /** Files for Biome; all if undefined. */
  lintedFiles?: string[];
  /** Whether no test was chosen. */
  isEmpty: boolean;
  /** Processor seconds of one unit of work on this machine. */
  unit: number;
}

const root = resolve(import.meta.dirname, '../../..');
const allChecks = ['build', 'biome', 'types', 'boundaries', 'expressions'];

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Parses `--changed=REF`, `--all`, `--since=REF` and `--also=a,b`; `--files` means that files are named. */
export function askedOf(options: readonly string[]): PlanRequest & { since: string | undefined } {
  const request = { changed: false, all: false, also: [] as Project[], since: undefined as string | undefined };
  for (const option of options) {
    const [name, value] = option.split(/=(.*)/s);
    if (name === '--all') request.all = true;
    else if (name === '--changed') {
      request.changed = true;
      request.since = value;
    } else if (name === '--since' && value) request.since = value;
    else if (name === '--also') request.also.push(...(value ?? '').split(',').map(projectNamed));
    else if (name === '--beside')
      throw new PlanRefusal('--beside takes a number of busy processes, 64 at most: --beside 3');
    else throw new PlanRefusal(`There is no option ${name}.`);
  }
  if (request.all && request.changed)
    throw new PlanRefusal('--all leaves nothing out and --changed all but what changed: say one of them.');
  return request;
}

function projectNamed(name: string): Project {
  if (name in endings) return name as Project;
  throw new PlanRefusal(`--also knows no "${name}". It takes ${Object.keys(endings).join(', ')}.`);
}

/** The reason why a project cannot run here; undefined if it can. */
const unable: Partial<Record<Project, () => string | undefined>> = {
  'real-data': () => (existsSync(join(root, '../shared')) ? undefined : '../shared is not there'),
};

async function makePlan(options: readonly string[]): Promise<RunPlan> {
  const unit = measureUnit();
  if (options[0] === '--files') return { root, checks: [], isEmpty: false, unit };
  const { since, ...asked } = askedOf(options);
  const history: History | undefined = gitHistory(root, {
    since,
    back: asked.changed ? 1 : 40,
    isAsked: asked.changed || since !== undefined,
  });
  const graph = importGraph(root, { cache: graphCache });
  const declared = await declaredIn(root, graph, join(root, '.artifacts/declared.json'));
  const plan = planOf(asked, {
    graph,
    declared,
    history,
    textOf: (path) => readFileSync(join(root, path), 'utf8'),
  });
  for (const [project, reason] of Object.entries(unable)) {
    const why = plan.files[project as Project]?.length ? reason() : undefined;
    if (why) plan.files[project as Project] = [];
    if (why) say(`${project}: ${why}`);
  }
  const counted = asked.changed && history ? `changed since ${history.base}: ` : '';
  say(`${counted}${plan.line}`);
  for (const [project, files] of Object.entries(plan.files)) if (!files.length) say(`${project}: none chosen`);
  if (asked.changed) nameFiles(Object.values(plan.files).flat());
  const isEmpty = Object.values(plan.files).every((files) => !files.length);
  if (!asked.changed || !history) return { root, ...plan, checks: allChecks, isEmpty, unit };
  return { root, ...plan, ...checksOf(plan, history), isEmpty, unit };
}

/** A longer list would not help a person. */
const mostNamed = 80;

function nameFiles(files: readonly string[]): void {
  for (const path of files.slice(0, mostNamed)) say(`  ${path}`);
  if (files.length > mostNamed) say(`  and ${files.length - mostNamed} more`);
}

/** Checks that a change can make fail. */
function checksOf(plan: TestPlan, { changes }: History): { checks: string[]; lintedFiles: string[] } {
  const lintedFiles = changes.filter(({ after }) => after !== undefined).map(({ path }) => path);
  const isCode = changes.some(({ path }) => /\.(tsx?|mjs|json|css)$/.test(path));
  const needsBuild =
    [...(plan.files.browser ?? []), ...(plan.files.journey ?? [])].length > 0 ||
    Object.values(plan.files)
      .flat()
      .some((path) => /^(cli|shell|widgets)\//.test(path));
  const checks = [
    ...(needsBuild ? ['build'] : []),
    ...(lintedFiles.length ? ['biome'] : []),
    ...(isCode ? ['types', 'boundaries', 'expressions'] : []),
  ];
  return { checks, lintedFiles };
}

if (import.meta.main) {
  const [target = '', ...options] = process.argv.slice(2);
  try {
    writeFileSync(target, JSON.stringify(await makePlan(options)));
  } catch (error) {
    const isOfDisk =
      error instanceof Error && 'code' in error && ['ENOSPC', 'EROFS', 'EDQUOT'].includes(String(error.code));
    if (!(error instanceof PlanRefusal) && !isOfDisk) throw error;
    console.error(isOfDisk ? `The plan could not be written: ${error.message}` : error.message);
    process.exitCode = 2;
  }
}
