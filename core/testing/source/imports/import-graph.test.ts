import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readImports } from './file-imports.ts';
import { graphCache, graphOf, importGraph } from './import-graph.ts';

const root = resolve(import.meta.dirname, '../../../..');

const graph = (files: Record<string, string>, packages: Record<string, string> = {}) =>
  graphOf(
    new Set(Object.keys(files)),
    new Map(
      Object.entries(files).flatMap(([path, text]) => (/tsx?$/.test(path) ? [[path, readImports(path, text)]] : [])),
    ),
    new Map(Object.entries(packages)),
  );
const needsOf = (files: Record<string, string>, packages?: Record<string, string>) => [
  ...(graph(files, packages).needs.get('a.ts') ?? []),
];

it.each([
  ['a value', "import { b } from './b.ts';", ['b.ts']],
  ['the default', "import b from './b.ts';", ['b.ts']],
  ['nothing but that it runs', "import './b.ts';", ['b.ts']],
  ['style', "import classes from './b.css';", ['b.css']],
  ['a literal import()', "const later = () => import('./b.ts');", ['b.ts']],
  ['one thing of an import()', "const { c } = await import('./barrel.ts');", ['c.ts']],
  ['what it passes on and uses', "import { b } from './b.ts';\nexport { b };\nb();", ['b.ts']],
  ['a class for its type, which is injected', "import type { Service } from './b.ts';", ['b.ts']],
  ['a program that it starts by its name', "start(join(import.meta.dirname, 'b.ts'));", ['b.ts']],
  ['a package of the workspace', "import { c } from '@millwright/core/server';", ['c.ts']],
  ['by way of a barrel', "import { b } from './barrel.ts';", ['b.ts']],
  ['another name by way of two barrels', "import { d } from './outer.ts';", ['c.ts']],
  ['everything of a barrel', "import * as all from './barrel.ts';", ['barrel.ts', 'b.ts', 'c.ts']],
  ['a type', "import type { B } from './b.ts';\nimport { type B as C } from './b.ts';", []],
  ['a package', "import { z } from 'zod';", []],
  ['a computed import()', 'const later = (name: string) => import(name);', []],
  ['what does not parse', 'import { from', []],
])('follows an import of %s', (_, text, needed) => {
  const files = {
    'a.ts': text,
    'b.ts': 'export const b = 1;\nexport interface B {}\nexport class Service {}\nexport default b;',
    'b.css': '',
    'c.ts': 'export function c() {}',
    'barrel.ts': "export * from './b.ts';\nexport { c } from './c.ts';",
    'outer.ts': "export { c as d } from './barrel.ts';",
  };
  expect(needsOf(files, { '@millwright/core/server': 'barrel.ts' })).toEqual(needed);
});

it('goes round a circle once', () => {
  const files = {
    'a.ts': "import { b } from './b.ts';\nexport const a = 1;",
    'b.ts': "import { a } from './a.ts';\nexport const b = 1;",
    'c.ts': "export * from './d.ts';\nexport const c = 1;",
    'd.ts': "export * from './c.ts';\nexport const d = 1;",
    'e.ts': "import { c, d, nothing } from './d.ts';",
  };
  expect(needsOf(files)).toEqual(['b.ts']);
  expect([...(graph(files).needs.get('e.ts') ?? [])].sort()).toEqual(['c.ts', 'd.ts']);
});

it('knows who imports a name by way of a barrel', () => {
  const found = graph({
    'barrel.ts': "export { b } from './b.ts';\nexport { c } from './c.ts';",
    'b.ts': 'export const b = 1;',
    'c.ts': 'export const c = 1;',
    'user.ts': "import { b } from './barrel.ts';",
    'other.ts': "import { c } from './barrel.ts';",
  });
  expect([...found.importersOf('barrel.ts', 'b')]).toEqual(['user.ts']);
  expect([...found.importersOf('barrel.ts', 'c')]).toEqual(['other.ts']);
  expect(found.importsOf('barrel.ts')?.isBarrel).toBe(true);
  expect(found.importsOf('b.ts')?.isBarrel).toBe(false);
});

it('finds every file of this tree that an import names', () => {
  const { files, importsOf: read, resolve: leads } = importGraph(root, { cache: graphCache });
  const own = (from: string) => from.startsWith('.') || from.startsWith('@millwright/');
  // Templates import files that exist only after they have been copied.
  const lost = [...files]
    .filter((path) => !path.startsWith('templates/'))
    .flatMap((path) =>
      [...(read(path)?.imports ?? []), ...(read(path)?.passesOn ?? [])]
        .filter(({ from }) => own(from) && leads(path, from) === undefined)
        .map(({ from }) => `${path}: ${from}`),
    );
  expect(lost).toEqual([]);
  expect(files.size).toBeGreaterThan(2000);
});
