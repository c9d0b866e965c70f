import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BinaryContent } from '../contracts/endpoints/endpoint.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import { createFile, type FileInfo, listFiles } from '../contracts/work/file.contract.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import type { Route } from '../kernel/route.ts';
import { recordRegistry } from '../records/record-registry.ts';
import { type CoreAccounts, openCoreAccounts, type TestCaller } from '../testing/kernel/core-accounts.ts';
import { fileRoutes } from './file.routes.ts';
import { type FileToSave, readFile, removeFile, saveFile } from './file.service.ts';
import { createFileScanner } from './scanning/file-scanner.ts';
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
    ['a DWG drawing', Buffer.concat([Buffer.from('AC1032\0\0\0\0\0\x01'), Buffer.alloc(120)]), 'a', 'image/vnd.dwg'],
    ['a DXF drawing', Buffer.from('999\r\nmade by hand\r\n  0\r\nSECTION\r\n  2\r\nHEADER\r\n'), 'a', 'image/vnd.dxf'],
    ['a STEP drawing', Buffer.from("ISO-10303-21;\nHEADER;\nFILE_NAME('<b>');\n"), 'a.pdf', 'model/step'],
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
    ['a package with macros', Buffer.from('PK\x03\x04\x14\0\0\0\0\0word/vbaProject.bin and some more bytes')],
  ])('refuses %s', async (_, bytes) => {
    await expect(contentTypeOfUpload(bytes, 'logo.png')).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
    await expect(contentTypeOfUpload(bytes, 'logo.png', { accepts: 'images' })).rejects.toMatchObject({ status: 400 });
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
    ['part.exe', 'model/step', 'part.exe.step'],
    ['part.STP', 'model/step', 'part.STP'],
    ['archive', 'application/x-unknown', 'archive.bin'],
  ])('make a name of %j as %s that opens as what it is', (name, type, safe) => {
    expect(safeName(name, type)).toBe(safe);
  });

  it('takes nothing but pictures for logos, and nothing too large', async () => {
    await expect(contentTypeOfUpload(pdf, 'logo.png', { accepts: 'images' })).rejects.toMatchObject({ status: 400 });
    expect(await contentTypeOfUpload(png, 'x', { accepts: 'images' })).toBe('image/png');
    await expect(contentTypeOfUpload(Buffer.alloc(25 * 1024 * 1024 + 1), 'x')).rejects.toMatchObject({
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
      types: [
        { type: 'thing', prefix: 'th', label: 'Thing', permission: 'things:read', path: '/t/{id}' },
        {
          type: 'parcel',
          prefix: 'par',
          label: 'Parcel',
          permission: 'parcels:read',
          path: '/p/{id}',
          customers: true,
          customersAddFiles: true,
        },
      ],
      sources: [
        {
          type: 'thing',
          label: async (_ctx, id) => {
            if (id !== 'th_1') throw problems.not_found();
            return 'Thing 1';
          },
        },
        { type: 'parcel', label: async () => 'Parcel' },
      ],
    },
  ]);
  const [get, create, list, update, remove] = fileRoutes(records, createFileScanner(undefined));
  const ask = <Answer>(route: Route | undefined, ctx: AccountContext, request: object) =>
    route?.handle(ctx as never, request) as Promise<Answer>;
  const add = async (bytes: Uint8Array, query: object = {}, caller: TestCaller = {}): Promise<FileInfo> => {
    const request = { query: { name: 'n', recordType: 'thing', recordID: 'th_1', ...query }, body: bytes };
    return createFile.reply.parse(
      create?.scope === 'outside' && (await create.handle(await test.outsideIn('a', caller), request)),
    );
  };
  const fetch = (fileID: string, caller: TestCaller = {}) =>
    test.inAccount('a', (ctx) => ask<BinaryContent>(get, ctx, { params: { fileID } }), {
      readOnly: true,
      ...caller,
    });
  const drop = (fileID: string, caller: TestCaller = {}) =>
    test.inAccount('a', (ctx) => ask<void>(remove, ctx, { params: { fileID } }), caller);

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

  const buyer: TestCaller = { customerID: 'cus_1', rights: ['parcels:read'] };
  const listed = (recordID: string, caller: TestCaller = {}) =>
    test.inAccount(
      'a',
      async (ctx) => listFiles.reply.parse(await ask(list, ctx, { query: { recordType: 'parcel', recordID } })),
      { readOnly: true, ...caller },
    );
  const change = (fileID: string, body: object) =>
    test.inAccount('a', (ctx) => ask<FileInfo>(update, ctx, { params: { fileID }, body }));

  it('reach people of a customer once they are shared, and not a moment longer', async () => {
    const to = { recordType: 'parcel', recordID: 'par_1' };
    const file = await add(pdf, { ...to, name: 'signed.pdf' });
    expect(file).toMatchObject({ isShared: false, origin: 'inside', note: '' });
    await expect(fetch(file.id, buyer)).rejects.toMatchObject({ status: 404 });
    expect((await listed('par_1', buyer)).items).toEqual([]);
    await change(file.id, { isShared: true, name: 'Order 7', note: 'Signed by Dana' });
    expect(await fetch(file.id, buyer)).toMatchObject({ filename: 'Order 7.pdf' });
    expect(await listed('par_1', buyer)).toMatchObject({
      // Names and notes of the team stay inside.
      items: [{ name: 'Order 7.pdf', note: '', addedBy: '' }],
      mayAdd: true,
      mayChange: false,
    });
    expect((await listed('par_1')).items).toMatchObject([
      { note: 'Signed by Dana', addedBy: expect.stringMatching(/./) },
    ]);
    await change(file.id, { isShared: false });
    await expect(fetch(file.id, buyer)).rejects.toMatchObject({ status: 404 });
    const secret = await add(pdf, { name: 'inner.pdf' });
    await expect(change(secret.id, { isShared: true })).rejects.toMatchObject({ status: 400 });
  });

  it('from outside are pictures and PDF, marked, five a record', async () => {
    const to = { recordType: 'parcel', recordID: 'par_2' };
    const photo = await add(png, { ...to, name: 'damage.png' }, buyer);
    expect(photo).toMatchObject({ origin: 'outside', isShared: true });
    expect(await fetch(photo.id, buyer)).toMatchObject({ contentType: 'image/png' });
    await expect(add(Buffer.from('a,b'), to, buyer)).rejects.toMatchObject({ status: 400 });
    await expect(add(Buffer.alloc(10 * 1024 * 1024 + 1), to, buyer)).rejects.toMatchObject({ status: 413 });
    await expect(add(png, { recordType: 'thing', recordID: 'th_1' }, buyer)).rejects.toMatchObject({ status: 404 });
    for (let more = 0; more < 4; more += 1) await add(pdf, to, buyer);
    await expect(add(pdf, to, buyer)).rejects.toMatchObject({ status: 409, code: 'too_many_files' });
    // Staff may go on.
    await add(pdf, to);
    expect((await listed('par_2')).items).toHaveLength(6);
  });

  it('stand newest first, behind those with a place', async () => {
    const to = { recordType: 'parcel', recordID: 'par_3' };
    const [first, second, third] = [await add(pdf, to), await add(pdf, to), await add(pdf, to)];
    await change(second.id, { position: 0 });
    expect((await listed('par_3')).items.map(({ id }) => id)).toEqual([second.id, third.id, first.id]);
  });

  it('are a hundred a record, and no more than the account has room for', async () => {
    const to = { recordType: 'parcel', recordID: 'par_4' };
    await test.inAccount('a', async (ctx) => {
      for (let place = 0; place < 100; place += 1)
        await saveFile(ctx, { name: 'n', bytes: pdf, record: { type: 'parcel', id: 'par_4' } });
    });
    await expect(add(pdf, to)).rejects.toMatchObject({ status: 409, code: 'too_many_files' });
    const { rows } = await test.admin.query(
      "select sum(size)::int as used from core.file where account_id = $1 and origin <> 'made'",
      [test.accounts.a],
    );
    const used = rows[0].used as number;
    const within = (free: number, how: Partial<FileToSave> = {}) =>
      test.inAccount('a', (ctx) => {
        const cramped = Object.assign(ctx, { sizes: { ...ctx.sizes, storage: { free, pro: free } } });
        return saveFile(cramped, { name: 'n', bytes: pdf, ...how });
      });
    await expect(within(used + pdf.length - 1)).rejects.toMatchObject({
      status: 402,
      code: 'storage_full',
      details: { used, limit: used + pdf.length - 1 },
    });
    await within(used + pdf.length);
    // A label that a carrier was paid for is kept whatever there is room for.
    expect(await within(0, { contentType: 'application/zpl' })).toMatchObject({ origin: 'made' });
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
