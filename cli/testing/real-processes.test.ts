import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../installation/root.ts';
import { realProcesses } from './real-processes.ts';

/** Total number of processes that test files of the command line may start; it may only decrease. */
const most = 15;

it('a test file begins no more processes than it says', () => {
  expect(() => realProcesses(0).begin(process.execPath, ['--version'], {})).toThrow('begins 0 processes');
});

it('all test files together begin few', () => {
  const begun = globSync('cli/**/*.test.ts', { cwd: root, exclude: ['cli/testing/**'] }).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const counts = [...text.matchAll(/(?:realProcesses\(|\bprocesses: )(\d+)/g)].map(([, count]) => Number(count));
    return [...counts, ...(text.match(/(?<!\.)\b(?:execFile|exec|spawn|fork)(?:Sync)?\(/g) ?? []).map(() => 1)];
  });
  const sum = begun.reduce((total, count) => total + count, 0);
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThanOrEqual(most);
});
