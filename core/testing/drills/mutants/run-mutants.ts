import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { demoRandom } from '../../../boot/demo/demo.ts';
import type { TestPlan } from '../../plan/plan.ts';
import { equivalents } from './equivalents.ts';
import { drawMutants, type PlacedMutant } from './mutant-sample.ts';
import { mutantsOf, mutated } from './mutators.ts';
import { openScratchTree } from './scratch-tree.ts';

// `npm run mutants -- --sample 20 --seed 1`: breaks the code in one place at a time and reports the tests that notice.
const root = resolve(import.meta.dirname, '../../../..');
/** Smallest share of a sample that must be caught. */
const leastCaught = 0.9;

/** Code that serves requests, without tests, demo data, migrations and benchmarks. */
const places = ['core/*/**/*.ts', 'plugins/*/{server,contracts}/**/*.ts'];
const left = new RegExp(
  [
    '^core/(testing|bench|browser|cli|migrations)/',
    '/migrations/',
    '/demo/',
    String.raw`-(demo|fixture|samples?|bench)\.tsx?$`,
    String.raw`\.(test|matrix|fuzz|soak|night|e2e|real-data)\.ts$`,
  ].join('|'),
);

/** All mutants of the repository without equivalent ones. */
function allMutants(): PlacedMutant[] {
  const known = new Set(equivalents.map(({ path, was }) => `${path} ${was}`));
  return globSync(places, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !left.test(path))
    .sort()
    .flatMap((path) => mutantsOf(readFileSync(join(root, path), 'utf8')).map((mutant) => ({ ...mutant, path })))
    .filter(({ path, was }) => !known.has(`${path} ${was}`));
}

/**
 * The first test that fails with the mutant, by the plan for a tree with only this change; undefined if none fails. A
 * test that also fails without the mutant ends the run.
 */
function caughtBy(tree: string, { path, ...mutant }: PlacedMutant): string | undefined {
  const file = join(tree, path);
  const source = readFileSync(file, 'utf8');
  const planFile = join(tree, '.artifacts/plan.json');
  const report = join(tree, '.artifacts/report.json');
  writeFileSync(file, mutated(source, mutant));
  const run = (...options: string[]) =>
    spawnSync(process.execPath, options, {
      cwd: tree,
      env: { ...process.env, MILLWRIGHT_TEST_PLAN: planFile },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const failureOf = (plan: TestPlan): Failure | undefined => {
    const projects = Object.entries(plan.files).flatMap(([project, files]) => (files.length ? project : []));
    if (!projects.length) return undefined;
    writeFileSync(planFile, JSON.stringify(plan));
    rmSync(report, { force: true });
    run(
      ...['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=json', `--outputFile.json=${report}`],
      ...projects.map((project) => `--project=${project}`),
    );
    if (!existsSync(report)) throw new Error(`The run with ${path} changed ended before its report`);
    return firstFailure(readFileSync(report, 'utf8'));
  };
  let found: Failure | undefined;
  let plan: TestPlan;
  try {
    run('core/testing/plan/command.ts', planFile, '--changed=HEAD');
    plan = JSON.parse(readFileSync(planFile, 'utf8')) as TestPlan;
    plan.files = withoutBuild(plan.files);
    found = failureOf(plan);
  } finally {
    writeFileSync(file, source);
  }
  if (!found) return undefined;
  const failed = relative(tree, found.file);
  plan.files = Object.fromEntries(
    Object.entries(plan.files).map(([project, files]) => [project, files.filter((each) => each === failed)]),
  );
  if (failureOf(plan)) throw new Error(`${found.test} fails without the mutant in ${path} as well`);
  return found.test;
}

/** Only tests that need no build; a build per mutant would take longer than its tests. */
const withoutBuild = (files: TestPlan['files']): TestPlan['files'] =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([project]) => project !== 'browser')
      .map(([project, paths]) => [project, paths.filter((path) => !/^(cli|shell|widgets)\//.test(path))]),
  );

interface Report {
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

interface Failure {
  file: string;
  test: string;
}

/** The first failed test, or the first file that failed as a whole. */
const firstFailure = (report: string): Failure | undefined => {
  for (const { name, status, assertionResults } of (JSON.parse(report) as Report).testResults) {
    const failed = assertionResults.find((each) => each.status === 'failed');
    if (failed || status === 'failed') return { file: name, test: failed?.fullName ?? name };
  }
  return undefined;
};

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const { values } = parseArgs({
  options: { sample: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});
const sample = drawMutants(allMutants(), Number(values.sample), demoRandom(Number(values.seed)));
const { tree, close } = openScratchTree(root);
let caught = 0;
try {
  for (const place of sample) {
    const test = caughtBy(tree, place);
    if (test !== undefined) caught += 1;
    const what = `${place.kind} ${place.path}:${place.line} ${place.was.slice(0, 90)}`;
    say(test === undefined ? `SURVIVED  ${what}` : `caught    ${what}\n          by ${test}`);
  }
} finally {
  close();
}
say(`${caught} of ${sample.length} mutants of seed ${values.seed} were caught.`);
process.exitCode = caught >= sample.length * leastCaught ? 0 : 1;
