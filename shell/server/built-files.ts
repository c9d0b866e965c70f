import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A reader sees the old file or the new one, never half of one. */
export function writeWhole(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

/** What a page asks of the file: `sha384-...`. */
export const integrityOf = (path: string): string =>
  `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`;

/** Removes what the build did not write this time, with its packed copies. A server beside us may still be packing. */
export function removeStale(folder: string, kept: ReadonlySet<string>): void {
  for (const file of readdirSync(folder))
    if (!kept.has(file.replace(/\.(br|gz)$/, ''))) rmSync(join(folder, file), { recursive: true, force: true });
}
