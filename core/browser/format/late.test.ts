import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const folders = ['core/browser', 'shell', ...readdirSync(join(root, 'plugins')).map((id) => `plugins/${id}/browser`)];

/** Files that may load chunks themselves: the loader, the libraries of the shell, its routes. */
const loaders = ['core/browser/format/late.tsx', 'shell/remotes/provide.ts', 'shell/router.tsx', 'shell/index.ts'];

const files = folders.flatMap((folder) => {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|e2e|bench)\.tsx?$/.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
});

/** Chunks that a file loads without `late`: a lazy component, or an awaited import outside of a loader. */
const chunksPast = (text: string): string[] => [
  ...(text.match(/\blazy\(/g) ?? []),
  ...text
    .split('\n')
    .filter((line) => /\bawait import\(/.test(line) && !/late(?:<|\()|async \(\) =>/.test(line))
    .map((line) => line.trim()),
];

describe('a chunk that is no route', () => {
  it('is loaded by late alone, so that one that does not come takes nothing else along', () => {
    expect(files.length).toBeGreaterThan(200);
    const past = files
      .filter((file) => !loaders.includes(file))
      .flatMap((file) => chunksPast(readFileSync(join(root, file), 'utf8')).map((chunk) => `${file}: ${chunk}`));
    expect(past).toEqual([]);
  });

  it('would be found', () => {
    expect(chunksPast("const Table = lazy(() => import('./table.tsx'));")).toEqual(['lazy(']);
    expect(chunksPast("  const { watch } = await import('./watch.tsx');")).toHaveLength(1);
    expect(chunksPast("const Table = late<Props>(async () => (await import('./table.tsx')).Table, {});")).toEqual([]);
  });
});
