import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { clocksIn, isOfTests } from './source-clocks.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** Files that may use a clock, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'core/testing/calls/until.ts': 'waits for everybody else',
  'core/testing/stand-ins/test-clock.ts': 'is the real time where that is asked for',
  'core/testing/browser/browser-form-speed.ts': 'is a benchmark',
  'core/testing/postgres/kept-clusters.ts': 'keeps templates on the disk by when they were used last',
  'core/testing/drills/crash/work/crash-load.ts': 'signs in again in loads of hours',
  'core/testing/drills/crash/work/factory-crash.ts': 'is a drill, whose server and tablets go by the real time',
  'core/testing/drills/crash/work/webhook-crash.ts': 'answers late, so that a kill meets calls without an answer',
  'core/testing/drills/night/nightly.ts': 'draws the seed of a night',
  'core/jobs/testing/job-installation.ts': 'runs a queue, whose timetable goes by the real time',
  'core/testing/source/measures/source-clocks.ts': 'names what it looks for',
  'core/testing/source/measures/source-clocks.test.ts': 'has an example of each',
};

const examples: Readonly<Record<string, readonly string[]>> = {
  'Date.now': ['const seed = Date.now() % 1_000;'],
  'new Date()': ['const now = new Date();'],
  'a day without an instant': ["const today = dateIn('UTC');", 'startOfDayIn()'],
  'performance.now': ['const began = performance.now();'],
  setTimeout: [
    'await new Promise((done) => setTimeout(done, 5));',
    "import { setTimeout as pause } from 'timers/promises';",
  ],
  'vi.waitFor': ['await vi.waitFor(() => expect(done).toBe(true));'],
  waitForTimeout: ['await page.waitForTimeout(50);'],
  'a limit of time': [
    '}, 120_000);',
    '  }, 20 * 60_000);',
    "it('works', { timeout: 5_000 }, async () => {",
    'await expect.poll(read, { timeout: 20_000 }).toBe(7);',
    'page.setDefaultTimeout(15_000);',
    'testTimeout: 60_000,',
  ],
  'Math.random': ['const at = Math.random();'],
  'a port by chance': ['const port = 20_000 + random.below(20_000);', 'listen(randomInt(2_000, 9_000));'],
};

it.each(Object.entries(examples))('%s is found', (kind, texts) => {
  for (const text of texts) expect(clocksIn(text), text).toContain(kind);
});

it('times and limits that a test says otherwise are not', () => {
  for (const text of [
    '// as Date.now() does',
    ' * like setTimeout',
    "const now = new Date('2026-01-02');",
    "dateIn('UTC', kernel.clock.now())",
    'port: 0,',
    '    }, 0);',
    'timeout: patience,',
  ])
    expect(clocksIn(text), text).toEqual([]);
});

it('no test depends on a clock or on chance', () => {
  const paths = globSync('{core,plugins,cli,shell,widgets}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  }).map((path) => path.replaceAll('\\', '/'));
  const found = paths.filter(
    (path) => isOfTests(path) && clocksIn(readFileSync(resolve(root, path), 'utf8')).length > 0,
  );
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((path) => !(path in allowed))).toEqual([]);
  // Outdated entries must be removed.
  expect(Object.keys(allowed).filter((path) => !found.includes(path))).toEqual([]);
});
