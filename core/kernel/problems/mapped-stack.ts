import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A position in a built file: `file:///.../.build/cli/main.js:12:34`. */
const builtPlace = /(file:\/\/[^\s():]+\.js):(\d+):(\d+)/g;

/** Source maps by address of the built file, until the garbage collector frees them. */
const maps = new Map<string, WeakRef<SourceMap>>();

function mapOf(url: string): SourceMap | undefined {
  const known = maps.get(url)?.deref();
  if (known) return known;
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')));
    maps.set(url, new WeakRef(map));
    return map;
  } catch {
    // No source map of this build, or a missing one: the position in the built file stays.
    return undefined;
  }
}

/**
 * A stack with positions in the sources. Node could map them itself, but would keep the maps of all bundles in memory,
 * a quarter of the server's total. Here a map is read only when an error is logged.
 */
export const mappedStack = (stack: string): string =>
  stack.replace(builtPlace, (place, url: string, line: string, column: string) => {
    const map = url.includes('/.build/') ? mapOf(url) : undefined;
    const found = map?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!found || !('originalSource' in found) || !found.originalSource) return place;
    const source = found.originalSource.replace(/^webpack:\/\/\w+\/(\.\/)?/, '');
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
