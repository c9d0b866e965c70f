import { expect, test } from 'vitest';
import { sumUp } from './test-report.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});
const report = (...testResults: object[]) => ({ testResults });
const passed = { name: 'types', passed: true };
const failed = { name: 'biome', passed: false, output: `${'a file\n'.repeat(20)}1 error\n` };

test('counts checks and tests together', () => {
  const sum = sumUp([passed, passed, failed], { report: report(file('passed', 'passed', 'passed')), exitCode: 0 });
  expect(sum.line).toBe('4 passed, 1 failed');
});

test('names skipped tests only where there are some', () => {
  const tests = { report: report(file('passed', 'passed', 'pending', 'todo', 'skipped')), exitCode: 0 };
  expect(sumUp([], tests).line).toBe('1 passed, 0 failed, 3 skipped');
});

test('counts each failed test once', () => {
  const tests = { report: report(file('failed', 'passed', 'failed', 'failed')), exitCode: 1 };
  expect(sumUp([], tests).line).toBe('1 passed, 2 failed');
});

test('a file that cannot be loaded is a failure', () => {
  const tests = { report: report(file('passed', 'passed'), file('failed')), exitCode: 1 };
  expect(sumUp([], tests)).toMatchObject({ passed: 1, failed: 1 });
});

test('a failed hook after passed tests is a failure', () => {
  expect(sumUp([], { report: report(file('failed', 'passed')), exitCode: 1 })).toMatchObject({ passed: 1, failed: 1 });
});

test.each([
  ['no report', undefined, 1],
  ['no report though it ended well', undefined, 0],
  ['an unhandled error', report(file('passed', 'passed')), 1],
  ['no test at all', report(), 0],
  ['only skipped tests', report(file('passed', 'pending')), 0],
])('%s is a failure', (_, content, exitCode) => {
  expect(sumUp([passed], { report: content, exitCode }).failed).toBe(1);
});

test('without a test run the checks alone count', () => {
  expect(sumUp([passed], undefined).line).toBe('1 passed, 0 failed');
});

test('names what failed, and why', () => {
  const name = `${process.cwd()}/core/some.test.ts`;
  const failedTest = {
    status: 'failed',
    fullName: 'a list is sorted',
    failureMessages: ['expected 1\n\n    at some.test.ts'],
  };
  const files = [
    { name, status: 'failed', assertionResults: [{ status: 'passed', fullName: 'a list' }, failedTest] },
    { name, status: 'failed', assertionResults: [], message: 'Cannot find module' },
  ];
  expect(sumUp([failed], { report: { testResults: files }, exitCode: 1 }).failures).toEqual([
    `failed: biome\n${'  a file\n'.repeat(11)}  1 error`,
    'failed: core/some.test.ts > a list is sorted\n  expected 1\n\n      at some.test.ts',
    'failed: core/some.test.ts\n  Cannot find module',
  ]);
  expect(sumUp([], { report: undefined, exitCode: 3 }).failures).toEqual([
    'failed: the run of the tests, which ended with 3 after 0 passed ones',
  ]);
});
