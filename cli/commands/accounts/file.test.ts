import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImportServer, startImportServer } from '../../data/import/import-fixture.ts';

let server: ImportServer;
let product = '';
const run = (...args: string[]) => server.place.call(args);
const pathOf = (name: string, text?: string): string => {
  const path = join(server.place.folder, name);
  if (text !== undefined) writeFileSync(path, text);
  return path;
};

beforeAll(async () => {
  server = await startImportServer();
  const products = pathOf('products.csv', 'SKU,Unit cost\nF-1,2\n');
  expect((await run('import', 'products', products, '--yes')).exitCode).toBe(0);
  const exported = await run('export', 'products', '--format', 'json');
  product = exported.json<{ id: string }[]>()[0]?.id ?? '';
});
afterAll(() => server?.stop());

describe('millwright file', () => {
  it('adds files to a record, lists, writes and shares them', async () => {
    expect((await run('file', 'list', 'product', product)).stdout).toBe('There are no files.\n');
    const sheet = pathOf('sheet.txt', 'Wash at 30 degrees');
    const add = (...more: string[]) => run('file', 'add', 'product', product, sheet, ...more);
    expect((await add('--dry-run')).stdout).toBe('Would add sheet.txt (18 bytes).\n');
    const { id } = (await add('--name', 'Care.txt', '--json')).json<{ id: string }>();
    const listed = (await run('file', 'list', 'product', product, '--json')).json<{ items: object[] }>();
    expect(listed.items).toMatchObject([{ id, name: 'Care.txt', size: 18, isShared: false }]);
    expect((await run('file', 'list', 'product', product)).stdout).toMatch(new RegExp(`Care.txt +18 +no .*${id}`));

    expect((await run('file', 'share', id)).stdout).toBe('Care.txt is shown to the customer.\n');
    expect((await run('file', 'list', 'product', product)).stdout).toMatch(/Care.txt +18 +yes/);
    expect((await run('file', 'share', id, '--stop')).stdout).toBe('Care.txt is no longer shown to the customer.\n');

    expect((await run('file', 'get', id)).stdout).toBe('Wash at 30 degrees');
    const copy = pathOf('copy.txt');
    expect((await run('file', 'get', id, '-o', copy)).exitCode).toBe(0);
    expect(readFileSync(copy, 'utf8')).toBe('Wash at 30 degrees');
    expect(await run('file', 'get', id, '-o', copy)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('is there already'),
    });
  });

  it('says what is wrong', async () => {
    const add = (file: string) => run('file', 'add', 'product', product, file);
    const long = pathOf('long.txt', '');
    truncateSync(long, 25 * 1024 * 1024 + 1);
    for (const [file, said] of [
      [pathOf('gone.pdf'), `There is no file ${pathOf('gone.pdf')} (usage)`],
      [server.place.folder, `${server.place.folder} is a folder (usage)`],
      [long, `${long} is too large: a file may have at most 25 MB (usage)`],
    ] as const)
      for (const more of [[], ['--dry-run']])
        expect(await run('file', 'add', 'product', product, file, ...more), said).toMatchObject({
          exitCode: 2,
          stdout: '',
          stderr: expect.stringContaining(said),
        });
    const { id } = (await run('file', 'add', 'product', product, pathOf('a.txt', 'a'), '--json')).json<{
      id: string;
    }>();
    for (const [output, said] of [
      [join(server.place.folder, 'none', 'a.txt'), 'There is no folder for'],
      [server.place.folder, 'is'],
    ] as const)
      expect(await run('file', 'get', id, '-o', output)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining(said),
      });
    expect(await run('file', 'get', 'file_none')).toMatchObject({ exitCode: 3, stdout: '' });
    const page = await add(pathOf('page.pdf', '<!doctype html><script>1</script>'));
    expect(page).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Files of this kind are not accepted') });
    expect(await run('file', 'list', 'product', 'itm_none')).toMatchObject({ exitCode: 3 });
    expect(await run('file', 'list', 'thing', product)).toMatchObject({ exitCode: 3 });
  });
});
