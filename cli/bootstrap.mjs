// Entry of every npm script. Plain JavaScript without dependencies, because it runs under whatever Node (20 or newer)
// the machine has, before anything is installed; it continues under the Node 24 that the dependencies bring along.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, sep } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { fingerprint, isBuilt, stampOf } from './build-stamp.mjs';
import { runTests } from './test-run.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const build = join(root, '.build');
const artifacts = join(root, '.artifacts');
const lock = join(artifacts, 'bootstrap.lock');
// On a large machine Node lets garbage of many times what is in use pile up before it looks for it: an import of
// 100,000 rows held 630 MB for the 80 it used. Looking sooner costs some processor time and, unlike a maximum, ends no
// process that needs more.
const nodeOptions = ['--max-semi-space-size=16', '--heap-growing-percent=40'];

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    const isOfDisk = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EEXIST', 'ENOTDIR'].includes(error?.code);
    if (isOfDisk)
      console.error(`Nothing was run, because ${error.path ?? 'a file'} cannot be written: ${error.message}`);
    else console.error(error instanceof Refusal ? error.message : error);
    process.exit(isOfDisk ? 2 : 1);
  },
);

async function main([command = 'start', ...options]) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Refusal(`Millwright needs Node 20 or newer to install itself; this is ${process.versions.node}.`);
  }
  await aloneHere();
  await install();
  if (command === 'install') return 0;
  if (command === 'test') {
    const build = async () => (isBuilt(root) ? { code: 0, output: '' } : runBuild());
    return runTests(options, { root, node: node(), environment, build, forward });
  }
  if (command === 'nightly') {
    letOthersIn();
    return forward([join(root, 'core', 'testing', 'night', 'nightly.ts')]);
  }
  // A program of its own: what serves an installation does not carry the benchmark along.
  const program =
    command === 'bench'
      ? [...nodeOptions, join(build, 'cli', 'bench.js'), ...options]
      : [...nodeOptions, join(build, 'cli', 'main.js'), command, ...options];
  if (isBuilt(root)) {
    letOthersIn();
    return forward(program);
  }
  if (command === 'start') return startDuringBuild(program);
  console.log('Building ...');
  const { code, output } = await runBuild();
  if (code !== 0) throw new Refusal(`${output}\nThe build failed.`);
  letOthersIn();
  return forward(program);
}

/** Something a person can act on: printed without a stack. */
class Refusal extends Error {}

// ------------------------------------------------------------------------------------------- one clone, one builder

