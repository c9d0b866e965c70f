import { defineConfig } from 'vitest/config';

const skip = ['**/node_modules/**', '.build/**', '.data/**', '.artifacts/**'];
const source = '{core,plugins,cli,shell,widgets}';

/** Their database holds fewer tables than the process has entities once other files have run in it. */
const alone = ['core/events/*.test.ts', 'core/jobs/**/*.test.ts', 'core/mail/*.test.ts', 'core/request-log/*.test.ts'];

/**
 * One throwaway PostgreSQL serves the whole run (the root's globalSetup runs once); each file makes its own database in
 * it. The projects run one group after the other: on two cores a fuzz run beside a browser would only make both slow.
 * Files of `unit` and of `browser` share their process, because loading the kernel takes longer than most of them.
 */
export default defineConfig({
  test: {
    globalSetup: ['./core/testing/postgres-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
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
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'matrix',
          environment: 'node',
          include: [`${source}/**/*.matrix.ts`],
          exclude: skip,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
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
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: [`${source}/**/*.e2e.ts`],
          isolate: false,
          exclude: skip,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 4 },
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
          sequence: { groupOrder: 5 },
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
          sequence: { groupOrder: 6 },
        },
      },
    ],
  },
});
