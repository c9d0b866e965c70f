import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** Contents of all sources, by path from the root of the repository. */
export const sourceFiles = (): Map<string, string> =>
  new Map(
    globSync('{core,plugins,cli,shell,widgets,templates}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: (name) => name === 'node_modules' || name === 'dist',
    })
      .map((path) => path.replaceAll('\\', '/'))
      .sort()
      .map((path) => [path, readFileSync(resolve(root, path), 'utf8')]),
  );
