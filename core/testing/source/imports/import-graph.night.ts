import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { graphCache, importGraph } from './import-graph.ts';

const root = resolve(import.meta.dirname, '../../../..');
const compiler = resolve(root, 'node_modules/typescript/bin/tsc');

/** Importers of each file according to the compiler, as `importer -> file`. */
function resolvedByCompiler(project: string): string[] {
  const options = ['-p', project, '--listFilesOnly', '--explainFiles'];
  const { stdout } = spawnSync(process.execPath, [compiler, ...options], {
    cwd: root,
    maxBuffer: 1e9,
    encoding: 'utf8',
  });
  let file = '';
  const found: string[] = [];
  for (const line of stdout.split('\n')) {
    if (!line.startsWith(' ')) file = line.trim();
    const [, from, packageID] = /Imported via .* from file '([^']+)'( with packageId)?/.exec(line) ?? [];
    if (from && !file.includes('node_modules') && (!packageID || !from.includes('node_modules')))
      found.push(`${from} -> ${file}`);
  }
  return found;
}

// The compiler reports imports without names, so re-exports of a barrel are compared only up to the barrel.
it('leads each import where the compiler resolves it to, in the whole tree', () => {
  const graph = importGraph(root, { cache: graphCache });
  const programs = [
    'tsconfig.server.json',
    'tsconfig.browser.json',
    'tsconfig.contracts.json',
    'widgets/tsconfig.json',
  ];
  const compiled = new Set(programs.flatMap(resolvedByCompiler));
  expect(compiled.size).toBeGreaterThan(10_000);
  const members = new Set([...compiled].flatMap((edge) => edge.split(' -> ')));
  const ours = new Set(
    [...members].flatMap((path) =>
      [...(graph.importsOf(path)?.imports ?? []), ...(graph.importsOf(path)?.passesOn ?? [])].flatMap(({ from }) => {
        const target = graph.resolve(path, from);
        return target === undefined ? [] : [`${path} -> ${target}`];
      }),
    ),
  );
  const ofCode = (edge: string) => /\.tsx?$/.test(edge);
  expect([...compiled].filter((edge) => ofCode(edge) && !ours.has(edge))).toEqual([]);
  expect([...ours].filter((edge) => ofCode(edge) && !compiled.has(edge))).toEqual([]);
});
