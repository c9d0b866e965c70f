import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Names sort by time: `millwright-20261123T021500Z.tar.gz`. */
export const nameOfBackup = (at: Date): string => `millwright-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`;

const form = /^millwright-\d{8}T\d{6}Z\.tar\.gz$/;

/** Deletes the oldest backups of a folder beyond the number to keep, and no other files; answers their names. */
export function removeOldBackups(folder: string, keep: number): string[] {
  const old = readdirSync(folder)
    .filter((name) => form.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of old) rmSync(join(folder, name), { force: true });
  return old;
}
