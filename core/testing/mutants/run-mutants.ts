import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { demoRandom } from '../../boot/demo.ts';
import type { TestPlan } from '../plan/plan.ts';
import { equivalents } from './equivalents.ts';
import { drawMutants, type PlacedMutant } from './mutant-sample.ts';
import { mutantsOf, mutated } from './mutators.ts';
import { openScratchTree } from './scratch-tree.ts';

// npm run mutants -- --sample 20 --seed 1: breaks the code in one place after the other and says which tests notice.
const root = resolve(import.meta.dirname, '../../..');
/** Of the mutants of a sample so many have to be caught. */
const leastCaught = 0.9;

/** What serves requests; not what only tests, demos, migrations and benchmarks run. */
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

/** Every mutant of the tree but those that change nothing. */
function allMutants(): PlacedMutant[] {
  const known = new Set(equivalents.map(({ path, was }) => `${path} ${was}`));
  return globSync(places, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !left.test(path))
    .sort()
    .flatMap((path) => mutantsOf(readFileSync(join(root, path), 'utf8')).map((mutant) => ({ ...mutant, path })))
    .filter(({ path, was }) => !known.has(`${path} ${was}`));
}

/** The tests that fail with the mutant, by the plan of a tree in which it is all that changed. */
function caughtBy(tree: string, { path, ...mutant }: PlacedMutant): string[] {
  const file = join(tree, path);
  const source = readFileSync(file, 'utf8');
  const planFile = join(tree, '.artifacts/plan.json');
  const report = join(tree, '.artifacts/report.json');
  rmSync(report, { force: true });
  writeFileSync(file, mutated(source, mutant));
  const run = (...options: string[]) =>
    spawnSync(process.execPath, options, {
      cwd: tree,
      env: { ...process.env, MILLWRIGHT_TEST_PLAN: planFile },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  try {
    run('core/testing/plan/command.ts', planFile, '--changed=HEAD');
    const plan = JSON.parse(readFileSync(planFile, 'utf8')) as TestPlan;
    plan.files = withoutBuild(plan.files);
    const projects = Object.entries(plan.files).flatMap(([project, files]) => (files.length ? project : []));
    if (!projects.length) return [];
    writeFileSync(planFile, JSON.stringify(plan));
    run(
      ...['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=json', `--outputFile.json=${report}`],
      ...projects.map((project) => `--project=${project}`),
    );
  } finally {
    writeFileSync(file, source);
  }
  return existsSync(report) ? failuresOf(readFileSync(report, 'utf8')) : ['the run ended before its report'];
}

/** What runs from sources alone: a build for each mutant would take longer than its tests. */
const withoutBuild = (files: TestPlan['files']): TestPlan['files'] =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([project]) => project !== 'browser')
      .map(([project, paths]) => [project, paths.filter((path) => !/^(cli|shell|widgets)\//.test(path))]),
  );

interface Report {
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** The tests that failed, and files that failed as a whole. */
const failuresOf = (report: string): string[] =>
  (JSON.parse(report) as Report).testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === 'failed').map(({ fullName }) => fullName);
    return failed.length || status !== 'failed' ? failed : [name];
  });

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const { values } = parseArgs({
  options: { sample: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});
const sample = drawMutants(allMutants(), Number(values.sample), demoRandom(Number(values.seed)));
const { tree, close } = openScratchTree(root);
let caught = 0;
try {
  for (const place of sample) {
    const [first] = caughtBy(tree, place);
    if (first !== undefined) caught += 1;
    const what = `${place.kind} ${place.path}:${place.line} ${place.was.slice(0, 90)}`;
    say(first === undefined ? `SURVIVED  ${what}` : `caught    ${what}\n          by ${first}`);
  }
} finally {
  close();
}
say(`${caught} of ${sample.length} mutants of seed ${values.seed} were caught.`);
process.exitCode = caught >= sample.length * leastCaught ? 0 : 1;
