import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusal } from '@millwright/core/cli';
import type { FileChanges } from './file-changes.ts';
import { addToList } from './source-edit.ts';

/**
 * Registers a plugin outside its folder: in platform.config.ts, and in npm's link and lockfile as npm would write them.
 */
export function registerPlugin(
  changes: FileChanges,
  root: string,
  { id, audience }: { id: string; audience: readonly string[] | undefined },
): void {
  changes.edit('platform.config.ts', (text) => withPlugin(text, id, audience));
  changes.link(`node_modules/@millwright/${id}`, join('../../../plugins', id));
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const locked = withWorkspace(lockfile, id);
  changes.edit('package-lock.json', () => locked);
  // The link equals that of `npm ci` with the new lockfile, so `npm start` need not run it.
  const stamp = 'node_modules/.millwright-install';
  if (existsSync(join(root, stamp)) && readFileSync(join(root, stamp), 'utf8') === hashOf(lockfile))
    changes.edit(stamp, () => hashOf(locked));
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** platform.config.ts with another plugin at the end of its list. */
export function withPlugin(text: string, id: string, audience: readonly string[] | undefined): string {
  const audienceText = audience ? `audience: [${audience.map((slug) => `'${slug}'`).join(', ')}], ` : '';
  const halves = `server: () => import('@millwright/${id}/server'), cli: () => import('@millwright/${id}/cli')`;
  const open = text.indexOf('plugins: [');
  if (open < 0)
    throw refusal('not_understood', 'platform.config.ts has no list `plugins: [...]` to enter the plugin in');
  return addToList(text, open + 'plugins: '.length, `{ id: '${id}', ${audienceText}${halves} }`);
}

interface Lockfile {
  packages: Record<string, Record<string, unknown>>;
}

/** package-lock.json with the workspace package in npm's order. */
export function withWorkspace(text: string, id: string): string {
  const lockfile = JSON.parse(text) as Lockfile;
  const entries = new Map(Object.entries(lockfile.packages));
  entries.set(`node_modules/@millwright/${id}`, { resolved: `plugins/${id}`, link: true });
  entries.set(`plugins/${id}`, { name: `@millwright/${id}`, version: '0.1.0' });
  const sorted = [...entries].sort(([left], [right]) => left.localeCompare(right, 'en'));
  return `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(sorted) }, null, 2)}\n`;
}
