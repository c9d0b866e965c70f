import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLot, createStorageLocation, printLabels, resolveScan } from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';
import { StockBench } from '../../stock/inventory-list/stock-bench.ts';

let kernel: TestKernel;
let admin: TestPerson;
let itemID: string;
let placeID: string;
let lotID: string;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
  itemID = await new StockBench(kernel.a).item('GLV-^10_é');
  const parent = await admin.call(createStorageLocation, { body: { name: 'Tool Crib', type: 'room' } });
  const place = await admin.call(createStorageLocation, { body: { name: 'A-1', type: 'bin', parentID: parent.id } });
  placeID = place.id;
  lotID = (await admin.call(createLot, { body: { itemID, lotNumber: '42' } })).id;
});
afterAll(() => kernel?.stop());

const printed = async (body: Parameters<typeof admin.call<typeof printLabels>>[1]['body']): Promise<string> => {
  const answer = await admin.call(printLabels, { body });
  return Buffer.from(await answer.arrayBuffer()).toString('latin1');
};

describe('labels', () => {
  it('are a PDF of one page each, of exactly their size', async () => {
    for (const [size, box] of [
      ['1x4', '0 0 288 72'],
      ['1x3', '0 0 216 72'],
      ['2x4', '0 0 288 144'],
      ['1x1', '0 0 72 72'],
    ] as const) {
      const pdf = await printed({ type: 'location', ids: [placeID], size, copies: 3 });
      expect(pdf.slice(0, 5)).toBe('%PDF-');
      expect(pdf.match(/\/Type \/Page\b(?!s)/g), size).toHaveLength(3);
      expect(pdf.match(/\/MediaBox \[([^\]]+)\]/)?.[1], size).toBe(box);
    }
  });

  it('are ZPL with the texts written so that none of them is a command', async () => {
    const zpl = await printed({ type: 'item', ids: [itemID], size: '2x4', format: 'zpl', symbology: 'qr', copies: 7 });
    expect(zpl).toContain('^PW812^LL406');
    expect(zpl).toContain('^FDMA,GLV-_5E10_5F_C3_A9^FS');
    expect(zpl).toContain('^PQ7');
    expect(await printed({ type: 'lot', ids: [lotID], format: 'zpl' })).toContain('^FD000042^FS');
  });

  it('leave the quiet zones of their codes free', async () => {
    // Four modules of ten dots beside a margin of twelve; ten modules of two dots.
    const qr = await printed({ type: 'item', ids: [itemID], size: '2x4', format: 'zpl', symbology: 'qr' });
    expect(qr).toContain('^FO52,52^BQN,2,10');
    const bars = await printed({ type: 'location', ids: [placeID], size: '1x4', format: 'zpl', symbology: 'code128' });
    expect(bars).toContain('^FO20,12^BY2^BCN');
  });

  it('come in the order asked for, and not at all where one is missing', async () => {
    const zpl = await printed({ type: 'location', ids: [placeID, placeID], format: 'zpl' });
    expect(zpl.match(/\^XA/g)).toHaveLength(2);
    expect((await apiRefusal(printed({ type: 'item', ids: [itemID, placeID] }))).status).toBe(404);
    const other = await kernel.b.as('admin');
    expect((await apiRefusal(other.call(printLabels, { body: { type: 'item', ids: [itemID] } }))).status).toBe(404);
  });

  it('say where a Code 128 has no room or no letters', async () => {
    const small = await apiRefusal(printed({ type: 'location', ids: [placeID], size: '1x3', symbology: 'code128' }));
    expect(small).toMatchObject({ status: 400, code: 'label_too_small', errors: [{ path: 'symbology' }] });
    expect((await apiRefusal(printed({ type: 'item', ids: [itemID] }))).code).toBe('label_too_small');
  });
});

describe('a scanned text', () => {
  const scan = async (text: string) => (await admin.call(resolveScan, { body: { text } })).matches;

  it('names an item, a place or a lot', async () => {
    expect(await scan('glv-^10_é')).toEqual([]);
    expect(await scan('GLV-^10_é')).toMatchObject([{ type: 'item', id: itemID, itemID }]);
    expect(await scan(placeID)).toMatchObject([{ type: 'location', label: 'Tool Crib / A-1', detail: 'Bin' }]);
    expect(await scan('Tool Crib / A-1')).toMatchObject([{ type: 'location', id: placeID }]);
    expect(await scan('Other / A-1')).toEqual([]);
    expect(await scan('42')).toMatchObject([{ type: 'lot', id: lotID, itemID, label: '000042' }]);
  });

  it('that may be a payment card is refused unread', async () => {
    expect((await apiRefusal(scan('4111 1111 1111 1111'))).errors).toEqual([
      { path: 'text', message: 'This looks like a payment card: it was not kept' },
    ]);
    // Both product codes begin like card numbers and pass the Luhn check, but must be readable by scan.
    for (const code of ['4006381330060', '6901234560046']) expect(await scan(code)).toEqual([]);
  });
});
