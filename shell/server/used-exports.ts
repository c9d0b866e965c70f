import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const statement = /(?:^|[;}\s])(?:import|export)\s*(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
const namespace = /(?:import|export)\s*\*[^;"']*from\s*["']([^"']+)["']/g;
const relative = /(?:^|[;}\s])(?:import|export)\b[^;"']*["'](\.[^"']+)["']/g;

/** Values that a source imports by name from a library; null if it imports the library as a whole. */
export function namesImported(source: string, library: string): string[] | null {
  for (const [, from] of source.matchAll(namespace)) if (from === library) return null;
  const names: string[] = [];
  for (const [, list = '', from] of source.matchAll(statement)) {
    if (from !== library) continue;
    for (const part of list.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '').split(',')) {
      const name = part.trim().split(/\s+as\s+/)[0] ?? '';
      if (name && !name.startsWith('type ')) names.push(name);
    }
  }
  return names;
}

/**
 * Members of an imported object that a source uses as values: `string` for `z.string()`, but not `output` for the type
 * `z.output<typeof row>`. Null if the object itself is passed on.
 */
export function membersUsed(source: string, object: string): string[] | null {
  if (new RegExp(`[=(,]\\s*${object}\\s*[,;)]`).test(source)) return null;
  const use = new RegExp(
    `\\b${object}\\s*\\.\\s*([\\w$]+)(?=\\s*(?:\\(|<(?:[^<>;]|<[^<>;]*>)*>\\s*\\(|\\.(?![$A-Z])|[;,)]))`,
    'g',
  );
  const tested = new RegExp(`\\binstanceof\\s+${object}\\s*\\.\\s*([\\w$]+)`, 'g');
  return [...source.matchAll(use), ...source.matchAll(tested)].map(([, name = '']) => name);
}

const known = new Map<string, string[]>();

/** Browser sources below `root`; cached, because they are read for each library. */
function sourcesOf(root: string, patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => {
    const key = join(root, pattern);
    const sources =
      known.get(key) ??
      globSync(pattern, { cwd: root })
        .filter((file) => !/\.(test|e2e|d)\.[mc]?tsx?$/.test(file))
        .map((file) => readFileSync(join(root, file), 'utf8'));
    known.set(key, sources);
    return sources;
  });
}

/**
 * Files of a library that define these names, with their own imports. `index` imports them by name, as Mantine's index
 * files do. Null for a library of another form, because no name may be missed.
 */
export function filesBehind(index: string, names: readonly string[]): string[] | null {
  const sources = new Map<string, string>();
  for (const [, list = '', from = ''] of readFileSync(index, 'utf8').matchAll(statement))
    for (const name of list.split(','))
      sources.set(
        name
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
        from,
      );
  if (names.some((name) => !sources.has(name))) return null;
  const wanted = names.map((name) => sources.get(name) ?? '').filter((from) => from.startsWith('.'));
  const found = new Set(wanted.map((from) => join(dirname(index), from)));
  // Entries added to a Set during iteration are visited too.
  for (const file of found)
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(relative)) found.add(join(dirname(file), from));
  return [...found];
}

/** Members that these files use of an object imported from a library, sorted; null if a file uses the whole object. */
export function usedMembers(
  root: string,
  patterns: readonly string[],
  library: string,
  object: string,
): string[] | null {
  const all = new Set<string>();
  for (const source of sourcesOf(root, patterns)) {
    if (!namesImported(source, library)?.includes(object)) continue;
    const names = membersUsed(source, object);
    if (names === null) return null;
    for (const name of names) all.add(name);
  }
  return [...all].sort();
}

/**
 * Names that these files import from a library, sorted; null if a file imports the whole library. `patterns` are globs
 * below `root`.
 */
export function usedExports(root: string, patterns: readonly string[], library: string): string[] | null {
  const all = new Set<string>();
  for (const source of sourcesOf(root, patterns)) {
    const names = namesImported(source, library);
    if (names === null) return null;
    for (const name of names) all.add(name);
  }
  return [...all].sort();
}
