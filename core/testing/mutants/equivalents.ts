/** A mutant that changes nothing that anybody could notice. */
interface Equivalent {
  path: string;
  /** What stands there, as the run shows it. */
  was: string;
  why: string;
}

/** Mutants that no test can catch, each with the reason; `npm run mutants` leaves them out. */
export const equivalents: readonly Equivalent[] = [];
