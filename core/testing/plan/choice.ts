import { inject } from 'vitest';

/** Cases of generated suites in this run, by name; `all` for no restriction. */
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

/** The cases of a generated suite that this run's plan contains. */
export function chosen<T>(kind: keyof PlannedChoice, cases: readonly T[], nameOf: (each: T) => string): T[] {
  const names = inject('plan')[kind];
  if (names === 'all') return [...cases];
  const wanted = new Set(names);
  return cases.filter((each) => wanted.has(nameOf(each)));
}
