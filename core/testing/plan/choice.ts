import { inject } from 'vitest';

/** What generated suites go through in this run, by name; `all` where nothing is left out. */
export interface PlannedChoice {
  /** Names of endpoints. */
  routes: 'all' | readonly string[];
  /** Paths of `*.screen.tsx` files, relative to the root. */
  screens: 'all' | readonly string[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    plan: PlannedChoice;
  }
}

/** Those of a generated suite's cases that the plan of this run has chosen. */
export function chosen<T>(kind: keyof PlannedChoice, cases: readonly T[], nameOf: (each: T) => string): T[] {
  const names = inject('plan')[kind];
  if (names === 'all') return [...cases];
  const wanted = new Set(names);
  return cases.filter((each) => wanted.has(nameOf(each)));
}
