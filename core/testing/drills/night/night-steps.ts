/** A part of the nightly run: one call of `npm test` or of another script, with its environment. */
export interface NightStep {
  name: string;
  script: string;
  options: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** Instants that often break date code. The tests' clock starts at each of them, with another order of files. */
const oddInstants: Readonly<Record<string, string>> = {
  'end of a month': '2027-01-31T18:20:07.219Z',
  '29 February': '2028-02-29T15:04:05.219Z',
  'half a minute before midnight in Chicago': '2026-12-01T05:59:30.219Z',
  'spring forward in Chicago': '2027-03-14T08:01:12.219Z',
  'fall back in Chicago': '2026-11-01T06:31:12.219Z',
};

/**
 * Steps of a nightly run. Budgets are defined for a gate, so the first step is a gate run for a change that affects
 * nothing.
 */
export function nightSteps(seed: number, scripts: Readonly<Record<string, string>>): NightStep[] {
  const seeded = { MILLWRIGHT_TEST_SEED: `${seed}` };
  const whole = ['--all', '--also', 'journey,soak,real-data,night', '--beside', '3'];
  const step = (name: string, options: readonly string[], env: Readonly<Record<string, string>> = {}): NightStep => ({
    name,
    script: 'test',
    options,
    env,
  });
  return [
    step('gate', ['--since', 'HEAD']),
    step('everything', whole, { ...seeded, MILLWRIGHT_TEST_RUNS: '1', MILLWRIGHT_TEST_FUZZ_CASES: '200' }),
    ...Object.entries(oddInstants).map(([name, instant], at) =>
      step(name, ['--project', 'unit'], { MILLWRIGHT_TEST_DAY: instant, MILLWRIGHT_TEST_ORDER: `${seed + at}` }),
    ),
    step('partitioned', ['--project', 'unit', '--project', 'matrix'], { MILLWRIGHT_TEST_PARTITIONS: '4' }),
    // All other steps use the newest version.
    ...(scripts['postgres'] ? [{ name: 'PostgreSQL 16', script: 'postgres', options: ['16'], env: {} }] : []),
    ...(scripts['mutants']
      ? [{ name: 'mutants', script: 'mutants', options: ['--sample', '20', '--seed', `${seed}`], env: {} }]
      : []),
  ];
}

/** A failed step or test, with the command that repeats it. */
export interface NightFailure {
  what: string;
  repeat: string;
}

/** Failures in a step's output. A step that failed without naming a failure counts as one. */
export function failuresOf(step: NightStep, output: string, code: number): NightFailure[] {
  const env = Object.entries(step.env).map(([name, value]) => `${name}=${value}`);
  const line = (options: readonly string[]) =>
    [...env, 'npm', step.script === 'test' ? 'test' : `run ${step.script}`, '--', ...options].join(' ');
  const named = [...output.matchAll(/^failed: (.+)$/gm)].map(([, what = '']) => {
    const [file = ''] = what.split(' > ');
    const before = step.script === 'postgres' ? step.options : [];
    return { what, repeat: line(/^\S+\.tsx?$/.test(file) ? [...before, file] : step.options) };
  });
  return named.length === 0 && code !== 0
    ? [{ what: `${step.name} ended with ${code}`, repeat: line(step.options) }]
    : named;
}
