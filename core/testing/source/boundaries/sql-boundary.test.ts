import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { corePlugin } from '../../../boot/core-plugin/core-plugin.ts';
import { tableAccess } from '../../../database/tenant-entity.ts';
import type { AnyPlugin } from '../../../kernel/plugin/plugin.ts';
import { platformPlugins } from '../../kernel/platform-plugins.ts';

const root = resolve(import.meta.dirname, '../../../..');
const owners: readonly Pick<AnyPlugin, 'id' | 'views'>[] = [corePlugin, ...(await platformPlugins())];
const schemaOf = (id: string): string => id.replaceAll('-', '_');
const schemas = owners.map(({ id }) => schemaOf(id));
const published = new Set(owners.flatMap(({ views }) => views?.map(({ name }) => name) ?? []));
const tables = new Set(tableAccess().map(({ schema, table }) => `${schema}.${table}`));

const relation = `(?:${schemas.join('|')})\\.[a-z][a-z0-9_]*`;
/** Any name after a keyword or SQL function that takes a relation, and any mention of an existing table. */
const named = new RegExp(`\\b(?:(?:from|join|into|update|using|only) +(${relation})|(${relation}))\\b`, 'g');

/**
 * Text that is not a statement of the plugin: comments, ids of samples and states by table, slots, and columns that
 * core reads in `usesOf`. Writes need no rule, because run-time roles may only read views.
 */
const silent = [
  /\/\*[\s\S]*?\*\//g,
  /^\s*\/\/.*$/gm,
  /\bids\('[^']+'\)/g,
  /^\s*'[a-z_]+\.[a-z_]+': /gm,
  /\btable: '[^']+',\s*column\b/g,
  /\bfills: \[[^\]]*\]/g,
  /^(?:import|export) [^;]*? from '[^']+';$/gm,
];

/** Unpublished relations of other plugins in a source. */
function foreignIn(source: string, own: string): string[] {
  const spoken = silent.reduce((text, pattern) => text.replaceAll(pattern, ''), source);
  return [...spoken.matchAll(named)].flatMap(([, read, mentioned]) => {
    const name = read ?? (mentioned as string);
    const isForeign = !name.startsWith(`${own}.`) && !published.has(name);
    return isForeign && (read !== undefined || tables.has(name) || name.includes('.v_')) ? [name] : [];
  });
}

it.each(owners.map(({ id }) => id))('%s names no table of others in SQL, only published views', (id) => {
  const folder = id === 'core' ? 'core/!(testing|bench)' : `plugins/${id}/server`;
  const files = globSync(`${folder}/**/*.ts`, {
    cwd: root,
    exclude: ['**/migrations/**', '**/node_modules/**'],
  }).filter((path) => !/\.(test|matrix|fuzz|night|soak|e2e|real-data)\.ts$|-fixture\.ts$/.test(path));
  expect(files.length).toBeGreaterThan(0);
  const found = files.flatMap((path) =>
    foreignIn(readFileSync(join(root, path), 'utf8'), schemaOf(id)).map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ['a join', 'sql`select * from commerce.customer c join core.party p on p.id = c.id`', ['core.party']],
  ['a write through a view that nobody publishes', 'sql`update core.v_secrets set a = 1`', ['core.v_secrets']],
  ['a query', ".leftJoin('inventory.item as item', (join) => join)", ['inventory.item']],
  ['a table handed on', "sql.table('core.member')", ['core.member']],
  ['a published view', 'sql`select from core.v_members join inventory.v_items on true`', []],
  ['its own table', 'sql`select from commerce.carrier`', []],
  ['a comment', '// rows of core.party\n/** from core.party */', []],
])('sees %s', (_, source, foreign) => {
  expect(foreignIn(source, 'commerce')).toEqual(foreign);
});
