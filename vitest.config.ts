import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { patience } from './core/testing/until.ts';

const skip = ['**/node_modules/**', '.build/**', '.data/**', '.artifacts/**'];
const source = '{core,plugins,cli,shell,widgets}';

/** On tables that are cut these would find each part beside its table: they ask the catalogue itself. */
const ofCatalogue = Number(process.env['MILLWRIGHT_TEST_PARTITIONS'])
  ? ['core/testing/tenant-isolation.matrix.ts', 'core/database/migrations.matrix.ts']
  : [];

/** Their database holds fewer tables than the process has entities once other files have run in it. */
const alone = ['core/events/*.test.ts', 'core/jobs/**/*.test.ts', 'core/mail/*.test.ts', 'core/request-log/*.test.ts'];

/**
 * Browsers going through all of a feature: its API has tests of its own that `npm test` runs, its screens are among
 * `screens`.
 */
const journeys = `${source}/**/*.journey.e2e.ts`;

/**
 * What takes longest, first: begun last it would leave the other worker with nothing to do. Size says little about it.
 */
const longest = [
  'core/testing/api.fuzz.ts',
  'core/testing/route.matrix.ts',
  'core/database/migrations.matrix.ts',
  'cli/machine.test.ts',
  'cli/import/import.test.ts',
  'core/testing/crash.test.ts',
  'cli/administrator.test.ts',
  'core/database/embedded-postgres.test.ts',
  'plugins/inventory/server/promises/promise/oversell.property.test.ts',
  'shell/e2e/screens-of-commerce.e2e.ts',
  'shell/e2e/screens.e2e.ts',
  // Needs no demo database, for which the other worker would wait until the first has filled it.
  'shell/e2e/host.e2e.ts',
  'shell/e2e/account-settings.journey.e2e.ts',
  'shell/e2e/import.journey.e2e.ts',
  'shell/e2e/team-roles.journey.e2e.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Vitest keeps the files of a project together, which share a process.
    const sorted = await super.sort(files);
    const blocks = [...new Set(sorted.map(({ project }) => project))];
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = longest.indexOf(relative(import.meta.dirname, moduleId));
      return found < 0 ? longest.length : found;
    };
    return blocks.flatMap((project) =>
      sorted.filter((file) => file.project === project).sort((a, b) => rank(a) - rank(b)),
    );
  }
}

const inEveryProject = {
  environment: 'node',
  // What waits for an event names it after `patience`, before the test is ended.
  testTimeout: 2 * patience,
  hookTimeout: 2 * patience,
  expect: { poll: { timeout: patience } },
  setupFiles: ['./core/testing/fixed-seed.ts'] as string[],
} as const;

/**
 * One throwaway PostgreSQL serves the whole run (the root's globalSetup runs once); each file makes its own database in
 * it. Everything without a browser is one group, so that no worker waits for the last file of a project; browsers come
 * after
 * it: on two cores a fuzz run beside one would only make both slow. Files of `unit` and of `browser` share their
 * process,
 * because loading the kernel takes longer than most of them.
 */
export default defineConfig({
  test: {
    globalSetup: ['./core/testing/postgres-server.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...inEveryProject,
          name: 'unit',
          include: [`${source}/**/*.test.ts`],
          exclude: [...skip, ...alone],
          isolate: false,
          restoreMocks: true,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...inEveryProject,
          name: 'alone',
          include: alone,
          exclude: skip,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...inEveryProject,
          name: 'matrix',
          include: [`${source}/**/*.matrix.ts`],
          exclude: [...skip, ...ofCatalogue],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...inEveryProject,
          name: 'fuzz',
          include: [`${source}/**/*.fuzz.ts`],
          exclude: skip,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...inEveryProject,
          name: 'browser',
          include: [`${source}/**/*.e2e.ts`],
          isolate: false,
          exclude: [...skip, journeys],
          sequence: { groupOrder: 1 },
        },
      },
      {
        // As `browser`, for `npm run soak` and `.ci/run`: five minutes that `npm test` has not got.
        test: {
          ...inEveryProject,
          name: 'journey',
          include: [journeys],
          isolate: false,
          exclude: skip,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...inEveryProject,
          name: 'soak',
          include: [`${source}/**/*.soak.ts`],
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
          include: [`${source}/**/*.night.ts`],
          exclude: skip,
          provide: { worksAtUsualSizes: true },
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...inEveryProject,
          name: 'real-data',
          include: [`${source}/**/*.real-data.ts`],
          exclude: skip,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
