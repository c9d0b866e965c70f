import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import budgets from './core/testing/budgets/budgets.json' with { type: 'json' };
import type { Costs } from './core/testing/budgets/budgets.ts';
import { knownCosts } from './core/testing/budgets/report.ts';
import { patience } from './core/testing/calls/until.ts';
import { endings, type Project } from './core/testing/plan/projects.ts';
import { filesOfRun } from './core/testing/plan/run-plan.ts';

const skip = ['**/node_modules/**', '.build/**', '.data/**', '.artifacts/**'];
const source = '{core,plugins,cli,shell,widgets}';

/** On tables that are cut these would find each part beside its table: they ask the catalogue itself. */
const ofCatalogue = Number(process.env['MILLWRIGHT_TEST_PARTITIONS'])
  ? ['core/testing/matrices/rows/tenant-isolation.matrix.ts', 'core/database/schema/migrations.matrix.ts']
  : [];

/** What this run has for a project: what its plan chose, else all files of the kind. */
const filesOf = (project: Project): string[] => [...(filesOfRun(project) ?? [`${source}/**/*${endings[project]}`])];

/** The night draws the order of files by this seed, since none may depend on one that ran before it. */
const drawnBy = process.env['MILLWRIGHT_TEST_ORDER'];

const drawn = ({ moduleId }: TestSpecification): string =>
  createHash('sha256')
    .update(`${drawnBy} ${relative(import.meta.dirname, moduleId)}`)
    .digest('hex');

/** What has cost most is begun first: begun last it would leave the other worker with nothing to do. */
class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Vitest keeps the files of a project together, which share a process.
    const sorted = await super.sort(files);
    const blocks = [...new Set(sorted.map(({ project }) => project))];
    const known = { ...budgets.files, ...knownCosts().files } as Costs;
    const cost = ({ moduleId }: TestSpecification): number => known[relative(import.meta.dirname, moduleId)] ?? 0;
    const order = drawnBy
      ? (a: TestSpecification, b: TestSpecification) => (drawn(a) < drawn(b) ? -1 : 1)
      : (a: TestSpecification, b: TestSpecification) => cost(b) - cost(a);
    return blocks.flatMap((project) => sorted.filter((file) => file.project === project).sort(order));
  }
}

const inEveryProject = {
  environment: 'node',
  // What waits for an event names it after `patience`, before the test is ended.
  testTimeout: 2 * patience,
  hookTimeout: 2 * patience,
  expect: { poll: { timeout: patience } },
  setupFiles: ['./core/testing/plan/fixed-seed.ts', './core/testing/budgets/cost-of-file.ts'] as string[],
  // Vite would read its nine megabytes and print a stack about the map of sources that the package lacks.
  server: { deps: { external: ['zpl-renderer-js'] as string[] } },
} as const;

/**
 * One throwaway PostgreSQL serves the whole run (the root's globalSetup runs once); each file makes its own database in
 * it. Everything without a browser is one group, so that no worker waits for the last file of a project. Browsers come
 * after it: on two cores a fuzz run beside one would only make both slow. Files of a project share their process,
 * because loading the kernel takes longer than most of them.
 */
export default defineConfig({
  test: {
    globalSetup: ['./core/testing/postgres/postgres-server.ts'],
    maxWorkers: 2,
    sequence: { sequencer: DearestFirst },
    projects: [
      {
        test: {
          ...inEveryProject,
          name: 'unit',
          include: filesOf('unit'),
          exclude: skip,
          isolate: false,
          restoreMocks: true,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...inEveryProject,
          name: 'matrix',
          include: filesOf('matrix'),
          exclude: [...skip, ...ofCatalogue],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...inEveryProject,
          name: 'fuzz',
          include: filesOf('fuzz'),
          isolate: false,
          exclude: skip,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...inEveryProject,
          name: 'browser',
          include: filesOf('browser'),
          isolate: false,
          exclude: [...skip, `**/*${endings.journey}`],
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Browsers going through all of a feature: more minutes than `npm test` has got.
        test: {
          ...inEveryProject,
          name: 'journey',
          include: filesOf('journey'),
          isolate: false,
          exclude: skip,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...inEveryProject,
          name: 'soak',
          include: filesOf('soak'),
          exclude: skip,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // What `npm test` shows with small sizes of work, with those of an installation.
        test: {
          ...inEveryProject,
          name: 'night',
          include: filesOf('night'),
          exclude: skip,
          fileParallelism: false,
          provide: { worksAtUsualSizes: true },
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...inEveryProject,
          name: 'real-data',
          include: filesOf('real-data'),
          exclude: skip,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
