import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnyCommand } from '@millwright/core/cli';
import { describe, expect, it } from 'vitest';
import { commands } from '../commands/index.ts';
import { root } from '../installation/root.ts';

/**
 * Commands that access an account without its routes, each with the reason why no rule for records is bypassed. Their
 * users have access to the machine and its database. All other commands are clients of the API, whose routes
 * `core/testing/matrices/doors/doors.matrix.ts` tests, or are `local` and access no account.
 */
const besideRoutes: Readonly<Record<string, string>> = {
  'account close': 'asks the service that closes accounts',
  'account create': 'makes an account with nothing in it',
  'account delete': 'takes an account away whole',
  'account export': 'reads an account whole',
  'account import': 'brings an account whole, as it was elsewhere',
  'account list': 'reads',
  'account move': 'brings an account whole to another installation',
  'account open': 'asks the service that opens them',
  'account plan': 'writes the plan of an account',
  backup: 'reads the database whole',
  'demo keep': 'writes a flag of the account',
  'demo remove': 'takes an account of the demo away whole',
  distribute: 'places tables on nodes',
  doctor: 'reads',
  'jobs list': 'reads',
  'jobs release': 'lets a job go on whose handler asks the rules',
  'jobs retry': 'lets a job run again whose handler asks the rules',
  'jobs show': 'reads',
  migrate: 'runs migrations',
  'person delete': 'takes a person away',
  'plugin disable': 'asks the service that the route asks',
  'plugin enable': 'asks the service that the route asks',
  'plugin list': 'reads',
  'recovery base': 'reads the database whole',
  'recovery list': 'reads',
  'recovery restore': 'brings the database whole, as it was',
  reset: 'empties the database',
  restore: 'brings the database whole, as it was',
  'secret rotate': 'seals secrets anew',
  'service print': 'prints a file',
  start: 'starts a server',
  status: 'reads',
  stop: 'stops a server',
  'user create': 'makes a person by joinAccount',
  'user invite': 'asks the service that the route asks',
  'user operator': 'writes a flag of a person',
  'user reset-password': 'asks for a mail',
  'user reset-second-factor': 'takes factors of a person away',
};

/** Commands of plugins. */
async function commandsOfPlugins(): Promise<AnyCommand[]> {
  const found: AnyCommand[] = [];
  for (const path of globSync('plugins/*/cli/index.ts', { cwd: root })) {
    const module = (await import(resolve(root, path))) as Record<string, unknown>;
    for (const exported of Object.values(module).flat())
      if (typeof exported === 'object' && exported !== null && 'kind' in exported) found.push(exported as AnyCommand);
  }
  return found;
}

const own = await commandsOfPlugins();
const all = [...commands, ...own];

describe('commands are doors of the API', () => {
  it('of plugins, without exception', () => {
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter(({ kind }) => kind === 'operator').map(({ name }) => name)).toEqual([]);
  });

  it('or stand here with the reason', () => {
    const others = all.filter(({ kind }) => kind === 'operator').map(({ name }) => name);
    expect(others.sort()).toEqual(Object.keys(besideRoutes).sort());
  });

  it('with no way to the records but the client of their context', () => {
    const files = globSync(['plugins/*/cli/**/*.ts', 'cli/data/{import,export}/**/*.ts'], { cwd: root }).filter(
      (path) => !/\.test\.tsx?$|-fixture\.ts$/.test(path),
    );
    expect(files.length).toBeGreaterThan(20);
    const direct = /from '[^']*(?:\/server(?:\.ts)?|core\/(?:boot|database|kernel)[^']*)'|import\('[^']*\/server/;
    expect(files.filter((path) => direct.test(readFileSync(resolve(root, path), 'utf8')))).toEqual([]);
    for (const canary of [
      "import { runInAccount } from '@millwright/core/server';",
      "const { boot } = await import('@millwright/core/server');",
    ])
      expect(direct.test(canary)).toBe(true);
  });
});

describe('commands in the documents', () => {
  const words = all.map(({ name }) => name.split(' '));
  /** Whether the text begins with the name of a command, or is the beginning of such a name. */
  const isKnown = (text: string): boolean => {
    const given = text.split(/[\s|\\]+/).filter(Boolean);
    return words.some((name) => name.every((word, at) => given[at] === word || given.length <= at));
  };

  it.each(['cli/README.md', 'cli/OPERATING.md'])('of %s exist', (path) => {
    const text = readFileSync(resolve(root, path), 'utf8');
    const named = [...text.matchAll(/`millwright\s+([a-z][^`]*)`/g)].map(([, command = '']) => command);
    const table = /^\| command .*?\n\n/ms.exec(text)?.[0] ?? '';
    const listed = [...table.matchAll(/^\| (`[a-z].*?`)\s+\| /gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command),
    );
    expect(named.length).toBeGreaterThan(3);
    expect([...named, ...listed].filter((command) => !isKnown(command))).toEqual([]);
    for (const canary of ['operations/doctor', 'account data/move SLUG']) expect(isKnown(canary)).toBe(false);
  });
});
