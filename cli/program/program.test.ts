import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineCommand } from '@millwright/core/cli';
import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { commands } from '../commands/index.ts';
import { root } from '../installation/root.ts';
import { version } from '../installation/version.ts';
import { buildProgram, type GlobalInput } from './program.ts';

const print = defineCommand({
  name: 'labels print',
  summary: 'print labels',
  kind: 'administrator',
  writes: true,
  arguments: { order: { summary: 'its number' }, pallets: { summary: 'which', variadic: true, optional: true } },
  options: {
    copies: { type: 'number', short: 'c', default: 1, summary: 'how many' },
    paperSize: { type: 'text', value: 'SIZE', choices: ['a4', 'letter'], summary: 'paper' },
    filter: { type: 'list', value: 'NAME=VALUE', short: 'f', summary: 'filter' },
    quiet: { type: 'flag', summary: 'say nothing' },
  },
  run: async () => {},
});

async function run(...argv: string[]): Promise<{ input: Record<string, unknown>; globals: GlobalInput }> {
  let seen: { input: Record<string, unknown>; globals: GlobalInput } | undefined;
  const program = buildProgram('1.2.3', [{ command: print, pluginID: 'labels' }], async (_, input, globals) => {
    seen = { input, globals };
  });
  for (const each of [program, ...program.commands, ...program.commands.flatMap(({ commands: inner }) => inner)])
    each.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  await program.parseAsync(argv, { from: 'user' });
  if (!seen) throw new Error('It did not run');
  return seen;
}

describe('a command line', () => {
  it('becomes typed input', async () => {
    const { input, globals } = await run(
      ...['labels', 'print', '1042', 'p1', 'p2', '-c', '3', '--paper-size', 'a4', '-f', 'a=1', '-f', 'b=2'],
      ...['--quiet', '--dry-run', '--json', '-y', '--profile', 'work', '--account', 'harbor'],
    );
    expect(input).toEqual({
      order: '1042',
      pallets: ['p1', 'p2'],
      copies: 3,
      paperSize: 'a4',
      filter: ['a=1', 'b=2'],
      quiet: true,
    });
    expect(globals).toEqual({ dryRun: true, json: true, yes: true, profile: 'work', account: 'harbor' });
  });

  it('has defaults', async () => {
    const { input, globals } = await run('labels', 'print', '1042');
    expect(input).toMatchObject({ order: '1042', copies: 1, filter: [], quiet: false });
    expect(input['paperSize']).toBeUndefined();
    expect(globals).toEqual({ dryRun: false, json: false, yes: false, profile: undefined, account: undefined });
  });

  it.each([
    [['labels', 'print'], "missing required argument 'order'"],
    [['labels', 'print', '1', '--copies', 'many'], 'It has to be a number'],
    [['labels', 'print', '1', '--paper-size', 'a5'], 'Allowed choices are a4, letter'],
    [['labels', 'print', '1', '--colour'], "unknown option '--colour'"],
    [['label'], "unknown command 'label'"],
  ])('%j is refused', async (argv, message) => {
    const error = await run(...argv).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CommanderError);
    expect((error as Error).message).toContain(message);
  });
});

describe('the program', () => {
  it('refuses two commands of one name and names both owners', () => {
    const twice = [
      { command: print, pluginID: 'labels' },
      { command: print, pluginID: 'printing' },
    ];
    expect(() => buildProgram('1', twice, async () => {})).toThrow(
      'The command "labels print" is claimed by "labels" and "printing": rename one of them',
    );
  });

  it('has no command that writes without a dry run', () => {
    const readers = commands.filter(({ writes }) => !writes).map(({ name }) => name);
    expect(readers).toEqual(
      expect.arrayContaining([
        'start',
        'status',
        'doctor',
        'account list',
        'plugin list',
        'profiles',
        'me',
        'completion',
      ]),
    );
    for (const name of [
      'stop',
      'migrate',
      'backup',
      'restore',
      'account create',
      'plugin enable',
      'user invite',
      'person delete',
      'user create',
      'export',
    ])
      expect(readers).not.toContain(name);
  });

  it('says the version of the package', () => {
    expect(version).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
  });
});
