import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';

const clone = resolve(import.meta.dirname, '../..');
/** Parts of a clone that belong to this machine. */
const local = new Set(['node_modules', '.build', '.data', '.artifacts', '.git']);
/** Parts of an installation that are not shared; everything else is linked. */
const own = new Set(['@millwright', '.bin', '.cache', '.package-lock.json', '.millwright-install']);

export interface Finished {
  code: number | null;
  /** Output of both streams. */
  output: string;
}

export interface Started {
  /** Resolves with the first match in the output; rejects if the process ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Asks the process to end, and waits for it. */
  stop(): Promise<void>;
}

/** A copy of the clone in which a command may write. */
export interface Workspace {
  root: string;
  /** Runs a command line as a shell in the workspace would. */
  run(commandLine: string, env?: Record<string, string>): Promise<Finished>;
  /** The same for a command that does not end by itself. */
  start(commandLine: string, env?: Record<string, string>): Started;
  remove(): void;
}

/**
 * Copies the sources; packages are linked one by one, so that the workspace has its own links to plugins and commands.
 */
export function createWorkspace(): Workspace {
  const root = mkdtempSync(join(tmpdir(), 'millwright-workspace-'));
  cpSync(clone, root, {
    recursive: true,
    filter: (source) => !local.has(basename(source)) && !source.endsWith('.tsbuildinfo'),
  });
  const packages = join(clone, 'node_modules');
  const modules = join(root, 'node_modules');
  mkdirSync(join(modules, '@millwright'), { recursive: true });
  mkdirSync(join(modules, '.bin'));
  for (const name of readdirSync(packages)) if (!own.has(name)) symlinkSync(join(packages, name), join(modules, name));
  for (const name of readdirSync(join(packages, '.bin')))
    if (name !== 'millwright') symlinkSync(join(packages, '.bin', name), join(modules, '.bin', name));
  for (const name of readdirSync(join(packages, '@millwright')))
    symlinkSync(readlinkSync(join(packages, '@millwright', name)), join(modules, '@millwright', name));
  // As npm leaves the workspace's own command, with the mark of an up-to-date installation.
  chmodSync(join(root, 'cli/millwright.mjs'), 0o755);
  symlinkSync('../../cli/millwright.mjs', join(modules, '.bin/millwright'));
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  writeFileSync(join(modules, '.millwright-install'), lockfile);

  const spawnIn = (commandLine: string, env: Record<string, string>) =>
    spawn(`exec ${commandLine}`, {
      cwd: root,
      shell: true,
      // Only environment variables that a shell would have, none of the test run.
      env: {
        PATH: [join(modules, '.bin'), process.env['PATH'] ?? ''].join(delimiter),
        HOME: join(root, '.data'),
        TMPDIR: tmpdir(),
        NO_COLOR: '1',
        npm_config_update_notifier: 'false',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    root,
    run: (commandLine, env = {}) =>
      new Promise((done, failed) => {
        const child = spawnIn(commandLine, env);
        let output = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
        child.once('error', failed);
        child.once('close', (code) => done({ code, output }));
      }),
    start(commandLine, env = {}) {
      const child = spawnIn(commandLine, env);
      let output = '';
      const listeners = new Set<() => void>();
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += String(chunk);
          for (const listener of listeners) listener();
        });
      const ended = new Promise<void>((done) => child.once('close', () => done()));
      return {
        printed: (pattern) =>
          new Promise((done, failed) => {
            const look = () => {
              const found = pattern.exec(output);
              if (found) done(found);
            };
            listeners.add(look);
            void ended.then(() => failed(new Error(`${commandLine} ended before it printed ${pattern}:\n${output}`)));
            look();
          }),
        async stop() {
          child.kill('SIGTERM');
          await ended;
        },
      };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
