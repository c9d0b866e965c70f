/** Kinds of test files, each a project of vitest.config.ts, by the end of their names. The first that fits counts. */
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

/** Those that `npm test` goes through by itself: the others take longer than one waits before a commit. */
export const inEveryRun: readonly Project[] = ['unit', 'matrix', 'fuzz', 'browser'];

const source = /^(core|plugins|cli|shell|widgets)\//;

/** The project that runs a file; undefined for one that is no test. */
export function projectOf(path: string): Project | undefined {
  if (!source.test(path)) return undefined;
  return (Object.keys(endings) as Project[]).find((project) => path.endsWith(endings[project]));
}
