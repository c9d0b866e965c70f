import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A place in a built file: `file:///.../.build/cli/main.js:12:34`. */
const builtPlace = /(file:\/\/[^\s():]+\.js):(\d+):(\d+)/g;

/** By the address of the built file, for as long as nobody needs the memory. */
const maps = new Map<string, WeakRef<SourceMap>>();

function mapOf(url: string): SourceMap | undefined {
  const known = maps.get(url)?.deref();
  if (known) return known;
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')));
    maps.set(url, new WeakRef(map));
    return map;
  } catch {
    // Not one of ours, or no longer there: the place in the built file has to do.
    return undefined;
  }
}

/**
 * A stack with the places of the sources. Node could do that itself, but it would keep the maps of all bundles in
 * memory for it, a quarter of what the server needs; here they are read when an error is logged.
 */
export const mappedStack = (stack: string): string =>
  stack.replace(builtPlace, (place, url: string, line: string, column: string) => {
    const map = url.includes('/.build/') ? mapOf(url) : undefined;
    const found = map?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!found || !('originalSource' in found) || !found.originalSource) return place;
    const source = found.originalSource.replace(/^webpack:\/\/\w+\/(\.\/)?/, '');
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
