import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyEndpoint } from '../../contracts/endpoints/endpoint.ts';
import type { ImportGraph } from '../source/imports/import-graph.ts';
import { projectOf } from './projects.ts';

/** A route by its contract; the import graph shows its handlers. */
export interface PlannedRoute {
  name: string;
  /** The file that declares it, and the name of its export. */
  file: string;
  exported: string;
  /** Public, part of signing in, or used by widgets: runs every time. */
  isAlways: boolean;
}

interface ScreenPath {
  path: string;
  name: string;
}

/** Endpoints and screens that the contracts of a repository declare. */
export interface Declared {
  routes: PlannedRoute[];
  screens: ScreenPath[];
}

const contract = /^(core|plugins\/[^/]+)\/contracts\//;

/**
 * Loads all contracts and finds their endpoints and screens.
 * @param cache file that caches the result until a contract changes
 */
export async function declaredIn(root: string, graph: ImportGraph, cache?: string): Promise<Declared> {
  const files = [...graph.files]
    .filter((path) => contract.test(path) && path.endsWith('.ts') && !projectOf(path))
    .sort();
  const hash = createHash('sha1');
  for (const path of files) hash.update(path).update(readFileSync(join(root, path)));
  const key = hash.digest('hex');
  const kept = cache && existsSync(cache) ? keptIn(cache) : undefined;
  if (kept?.key === key) return kept.declared;
  const declared: Declared = { routes: [], screens: [] };
  for (const path of files) {
    // Barrels declare nothing.
    if (graph.importsOf(path)?.isBarrel) continue;
    const module = (await import(pathToFileURL(join(root, path)).href)) as Record<string, unknown>;
    for (const [exported, value] of Object.entries(module)) {
      const own = graph.importsOf(path)?.defines.includes(exported);
      if (own) collect(value, { path, exported }, declared);
    }
  }
  if (cache) {
    try {
      writeFileSync(cache, JSON.stringify({ key, declared }));
    } catch {
      // Without a cache, for example on a full disk, the contracts are loaded again the next time.
    }
  }
  return declared;
}

function keptIn(cache: string): { key: string; declared: Declared } | undefined {
  try {
    return JSON.parse(readFileSync(cache, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Endpoints are single exports or in the object of a record's endpoints; screens are in lists. */
function collect(value: unknown, at: { path: string; exported: string }, declared: Declared, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > 2 || '_zod' in value) return;
  if ('kind' in value && value.kind === 'endpoint') {
    const { name, path, public: isPublic, widget } = value as AnyEndpoint;
    if (declared.routes.some((route) => route.name === name)) return;
    const isAlways = isPublic !== undefined || widget !== undefined || path.startsWith('/auth/');
    declared.routes.push({ name, file: at.path, exported: at.exported, isAlways });
    return;
  }
  if ('name' in value && 'path' in value && 'title' in value && typeof value.path === 'string')
    declared.screens.push({ name: String(value.name), path: value.path });
  for (const each of Object.values(value)) collect(each, at, declared, depth + 1);
}

const server = /^(core\/(?!contracts\/|browser\/|testing\/|bench\/|cli\/)|plugins\/[^/]+\/server\/)/;

/** Server files that import each route from its contract: its handlers, and other users. */
export function bindersOf(graph: ImportGraph, routes: readonly PlannedRoute[]): Map<string, string[]> {
  const wanted = new Map<string, string[]>();
  for (const { name, file, exported } of routes) {
    const key = `${file}\0${exported}`;
    wanted.set(key, [...(wanted.get(key) ?? []), name]);
  }
  const found = new Map<string, string[]>();
  for (const [path, needs] of graph.needs) {
    if (!server.test(path) || projectOf(path)) continue;
    const names = new Set(graph.importsOf(path)?.imports.flatMap((each) => each.names));
    for (const file of needs)
      if (contract.test(file))
        for (const exported of names)
          for (const route of wanted.get(`${file}\0${exported}`) ?? [])
            found.set(route, [...(found.get(route) ?? []), path]);
  }
  return found;
}

/** Files of all screens. */
export const screenFilesOf = (graph: ImportGraph): string[] =>
  [...graph.files].filter((path) => /^(plugins\/[^/]+\/browser|shell\/screens)\/.*\.screen\.tsx$/.test(path)).sort();

const tables = /^(plugins\/[^/]+\/browser\/index\.tsx|shell\/shell-screens\.ts|shell\/router\.tsx)$/;
const binding = /'?([\w/-]+)'?(?::|,)\s*\(\) =>\s*import\(\s*'([^']+\.screen\.tsx)'/g;

interface Surface {
  graph: ImportGraph;
  declared: Declared;
  textOf(path: string): string;
}

/** Files that a browser test shows: screens at the addresses it names and beside it, the shell, and widgets. */
export function opensOf({ graph, declared, textOf }: Surface): (test: string) => string[] {
  const files = new Map<string, string[]>();
  for (const table of [...graph.files].filter((path) => tables.test(path)))
    for (const [, name = '', target = ''] of textOf(table).matchAll(binding)) {
      const file = graph.resolve(table, target);
      if (file) files.set(name, [...(files.get(name) ?? []), file]);
    }
  const patterns = [
    ...declared.screens.flatMap(({ name, path }) => (files.get(name) ?? []).map((file) => ({ path, file }))),
    ...[...files].flatMap(([name, found]) => (name.startsWith('/') ? found.map((file) => ({ path: name, file })) : [])),
  ].map(({ path, file }) => ({ file, path: path.split('/').filter(Boolean) }));
  const all = screenFilesOf(graph);
  // The frame around every screen. Its tables of contents only name screens.
  const frame = [...graph.files].filter((path) => isFrame.test(path) && !isTable.test(path));
  return (test) => {
    const text = textOf(test).replaceAll(/\$\{[^}]*\}/g, ':any');
    const addresses = [...text.matchAll(/['"`](?:[^'"`\s]*?)(\/[\w:/.-]+)/g)].map(([, address = '']) =>
      address.split('/').filter(Boolean),
    );
    const folder = test.slice(0, test.lastIndexOf('/') + 1);
    const named = patterns
      .filter(({ path }) => addresses.some((address) => fits(path, address)))
      .map(({ file }) => file);
    const beside = folder.startsWith('shell/') ? frame : all.filter((file) => isIn(file, folder));
    return [...new Set([...named, ...beside, ...ofWidgets(graph, test, text)])];
  };
}

const isFrame = /^shell\/(?!screens\/|server\/|e2e\/).*\.(tsx|css)$/;
const isTable = /^shell\/(router|bootstrap|shell-screens)\.tsx?$/;

/** Files of the widgets that a widget test mentions; all of them use the SDK. */
const ofWidgets = (graph: ImportGraph, test: string, text: string): string[] =>
  test.startsWith('widgets/')
    ? [...graph.files].filter((path) => {
        const [, folder = ''] = path.split('/');
        return (
          path.startsWith('widgets/') &&
          !projectOf(path) &&
          folder !== 'e2e' &&
          (folder === 'sdk' || text.includes(folder))
        );
      })
    : [];

const isIn = (file: string, folder: string): boolean =>
  file.startsWith(folder) && !/^plugins\/[^/]+\/browser\/$/.test(folder);

/** `/dashboard/customers/:customerID` matches the address with any id. */
const fits = (pattern: readonly string[], address: readonly string[]): boolean =>
  pattern.length === address.length &&
  pattern.every((part, at) => part === address[at] || part.startsWith(':') || (address[at] ?? '').startsWith(':any'));
