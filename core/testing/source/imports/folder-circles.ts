import { dirname, join, normalize } from 'node:path';

const test = /\.(test|matrix|fuzz|e2e|night|soak|real-data)\.tsx?$|-fixture\.ts$|[./-]samples?\.ts$/;
const inTests = /(^|\/)(testing|bench|e2e|demo)\/|\/demo-data\.ts$/;
const isTest = (path: string): boolean => test.test(path) || inTests.test(path);
const statement = /^(?:import|export)\s+(?!type\b)(?:([^;'"]*?)\sfrom\s+)?'(\.[^']+)'/gm;

/** Folder of a file: `core/audit`, `shell/screens`, `plugins/inventory/server/stock`. */
const folderOf = (path: string): string => {
  const folders = dirname(path).split('/');
  return folders.slice(0, path.startsWith('plugins/') ? 4 : 2).join('/');
};

/** Whether all names in the braces are types, which are not loaded at run time. */
const areTypes = (names: string | undefined): boolean =>
  names !== undefined &&
  /^\{[^}]*\}$/.test(names.trim()) &&
  names
    .replace(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .every((name) => name.startsWith('type '));

/**
 * Groups of folders whose files import each other in a circle, largest first, each sorted by name. Imports of types and
 * imports in tests do not count.
 * @param files text by path from the root of the repository
 */
export function folderCircles(files: ReadonlyMap<string, string>): string[][] {
  const edges = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    if (isTest(path)) continue;
    for (const [, names, target = ''] of text.matchAll(statement)) {
      const [from, to] = [folderOf(path), folderOf(normalize(join(dirname(path), target)))];
      if (from === to || areTypes(names) || isTest(target)) continue;
      edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  return strongComponents(edges).filter((folders) => folders.length > 1);
}

/** Tarjan's algorithm: https://en.wikipedia.org/wiki/Tarjan%27s_strongly_connected_components_algorithm */
function strongComponents(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (folder: string): number => {
    order.set(folder, order.size);
    let low = order.get(folder) as number;
    stack.push(folder);
    for (const next of edges.get(folder) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) as number);
    }
    if (low === order.get(folder)) found.push(stack.splice(stack.indexOf(folder)).sort());
    return low;
  };
  for (const folder of edges.keys()) if (!order.has(folder)) visit(folder);
  return found.sort((a, b) => b.length - a.length || String(a).localeCompare(String(b)));
}
