import { configureGlobal } from 'fast-check';

/**
 * Seed of everything that tests generate. It stands still, so that a failure belongs to the commit and comes again; the
 * night sets others.
 */
export const testSeed = Number(process.env['MILLWRIGHT_TEST_SEED'] ?? 20_261_128);

/** Which part of a law's cases runs; the night sets 1, and who looks for rare faults more. */
const share = Number(process.env['MILLWRIGHT_TEST_RUNS'] ?? 1 / 3);

/** How many cases of a law run, of those that it has as a whole. */
export const runsOf = (whole: number): number => Math.max(1, Math.ceil(whole * share));

configureGlobal({ seed: testSeed, numRuns: runsOf(100) });
