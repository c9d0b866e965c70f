import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { AnyCommand } from '@millwright/core/cli';
import { isBuilt } from '../bootstrap/build-stamp.mjs';
import { root } from '../installation/root.ts';
import { runCommandLine } from '../program/command-line.ts';
import type { Surroundings } from '../program/surroundings.ts';
import { realProcesses } from './real-processes.ts';

export interface CliResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** The parsed JSON document on stdout. */
  json<T = Record<string, unknown>>(): T;
  /** The error in the last line of stderr. */
  error(): {
    code: string;
    message: string;
    exitCode: number;
    errors: { path: string; message: string }[];
    hint: string | null;
  };
}

export interface CliOptions {
  /** Text for standard input. */
  input?: string;
  env?: Record<string, string>;
}

export interface CliCallOptions extends CliOptions {
  /** Replaces the commands that belong to no plugin. */
  commands?: readonly AnyCommand[];
}

/** A running command line in this process. */
export interface CliCall {
  /** The output on stderr so far. */
  stderr(): string;
  /** Ctrl-C. */
  interrupt(): void;
  done: Promise<CliResult>;
}

/** A running command line in a process of its own. */
export interface CliProcess {
  process: ChildProcess;
  done: Promise<CliResult>;
}

/** An installation for a test file: folders and environment for `millwright`. */
export interface CliWorkplace {
  folder: string;
  env: Record<string, string>;
  /** Runs a command line in this process, where the program is loaded already. */
  call(args: readonly string[], options?: CliCallOptions): Promise<CliResult>;
  /** The same for a command that is watched or interrupted. */
  begin(args: readonly string[], options?: CliCallOptions): CliCall;
  /** Runs a command line as a process, from the build if it is up to date, else from the sources. */
  spawn(args: readonly string[], options?: CliOptions): CliProcess;
  /** Runs a command line from the sources, like `npx millwright`. */
  spawnSources(args: readonly string[], options?: CliOptions): CliProcess;
  /** Starts a server as a process on free ports, and answers its address. */
  startServer(): Promise<string>;
  /** Ends running processes and deletes the folder. */
  clear(): Promise<void>;
}

const resultOf = (args: readonly string[], said: Pick<CliResult, 'exitCode' | 'stdout' | 'stderr'>): CliResult => ({
  ...said,
  json: () => {
    if (said.stdout === '') throw new Error(`millwright ${args.join(' ')} answered nothing:\n${said.stderr}`);
    return JSON.parse(said.stdout);
  },
  error: () => JSON.parse(said.stderr.trim().split('\n').at(-1) ?? '').error,
});

/** A stream that stores its output. */
function keeping(): { stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

const fromSources = (entry: string): string[] => ['--import', join(root, 'core/cli/tsx-loader.mjs'), join(root, entry)];
const program = (): string[] => (isBuilt(root) ? [join(root, '.build/cli/main.js')] : fromSources('cli/main.ts'));

/** @param processes the largest number of real processes that the test file starts */
export function openWorkplace(
  environment: Record<string, string>,
  { processes }: { processes: number } = { processes: 0 },
): CliWorkplace {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-cli-'));
  // An embedded database runs as a service user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const real = realProcesses(processes);
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    MILLWRIGHT_DATA_DIR: join(folder, 'data'),
    MILLWRIGHT_LOG_LEVEL: 'error',
    MILLWRIGHT_DEMO: '0',
    // A test must not use the settings of a service on this machine.
    MILLWRIGHT_ENV_FILE: '',
    ...environment,
  };
  const begin: CliWorkplace['begin'] = (args, options = {}) => {
    const [stdout, stderr, signals] = [keeping(), keeping(), new EventEmitter()];
    const surroundings: Surroundings = {
      stdin: Readable.from(options.input === undefined ? [] : [Buffer.from(options.input)]),
      stdout: stdout.stream,
      stderr: stderr.stream,
      env: { ...env, ...options.env },
      cwd: () => folder,
      on: (signal, listener) => signals.on(signal, listener),
      off: (signal, listener) => signals.off(signal, listener),
      exit: () => {},
    };
    const exitCode = runCommandLine(args, surroundings, options.commands);
    return {
      stderr: stderr.text,
      interrupt: () => signals.emit('SIGINT', 'SIGINT'),
      done: exitCode.then((code) => resultOf(args, { exitCode: code, stdout: stdout.text(), stderr: stderr.text() })),
    };
  };
  const beginProcess = (entry: readonly string[], args: readonly string[], options: CliOptions = {}): CliProcess => {
    const child = real.begin(process.execPath, [...entry, ...args], { cwd: folder, env: { ...env, ...options.env } });
    const { stdin, stdout, stderr } = child as ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };
    stdin.on('error', () => {});
    stdin.end(options.input ?? '');
    const outputs = Promise.all([text(stdout).catch(() => ''), text(stderr)]);
    const done = once(child, 'close').then(async ([exitCode]) => {
      const [out, err] = await outputs;
      return resultOf(args, { exitCode, stdout: out, stderr: err });
    });
    return { process: child, done };
  };
  return {
    folder,
    env,
    begin,
    call: (args, options) => begin(args, options).done,
    spawn: (args, options) => beginProcess(program(), args, options),
    spawnSources: (args, options) => beginProcess([join(root, 'cli/millwright.mjs')], args, options),
    async startServer() {
      const { process: server, done } = beginProcess(program(), ['start'], { env: { PORT: '0' } });
      const address = new Promise<string>((resolve) => {
        createInterface({ input: server.stdout as Readable }).on('line', (line) => {
          const found = /runs at (http:\S+)/.exec(line)?.[1];
          if (found) resolve(found);
        });
      });
      const ended = done.then(({ stderr }) => Promise.reject(new Error(`The server did not start:\n${stderr}`)));
      return Promise.race([address, ended]);
    },
    async clear() {
      await real.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
