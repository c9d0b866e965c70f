/** See test-report.mjs. */
export function sumUp(
  checks: { passed: boolean }[],
  tests: { report: unknown; exitCode: number } | undefined,
): { passed: number; failed: number; skipped: number; line: string };
