import { configureGlobal } from 'fast-check';

/**
 * Seed of everything that tests generate. It stands still, so that a failure belongs to the commit and comes again; the
 * night sets others.
 */
export const testSeed = Number(process.env['MILLWRIGHT_TEST_SEED'] ?? 20_261_128);

configureGlobal({ seed: testSeed });
