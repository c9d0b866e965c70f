/** See test-report.mjs. */
export function sumUp(
  checks: { name: string; passed: boolean }[],
  tests: { report: unknown; exitCode: number } | undefined,
): { passed: number; failed: number; skipped: number; failures: string[]; line: string };
