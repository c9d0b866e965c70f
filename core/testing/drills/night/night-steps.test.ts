import { expect, it } from 'vitest';
import { failuresOf, nightSteps } from './night-steps.ts';

const steps = nightSteps(7, { mutants: 'node mutants.ts', postgres: 'node run-on-postgres.ts' });
const named = (name: string) => steps.find((step) => step.name === name) ?? expect.fail(`There is no step ${name}`);

it('runs what a gate leaves out', () => {
  expect(named('everything').options.join(' ')).toBe('--all --also journey,soak,real-data,night --beside 3');
  expect(named('everything').env).toMatchObject({ MILLWRIGHT_TEST_SEED: '7', MILLWRIGHT_TEST_FUZZ_CASES: '200' });
  expect(new Date(named('29 February').env['MILLWRIGHT_TEST_DAY'] ?? '').getUTCDate()).toBe(29);
  expect(named('mutants').options).toEqual(['--sample', '20', '--seed', '7']);
});

it('repeats each failure by one line', () => {
  const output =
    'failed: core/audit/audit.test.ts > keeps all\n  expected 1\nfailed: types\n  an error\n3 passed, 2 failed\n';
  expect(failuresOf(named('29 February'), output, 1)).toEqual([
    {
      what: 'core/audit/audit.test.ts > keeps all',
      repeat:
        'MILLWRIGHT_TEST_DAY=2028-02-29T15:04:05.219Z MILLWRIGHT_TEST_ORDER=8 npm test -- core/audit/audit.test.ts',
    },
    {
      what: 'types',
      repeat: 'MILLWRIGHT_TEST_DAY=2028-02-29T15:04:05.219Z MILLWRIGHT_TEST_ORDER=8 npm test -- --project unit',
    },
  ]);
  expect(failuresOf(named('mutants'), 'no word', 3)).toEqual([
    { what: 'mutants ended with 3', repeat: 'npm run mutants -- --sample 20 --seed 7' },
  ]);
  expect(failuresOf(named('PostgreSQL 16'), 'failed: core/auth/auth.test.ts > signs in', 1)).toEqual([
    {
      what: 'core/auth/auth.test.ts > signs in',
      repeat: 'npm run postgres -- 16 core/auth/auth.test.ts',
    },
  ]);
  expect(failuresOf(named('gate'), '9 passed, 0 failed', 0)).toEqual([]);
});
