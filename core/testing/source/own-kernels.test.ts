import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** Never raise this number: a new file must share a kernel, or another file must give up its own. */
const most = 44;

/** Reasons of calls that boot a separate kernel, directly or by a fixture. */
const reasons = (text: string): string[] =>
  [...text.matchAll(/(?:bootTestKernel|Fixture|plant|PromiseBench\.open)\(\s*\{[^;]{0,300}?\bwhy: '([^']+)'/g)].map(
    ([, why = '']) => why,
  );

it('finds who has a kernel of its own', () => {
  expect(reasons("await bootTestKernel({ why: 'a queue', plugins });")).toEqual(['a queue']);
  expect(reasons("at = await orderFixture({\n  why: 'settings',\n  env,\n});")).toEqual(['settings']);
  expect(reasons("at = await plant({ own: { why: 'a queue' } });")).toEqual(['a queue']);
  expect(reasons("at = await orderFixture();\nconst line = { why: 'Test' };")).toEqual([]);
});

it('few tests have a kernel of their own', () => {
  const owners = globSync('{core,plugins,cli,shell,widgets,templates}/**/*.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  }).flatMap((path) =>
    path.endsWith('own-kernels.test.ts')
      ? []
      : reasons(readFileSync(resolve(root, path), 'utf8')).map((why) => `${path}: ${why}`),
  );
  expect(owners.length, owners.join('\n')).toBeLessThanOrEqual(most);
});
