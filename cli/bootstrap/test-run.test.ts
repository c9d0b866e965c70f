import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { until } from '../../core/testing/calls/until.ts';
import { runTests } from './test-run.mjs';

let root: string;
let outputLines: string[];
/** The programs that were run, by file name, with their options. */
let ran: { program: string; options: string[]; extra: Record<string, string> }[];

const passing = { testResults: [{ status: 'passed', assertionResults: [{ status: 'passed', fullName: 'a' }] }] };

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millwright-test-run-'));
  outputLines = [];
  ran = [];
  const scripts = { types: 'true', boundaries: 'echo a rule is broken; false', expressions: 'true' };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts }));
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((text) => void outputLines.push(text));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs with a given plan and report instead of the programs that create them. */
function run(
  options: string[],
  { plan = {}, planCode = 0, report = passing as object | null, code = 0, during = async () => {} } = {},
): Promise<number> {
  return runTests(options, {
    root,
    node: process.execPath,
    environment: (extra: object) => ({ ...process.env, ...extra }),
    build: async () => ({ code: 0, output: '' }),
    forward: async ([program = '', ...given], extra = {}) => {
      ran.push({ program: basename(program), options: given, extra });
      if (program.endsWith('command.ts') && planCode === 0)
        writeFileSync(given[0] ?? '', JSON.stringify({ checks: ['build', 'types'], isEmpty: false, unit: 1, ...plan }));
      if (program.endsWith('command.ts')) return planCode;
      if (!program.endsWith('vitest.mjs')) return 0;
      await during();
      const file = given.find((option) => option.startsWith('--outputFile.json='))?.split('=')[1] ?? '';
      if (report) writeFileSync(file, JSON.stringify(report));
      return code;
    },
  });
}

it('passes where the checks and the tests do, and says so in its last line', async () => {
  expect(await run([])).toBe(0);
  expect(outputLines.at(-1)).toBe('3 passed, 0 failed');
  expect(ran.map(({ program }) => program)).toEqual(['command.ts', 'vitest.mjs', 'report.ts']);
  expect(ran[1]?.extra['MILLWRIGHT_TEST_PLAN']).toMatch(/plan\.json$/);
});

it('fails with a check, and names it at the end', async () => {
  expect(await run([], { plan: { checks: ['boundaries'] } })).toBe(1);
  expect(outputLines.slice(-2)).toEqual(['failed: boundaries\n  a rule is broken', '1 passed, 1 failed']);
});

it.each([
  ['no report', null, 0],
  ['a bad end', passing, 1],
  ['no test at all', { testResults: [] }, 0],
])('fails with %s', async (_, report, code) => {
  expect(await run([], { report, code })).toBe(1);
  expect(outputLines.at(-1)).toMatch(/ 1 failed$/);
});

it('is neither passed nor failed where nothing was chosen', async () => {
  expect(await run(['--changed'], { plan: { isEmpty: true } })).toBe(2);
  expect(outputLines).toContain('No test was chosen, so none has passed.');
  expect(ran.map(({ program }) => program)).not.toContain('vitest.mjs');
});

it('ends with 2 where there is no plan', async () => {
  expect(await run(['--also', 'nothing'], { planCode: 2 })).toBe(2);
  expect(await run([], { planCode: 7 })).toBe(2);
  expect(await run(['--changed', 'HEAD~3', '--', 'core/auth'])).toBe(2);
  expect(outputLines.at(-1)).toContain('say one of them');
  expect(ran.map(({ program }) => program)).not.toContain('vitest.mjs');
});

it('hands its own options to the plan and all others to Vitest', async () => {
  await run(['--changed', 'HEAD~3', '--also=journey', '--shard=1/2']);
  expect(ran[0]?.options.slice(1)).toEqual(['--changed=HEAD~3', '--also=journey']);
  expect(ran[1]?.options).toContain('--shard=1/2');
  await run(['--beside', 'many']);
  expect(ran[3]?.options.slice(1)).toEqual(['--beside']);
  await run(['core/auth']);
  expect(ran[6]?.options.slice(1)).toEqual(['--files']);
  expect(ran[7]?.options.slice(-4)).toEqual([
    '--project=!soak',
    '--project=!night',
    '--project=!real-data',
    'core/auth',
  ]);
  await run(['core/testing/drills/crash/crash.soak.ts']);
  expect(ran[10]?.options.at(-2)).toMatch(/^--outputFile/);
});

it('clears up after a run that was cut off, and after itself', async () => {
  const runs = join(root, '.artifacts/test-runs');
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  mkdirSync(join(runs, `${pid}`), { recursive: true });
  await run([]);
  expect(readdirSync(runs)).toEqual([]);
});

it.runIf(existsSync('/proc/self/task'))('keeps processors busy beside the tests, no longer', async () => {
  const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  const before = children().length;
  let meanwhile = 0;
  const during = async () => {
    meanwhile = children().length;
  };
  await run(['--beside', '2'], { plan: { checks: [] }, during });
  expect(meanwhile).toBe(before + 2);
  await until('The end of the busy processes', () => children().length === before);
});
