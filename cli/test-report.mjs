/**
 * Sums up a run: the checks that count as one each, and Vitest's JSON report.
 *
 * A test file that cannot be loaded, or whose hooks fail, has no failed test of its own in the report: it counts as one
 * failure. So does a run that ends badly without naming a failure (a crashed worker, an unhandled rejection, no report),
 * and a run in which no test ran at all.
 *
 * @param {{ passed: boolean }[]} checks
 * @param {{ report: unknown, exitCode: number } | undefined} tests undefined when Vitest was not asked to run
 * @returns {{ passed: number, failed: number, skipped: number, line: string }}
 */
export function sumUp(checks, tests) {
  let passed = checks.filter((check) => check.passed).length;
  let failed = checks.length - passed;
  let skipped = 0;
  if (tests) {
    const counted = countTests(tests.report);
    passed += counted.passed;
    failed += counted.failed;
    skipped += counted.skipped;
    if (counted.failed === 0 && (tests.exitCode !== 0 || counted.passed === 0)) failed += 1;
  }
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { passed, failed, skipped, line };
}

function countTests(report) {
  const counted = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report?.testResults ?? []) {
    let failedHere = 0;
    for (const test of file.assertionResults ?? []) {
      if (test.status === 'passed') counted.passed += 1;
      else if (test.status === 'failed') failedHere += 1;
      else counted.skipped += 1;
    }
    if (file.status === 'failed' && failedHere === 0) failedHere = 1;
    counted.failed += failedHere;
  }
  return counted;
}
