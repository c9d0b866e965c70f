import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const statement = /(?:^|[;}\s])(?:import|export)\s*(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
const namespace = /(?:import|export)\s*\*[^;"']*from\s*["']([^"']+)["']/g;

/** Values that a source imports by name from a library; null where it takes the library as a whole. */
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
 * Names of a library that any of these files imports, sorted; null where one takes the whole library.
 * `patterns` are globs below `root`.
 */
export function usedExports(root: string, patterns: readonly string[], library: string): string[] | null {
  const all = new Set<string>();
  for (const pattern of patterns)
    for (const file of globSync(pattern, { cwd: root })) {
      if (/\.(test|e2e|d)\.[mc]?tsx?$/.test(file)) continue;
      const names = namesImported(readFileSync(join(root, file), 'utf8'), library);
      if (names === null) return null;
      for (const name of names) all.add(name);
    }
  return [...all].sort();
}