/** Waits until nobody else installs or builds in this clone; from then on others wait for us. */
async function aloneHere() {
  mkdirSync(artifacts, { recursive: true });
  const own = `${lock}.${process.pid}`;
  for (let heard = false; ; ) {
    // Linked rather than written, so that it is there with its content or not at all.
    writeFileSync(own, `${process.pid}`);
    try {
      linkSync(own, lock);
      process.once('exit', letOthersIn);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    } finally {
      rmSync(own, { force: true });
    }
    const other = holderOfLock();
    if (other === undefined) continue;
    if (!isBootstrap(other)) rmSync(lock, { force: true });
    else {
      if (!heard) console.log(`Another process (${other}) installs or builds here; waiting for it ...`);
      heard = true;
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}

function holderOfLock() {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Whether the process lives and is one of ours: the number of one that was killed may be somebody else's by now. */
function isBootstrap(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bootstrap.mjs');
  } catch {
    return true;
  }
}

function letOthersIn() {
  if (holderOfLock() === process.pid) rmSync(lock, { force: true });
}

// ---------------------------------------------------------------------------------------------------- installing

/** Runs `npm ci` unless what is installed is what the lockfile asks for. */
async function install() {
  const lockfile = join(root, 'package-lock.json');
  const stamp = join(modules, '.millwright-install');
  const wanted = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  // npm writes its hidden lockfile last, so a newer one means somebody has run `npm install` or `npm ci` by hand.
  const hidden = statSync(join(modules, '.package-lock.json'), { throwIfNoEntry: false });
  if (!hidden || hidden.mtimeMs < statSync(lockfile).mtimeMs) {
    console.log('Installing the dependencies ...');
    const [program, ...before] = npm();
    // Development dependencies hold the build; NODE_ENV=production would leave them out. The engines of some packages
    // ask for the Node that is being installed, hence no warnings.
    const child = spawn(program, [...before, 'ci', '--include=dev', '--include=optional', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: program === 'npm.cmd',
    });
    // At once, whatever npm is at: the next call installs anew what is half there.
    const leave = onSignals((signal) => {
      child.kill('SIGKILL');
      console.log('Stopped while installing the dependencies; the next start begins that anew.');
      process.exit(128 + constants.signals[signal]);
    });
    const status = await new Promise((resolve, reject) => {
      child.once('error', (error) => reject(new Refusal(`npm could not be started: ${error.message}`)));
      child.once('exit', resolve);
    });
    leave();
    if (status !== 0) throw new Refusal('npm ci failed; its message is above.');
  }
  writeFileSync(stamp, wanted);
}

/** npm's own program, run by a Node that `npm ci` does not delete under its feet. */
function npm() {
  const program = process.env.npm_execpath;
  if (!program || !/npm-cli\.c?js$/.test(program)) return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  return [isInside(process.execPath) ? (nodeOfTheMachine() ?? process.execPath) : process.execPath, program];
}

function nodeOfTheMachine() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '' && !isInside(folder));
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function isInside(path) {
  return path.startsWith(modules + sep);
}

/** Node 24: of the dependencies, else ours if it is new enough (where install scripts are not allowed to run). */
function node() {
  const own = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Refusal(
    'Node 24 was not installed: install scripts seem to be off. Run `npm rebuild node`, or use Node 24.',
  );
}

// ------------------------------------------------------------------------------------------------------ building

function runBuild() {
  return beginBuild().done;
}

/** `onServer` is told as soon as the server's own bundle is complete, long before those of the browsers are. */
function beginBuild({ extra = {}, onServer = () => {} } = {}) {
  // Taken before: what changes while we build asks for another build.
  const before = fingerprint(root);
  rmSync(stampOf(root), { force: true });
  const child = spawn(node(), [join(modules, '@rspack', 'cli', 'bin', 'rspack.js'), 'build'], {
    cwd: root,
    env: environment({ ...extra, NODE_ENV: 'production' }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.on('message', onServer);
  const done = outputOf(child).then(({ code, output }) => {
    if (code === 0 && !existsSync(join(build, 'cli', 'main.js'))) {
      return { code: 1, output: `${output}\nThe build left no .build/cli/main.js.` };
    }
    if (code === 0) writeFileSync(stampOf(root), before);
    return { code, output };
  });
  return { child, done };
}

/**
 * Starts the server when its own bundle is there, so that database and demo accounts are made while the bundles of the
 * browsers are built. It serves nothing before it hears that the build is complete.
 */
async function startDuringBuild(program) {
  let isStopped = false;
  let server;
  const begin = () => {
    if (!isStopped) server ??= run(program, { extra: { START_DURING_BUILD: '1' }, channel: 'ipc' });
  };
  const building = beginBuild({ extra: { BUILD_UNPACKED: '1' }, onServer: begin });
  const leave = onSignals((signal) => {
    isStopped = true;
    building.child.kill('SIGTERM');
    if (signal !== 'SIGINT' || !isInTerminal()) server?.child.kill(signal);
  });
  console.log('Building ...');
  try {
    const { code, output } = await building.done;
    letOthersIn();
    if (isStopped) return server ? await server.ended : 0;
    if (code !== 0) {
      server?.child.kill('SIGTERM');
      await server?.ended;
      throw new Refusal(`${output}\nThe build failed.`);
    }
    begin();
    // It may have ended meanwhile, with a message of its own.
    if (server.child.connected) server.child.send('built', () => {});
    return await server.ended;
  } finally {
    leave();
  }
}

// ------------------------------------------------------------------------------------------------------- running

function environment(extra) {
  const path = [join(modules, '.bin'), dirname(node()), process.env.PATH ?? ''].join(delimiter);
  return { ...process.env, ...extra, PATH: path };
}

function outputOf(child) {
  return new Promise((resolve) => {
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

/** Runs a program of Node in our place: same terminal, same signals, same exit code. */
async function forward(options, extra = {}) {
  const { child, ended } = run(options, { extra });
  const leave = onSignals((signal) => {
    if (signal !== 'SIGINT' || !isInTerminal()) child.kill(signal);
  });
  try {
    return await ended;
  } finally {
    leave();
  }
}

function run(options, { extra = {}, channel } = {}) {
  const child = spawn(node(), options, {
    cwd: root,
    env: environment(extra),
    stdio: ['inherit', 'inherit', 'inherit', ...(channel ? [channel] : [])],
  });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 1)));
  });
  return { child, ended };
}

/** A terminal sends Ctrl-C to everybody in the foreground, so a child has it already; elsewhere only we are told. */
function isInTerminal() {
  return [0, 1, 2].some((descriptor) => isatty(descriptor));
}

/** Answers how to stop listening. */
function onSignals(tell) {
  const heard = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' };
  const listeners = Object.entries(heard).map(([name, signal]) => [name, () => tell(signal)]);
  for (const [name, listener] of listeners) process.on(name, listener);
  return () => {
    for (const [name, listener] of listeners) process.off(name, listener);
  };
}
