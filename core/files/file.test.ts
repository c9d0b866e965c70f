import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BinaryContent } from '../contracts/endpoints/endpoint.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import { createFile, type FileInfo } from '../contracts/work/file.contract.ts';
import { recordRegistry } from '../records/record-registry.ts';
import { type CoreAccounts, openCoreAccounts, type TestCaller } from '../testing/kernel/core-accounts.ts';
import { fileRoutes } from './file.routes.ts';
import { readFile, removeFile, saveFile } from './file.service.ts';
import { contentTypeOfUpload, safeName } from './upload-rules.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

let test: CoreAccounts;
beforeAll(async () => {
  test = await openCoreAccounts();
});
afterAll(() => test.close());

describe('upload rules', () => {
  it.each([
    ['a picture', png, 'logo.exe', 'image/png'],
    ['a PDF', pdf, 'a', 'application/pdf'],
    ['text', Buffer.from('plain\nwörds\t'), 'notes.html', 'text/plain'],
    ['a table', Buffer.from('a,b\n1,2\n'), 'Stock.CSV', 'text/csv'],
  ])('tells %s by its bytes', async (_, bytes, name, type) => {
    expect(await contentTypeOfUpload(bytes, name)).toBe(type);
  });

  it.each([
    ['SVG', svg],
    ['SVG with a declaration', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['HTML', Buffer.from('hello <ScRiPt src=x></script>')],
    ['a program', Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(64)])],
    ['bytes that are nothing', Buffer.from([0, 1, 2, 3])],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s', async (_, bytes) => {
    await expect(contentTypeOfUpload(bytes, 'logo.png')).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
    await expect(contentTypeOfUpload(bytes, 'logo.png', { imagesOnly: true })).rejects.toMatchObject({ status: 400 });
  });

  it.each([
    ['notes.html', 'text/plain', 'notes.html.txt'],
    ['photo.png.bat', 'image/png', 'photo.png.bat.png'],
    ['Photo.PNG', 'image/png', 'Photo.PNG'],
    ['a\u202egpj.hta', 'text/plain', 'a_gpj.hta.txt'],
    ['../..\\evil\0/.htaccess', 'text/plain', '_.._evil__.htaccess.txt'],
    ['.html', 'text/plain', 'html.txt'],
    ['', 'application/pdf', 'file.pdf'],
    ['stock.csv', 'text/csv', 'stock.csv'],
    [`${'x'.repeat(300)}.pdf`, 'application/pdf', `${'x'.repeat(196)}.pdf`],
    ['archive', 'application/x-unknown', 'archive.bin'],
  ])('make a name of %j as %s that opens as what it is', (name, type, safe) => {
    expect(safeName(name, type)).toBe(safe);
  });

  it('takes nothing but pictures for logos, and nothing too large', async () => {
    await expect(contentTypeOfUpload(pdf, 'logo.png', { imagesOnly: true })).rejects.toMatchObject({ status: 400 });
    expect(await contentTypeOfUpload(png, 'x', { imagesOnly: true })).toBe('image/png');
    await expect(contentTypeOfUpload(Buffer.alloc(5 * 1024 * 1024 + 1), 'x')).rejects.toMatchObject({
      status: 413,
      code: 'too_large',
    });
    await expect(contentTypeOfUpload(png, 'x', { largest: 10 })).rejects.toMatchObject({ status: 413 });
  });
});

