// Entry of every npm script. Plain JavaScript without dependencies, because it runs under any Node (20 or newer) before
// anything is installed. It then continues under the Node 24 of the dependencies.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, sep } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { fingerprint, isBuilt, stampOf } from './bootstrap/build-stamp.mjs';
import { runTests } from './bootstrap/test-run.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const build = join(root, '.build');
const artifacts = join(root, '.artifacts');
const lock = join(artifacts, 'bootstrap.lock');
// On a machine with much memory Node lets garbage pile up to many times the memory in use: an import of 100,000 rows
// held 630 MB for the 80 MB it used. Collecting earlier costs some processor time but, unlike a memory limit, never
// ends a process that needs more.
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
    return forward([join(root, 'core', 'testing', 'drills', 'night', 'nightly.ts')]);
  }
  // A separate program, so that the server's bundle does not contain the benchmark.
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

/** An error for the person, printed without a stack. */
class Refusal extends Error {}

// ------------------------------------------------------------------------------------------- one clone, one builder

/** Waits until no other process installs or builds in this clone, and then keeps others waiting. */
async function aloneHere() {
  mkdirSync(artifacts, { recursive: true });
  const own = `${lock}.${process.pid}`;
  for (let heard = false; ; ) {
    // Created by a link, so that the lock file always appears with its content.
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

/** Whether the process runs and is one of ours: the id of a killed process may have been reused. */
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

/** Runs `npm ci` unless the installed packages match the lockfile. */
async function install() {
  const lockfile = join(root, 'package-lock.json');
  const stamp = join(modules, '.millwright-install');
  const wanted = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  // npm writes its hidden lockfile last, so a newer one means that `npm install` or `npm ci` was run by hand.
  const hidden = statSync(join(modules, '.package-lock.json'), { throwIfNoEntry: false });
  if (!hidden || hidden.mtimeMs < statSync(lockfile).mtimeMs) {
    console.log('Installing the dependencies ...');
    const [program, ...before] = npm();
    // Development dependencies are needed for the build, but NODE_ENV=production would omit them. Some packages require
    // the Node version that is just being installed, hence no engine warnings.
    const child = spawn(program, [...before, 'ci', '--include=dev', '--include=optional', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: program === 'npm.cmd',
    });
    // npm is killed at once; the next call installs again.
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

/** npm's own program, run by a Node that `npm ci` does not delete during the installation. */
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

/** Node 24 of the dependencies; if install scripts were not allowed to run, the present Node if it is new enough. */
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

/** Calls `onServer` as soon as the server's bundle is complete, long before the browser bundles are. */
function beginBuild({ extra = {}, onServer = () => {} } = {}) {
  // Calculated before the build, so that later changes require another build.
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
 * Starts the server when its own bundle is complete, so that database and demo accounts are created while the browser
 * bundles are built. The server answers no requests before it is told that the build is complete.
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
    // The server may have ended meanwhile, with a message of its own.
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

/** Runs a Node program in place of this one: same terminal, same signals, same exit code. */
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

/** A terminal sends Ctrl-C to all foreground processes, so the child gets it too; otherwise only this process does. */
function isInTerminal() {
  return [0, 1, 2].some((descriptor) => isatty(descriptor));
}

/** Answers a function that ends the listening. */
function onSignals(tell) {
  const heard = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' };
  const listeners = Object.entries(heard).map(([name, signal]) => [name, () => tell(signal)]);
  for (const [name, listener] of listeners) process.on(name, listener);
  return () => {
    for (const [name, listener] of listeners) process.off(name, listener);
  };
}
