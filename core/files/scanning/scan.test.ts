import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFile, type FileInfo, listFiles } from '../../contracts/work/file.contract.ts';
import type { RunInAccount } from '../../events/handle-event.ts';
import type { Route } from '../../kernel/route.ts';
import { filesOfMail } from '../../mail/sending/mail-files.ts';
import { paperFrame } from '../../papers/document-pdf.ts';
import { recordRegistry } from '../../records/record-registry.ts';
import { readLogo, setLogo } from '../../tenancy/accounts/account.ts';
import { type CoreAccounts, openCoreAccounts, type TestCaller } from '../../testing/kernel/core-accounts.ts';
import { infectedText, startClamd } from '../../testing/stand-ins/clamd.ts';
import { fileRoutes } from '../file.routes.ts';
import { saveFile } from '../file.service.ts';
import { ClamdScanner, createFileScanner, type FileScanner } from './file-scanner.ts';
import { scanSubscription } from './scan-files.ts';

const record = { recordType: 'parcel', recordID: 'par_1' };
const records = recordRegistry([
  {
    pluginID: 'shop',
    types: [
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
    sources: [{ type: 'parcel', label: async () => 'Parcel' }],
  },
]);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const infected = Buffer.from(`A note, and ${infectedText}`);
const buyer: TestCaller = { customerID: 'cus_1', rights: ['parcels:read'] };

let test: CoreAccounts;
let clamd: Awaited<ReturnType<typeof startClamd>>;
let scanner: FileScanner;
beforeAll(async () => {
  test = await openCoreAccounts();
  clamd = await startClamd();
  scanner = createFileScanner(clamd.address);
});
afterAll(async () => {
  await clamd?.close();
  await test?.close();
});
beforeEach(async () => {
  clamd.state.mood = 'well';
  clamd.scanned.length = 0;
  await test.admin.query('delete from core.file_content; delete from core.file');
  await test.admin.query('update core.account set logo_file_id = null');
});

const routeOf = (name: string, own = scanner): Route | undefined =>
  fileRoutes(records, own).find(({ endpoint }) => endpoint.name === name);
async function add(bytes: Uint8Array, caller?: TestCaller, own = scanner): Promise<FileInfo> {
  const route = routeOf('createFile', own);
  const request = { query: { name: 'n', ...record }, body: bytes };
  return createFile.reply.parse(
    route?.scope === 'outside' && (await route.handle(await test.outsideIn('a', caller), request)),
  );
}
const inside = (name: string, request: object, caller: TestCaller = {}): Promise<unknown> =>
  test.inAccount(
    'a',
    async (ctx) => {
      const route = routeOf(name);
      return route?.scope === 'account' ? route.handle(ctx, request) : undefined;
    },
    { readOnly: true, ...caller },
  );
const listed = async (caller?: TestCaller) =>
  listFiles.reply.parse(await inside('listFiles', { query: record }, caller)).items;
const get = (fileID: string, caller?: TestCaller) => inside('getFile', { params: { fileID } }, caller);
const history = async () => {
  const { rows } = await test.admin.query(
    "select action, note from core.audit_event where record_id = 'par_1' and action = 'file_infected' order by id",
  );
  return rows;
};
const inAccount: RunInAccount = (_accountID, work) => test.inAccount('a', work);
const rescan = (own = scanner) => scanSubscription(own, inAccount).runOutside?.(test.accounts.a, {});

describe('a scanner of uploads', () => {
  it('sees each byte of a file, however long it is', async () => {
    const long = Buffer.alloc(300_000, 'abc');
    expect(await scanner.scan(long)).toEqual({ is: 'clean' });
    expect(clamd.scanned[0]?.equals(long)).toBe(true);
  });

  it('is away where nobody listens, hangs up, says nothing, or finds a file too long', async () => {
    const gone = await startClamd();
    await gone.close();
    expect(await new ClamdScanner(gone.address).scan(pdf)).toMatchObject({ is: 'away' });
    clamd.state.mood = 'refuses';
    expect(await scanner.scan(pdf)).toMatchObject({ is: 'away' });
    clamd.state.mood = 'full';
    expect(await scanner.scan(pdf)).toEqual({ is: 'away', why: 'INSTREAM size limit exceeded. ERROR' });
    clamd.state.mood = 'silent';
    expect(await new ClamdScanner(clamd.address, 50).scan(pdf)).toMatchObject({ is: 'away', why: /in time/ });
  });
});

describe('an upload', () => {
  it('is kept once the scanner finds nothing in it', async () => {
    const file = await add(pdf);
    expect(file.isUnchecked).toBe(false);
    expect(clamd.scanned).toHaveLength(1);
  });

  it('with something in it is refused by name, and stands in the history', async () => {
    const before = (await history()).length;
    await expect(add(infected)).rejects.toMatchObject({
      status: 400,
      code: 'file_infected',
      message: 'The file is infected (Test-Signature) and was not taken',
    });
    expect(await listed()).toEqual([]);
    expect((await history()).slice(before)).toEqual([{ action: 'file_infected', note: 'n: Test-Signature' }]);
  });

  it('is not shown to the scanner by whoever may not add it', async () => {
    await expect(add(pdf, { rights: ['parcels:read'] })).rejects.toMatchObject({ status: 403 });
    expect(clamd.scanned).toEqual([]);
  });

  it('of a logo is scanned as well', async () => {
    const logo = async (bytes: Uint8Array) => setLogo(await test.outsideIn('a'), scanner, test.accounts.a, bytes);
    const shown = () => test.inAccount('a', readLogo, { readOnly: true });
    await logo(png);
    await expect(logo(Buffer.concat([png, infected]))).rejects.toMatchObject({ code: 'file_infected' });
    clamd.state.mood = 'refuses';
    await expect(logo(png)).rejects.toMatchObject({ status: 503, code: 'file_not_scanned' });
    clamd.state.mood = 'well';
    // The first one is still there, and was scanned alone: another account's people are refused before.
    expect(Buffer.from((await shown()).bytes).equals(png)).toBe(true);
    const scanned = clamd.scanned.length;
    const foreign = setLogo(await test.outsideIn('a'), scanner, test.accounts.b, png);
    await expect(foreign).rejects.toMatchObject({ status: 404 });
    await expect(logo(pdf)).rejects.toMatchObject({ status: 400 });
    expect(clamd.scanned).toHaveLength(scanned);
  });

  it('of a logo that was not scanned is shown to nobody, and taken away if something is found in it', async () => {
    const content = Buffer.concat([png, infected]);
    const { id } = await test.inAccount('a', async (ctx) => {
      const file = await saveFile(ctx, { name: 'logo', bytes: content, contentType: 'image/png', isUnchecked: true });
      await sql`update core.account set logo_file_id = ${file.id} where id = ${ctx.account.id}`.execute(ctx.em.query());
      return file;
    });
    const reads = [
      test.inAccount('a', readLogo, { readOnly: true }),
      test.inAccount('a', async (ctx) => ({ logo: (await paperFrame(ctx)).brand.logo }), { readOnly: true }),
      get(id),
    ];
    expect(await Promise.allSettled(reads)).toMatchObject([
      { reason: { status: 404 } },
      { value: { logo: null } },
      { reason: { status: 404 } },
    ]);
    await rescan();
    const { rows } = await test.admin.query('select logo_file_id from core.account where logo_file_id is not null');
    expect(rows).toEqual([]);
  });

  it('is kept as unchecked while the scanner is away, for the team alone, until a job has asked again', async () => {
    clamd.state.mood = 'refuses';
    const inner = await add(pdf);
    const own = await add(pdf, buyer);
    await test.admin.query('update core.file set is_shared = true');
    expect(inner.isUnchecked && own.isUnchecked).toBe(true);
    expect(await listed()).toHaveLength(2);
    expect(await get(inner.id)).toMatchObject({ contentType: 'application/pdf' });
    // The customer sees that the own photo has come, and gets neither.
    expect(await listed(buyer)).toMatchObject([{ id: own.id, isUnchecked: true }]);
    for (const { id } of [inner, own]) await expect(get(id, buyer)).rejects.toMatchObject({ status: 404 });
    const mailed = () =>
      test.inAccount('a', (ctx) => filesOfMail(ctx, { type: 'parcel', id: 'par_1' }, [inner.id]), { readOnly: true });
    await expect(mailed()).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'fileIDs.0', message: 'n.pdf has not been scanned for viruses yet' }],
    });
    await rescan();
    expect((await listed()).every(({ isUnchecked }) => isUnchecked)).toBe(true);
    clamd.state.mood = 'well';
    await rescan();
    expect(await listed(buyer)).toHaveLength(2);
    expect(await get(own.id, buyer)).toMatchObject({ contentType: 'application/pdf' });
    expect(await mailed()).toEqual([{ id: inner.id, name: 'n.pdf' }]);
  });

  it('that turns out to be infected later is deleted, which the history says', async () => {
    clamd.state.mood = 'refuses';
    await add(infected);
    const before = (await history()).length;
    clamd.state.mood = 'well';
    await rescan();
    expect(await listed()).toEqual([]);
    expect((await history()).slice(before)).toEqual([{ action: 'file_infected', note: 'n.txt: Test-Signature' }]);
  });

  it('counts as checked where the installation has no scanner any more', async () => {
    await test.inAccount('a', (ctx) =>
      saveFile(ctx, { name: 'n', bytes: pdf, record: { type: 'parcel', id: 'par_1' }, isUnchecked: true }),
    );
    await rescan(createFileScanner(undefined));
    expect(await listed()).toMatchObject([{ isUnchecked: false }]);
    expect((await add(infected, {}, createFileScanner(undefined))).isUnchecked).toBe(false);
    expect(clamd.scanned).toEqual([]);
  });
});
