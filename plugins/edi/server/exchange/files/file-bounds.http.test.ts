import { apiRefusal, rowsOfJob } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEdiDocuments, listEdiRuns, pullOrders, uploadEdiFile } from '../../../contracts/index.ts';
import { type EdiFixture, ediAccount, ediFixture, isaText, orderText } from '../cycle/edi-fixture.ts';

let at: EdiFixture;
beforeAll(async () => {
  at = await ediFixture();
});
afterAll(() => at.kernel.stop());

const upload = (text: string, place = at) =>
  place.admin.call(uploadEdiFile, { query: { name: 'big.edi' }, body: new TextEncoder().encode(text) });
const counts = async () => [
  (await at.admin.call(listEdiRuns, {})).count,
  (await at.admin.call(listEdiDocuments, {})).count,
];
const isa = (control: number): string => `${isaText(`${String(control).padStart(9, '0')}*0*P*>`)}~`;

describe('a file that is too large to be read', () => {
  it('is refused with its place and the way out when it is uploaded, and nothing is left of it', async () => {
    const before = await counts();
    const head = `${isa(1)}GS*PO*RETAILER*MILLWRIGHT*20261120*1200*1*X*004010~`;
    const files = {
      segment: [`${head}N9*${'x'.repeat(9_000_000)}~`, `${head}${'y'.repeat(5_000_000)}`],
      interchanges: [Array.from({ length: 20_000 }, (_, index) => `${isa(index)}IEA*0*1~`).join('')],
      bytes: ['z'.repeat(10_000_001)],
    };
    for (const [bound, texts] of Object.entries(files))
      for (const text of texts) {
        const refused = await apiRefusal(upload(text));
        expect(refused).toMatchObject({ status: 400, code: 'edi_file_too_large', details: { bound } });
        expect(refused.message).toMatch(/split/);
      }
    expect(await counts()).toEqual(before);
  });

  it('is put aside when it is fetched, the run fails, and what lies beside it is taken', async () => {
    await at.leave(`${isa(7)}${'y'.repeat(70_000)}`, 'a-large.edi');
    await at.leave(orderText({ control: 8 }), 'b-good.edi');
    const run = await at.admin.call(pullOrders, { body: {} });
    expect(run).toMatchObject({ hasSucceeded: false, fileCount: 2, importedCount: 1 });
    expect(run.messages.join()).toMatch(
      /a-large\.edi: A segment is longer than 65,536 bytes.*at segment 2 \(byte 107\)/,
    );
    expect(await at.admin.call(pullOrders, { body: {} })).toMatchObject({ hasSucceeded: true, fileCount: 0 });
  });
});

describe('uploads at the same time', () => {
  it('wait for each other, of one account and of several, and all of them are taken', async () => {
    const other = await ediAccount(at.kernel, at.kernel.b);
    const runs = await Promise.all(
      [at, at, other, other].map((place, index) => upload(orderText({ control: 20 + index }), place)),
    );
    expect(runs.map(({ hasSucceeded, importedCount }) => [hasSucceeded, importedCount])).toEqual(
      runs.map(() => [true, expect.any(Number)]),
    );
    expect(runs.reduce((sum, { importedCount }) => sum + importedCount, 0)).toBe(4);
  });

  it('a file of faults alone is held document by document, each saying why', async () => {
    const count = rowsOfJob(at.kernel);
    const sets = Array.from({ length: count }, (_, index) => `ST*850*${index}~${'PO1~'.repeat(15)}SE*17*${index}~`);
    const group = `GS*PO*RETAILER*MILLWRIGHT*20261120*1200*90*X*004010~${sets.join('')}GE*${count}*90~`;
    const text = `${isa(90)}${group}IEA*1*000000090~`;
    expect(await upload(text)).toMatchObject({ hasSucceeded: true, documentCount: count, heldCount: count });
  });
});
