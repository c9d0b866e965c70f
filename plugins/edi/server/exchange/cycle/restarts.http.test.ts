import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSalesOrders } from '@millwright/commerce/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, runsOf, until } from '@millwright/core/testing';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createEdiConnection,
  listEdiDocuments,
  pullOrders,
  readX12,
  resendEdiDocument,
  sendEdiDocuments,
  testEdiConnection,
  updateEdiPartner,
} from '../../../contracts/index.ts';
import { DirectoryTransport } from '../../connection/directory-transport.ts';
import { decodeFile } from '../../file/decode-file.ts';
import { type EdiFixture, ediFixture, orderText } from './edi-fixture.ts';

const root = mkdtempSync(join(tmpdir(), 'millwright-edi-'));
let at: EdiFixture;
let folder: string;
beforeAll(async () => {
  at = await ediFixture({ why: 'settings', env: { EDI_DIRECTORY: root } });
  const { id: connectionID } = await at.admin.call(createEdiConnection, {
    body: { name: 'Folders', kind: 'directory', folder: 'lakeside' },
  });
  await at.admin.call(updateEdiPartner, { params: { ediPartnerID: at.partner.id }, body: { connectionID } });
  // Asked for, the folders are made.
  expect(await at.admin.call(testEdiConnection, { params: { ediConnectionID: connectionID } })).toMatchObject({
    hasSucceeded: true,
    waiting: 0,
  });
  folder = join(root, at.account.id, 'lakeside');
});
afterAll(async () => {
  await at.kernel.stop();
  rmSync(root, { recursive: true, force: true });
});

