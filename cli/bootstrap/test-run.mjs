// `npm test`: gets a plan, runs checks and tests concurrently, and sums up both. Plain JavaScript, like bootstrap.mjs.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sumUp } from './test-report.mjs';

/** Exit code if nothing could be run or was selected: neither passed nor failed. */
const NOTHING_RUN = 2;

/** A process that keeps a processor busy until it is ended or its parent has gone. */
const BUSY = 'const parent = process.ppid; while (process.ppid === parent) for (let i = 0; i < 1e7; i += 1);';

/**
 * @param {string[]} options of the command line
 * @param {object} tools
 * @param {string} tools.root
 * @param {string} tools.node path of Node 24
 * @param {(extra: object) => object} tools.environment for programs of ours
 * @param {() => Promise<{ code: number, output: string }>} tools.build makes the build unless it is there
 * @param {(options: string[], extra?: object) => Promise<number>} tools.forward runs Node in our place
 * @returns {Promise<number>} the exit code
 */
export async function runTests(options, { root, node, environment, build, forward }) {
  const { planned, beside, rest } = readOptions(options);
  const runs = join(root, '.artifacts', 'test-runs');
  clearUp(runs);
  const own = join(runs, `${process.pid}`);
  mkdirSync(own, { recursive: true });
  mkdirSync(join(root, '.build'), { recursive: true });
  const file = (name) => join(own, name);
  const busy = Array.from({ length: beside }, () => spawn(node, ['-e', BUSY], { stdio: 'ignore' }));
  const endBusy = () => {
    for (const child of busy) child.kill('SIGKILL');
  };
  process.once('exit', endBusy);
  try {
    const hasPaths =
      rest.some((option) => !option.startsWith('-')) || rest.some((option) => option.startsWith('--project'));
    if (hasPaths && planned.length)
      return refuse(`${planned.join(' ')} asks for a plan and ${rest.join(' ')} for some files: say one of them.`);
    const planCommand = [
      join(root, 'core/testing/plan/command.ts'),
      file('plan.json'),
      ...(hasPaths ? ['--files'] : planned),
    ];
    const refused = await forward(planCommand);
    if (refused !== 0) return refused === NOTHING_RUN ? refused : refuse('The plan could not be made.');
    const plan = JSON.parse(readFileSync(file('plan.json'), 'utf8'));

    const checks = checksOf(plan, { root, environment, build });
    const results = [];
    // First, because browser tests and CLI tests use the build.
    if (checks.build) results.push(await finish('build', checks.build));
    delete checks.build;
    const running = Object.entries(checks).map(([name, run]) => finish(name, run));
    const tests = plan.isEmpty
      ? undefined
      : await runVitest([...shortOnes(rest, hasPaths), ...rest], { root, file, forward });
    results.push(...(await Promise.all(running)));
    for (const { name, passed, output, seconds } of results) {
      if (!passed) console.log(output.trimEnd());
      const cost = seconds === undefined ? '' : ` (${seconds.toFixed(1)} s of processor time)`;
      console.log(`${passed ? '✓' : '✗'} ${name} ${passed ? 'passed' : 'failed'}${cost}`);
    }
    await reportCosts(results, { root, file, forward });

    const sum = sumUp(results, tests);
    // Repeated at the end, because the output above is long.
    for (const failure of sum.failures) console.log(failure);
    const wrong = rest.filter((option) => !option.startsWith('-'));
    if (wrong.length && tests?.report?.testResults.length === 0)
      console.log(`No test matches ${wrong.join(' ')}: name a folder or a file, such as npm test -- core/auth`);
    if (plan.isEmpty) console.log('No test was chosen, so none has passed.');
    console.log(sum.line);
    if (sum.failed > 0) return 1;
    return plan.isEmpty ? NOTHING_RUN : 0;
  } finally {
    endBusy();
    process.off('exit', endBusy);
    rmSync(own, { recursive: true, force: true });
  }
}

function refuse(sentence) {
  console.error(sentence);
  return NOTHING_RUN;
}

