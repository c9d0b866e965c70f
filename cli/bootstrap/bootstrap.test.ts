import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { realProcesses } from '../testing/real-processes.ts';

/** Writes a server and reports it, then waits for a file that tells how the rest of the build ends. */
const fakeBuild = `
import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
console.log('output of the build');
const until = (path) => new Promise((done) => {
  const look = () => {
    if (!existsSync(path)) return;
    watcher.close();
    done();
  };
  const watcher = watch('.', look);
  look();
});
await until('let-server');
mkdirSync('.build/cli', { recursive: true });
writeFileSync('.build/cli/main.js', readFileSync('server.js'));
process.send('server');
await until('let-build');
process.exit(Number(readFileSync('let-build', 'utf8')));
`;

/** Reports its events; ends when a file tells it to. */
const fakeServer = `
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
process.on('SIGTERM', () => { console.log('server: stopped'); process.exit(0); });
console.log('server: begun', process.env.START_DURING_BUILD === '1' ? 'during the build' : 'after the build');
if (existsSync('fail-server')) process.exit(7);
process.once('message', () => { console.log('server: built'); process.disconnect(); });
createServer().listen(0);
`;

const processes = realProcesses(7);
let root: string;

// Written by a rename, so that the waiting build never finds a file without its content.
const write = (path: string, content: string): void => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
};

interface Start {
  child: ChildProcess;
  /** Resolves when the output contains this text. */
  said(text: string): Promise<void>;
  output(): string;
  ended: Promise<number | null>;
}

function start(): Start {
  const child = processes.begin(process.execPath, [join(root, 'cli/bootstrap.mjs'), 'start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const waiting: (() => void)[] = [];
  const onData = (chunk: Buffer): void => {
    text += chunk.toString();
    for (const look of waiting) look();
  };
  child.stdout?.on('data', onData);
  child.stderr?.on('data', onData);
  return {
    child,
    said: (wanted) =>
      new Promise((done) => {
        const look = (): void => {
          if (text.includes(wanted)) done();
        };
        waiting.push(look);
        look();
      }),
    output: () => text,
    ended: new Promise((done) => child.once('close', done)),
  };
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millwright-bootstrap-'));
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', '{}');
  write('node_modules/.millwright-install', createHash('sha256').update('{}').digest('hex'));
  write('node_modules/@rspack/cli/bin/rspack.js', fakeBuild);
  write('server.js', fakeServer);
  mkdirSync(join(root, 'cli/bootstrap'), { recursive: true });
  for (const name of [
    'bootstrap.mjs',
    'bootstrap/build-stamp.mjs',
    'bootstrap/test-report.mjs',
    'bootstrap/test-run.mjs',
  ])
    copyFileSync(join(import.meta.dirname, '..', name), join(root, 'cli', name));
});
afterEach(async () => {
  await processes.end();
  rmSync(root, { recursive: true });
});

const hasStamp = (): boolean => existsSync(join(root, '.build/stamp'));

it('begins the server while the rest is built, and tells it when all is there', async () => {
  write('let-server', '');
  const run = start();
  await run.said('server: begun during the build');
  expect(hasStamp()).toBe(false);
  expect(run.output()).not.toContain('server: built');
  write('let-build', '0');
  await run.said('server: built');
  expect(hasStamp()).toBe(true);
  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(0);
  expect(run.output()).toContain('server: stopped');
});

it('stops the server and says why when the build fails', async () => {
  write('let-server', '');
  const run = start();
  await run.said('server: begun');
  write('let-build', '1');
  expect(await run.ended).toBe(1);
  expect(run.output()).toMatch(/server: stopped[\s\S]*output of the build[\s\S]*The build failed\./);
  expect(run.output()).not.toContain('server: built');
  expect(hasStamp()).toBe(false);
});

it.each(['SIGINT', 'SIGTERM'] as const)('ends build and server at %s', async (signal) => {
  // The server itself decides how to react to SIGINT.
  write('server.js', fakeServer.replace("process.on('SIGTERM'", `process.on('${signal}'`));
  write('let-server', '');
  const run = start();
  await run.said('server: begun');
  run.child.kill(signal);
  expect(await run.ended).toBe(0);
  expect(run.output()).toContain('server: stopped');
  expect(hasStamp()).toBe(false);
});

it('builds anew where a build was not complete, and ends at a signal before there is a server', async () => {
  write('.build/cli/main.js', fakeServer);
  const run = start();
  await run.said('Building');
  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(0);
  expect(run.output()).not.toContain('server');
});

it('keeps the build, and the exit code, of a server that ends by itself, and finds it the next time', async () => {
  write('fail-server', '');
  write('let-server', '');
  const run = start();
  await run.said('server: begun');
  write('let-build', '0');
  expect(await run.ended).toBe(7);
  expect(hasStamp()).toBe(true);

  rmSync(join(root, 'fail-server'));
  const next = start();
  await next.said('server: begun after the build');
  expect(next.output()).not.toContain('Building');
  next.child.kill('SIGINT');
  expect(await next.ended).not.toBe(0);
});
