/** Kinds of test files by the end of their names; each is a project of vitest.config.ts. The first match counts. */
export const endings = {
  journey: '.journey.e2e.ts',
  browser: '.e2e.ts',
  matrix: '.matrix.ts',
  fuzz: '.fuzz.ts',
  soak: '.soak.ts',
  night: '.night.ts',
  'real-data': '.real-data.ts',
  unit: '.test.ts',
} as const;

export type Project = keyof typeof endings;

/** Projects that `npm test` runs by default. All others take too long before a commit. */
export const inEveryRun: readonly Project[] = ['unit', 'matrix', 'fuzz', 'browser'];

const source = /^(core|plugins|cli|shell|widgets)\//;

/** The project of a test file; undefined for other files. */
export function projectOf(path: string): Project | undefined {
  if (!source.test(path)) return undefined;
  return (Object.keys(endings) as Project[]).find((project) => path.endsWith(endings[project]));
}
