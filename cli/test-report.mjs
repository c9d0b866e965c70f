import { relative } from 'node:path';

/** What is repeated of the reason of one failure; the whole stands where the test ran. */
const REASON_LINES = 12;

/**
 * Sums up a run: the checks that count as one each, and Vitest's JSON report.
 *
 * A test file that cannot be loaded, or whose hooks fail, has no failed test of its own in the report: it counts as one
 * failure. So does a run that ends badly without naming a failure (a crashed worker, an unhandled rejection, no report),
 * and a run in which no test ran at all.
 *
 * @param {{ name: string, passed: boolean }[]} checks
 * @param {{ report: unknown, exitCode: number } | undefined} tests undefined when Vitest was not asked to run
 * @returns {{ passed: number, failed: number, skipped: number, failures: string[], line: string }} `failures` begin with
 *   `failed: ` and the name; the lines of the reason follow, indented
 */
export function sumUp(checks, tests) {
  const failures = checks.filter((check) => !check.passed).map((check) => `failed: ${check.name}`);
  const counted = { passed: checks.length - failures.length, skipped: 0 };
  if (tests) {
    const before = failures.length;
    const passedTests = countTests(tests.report, counted, failures);
    if (failures.length === before && (tests.exitCode !== 0 || passedTests === 0)) {
      failures.push(
        `failed: the run of the tests, which ended with ${tests.exitCode} after ${passedTests} passed ones`,
      );
    }
  }
  const sum = { ...counted, failed: failures.length, failures };
  const line = `${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`;
  return { ...sum, line };
}

function countTests(report, counted, failures) {
  const before = counted.passed;
  for (const file of report?.testResults ?? []) {
    let failedHere = 0;
    for (const test of file.assertionResults ?? []) {
      if (test.status === 'passed') counted.passed += 1;
      else if (test.status === 'failed') {
        failedHere += 1;
        failures.push(failureOf(file, test.fullName, test.failureMessages?.join('\n')));
      } else counted.skipped += 1;
    }
    if (file.status === 'failed' && failedHere === 0) failures.push(failureOf(file, undefined, file.message));
  }
  return counted.passed - before;
}

function failureOf(file, test, reason) {
  const name = [file.name && relative(process.cwd(), file.name), test].filter(Boolean).join(' > ');
  const lines = (reason ?? '').split('\n').slice(0, REASON_LINES);
  return [`failed: ${name}`, ...lines.map((line) => `  ${line}`.trimEnd())].join('\n').trimEnd();
}
