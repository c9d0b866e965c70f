import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../root.ts';

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
  /** Starts a command; for those that are interrupted. */
  begin(args: readonly string[], options?: { input?: string; env?: Record<string, string> }): CliRun;
  /** Starts a server from the sources, without screens, and answers its address. */
  startServer(): Promise<string>;
  /** Ends what still runs and removes the folder. */
  clear(): Promise<void>;
}

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
  const start = (args: readonly string[], more: Record<string, string> = {}): ChildProcess => {
    const child = spawn(process.execPath, args, { cwd: folder, env: { ...own, ...more }, stdio: 'pipe' });
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
    const done = once(child, 'close').then(
      ([exitCode]): CliResult => ({
        exitCode: exitCode as number | null,
        ...chunks,
        json: () => {
          if (chunks.stdout === '') throw new Error(`millwright ${args.join(' ')} answered nothing:\n${chunks.stderr}`);
          return JSON.parse(chunks.stdout);
        },
        error: () => JSON.parse(chunks.stderr.trim().split('\n').at(-1) ?? '').error,
      }),
    );
    return { process: child, done };
  };
  return {
    folder,
    env: own,
    begin,
    run: (args, options) => begin(args, options).done,
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
