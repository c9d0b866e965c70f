import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../installation/root.ts';
import type { LoadedAnswer, LoadedCall } from './loaded-process.ts';

export interface CliResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** The document on stdout. */
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

export interface CliRun {
  process: ChildProcess;
  done: Promise<CliResult>;
}

/** An installation of its own for a test file: folders and environment for `millwright` as a process of its own. */
export interface CliWorkplace {
  folder: string;
  env: Record<string, string>;
  /** Runs a command to its end. */
  run(args: readonly string[], options?: { input?: string; env?: Record<string, string> }): Promise<CliResult>;
  /**
   * Like `run`, but only the first call of a command or group is a process of its own: loading the kernel takes much
   * longer than most of
   * what comes after it. Later ones share a process that is loaded, unless they read standard input.
   */
  call(args: readonly string[], options?: { input?: string; env?: Record<string, string> }): Promise<CliResult>;
  /** Starts a command; for those that are interrupted. */
  begin(args: readonly string[], options?: { input?: string; env?: Record<string, string> }): CliRun;
  /** Starts a server from the sources, without screens, and answers its address. */
  startServer(): Promise<string>;
  /** Ends what still runs and removes the folder. */
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

export function openWorkplace(env: Record<string, string>): CliWorkplace {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-cli-'));
  // An embedded database runs as a service user, who must be able to enter.
  chmodSync(folder, 0o755);
  const children = new Set<ChildProcess>();
  const own: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    MILLWRIGHT_DATA_DIR: join(folder, 'data'),
    MILLWRIGHT_LOG_LEVEL: 'error',
    MILLWRIGHT_DEMO: '0',
    ...env,
  };
  const start = (
    args: readonly string[],
    more: Record<string, string> = {},
    stdio: StdioOptions = 'pipe',
  ): ChildProcess => {
    const child = spawn(process.execPath, args, { cwd: folder, env: { ...own, ...more }, stdio });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  const begin: CliWorkplace['begin'] = (args, { input = '', env: more } = {}) => {
    const child = start([join(root, 'cli/millwright.mjs'), ...args], more);
    const chunks = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
        chunks[name] += chunk;
      });
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    const done = once(child, 'close').then(([exitCode]) => resultOf(args, { exitCode, ...chunks }));
    return { process: child, done };
  };
  const run: CliWorkplace['run'] = (args, options) => begin(args, options).done;
  const known = new Set<string>();
  let loaded: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (call: LoadedCall): Promise<LoadedAnswer> => {
    loaded ??= start(
      ['--import', join(root, 'core/cli/tsx-loader.mjs'), join(root, 'cli/testing/loaded-process.ts')],
      {},
      ['ignore', 'ignore', 'inherit', 'ipc'],
    );
    const ended = new AbortController();
    const { signal } = ended;
    try {
      const answer = once(loaded, 'message', { signal });
      const gone = once(loaded, 'exit', { signal }).then(() =>
        Promise.reject(new Error('The loaded process has gone')),
      );
      loaded.send(call);
      return (await Promise.race([answer, gone]))[0] as LoadedAnswer;
    } finally {
      ended.abort();
    }
  };
  return {
    folder,
    env: own,
    begin,
    run,
    call(args, options = {}) {
      const [command = ''] = args;
      if (!known.has(command) || options.input !== undefined) {
        known.add(command);
        return run(args, options);
      }
      const answer = last.then(() => ask({ args, env: { ...own, ...options.env } }));
      last = answer.catch(() => {});
      return answer.then((each) => resultOf(args, each));
    },
    async startServer() {
      const child = start(['--import', join(root, 'core/cli/tsx-loader.mjs'), join(root, 'cli/main.ts'), 'start'], {
        PORT: '0',
      });
      let log = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        log += chunk;
      });
      const address = new Promise<string>((resolve) => {
        createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
          const found = /runs at (http:\S+)/.exec(line)?.[1];
          if (found) resolve(found);
        });
      });
      const ended = once(child, 'exit').then(() => Promise.reject(new Error(`The server did not start:\n${log}`)));
      return Promise.race([address, ended]);
    },
    async clear() {
      await Promise.all(
        [...children].map(async (child) => {
          const gone = once(child, 'exit');
          child.kill('SIGKILL');
          await gone;
        }),
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
