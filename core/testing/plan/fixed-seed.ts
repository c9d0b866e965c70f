import { configureGlobal } from 'fast-check';

/**
 * Seed of all generated tests. It is fixed, so that a failure belongs to the commit and can be repeated; nightly runs
 * use other seeds.
 */
export const testSeed = Number(process.env['MILLWRIGHT_TEST_SEED'] ?? 20_261_128);

/** Share of a property's cases that run. Nightly runs use 1; a search for rare faults can use more. */
const share = Number(process.env['MILLWRIGHT_TEST_RUNS'] ?? 1 / 3);

/** Number of cases to run, given the full number. */
export const runsOf = (whole: number): number => Math.max(1, Math.ceil(whole * share));

configureGlobal({ seed: testSeed, numRuns: runsOf(100) });
