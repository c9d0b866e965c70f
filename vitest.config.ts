import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

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
  'plugins/inventory/server/counting/reconcile/reconcile-speed.http.test.ts',
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

/**
 * One throwaway PostgreSQL serves the whole run (the root's globalSetup runs once); each file makes its own database in
 * it. Everything without a browser is one group, so that no worker waits for the last file of a project; browsers come
 * after
 * it: on two cores a fuzz run beside one would only make both slow. Files of `unit` and of `browser` share their
 * process,
 * because loading the kernel takes longer than most of them.
 */
/** How long a screen may take on a busy machine until it says what is awaited, in milliseconds. */
const screenWait = 15_000;

export default defineConfig({
  test: {
    globalSetup: ['./core/testing/postgres-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [`${source}/**/*.test.ts`],
          exclude: [...skip, ...alone],
          isolate: false,
          restoreMocks: true,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'alone',
          environment: 'node',
          include: alone,
          exclude: skip,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'matrix',
          environment: 'node',
          include: [`${source}/**/*.matrix.ts`],
          exclude: [...skip, ...ofCatalogue],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'fuzz',
          environment: 'node',
          include: [`${source}/**/*.fuzz.ts`],
          exclude: skip,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: [`${source}/**/*.e2e.ts`],
          isolate: false,
          exclude: [...skip, journeys],
          expect: { poll: { timeout: screenWait } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // As `browser`, for `npm run soak` and `.ci/run`: five minutes that `npm test` has not got.
        test: {
          name: 'journey',
          environment: 'node',
          include: [journeys],
          isolate: false,
          exclude: skip,
          expect: { poll: { timeout: screenWait } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'soak',
          environment: 'node',
          include: [`${source}/**/*.soak.ts`],
          exclude: skip,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'real-data',
          environment: 'node',
          include: [`${source}/**/*.real-data.ts`],
          exclude: skip,
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
