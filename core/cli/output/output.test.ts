import { describe, expect, it } from 'vitest';
import { ApiError } from '../../contracts/client.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import { CommandFailure, failureOf, interruption, refusal } from '../command-failure.ts';
import { defineCommand } from '../define-command.ts';
import { createOutput, printFailure } from './output.ts';
import { plainFile } from './text-width.ts';

class Sink {
  text = '';
  readonly isTTY: boolean;
  readonly columns = 20;

  constructor(isTTY = false) {
    this.isTTY = isTTY;
  }

  write(text: string): void {
    this.text += text;
  }
}

function made(parts: { isJSON?: boolean; isYes?: boolean; isTTY?: boolean } = {}) {
  const stdout = new Sink(parts.isTTY);
  const stderr = new Sink();
  const output = createOutput({
    stdout,
    stderr,
    isJSON: parts.isJSON ?? false,
    isYes: parts.isYes ?? false,
    isInteractive: false,
  });
  return { stdout, stderr, output };
}

describe('output', () => {
  it('is text for a person and one document for a program', async () => {
    for (const isJSON of [false, true]) {
      const { stdout, stderr, output } = made({ isJSON });
      output.say('Working');
      output.note('by the way');
      await output.result({ count: 1 }, () => output.table([{ title: 'Count', value: () => 1 }], [0]));
      expect(stdout.text).toBe(isJSON ? '{"count":1}\n' : 'Working\nCount\n    1\n');
      expect(stderr.text).toBe(isJSON ? '' : 'by the way\n');
    }
  });

  it('fits tables to the terminal, not to a pipe', () => {
    const value = () => 'a text of more than twenty characters';
    for (const isTTY of [false, true]) {
      const { stdout, output } = made({ isTTY });
      output.table([{ title: 'Text', value }], [0]);
      expect(stdout.text).toContain(isTTY ? 'a text of more than…\n' : `${value()}\n`);
    }
  });

  it('shows progress as lines of JSON beside the document', async () => {
    const { stdout, stderr, output } = made({ isJSON: true });
    const progress = await output.progress('Importing', { total: 10 });
    progress.update(10);
    await progress.end();
    expect(stdout.text).toBe('');
    expect(JSON.parse(stderr.text)).toEqual({ progress: { label: 'Importing', done: 10, total: 10, unit: 'rows' } });
  });

  it('asks nobody where nobody is there', async () => {
    await expect(made().output.confirm('Replace everything?')).rejects.toMatchObject({ exitCode: 2, hint: /--yes/ });
    await expect(made({ isYes: true }).output.confirm('Replace everything?')).resolves.toBeUndefined();
  });
});

describe('failures', () => {
  it.each([
    [problems.not_found(), 3],
    [problems.forbidden(), 4],
    [new ApiError({ message: 'x', code: 'unauthenticated', status: 401 }), 4],
    [new ApiError({ message: 'x', code: 'network_error', status: 0 }), 5],
    [problems.internal_error(), 1],
    [problems.overloaded(), 5],
    [interruption(), 130],
    [Object.assign(new Error('aborted'), { name: 'AbortError' }), 130],
    [Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open', path: '/no/such' }), 1],
    [Object.assign(new Error('database "x" does not exist'), { code: '3D000' }), 5],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 5],
    [Object.assign(new Error('The plugin "a" is missing'), { name: 'BootError' }), 1],
    [new Error('The configuration is wrong:\n  - PORT'), 1],
  ])('%s has exit code %i', (error, exitCode) => {
    expect(failureOf(error)?.exitCode).toBe(exitCode);
  });

  it('keeps the stack of what nobody foresaw', () => {
    expect(failureOf(new TypeError('x is undefined'))).toBeUndefined();
    expect(failureOf('text')).toBeUndefined();
  });

  it('are printed with code, fields and what to do, and as JSON for a program', () => {
    const failure = refusal('invalid_input', 'Not like this', {
      errors: [{ path: 'lines.0', message: 'is\u001b[31m red' }],
      hint: 'Try again',
    });
    const text = new Sink();
    printFailure(text, failure, false);
    expect(text.text).toBe('error: Not like this (invalid_input)\n  lines.0: is [31m red\nTry again\n');
    const json = new Sink();
    printFailure(json, failure, true);
    expect(JSON.parse(json.text)).toEqual({
      error: {
        message: 'Not like this',
        code: 'invalid_input',
        exitCode: 3,
        errors: [{ path: 'lines.0', message: 'is\u001b[31m red' }],
        hint: 'Try again',
      },
    });
    expect(failure).toBeInstanceOf(CommandFailure);
  });
});

describe('defining a command', () => {
  const run = async () => {};
  const base = { summary: 'does it', kind: 'administrator', run } as const;

  it('refuses what could not be typed', () => {
    expect(() => defineCommand({ ...base, name: 'Do It' })).toThrow('lower-case words');
    expect(() => defineCommand({ ...base, name: 'a b c' })).toThrow('lower-case words');
    expect(() => defineCommand({ ...base, name: 'a', options: { json: { type: 'flag', summary: '' } } })).toThrow(
      '"json"',
    );
    expect(() => defineCommand({ ...base, name: 'a', options: { account: { type: 'flag', summary: '' } } })).toThrow(
      '"account"',
    );
    expect(() =>
      defineCommand({ ...base, name: 'a', arguments: { all: { summary: '', variadic: true }, one: { summary: '' } } }),
    ).toThrow('last argument');
  });

  it('lets operator commands name an account of their own', () => {
    const options = { account: { type: 'text', value: 'SLUG', summary: 'which', required: true } } as const;
    expect(defineCommand({ ...base, kind: 'operator', name: 'plugin enable', options }).name).toBe('plugin enable');
  });
});

describe('a terminal', () => {
  const hostile = 'a\u001b]0;title\u0007b\u009b31mc\u202ed';
  const acts = /[^\P{Cc}\n]|[\u202a-\u202e]/u;

  it('is not acted on by what stands in files and records', async () => {
    for (const isJSON of [false, true]) {
      const { stdout, stderr, output } = made({ isJSON });
      output.say(`${hostile}\n  ${hostile}`);
      output.note(hostile);
      await output.result({ hostile }, () => output.say(hostile));
      output.table([{ title: 'Name', value: (row: string) => row }], [hostile]);
      const line = await output.progress(hostile);
      await line.end();
      expect(acts.test(stdout.text + stderr.text)).toBe(false);
      if (isJSON) expect(JSON.parse(stdout.text)).toEqual({ hostile });
      else expect(stdout.text.split('\n').slice(0, 2)).toEqual(['a ]0;title b 31mc d', '  a ]0;title b 31mc d']);
    }
  });

  it('shows a file with its lines and columns', () => {
    expect(plainFile(`x\ty\r\n${hostile}`)).toBe('x\ty\r\na\uFFFD]0;title\uFFFDb\uFFFD31mc\uFFFDd');
  });
});
