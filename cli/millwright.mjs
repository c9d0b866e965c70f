#!/usr/bin/env node
// Entry of `millwright`. Plain JavaScript, because it begins under any Node (20 or newer) and continues under the Node
// 24 of the dependencies. It runs the sources, so it needs no build; only `start` does, for the screens, and runs like
// `npm start`.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
// Imported as a namespace: Node 20 has no compile cache, and a missing named import would fail before the first line
// runs.
import * as modulesOfNode from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(dirname(here), 'node_modules');
const own = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const options = process.argv.slice(2);

if (!existsSync(join(modules, 'commander'))) {
  console.error('error: the dependencies are not installed; run `npm ci` (not_installed)');
  process.exit(1);
} else if (options[0] === 'start' && !options.some((option) => option === '--help' || option === '-h')) {
  await import('./bootstrap.mjs');
} else if (Number(process.versions.node.split('.')[0]) >= 24) {
  modulesOfNode.enableCompileCache(join(modules, '.cache', 'millwright'));
  await import('../core/cli/tsx-loader.mjs');
  await import('./main.ts');
} else if (existsSync(own)) {
  process.exit(await continueUnder(own));
} else {
  console.error('error: Node 24 was not installed; run `npm rebuild node`, or use Node 24 (not_installed)');
  process.exit(1);
}

/** Runs the program with the same terminal, signals and exit code. */
function continueUnder(program) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [fileURLToPath(import.meta.url), ...options], { stdio: 'inherit' });
    // A terminal sends Ctrl-C to all foreground processes, so the child gets it too; otherwise only this process does.
    const isInTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
    process.on('SIGINT', () => isInTerminal || child.kill('SIGINT'));
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    process.on('SIGHUP', () => child.kill('SIGHUP'));
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 1)));
  });
}
