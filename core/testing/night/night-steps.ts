/** A part of the night: one call of `npm test` or of another script, with its environment. */
export interface NightStep {
  name: string;
  script: string;
  options: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** Instants at which clocks have gone wrong before, as the tests' clock stands at them. */
const oddInstants: Readonly<Record<string, string>> = {
  'end of a month': '2027-01-31T18:20:07.219Z',
  '29 February': '2028-02-29T15:04:05.219Z',
  'half a minute before midnight in Chicago': '2026-12-01T05:59:30.219Z',
  'spring forward in Chicago': '2027-03-14T08:01:12.219Z',
  'fall back in Chicago': '2026-11-01T06:31:12.219Z',
};

/** What a night runs. The budgets are those of a gate, so one is run first, as for a change that reaches nothing. */
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
    ...Object.entries(oddInstants).map(([name, instant]) =>
      step(name, ['--project', 'unit'], { MILLWRIGHT_TEST_DAY: instant }),
    ),
    step('partitioned', ['--project', 'unit', '--project', 'matrix'], { MILLWRIGHT_TEST_PARTITIONS: '4' }),
    ...(scripts['mutants']
      ? [{ name: 'mutants', script: 'mutants', options: ['--sample', '20', '--seed', `${seed}`], env: {} }]
      : []),
  ];
}

/** A failure of a step and the line that repeats it. */
export interface NightFailure {
  what: string;
  repeat: string;
}

/** The failures that a step has printed; one that ended badly and named none counts as one. */
export function failuresOf(step: NightStep, output: string, code: number): NightFailure[] {
  const env = Object.entries(step.env).map(([name, value]) => `${name}=${value}`);
  const line = (options: readonly string[]) =>
    [...env, 'npm', step.script === 'test' ? 'test' : `run ${step.script}`, '--', ...options].join(' ');
  const named = [...output.matchAll(/^failed: (.+)$/gm)].map(([, what = '']) => {
    const [file = ''] = what.split(' > ');
    return { what, repeat: line(/^\S+\.tsx?$/.test(file) ? [file] : step.options) };
  });
  return named.length === 0 && code !== 0
    ? [{ what: `${step.name} ended with ${code}`, repeat: line(step.options) }]
    : named;
}
