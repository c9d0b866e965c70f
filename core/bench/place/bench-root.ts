import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest folder above one that has the composition root. */
function cloneAbove(folder: string): string {
  if (existsSync(join(folder, 'platform.config.ts'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('No folder above the benchmark has a platform.config.ts.');
  return cloneAbove(above);
}

/** Root of the clone. The search works for the sources and for the bundle, which lie at different depths. */
export const benchRoot = cloneAbove(import.meta.dirname);

/** Where the built programs lie. */
export const buildDir = join(benchRoot, '.build');
