import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let root: string;
const program = (path: string, text: string): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
  chmodSync(join(root, path), 0o755);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millwright-landing-'));
  mkdirSync(join(root, '.ci'));
  copyFileSync(join(import.meta.dirname, '../../../.ci/run'), join(root, '.ci/run'));
  program('cli/bootstrap.mjs', '');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs `.ci/run` with an `npm` that prints this output and exits with this code. */
function land(output: string, code: number): { last: string | undefined; status: number | null; output: string } {
  program('bin/npm', `#!/bin/sh\necho "npm $*"\nprintf '%s' '${output}'\nexit ${code}\n`);
  const { stdout, status } = spawnSync(join(root, '.ci/run'), {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(root, 'bin')}${delimiter}${process.env['PATH']}` },
  });
  return { last: stdout.trimEnd().split('\n').at(-1), status, output: stdout };
}

it('is one call of npm test', () => {
  expect(land('9 passed, 0 failed\n', 0).output).toMatch(/^npm test --silent -- --also real-data,journey$/m);
});

it.each([
  ['passes with a sum without failures', '9 passed, 0 failed\n', 0, '9 passed, 0 failed', 0],
  ['names what was skipped', '9 passed, 0 failed, 2 skipped\n', 0, '9 passed, 0 failed, 2 skipped', 0],
  ['repeats the sum where something stands below it', '9 passed, 0 failed\nnotice\n', 0, '9 passed, 0 failed', 0],
  ['fails with a failure', 'failed: a\n8 passed, 1 failed\n', 1, '8 passed, 1 failed', 1],
  ['fails with a failure though it ended well', '8 passed, 1 failed\n', 0, '8 passed, 1 failed', 1],
  [
    'fails where it ended badly and named nothing',
    '9 passed, 0 failed, 1 skipped\n',
    3,
    '9 passed, 1 failed, 1 skipped',
    1,
  ],
  ['fails without a sum', 'an error\n', 2, '0 passed, 1 failed', 1],
  ['fails where nothing was tested', '0 passed, 0 failed\n', 0, '0 passed, 0 failed', 1],
])('%s', (_, output, code, last, status) => {
  expect(land(output, code)).toMatchObject({ last, status });
});

it('fails where the installation does', () => {
  program('cli/bootstrap.mjs', 'process.exit(1);');
  const { last, status, output } = land('9 passed, 0 failed\n', 0);
  expect([last, status]).toEqual(['0 passed, 1 failed', 1]);
  expect(output).toContain('failed: the installation');
});
