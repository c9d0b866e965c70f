import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { root } from '../installation/root.ts';
import { openWorkplace } from '../testing/workplace.ts';

const place = openWorkplace({});
afterAll(() => place.clear());

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  // The completion library prints to the console itself.
  vi.spyOn(console, 'log').mockImplementation((line: string) => printed.push(line));
});

/** Suggestions for these words, each with its summary, and the final directive line. */
async function suggestions(...words: string[]): Promise<string[]> {
  expect((await place.call(['complete', '--', ...words])).exitCode).toBe(0);
  return printed.splice(0);
}
const names = (lines: readonly string[]): string[] =>
  lines.filter((line) => !line.startsWith(':')).map((line) => line.split('\t')[0] as string);

it('suggests commands, options and choices that go on as the last word begins', async () => {
  expect(names(await suggestions('acc'))).toEqual(['account']);
  expect(names(await suggestions('account', 'c'))).toEqual(['create', 'close']);
  expect(names(await suggestions('export', '--format', ''))).toEqual(['csv', 'json']);
  expect(names(await suggestions('new', 'plug'))).toEqual(['plugin']);
  expect(names(await suggestions('jobs', ''))).toEqual(expect.arrayContaining(['list', 'retry']));
});

it('prints nothing but candidates, each with a summary of one line', async () => {
  const lines = await suggestions('');
  expect(lines).toHaveLength(new Set(names(lines)).size + 1);
  for (const line of lines) expect(line).toMatch(/^(:\d+|[a-z-]+\t[^\t]{4,80})$/);
});

it('completes in a shell, without anything that is not part of it', async () => {
  const { stdout: script } = await place.call(['completion', 'bash']);
  const lines = [
    `millwright() { '${process.execPath}' '${join(root, 'cli/millwright.mjs')}' "$@"; }`,
    script,
    `COMP_WORDS=(millwright export --format ''); COMP_CWORD=3; _millwright; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ];
  const output = execFileSync('bash', ['--noprofile', '--norc', '-c', lines.join('\n')], { encoding: 'utf8' });
  expect(output.trim().split('\n')).toEqual(['csv', 'json']);
});
