import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../../ratchet/source-files.ts';
import { unknownNames } from './unknown-names.ts';

const root = resolve(import.meta.dirname, '../../../..');
const readmes = globSync('plugins/*/README.md', { cwd: root });

it('finds names and paths that are gone', () => {
  const sources =
    "class StockPort {} path: '/v1/items' path: '/v1/x/{xID}/stock' newID('itm') " +
    "'inventory.stock.short' 'inventory.stock.held'";
  const unknown = (text: string) => unknownNames(text, { root, folder: 'plugins/inventory', sources });
  expect(
    unknown('`StockPort` `StockPort(ctx)` `itm_` `inventory.stock.{short,held}` `npm test` `12` `.changed`'),
  ).toEqual([]);
  expect(unknown('`GET /v1/items/{itemID}` `/v1/x/{xID}/stock` `POST /v1/items/actions/count`')).toEqual([]);
  expect(unknown('`contracts/ports.ts` `catalogue` `core/kernel/plugin/part.ts` `server/<area>/unit`')).toEqual([
    'catalogue',
  ]);
  const gone = ['UsagePort', '/v1/lots', 'server/gone.ts', 'inventory.stock.cut'];
  expect(unknown(gone.map((name) => `\`${name}\``).join(' '))).toEqual(gone);
});

describe.each(readmes)('%s', (path) => {
  const text = readFileSync(join(root, path), 'utf8');

  it('fits a screen', () => {
    const lines = text.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(lines.filter((line) => line.length > 140)).toEqual([]);
  });

  it('names only what is there', () => {
    const sources = [...sourceFiles()].map(([file, source]) => (file.includes('.test.') ? '' : source)).join('\n');
    expect(unknownNames(text, { root, folder: dirname(path), sources })).toEqual([]);
  });
});
