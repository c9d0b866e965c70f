import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { folderCircles } from './folder-circles.ts';

const root = resolve(import.meta.dirname, '../../../..');
const sources = (): Map<string, string> =>
  new Map(
    globSync('{core,plugins,cli,shell,widgets}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: (name) => name === 'node_modules',
    })
      .map((path) => path.replaceAll('\\', '/'))
      .map((path) => [path, readFileSync(resolve(root, path), 'utf8')]),
  );

it('finds folders that load each other, by files of theirs that do not', () => {
  const files: [string, string][] = [
    ['core/audit/audit.ts', "import { record } from '../records/record.ts';"],
    ['core/records/record.ts', 'export const record = 1;'],
    ['core/records/uses.ts', "import { type A, b } from '../search/search.ts';"],
    ['core/search/search.ts', "import { c } from '../audit/other.ts';"],
    // Types, tests and samples are not loaded at run time.
    ['core/mail/mail.ts', "import type { A } from '../audit/audit.ts';\nimport { type B } from '../audit/audit.ts';"],
    ['core/audit/audit.test.ts', "import { mail } from '../mail/mail.ts';"],
    ['plugins/a/server/stock/b.ts', "import { x } from '../count/c.ts';"],
  ];
  expect(folderCircles(new Map(files))).toEqual([['core/audit', 'core/records', 'core/search']]);
  files.push(['plugins/a/server/count/d.ts', "export * from '../stock/e.ts';"]);
  expect(folderCircles(new Map(files))).toHaveLength(2);
});

it('has no circles of folders', () => {
  expect(folderCircles(sources())).toEqual([]);
});
