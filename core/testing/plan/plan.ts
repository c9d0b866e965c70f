import { createHash } from 'node:crypto';
import type { ImportGraph } from '../source/imports/import-graph.ts';
import type { Change } from './changes.ts';
import type { PlannedChoice } from './choice.ts';
import { inEveryRun, type Project, projectOf } from './projects.ts';
import { ofTables, type Reach, reachOf } from './reach.ts';
import { bindersOf, type Declared, opensOf, screenFilesOf } from './surface.ts';

/** Options of a run. */
export interface PlanRequest {
  /** Only tests that the changes affect. */
  changed: boolean;
  /** All tests. */
  all: boolean;
  /** Projects in addition to those of every run. */
  also: readonly Project[];
}

/** The data of a plan. */
export interface Tree {
  graph: ImportGraph;
  /** Contents of a file. */
  textOf(path: string): string;
  declared: Declared;
  /** Undefined if git cannot tell the changes; then everything runs. */
  history: { position: number; changes: readonly Change[] } | undefined;
}

/** The contents of one run. */
export interface TestPlan extends PlannedChoice {
  /** Paths of test files by project; a requested project without tests has an empty list. */
  files: Partial<Record<Project, string[]>>;
  /** Summary of the choice for people. */
  line: string;
}

/** The share of unaffected cases that runs: one of this number. */
export const rotations = { routes: 6, screens: 6, journeys: 4 } as const;

/**
 * Whether an unaffected case runs this time. Each case has a fixed turn, so that any `parts` consecutive runs contain
 * it exactly once, regardless of added and removed cases.
 */
export function isTurn(name: string, position: number, parts: number): boolean {
  const turn = createHash('sha1').update(name).digest().readUInt32BE() % parts;
  return turn === position % parts;
}

interface Chosen {
  affected: string[];
  rotated: string[];
  all: readonly string[];
}

/** Chooses the tests of a run. This is the only place that decides; suites get their cases from `chosen`. */
export function planOf(asked: PlanRequest, tree: Tree): TestPlan {
  const { graph, declared, history } = tree;
  const isWhole = asked.all || history === undefined;
  const reach = history && !asked.all ? reachOf(graph, history.changes) : undefined;
  const binders = bindersOf(graph, declared.routes);
  const position = history?.position ?? 0;
  const tests = [...graph.files].filter((path) => projectOf(path)).sort();
  const ofProject = (project: Project) => tests.filter((path) => projectOf(path) === project);
  const opens = opensOf(tree);
  // A changed suite runs all its cases once.
  const hasChangedSuite = (kind?: keyof PlannedChoice): boolean =>
    kind !== undefined &&
    tests
      .filter((path) => projectOf(path) !== 'unit' && graph.importsOf(path)?.chooses.includes(kind))
      .some((suite) => standsOn(graph, suite).some((path) => reach?.changed.has(path)));

  const choose = (
    names: readonly string[],
    isAffected: (name: string) => boolean,
    parts: number,
    kind?: keyof PlannedChoice,
  ): Chosen => {
    const everything = isWhole || reach?.everythingBy !== undefined || hasChangedSuite(kind);
    const affected = everything ? [...names] : names.filter(isAffected);
    const known = new Set(affected);
    const rotated = asked.changed ? [] : names.filter((name) => !known.has(name) && isTurn(name, position, parts));
    return { affected, rotated, all: names };
  };
  const byName = new Map(declared.routes.map((route) => [route.name, route]));
  const routes = choose(
    [...byName.keys()].sort(),
    (name) => {
      const route = byName.get(name);
      return (
        isReached(reach, route?.file) ||
        (binders.get(name) ?? []).some((file) => isReached(reach, file)) ||
        (!asked.changed && route?.isAlways === true)
      );
    },
    rotations.routes,
    'routes',
  );
  const screens = choose(screenFilesOf(graph), (path) => isReached(reach, path), rotations.screens, 'screens');
  const screensHit = new Set(screens.affected);
  // Browser tests boot the whole server; cheaper tests already cover the boot itself.
  const isOpened = (test: string) =>
    [test, ...(graph.needs.get(test) ?? [])].some((path) => reach?.changed.has(path)) ||
    opens(test).some((file) => screensHit.has(file) || (!file.endsWith('.screen.tsx') && isReached(reach, file)));
  const journeys = choose(ofProject('journey'), isOpened, rotations.journeys);

  const chosen = {
    routes: [...routes.affected, ...routes.rotated],
    screens: [...screens.affected, ...screens.rotated],
  };
  const hasContract = declared.routes.some(({ file }) => isReached(reach, file));
  const files: Partial<Record<Project, string[]>> = {};
  for (const project of new Set([...inEveryRun, ...asked.also])) {
    const found = ofProject(project);
    if (project === 'journey') files[project] = [...journeys.affected, ...journeys.rotated].sort();
    else
      files[project] =
        asked.changed && !isWhole && !reach?.everythingBy ? found.filter((path) => isNeeded(path, project)) : found;
  }
  function isNeeded(path: string, project: Project): boolean {
    const through = (project !== 'unit' && graph.importsOf(path)?.chooses) || [];
    const hasCases = through.some((kind) => (kind === 'routes' ? chosen.routes : chosen.screens).length > 0);
    if (through.length) return hasCases;
    if (project === 'browser') return isOpened(path);
    if (isReached(reach, path)) return true;
    // Suites of tables are affected by table sources; all others by contracts.
    return project === 'matrix' && !ofTables.includes(path) && hasContract;
  }
  return {
    files,
    routes: isWhole ? 'all' : chosen.routes,
    screens: isWhole ? 'all' : chosen.screens,
    line: lineOf(files, { routes, screens, journeys }, asked, isWhole),
  };
}

/** The files of a suite itself, without those that its cases test. */
function standsOn(graph: ImportGraph, suite: string): string[] {
  const found = new Set([suite]);
  for (const path of found)
    for (const need of graph.needs.get(path) ?? []) if (/^(core\/testing|shell\/e2e)\//.test(need)) found.add(need);
  return [...found];
}

const isReached = (reach: Reach | undefined, path: string | undefined): boolean =>
  path !== undefined && reach?.files.has(path) === true;

function lineOf(
  files: TestPlan['files'],
  { routes, screens, journeys }: Record<'routes' | 'screens' | 'journeys', Chosen>,
  { also, all }: PlanRequest,
  isWhole: boolean,
): string {
  const count = Object.values(files).flat().length;
  const part = (name: string, { affected, rotated, all: names }: Chosen) =>
    affected.length === names.length
      ? `${name} all ${names.length}`
      : `${name} ${affected.length} affected${rotated.length ? ` + ${rotated.length}` : ''} of ${names.length}`;
  const parts = [`${count} files`, part('routes', routes), part('screens', screens)];
  if (also.includes('journey')) parts.push(part('journeys', journeys));
  const why = isWhole && !all ? ' (git does not tell what has changed, so nothing is left out)' : '';
  return parts.join(', ') + why;
}