const path = (...parts: string[]) => join(folder, ...parts);
/** Leaves a file as a partner does, long ago. */
function leave(name: string, text: string | Uint8Array, at = new Date('2026-01-02')): void {
  writeFileSync(path('in', name), text);
  utimesSync(path('in', name), at, at);
}
const files = (...parts: string[]): string[] => {
  try {
    return readdirSync(path(...parts), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    return [];
  }
};
const pull = () => at.admin.call(pullOrders, { body: {} });
const send = () => at.admin.call(sendEdiDocuments, {});
const orders = async (po: string) => (await at.admin.call(listSalesOrders, { query: { query: po } })).items;
const documents = async (query: Record<string, unknown>) =>
  (await at.admin.callUnchecked(listEdiDocuments, { query: query })).items;
const types = (names: readonly string[]): string[] => names.map((name) => name.slice(0, 3)).sort();

let gone: ((error: Error) => void)[] = [];
/** From here on nothing comes of what the process began: it is gone. */
const dies = () => new Promise<never>((_, reject) => void gone.push(reject));
afterEach(() => {
  vi.restoreAllMocks();
  for (const reject of gone) reject(new Error('The process is gone'));
  gone = [];
});

/** What the process had taken is old enough to be taken again. */
function ageClaims(): void {
  for (const name of readdirSync(path('in', '.work')))
    renameSync(path('in', '.work', name), path('in', '.work', name.replace(/^\d+~/, '1~')));
}

/** Waits until the process that is to die has come so far. */
const isGone = (count = 1) => until('Its end', () => gone.length === count);

describe('folders of the server', () => {
  it('give what is whole and settled, once, and keep it', async () => {
    leave('PO 1.edi', orderText({ control: 1, po: 'DIR-1' }));
    leave('half.edi.part', 'ISA*00');
    await at.admin.call(pullOrders, { body: {} });
    expect(await orders('DIR-1')).toHaveLength(1);
    expect(files('in')).toEqual(['half.edi.part']);
    expect(files('archive')).toEqual([expect.stringMatching(/^[0-9a-f]{12}-PO_1\.edi$/)]);
    expect(types(files('out'))).toEqual(['855', '997']);
    // The same name again with the same text: evidence of both, one order.
    leave('PO 1.edi', orderText({ control: 1, po: 'DIR-1' }));
    leave('letter.txt', 'Dear supplier');
    expect(await pull()).toMatchObject({ hasSucceeded: false, duplicateCount: 1, heldCount: 1 });
    expect(await orders('DIR-1')).toHaveLength(1);
    expect(files('archive')).toHaveLength(2);
    expect(files('error')).toHaveLength(1);
    rmSync(path('in', 'half.edi.part'));
  });

  it('wait for a file that is still being written', async () => {
    const text = orderText({ control: 2, po: 'DIR-2' });
    leave('slow.edi', text.slice(0, 200), new Date('2999-01-01'));
    const slow = new DirectoryTransport(
      folder,
      () => at.kernel.clock.now(),
      async () => leave('slow.edi', text),
    );
    expect(await slow.list()).toEqual([]);
    await pull();
    expect(await orders('DIR-2')).toHaveLength(1);
  });
});

describe('a process that goes away', () => {
  const takes = (step: 'after taking' | 'before archiving'): void => {
    const { take } = DirectoryTransport.prototype;
    if (step === 'before archiving') vi.spyOn(DirectoryTransport.prototype, 'archive').mockImplementationOnce(dies);
    else
      vi.spyOn(DirectoryTransport.prototype, 'take').mockImplementationOnce(async function (
        this: DirectoryTransport,
        file,
      ) {
        await take.call(this, file);
        return dies();
      });
  };

  it.each([
    ['after taking', 10],
    ['before archiving', 11],
  ] as const)('%s an order loses nothing and enters nothing twice', async (step, control) => {
    takes(step);
    const po = `GONE-${control}`;
    leave(`${po}.edi`, orderText({ control, po }));
    const before = files('out').length;
    void pull().catch(() => undefined);
    await isGone();
    // Nobody else takes it meanwhile; what was stored goes on without its worker.
    await pull();
    expect(await orders(po)).toHaveLength(step === 'after taking' ? 0 : 1);
    ageClaims();
    await pull();
    expect(await orders(po)).toHaveLength(1);
    expect(types(files('out').slice(before)).length).toBe(2);
    expect(files('archive').filter((name) => name.includes(po))).toHaveLength(1);
    expect(files('in')).toEqual([]);
  });

  it.each([
    ['before', 20],
    ['after', 21],
  ] as const)('%s the file is at the partner sends it once; nobody sends it again meanwhile', async (step, control) => {
    const po = `SENT-${control}`;
    const { put } = DirectoryTransport.prototype;
    vi.spyOn(DirectoryTransport.prototype, 'put').mockImplementationOnce(async function (
      this: DirectoryTransport,
      name,
      bytes,
    ) {
      if (step === 'after') await put.call(this, name, bytes);
      return dies();
    });
    const before = new Set(files('out'));
    const fresh = () => files('out').filter((name) => !before.has(name));
    leave(`${po}.edi`, orderText({ control, po }));
    void pull().catch(() => undefined);
    await isGone();
    const [sending] = await documents({ delivery: ['sending'] });
    const params = { ediDocumentID: sending?.id ?? '' };
    expect((await apiRefusal(at.admin.call(resendEdiDocument, { params }))).code).toBe('document_not_sent');
    // Another worker sends what is not under way, and leaves alone what may be.
    await send();
    expect(fresh()).toHaveLength(step === 'after' ? 2 : 1);
    expect(await documents({ delivery: ['sending'] })).toHaveLength(1);
    await at.account.run((ctx) =>
      sql`update edi.file set attempted_at = attempted_at - interval '6 minutes'
        where account_id = ${ctx.account.id} and delivery = 'sending'`.execute(ctx.em.query()),
    );
    await send();
    expect(await documents({ delivery: ['sending', 'pending'] })).toEqual([]);
    expect(types(fresh())).toEqual(['855', '997']);
    const numbers = fresh().map(
      (name) => readX12(readFileSync(path('out', name), 'utf8')).interchanges[0]?.controlNumber,
    );
    expect(new Set(numbers).size).toBe(2);
    // The first worker comes back from wherever it was: nothing changes.
    for (const reject of gone.splice(0)) reject(new Error('Connection lost'));
    await send();
    expect(fresh()).toHaveLength(2);
    expect(await documents({ delivery: ['sending', 'pending', 'failed'] })).toEqual([]);
    const sent = await at.admin.call(resendEdiDocument, { params });
    expect(sent.related).toMatchObject(
      [{ relation: 'answers' }, { relation: 'replaces', id: params.ediDocumentID }].slice(sent.type === '997' ? 1 : 0),
    );
    await send();
    expect(fresh()).toHaveLength(3);
  });
});

describe('whatever partners send', () => {
  let control = 1_000;
  const mutation = fc.oneof(
    fc.record({ kind: fc.constant('cut' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ kind: fc.constant('doubled' as const), line: fc.nat(20) }),
    fc.record({ kind: fc.constant('dropped' as const), line: fc.nat(20) }),
    fc.record({ kind: fc.constant('swapped' as const), line: fc.nat(20), other: fc.nat(20) }),
    fc.record({
      kind: fc.constant('noise' as const),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ maxLength: 40 }),
    }),
  );
  type Mutation = typeof mutation extends fc.Arbitrary<infer Kind> ? Kind : never;
  function mutated(text: string, mutations: readonly Mutation[]): Uint8Array {
    let lines = text.split('\n');
    for (const each of mutations) {
      const place = 'line' in each ? each.line % lines.length : 0;
      if (each.kind === 'doubled') lines.splice(place, 0, lines[place] ?? '');
      else if (each.kind === 'dropped') lines.splice(place, 1);
      else if (each.kind === 'swapped') {
        const other = each.other % lines.length;
        [lines[place], lines[other]] = [lines[other] ?? '', lines[place] ?? ''];
      } else if (each.kind === 'cut') {
        const whole = lines.join('\n');
        lines = whole.slice(0, Math.ceil(whole.length * each.at)).split('\n');
      }
    }
    let bytes = Buffer.from(lines.join('\n'));
    for (const each of mutations)
      if (each.kind === 'noise') {
        const from = Math.floor(bytes.length * each.at);
        bytes = Buffer.concat([bytes.subarray(0, from), each.bytes, bytes.subarray(from)]);
      }
    return bytes;
  }

  it('nothing throws, nothing is lost, no order is half of what it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        control += 1;
        const [po, lines] = [`WILD-${control}`, 4];
        const whole = orderText({
          control,
          po,
          lines: Array.from({ length: lines }, (_, n) => `PO1*${n + 1}*${n + 1}*EA*4.50*PE*UP*012345678905`),
        });
        const bytes = mutated(whole, mutations);
        const name = `wild-${control}.edi`;
        fc.pre(bytes.length > 0);
        leave(name, bytes);
        const run = await pull();
        expect(run.fileCount).toBe(1);
        expect(files('in')).toEqual([]);
        const kept = await at.account.run(async (ctx) => {
          const { rows } = await sql<{ bytes: Uint8Array; count: number; findings: { message: string }[] }>`
            select file.bytes, file.findings, (select count(*)::int from edi.document document
              where document.account_id = file.account_id and document.file_id = file.id) as count
            from edi.file file where account_id = ${ctx.account.id} and name = ${name}`.execute(ctx.em.query());
          return rows[0];
        });
        expect(Buffer.from(kept?.bytes ?? [])).toEqual(Buffer.from(bytes));
        const { interchanges } = readX12(decodeFile(bytes));
        const sets = interchanges.flatMap(({ groups }) => groups.flatMap((group) => group.sets)).length;
        if (run.duplicateCount === 0) expect(kept?.count).toBe(interchanges.length ? sets : 1);
        // Whatever is not taken over waits for a person, with a reason in words.
        for (const { processing, reasons } of await documents({ query: name }))
          expect(processing === 'imported' || (processing === 'held' && reasons.length > 0)).toBe(true);
        for (const { lineCount } of await orders(po)) expect(lineCount).toBe(lines);
        await at.account.run((ctx) =>
          sql`update edi.file set delivery = 'sent', sent_at = now() where account_id = ${ctx.account.id}
            and delivery = 'pending'`.execute(ctx.em.query()),
        );
      }),
      { numRuns: runsOf(40) },
    );
  });
});
