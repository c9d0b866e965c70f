import { relative } from 'node:path';

/** Lines of a failure's reason in the summary; the complete output is above. */
const REASON_LINES = 12;

/**
 * Sums up a run: the checks that count as one each, with the end of what they printed, and Vitest's JSON report.
 *
 * A test file that cannot be loaded, or whose hooks fail, has no failed test of its own in the report: it counts as one
 * failure. So does a run that ends badly without naming a failure (a crashed worker, an unhandled rejection, no
 * report), and a run in which no test ran at all.
 *
 * @param {{ name: string, passed: boolean, output?: string }[]} checks
 * @param {{ report: unknown, exitCode: number } | undefined} tests undefined when Vitest was not asked to run
 * @returns {{ passed: number, failed: number, skipped: number, failures: string[], line: string }} `failures` begin
 * with
 *   `failed: ` and the name; the lines of the reason follow, indented
 */
export function sumUp(checks, tests) {
  const failures = checks.filter((check) => !check.passed).map(failedCheck);
  let passed = checks.length - failures.length;
  let skipped = 0;
  if (tests) {
    const counted = countTests(tests.report);
    passed += counted.passed;
    skipped = counted.skipped;
    failures.push(...counted.failures);
    if (counted.failures.length === 0 && (tests.exitCode !== 0 || counted.passed === 0))
      failures.push(
        `failed: the run of the tests, which ended with ${tests.exitCode} after ${counted.passed} passed ones`,
      );
  }
  const failed = failures.length;
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { passed, failed, skipped, failures, line };
}

function countTests(report) {
  const counted = { passed: 0, skipped: 0, failures: [] };
  for (const file of report?.testResults ?? []) {
    const tests = file.assertionResults ?? [];
    const failed = tests.filter(({ status }) => status === 'failed');
    const passed = tests.filter(({ status }) => status === 'passed');
    counted.passed += passed.length;
    counted.skipped += tests.length - passed.length - failed.length;
    for (const { fullName, failureMessages = [] } of failed)
      counted.failures.push(failureOf(file, fullName, failureMessages.join('\n')));
    if (file.status === 'failed' && failed.length === 0)
      counted.failures.push(failureOf(file, undefined, file.message));
  }
  return counted;
}

function failedCheck({ name, output = '' }) {
  return failure(name, output.trimEnd().split('\n').slice(-REASON_LINES));
}

function failureOf(file, test, reason) {
  const name = [file.name && relative(process.cwd(), file.name), test].filter(Boolean).join(' > ');
  return failure(name, (reason ?? '').split('\n').slice(0, REASON_LINES));
}

function failure(name, lines) {
  return [`failed: ${name}`, ...lines.map((line) => `  ${line}`.trimEnd())].join('\n').trimEnd();
}
