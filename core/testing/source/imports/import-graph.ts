import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { type FileImports, readImports } from './file-imports.ts';

/** File that caches the imports of the project's files. */
export const graphCache = resolve(import.meta.dirname, '../../../../.artifacts/import-graph.json');

/** Files and folders of the root whose files import each other. */
const places = '{core,plugins,cli,shell,widgets,templates,platform.config.ts,rspack.config.ts,vitest.config.ts}';
const code = /\.(tsx?|mjs|js)$/;

/** Imports between the files of the repository; all paths are relative to the root, with slashes. */
export interface ImportGraph {
  files: ReadonlySet<string>;
  /** Imports and exports of a code file. */
  importsOf(path: string): FileImports | undefined;
  /** Files that each file needs at run time; for an imported name, the file that defines it. */
  needs: ReadonlyMap<string, ReadonlySet<string>>;
  /** The inverse of `needs`. */
  neededBy: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names that a file exports, including re-exports. */
  exportsOf(path: string): Iterable<string>;
  /** Files that import a name through a file that only re-exports it. */
  importersOf(barrel: string, name: string): ReadonlySet<string>;
  /** The file of the repository that a specifier means; undefined for packages and missing files. */
  resolve(from: string, specifier: string): string | undefined;
}

/**
 * Reads the imports of the repository. The result per file is cached by a hash of its contents, so that only changed
 * files are parsed again.
 * @param cache file of the cache; without it, or if it cannot be written, every file is parsed
 */
export function importGraph(root: string, { cache }: { cache?: string } = {}): ImportGraph {
  const files = new Set(
    globSync(`${places}{,/**/*.*}`, { cwd: root, exclude: (name) => name === 'node_modules' || name.startsWith('.') })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.includes('.')),
  );
  const sources = [...files].filter((path) => code.test(path));
  const known = readKept(cache);
  const kept: Record<string, FileImports> = {};
  const found = new Map<string, FileImports>();
  for (const path of sources) {
    const text = readFileSync(join(root, path), 'utf8');
    const hash = createHash('sha1').update(path.slice(-4)).update(text).digest('hex');
    const imports = known[hash] ?? readImports(path, text);
    kept[hash] = imports;
    found.set(path, imports);
  }
  if (cache && Object.keys(kept).some((hash) => !known[hash])) keep(cache, kept);
  return graphOf(files, found, packagesOf(root));
}

/** Version of the cache format; a new version discards the old cache. */
const version = 3;

function readKept(cache: string | undefined): Record<string, FileImports> {
  if (!cache || !existsSync(cache)) return {};
  try {
    const kept = JSON.parse(readFileSync(cache, 'utf8')) as { version: number; files: Record<string, FileImports> };
    return kept.version === version ? kept.files : {};
  } catch {
    // The cache is incomplete or damaged and will be written again.
    return {};
  }
}

function keep(cache: string, files: Record<string, FileImports>): void {
  try {
    mkdirSync(dirname(cache), { recursive: true });
    writeFileSync(`${cache}.${process.pid}`, JSON.stringify({ version, files }));
    renameSync(`${cache}.${process.pid}`, cache);
  } catch {
    // Without a cache, for example on a full disk, the next run takes two seconds longer.
  }
}

/** Entry files by the names under which the workspaces export them: `@millwright/core/server`. */
function packagesOf(root: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (const manifest of globSync('{core,plugins/*,cli,shell,widgets}/package.json', { cwd: root })) {
    const { name, exports = {} } = JSON.parse(readFileSync(resolve(root, manifest), 'utf8')) as {
      name: string;
      exports?: Record<string, string>;
    };
    const folder = dirname(manifest).replaceAll('\\', '/');
    for (const [entry, target] of Object.entries(exports))
      entries.set(posix.join(name, entry), posix.join(folder, target));
  }
  return entries;
}

interface Exported {
  definers: readonly string[];
  via: readonly string[];
}

/** The graph of files with known imports; tests also use it for files that exist only in memory. */
export function graphOf(
  files: ReadonlySet<string>,
  imports: ReadonlyMap<string, FileImports>,
  packages: ReadonlyMap<string, string> = new Map(),
): ImportGraph {
  const needs = new Map<string, Set<string>>();
  const neededBy = new Map<string, Set<string>>();
  const passed = new Map<string, Set<string>>();

  const resolveFrom = (from: string, specifier: string): string | undefined => {
    const path = specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : packages.get(specifier);
    return path !== undefined && files.has(path) ? path : undefined;
  };

  /** Exports of a file by name: the defining files, and the files that re-export them. */
  const tables = new Map<string, Map<string, Exported>>();
  const exportsOf = (path: string): Map<string, Exported> => {
    const known = tables.get(path);
    if (known) return known;
    // Stored before it is filled, so that circular re-exports end.
    const table = new Map<string, Exported>();
    tables.set(path, table);
    const file = imports.get(path);
    for (const { from, names } of file?.passesOn ?? []) {
      const target = resolveFrom(path, from);
      if (target === undefined) continue;
      const theirs = exportsOf(target);
      const pass = (outer: string, { definers, via }: Exported) => table.set(outer, { definers, via: [...via, path] });
      if (names === '*') {
        for (const [name, exported] of theirs) if (name !== 'default') pass(name, exported);
      } else
        for (const [outer, inner] of names)
          pass(outer, (inner === '*' ? everything(target) : theirs.get(inner)) ?? { definers: [target], via: [] });
    }
    for (const name of file?.defines ?? []) table.set(name, { definers: [path], via: [] });
    return table;
  };
  const everything = (path: string): Exported => ({
    definers: [path, ...[...exportsOf(path).values()].flatMap(({ definers }) => definers)],
    via: [],
  });

  for (const [path, file] of imports) {
    const targets = new Set<string>();
    const definersIn = (target: string, name: string): readonly string[] => {
      if (name === '*') return everything(target).definers;
      const exported = exportsOf(target).get(name);
      for (const barrel of exported?.via ?? []) {
        const key = `${barrel}\0${name}`;
        passed.set(key, (passed.get(key) ?? new Set()).add(path));
      }
      return exported?.definers ?? [target];
    };
    for (const { from, names, types } of file.imports) {
      const target = resolveFrom(path, from);
      if (target === undefined) continue;
      if (names.length === 0 && types.length === 0) targets.add(target);
      for (const name of names) for (const definer of definersIn(target, name)) targets.add(definer);
      // An injected class is imported only as a type, but it runs.
      for (const name of types)
        for (const definer of definersIn(target, name))
          if (imports.get(definer)?.classes.includes(name)) targets.add(definer);
    }
    for (const mention of file.mentions) {
      const near = posix.join(posix.dirname(path), mention);
      if (files.has(near)) targets.add(near);
      else if (mention.includes('/') && files.has(mention)) targets.add(mention);
    }
    targets.delete(path);
    needs.set(path, targets);
    for (const target of targets) neededBy.set(target, (neededBy.get(target) ?? new Set()).add(path));
  }
  return {
    files,
    importsOf: (path) => imports.get(path),
    needs,
    neededBy,
    exportsOf: (path) => exportsOf(path).keys(),
    importersOf: (barrel, name) => passed.get(`${barrel}\0${name}`) ?? new Set(),
    resolve: resolveFrom,
  };
}