/** Separates our own options, which the plan understands, from those of Vitest and its files. */
function readOptions(options) {
  const planned = [];
  const rest = [];
  let beside = 0;
  for (let at = 0; at < options.length; at += 1) {
    const [name, inline] = options[at].split(/=(.*)/s);
    const value = () => {
      const next = options[at + 1];
      if (inline !== undefined || next === undefined || next.startsWith('-')) return inline;
      at += 1;
      return next;
    };
    if (name === '--all') planned.push(name);
    else if (['--changed', '--since', '--also'].includes(name)) {
      const given = value();
      planned.push(given === undefined ? name : `${name}=${given}`);
    } else if (name === '--beside') beside = Number(value() ?? Number.NaN);
    else rest.push(options[at]);
  }
  if (!Number.isInteger(beside) || beside < 0 || beside > 64) {
    planned.push('--beside');
    beside = 0;
  }
  return { planned, beside, rest };
}

/** A folder selects its short tests, including journeys; a file of the night run selects that file. */
function shortOnes(rest, hasPaths) {
  const long = ['soak', 'night', 'real-data'];
  const isNamed = rest.some(
    (option) => option.startsWith('--project') || long.some((end) => option.endsWith(`.${end}.ts`)),
  );
  return hasPaths && !isNamed ? long.map((name) => `--project=!${name}`) : [];
}

/** Interrupted runs leave their plan and report behind. */
function clearUp(runs) {
  for (const name of existsSync(runs) ? readdirSync(runs) : []) {
    try {
      process.kill(Number(name), 0);
    } catch {
      rmSync(join(runs, name), { recursive: true, force: true });
    }
  }
}

function checksOf({ checks, lintedFiles }, { root, environment, build }) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const script = (name) => () => capture(scripts[name], { root, environment });
  const lint = ['biome', 'check', '--no-errors-on-unmatched', ...(lintedFiles ?? ['.'])].map(quoted).join(' ');
  const all = {
    build,
    biome: () => capture(lint, { root, environment }),
    types: script('types'),
    boundaries: script('boundaries'),
    expressions: script('expressions'),
  };
  return Object.fromEntries(checks.map((name) => [name, all[name]]));
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

async function finish(name, run) {
  const before = reaped();
  const { code, output, seconds } = await run();
  // A build runs without other processes, so the processor time of our children meanwhile is its cost.
  return {
    name,
    passed: code === 0,
    output,
    seconds: seconds ?? (before === undefined ? undefined : reaped() - before),
  };
}

async function runVitest(rest, { root, file, forward }) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file('report.json')}`];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const exitCode = await forward([vitest, 'run', ...reporters, ...rest], {
    MILLWRIGHT_TEST_PLAN: file('plan.json'),
    MILLWRIGHT_TEST_COSTS: file('costs.jsonl'),
  });
  return { report: readReport(file('report.json')), exitCode };
}

/** Undefined if the run was interrupted before or while writing it. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The costs of a run are only reported; if they are unknown, the run counts nevertheless. */
async function reportCosts(results, { root, file, forward }) {
  const checks = results.map(({ name, seconds }) => ({ name, seconds }));
  try {
    writeFileSync(file('checks.json'), JSON.stringify({ checks }));
    await forward([join(root, 'core/testing/budgets/report.ts'), file('')]);
  } catch (error) {
    console.error(`What this run has cost is not known: ${error.message}`);
  }
}

/**
 * Runs a command line of package.json with our own programs and Node first in the path, and records its output and
 * cost.
 */
function capture(commandLine, { root, environment }) {
  // The shell reports the processor time of its own children.
  const measured = `(${commandLine}); code=$?; times >&3; exit $code`;
  const child = spawn(process.platform === 'win32' ? commandLine : measured, {
    cwd: root,
    env: environment({}),
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  return new Promise((resolve) => {
    const chunks = [];
    let times = '';
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.stdio[3].on('data', (chunk) => {
      times += chunk;
    });
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString(), seconds: secondsOf(times) }),
    );
  });
}

/** `0m1.230s 0m0.450s` in the second line is the user and system time of the children. */
function secondsOf(times) {
  const used = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  return used.length
    ? used.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
    : undefined;
}

/** Processor seconds of all ended child processes, including theirs; undefined on systems without that information. */
function reaped() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return undefined;
  }
}
