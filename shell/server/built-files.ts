import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Readers see either the old file or the new one, never a partial one. */
export function writeWhole(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

/** Integrity value of a file for a page: `sha384-...`. */
export const integrityOf = (path: string): string =>
  `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`;

/**
 * Removes files that this build did not write, with their compressed copies. A running server may still be compressing
 * one, so missing files are ignored.
 */
export function removeStale(folder: string, kept: ReadonlySet<string>): void {
  for (const file of readdirSync(folder))
    if (!kept.has(file.replace(/\.(br|gz)$/, ''))) rmSync(join(folder, file), { recursive: true, force: true });
}