describe('files', () => {
  it('gives back the bytes it was given, and to no other account', async () => {
    const { id } = await test.inAccount('a', (ctx) =>
      saveFile(ctx, { name: '../..\\evil\u0000/logo.png', bytes: png, imagesOnly: true }),
    );
    const file = await test.inAccount('a', (ctx) => readFile(ctx, id), { readOnly: true });
    expect(Buffer.from(file.bytes).equals(png)).toBe(true);
    expect(file).toMatchObject({
      contentType: 'image/png',
      size: png.length,
      sha256: createHash('sha256').update(png).digest('hex'),
    });
    expect(file.name).not.toMatch(/[\\/]|^\./);
    await expect(test.inAccount('b', (ctx) => readFile(ctx, id))).rejects.toMatchObject({ status: 404 });
    await expect(test.inAccount('b', (ctx) => removeFile(ctx, id))).rejects.toMatchObject({ status: 404 });
    await test.inAccount('a', (ctx) => removeFile(ctx, id));
    await expect(test.inAccount('a', (ctx) => readFile(ctx, id))).rejects.toMatchObject({ status: 404 });
    expect((await test.admin.query('select 1 from core.file_content')).rowCount).toBe(0);
  });

  const records = recordRegistry([
    {
      pluginID: 'shop',
      types: [{ type: 'thing', prefix: 'th', label: 'Thing', permission: 'things:read', path: '/t/{id}' }],
      sources: [
        {
          type: 'thing',
          label: async (_ctx, id) => {
            if (id !== 'th_1') throw problems.not_found();
            return 'Thing 1';
          },
        },
      ],
    },
  ]);
  const [get, create, remove] = fileRoutes(records);
  const add = (bytes: Uint8Array, query: object = {}, caller: TestCaller = {}) =>
    test.inAccount(
      'a',
      (ctx) =>
        create?.handle(ctx as never, {
          query: { name: 'n', recordType: 'thing', recordID: 'th_1', ...query },
          body: bytes,
        }) as Promise<FileInfo>,
      caller,
    );
  const fetch = (fileID: string, caller: TestCaller = {}) =>
    test.inAccount('a', (ctx) => get?.handle(ctx as never, { params: { fileID } }) as Promise<BinaryContent>, {
      readOnly: true,
      ...caller,
    });
  const drop = (fileID: string, caller: TestCaller = {}) =>
    test.inAccount('a', (ctx) => remove?.handle(ctx as never, { params: { fileID } }) as Promise<void>, caller);

  it('belong to a record, whose rights are theirs', async () => {
    const info = createFile.reply.parse(await add(pdf, { name: 'terms.pdf' }));
    expect(info).toMatchObject({
      name: 'terms.pdf',
      contentType: 'application/pdf',
      recordType: 'thing',
      recordID: 'th_1',
    });
    expect(await fetch(info.id, { rights: ['things:read'] })).toMatchObject({
      contentType: 'application/pdf',
      filename: 'terms.pdf',
    });
    await expect(fetch(info.id, { rights: [] })).rejects.toMatchObject({ status: 404 });
    await expect(add(pdf, {}, { rights: ['things:read'] })).rejects.toMatchObject({ status: 403 });
    await expect(add(pdf, { recordID: 'th_2' })).rejects.toMatchObject({ status: 404 });
    await expect(drop(info.id, { rights: ['things:read'] })).rejects.toMatchObject({ status: 403 });
    await drop(info.id, { rights: ['things:read', 'things:update'] });
    await expect(fetch(info.id)).rejects.toMatchObject({ status: 404 });
    const { rows } = await test.admin.query(
      "select action, note from core.audit_event where record_id = 'th_1' order by id",
    );
    expect(rows).toEqual([
      { action: 'file_added', note: 'terms.pdf' },
      { action: 'file_removed', note: 'terms.pdf' },
    ]);
  });

  it('show pictures in place and save everything else', async () => {
    const picture = await add(png);
    expect(await fetch(picture.id)).not.toHaveProperty('filename');
  });

  it('of the account itself are seen by its people and not removed here', async () => {
    const { id } = await test.inAccount('a', (ctx) => saveFile(ctx, { name: 'logo.png', bytes: png }));
    expect(await fetch(id, { rights: [] })).toMatchObject({ contentType: 'image/png' });
    await expect(drop(id)).rejects.toMatchObject({ status: 404 });
  });
});
