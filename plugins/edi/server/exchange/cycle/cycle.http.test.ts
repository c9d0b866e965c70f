import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  createOrderDiscount,
  getCartonLabels,
  getInvoice,
  getPick,
  getSalesOrder,
  getShipment,
  listSalesOrders,
  packPick,
  pickPickLine,
  releasePicks,
  type Shipment,
  shipShipment,
  updateSalesOrder,
  updateShipmentSettings,
  updateShippingCase,
  voidShipment,
} from '@millwright/commerce/contracts';
import { listEmailLogs } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ready } from 'zpl-renderer-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import {
  type EdiDocument,
  getEdiDocument,
  getEdiFile,
  getEdiInbox,
  listEdiDocuments,
  pullOrders,
  readX12,
  resendEdiDocument,
  resubmitInvoice,
  sendEdiDocuments,
  updateEdiConnection,
  validateInterchange,
} from '../../../contracts/index.ts';
import { type EdiFixture, ediFixture, isaText, orderText } from './edi-fixture.ts';

let at: EdiFixture;
beforeAll(async () => {
  at = await ediFixture({ why: 'a queue' });
  await at.stock(at.glove, 1000);
});
afterAll(() => at.kernel.stop());

const idle = async (): Promise<void> => (await at.kernel.jobs()).idle();
const orderOf = async (po: string) => {
  const { items } = await at.admin.call(listSalesOrders, { query: { query: po } });
  return at.admin.call(getSalesOrder, { params: { orderID: items[0]?.id ?? '' } });
};
const documentsOf = async (recordID: string) =>
  (await at.admin.call(listEdiDocuments, { query: { recordIDs: [recordID], sortBy: 'createdAt' } })).items;
const whole = async (id: string | undefined): Promise<EdiDocument> =>
  at.admin.call(getEdiDocument, { params: { ediDocumentID: id ?? '' } });
const bare = ({ segments }: EdiDocument): string[] => segments.map((segment) => segment.join('*'));

/** The SSCC of each label of a print job, as a scanner reads it. */
async function scannedCodes(zpl: string): Promise<string[]> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer as ArrayBuffer } });
  const { api } = await ready;
  const codes: string[] = [];
  for (const [label] of zpl.matchAll(/\^XA.*?\^XZ/gs)) {
    const picture = Buffer.from(await api.zplToBase64Async(label, 101.6, 152.4, 8), 'base64');
    const found = await readBarcodes(picture, { tryHarder: true, formats: ['Code128'], maxNumberOfSymbols: 5 });
    for (const { symbologyIdentifier, text } of found)
      if (text.startsWith('(00)')) codes.push(`${symbologyIdentifier} ${text}`);
  }
  return codes;
}

/** Whether the partner can be reached. */
const answering = (isActive: boolean) =>
  at.admin.call(updateEdiConnection, { params: { ediConnectionID: at.connection.id }, body: { isActive } });

const mails = async () =>
  (await at.admin.call(listEmailLogs, { query: { take: 500 } })).items.map(({ subject }) => subject);

/** Picks and packs all of an order into cases. */
async function packed(po: string, shipmentCaseCount: number): Promise<Shipment> {
  const { pickID } = await orderOf(po);
  const params = { pickID: pickID ?? '' };
  await at.admin.call(releasePicks, { body: { pickIDs: [params.pickID] } });
  const { lines } = await at.admin.call(getPick, { params });
  for (const { id, state } of lines)
    if (state === 'planned') await at.admin.call(pickPickLine, { params: { ...params, pickLineID: id }, body: {} });
  const { shipmentID } = await at.admin.call(packPick, { params, body: { shipmentCaseCount } });
  const shipment = await at.admin.call(getShipment, { params: { shipmentID } });
  for (const { id } of shipment.shippingCases)
    await at.admin.call(updateShippingCase, { params: { shippingCaseID: id }, body: { freightWeight: 3.5 } });
  return at.admin.call(getShipment, { params: { shipmentID } });
}

/** A 997 of the partner for documents of ours. */
const acknowledgmentOf = (control: number, document: EdiDocument, code: 'A' | 'R'): string => {
  const { groupControlNumber, controlNumber, type } = document;
  const group = { '855': 'PR', '856': 'SH', '810': 'IN' }[type] ?? '';
  const number = String(control);
  return [
    isaText(`${number.padStart(9, '0')}*0*P*>`),
    `GS*FA*RETAILER*MILLWRIGHT*20261120*1200*${number}*X*004010`,
    'ST*997*0001',
    `AK1*${group}*${groupControlNumber}`,
    `AK2*${type}*${controlNumber}`,
    ...(code === 'R' ? ['AK3*LIN*9**8', 'AK4*3**7*BAD'] : []),
    `AK5*${code}`,
    `AK9*${code}*1*1*${code === 'A' ? 1 : 0}`,
    `SE*${code === 'R' ? 8 : 6}*0001`,
    `GE*1*${number}`,
    `IEA*1*${number.padStart(9, '0')}`,
    '',
  ].join('~\n');
};

describe('from order to invoice', () => {
  it('sends the 856 of what lies in the cases at ship, the 810 after it, once, and hears the 997', async () => {
    await at.upload(orderText({ control: 1, po: 'PO-1', quantity: '24' }));
    const shipment = await packed('PO-1', 2);
    expect(shipment.refusals).toEqual([]);
    const params = { shipmentID: shipment.id };
    const { invoiceID } = await at.admin.call(shipShipment, { params, body: {} });
    await idle();
    const [notice, ...others] = await documentsOf(shipment.id);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ type: '856', delivery: 'sent', acknowledgment: 'waiting', isOverdue: false });
    const { number, shippingCases } = shipment;
    const lines = bare(await whole(notice?.id));
    const [first, second] = shippingCases;
    expect(lines.filter((line) => !/^(BSN|DTM|ST|SE|TD5|REF\*BM)/.test(line))).toEqual([
      'HL*1**S*1',
      'TD1*CTN25*2****G*7*LB',
      'N1*SF*Account alpha',
      'N1*ST*Duluth DC*92*0042',
      'N3*12 Canal Road*',
      'N4*Duluth*MN*55806*US',
      'HL*2*1*O*1',
      'PRF*PO-1***20261120',
      'REF*DP*042',
      'N1*BY*Store 17*92*0017',
      'HL*3*2*P*1',
      `MAN*GM*00${first?.sscc}`,
      'HL*4*3*I*0',
      'LIN*1*UP*012345678905*IN*778812',
      `SN1*1*${first?.contents[0]?.quantity.measure}*EA`,
      'HL*5*2*P*1',
      `MAN*GM*00${second?.sscc}`,
      'HL*6*5*I*0',
      'LIN*1*UP*012345678905*IN*778812',
      `SN1*1*${second?.contents[0]?.quantity.measure}*EA`,
      'CTT*6',
    ]);
    // What a scanner reads on the labels is what the notice says.
    const labels = await at.admin.call(getCartonLabels, { params, query: { labelFormat: 'zpl' } });
    const marks = lines.filter((line) => line.startsWith('MAN')).map((line) => line.replace('MAN*GM*00', ''));
    expect(await scannedCodes(await labels.text())).toEqual(marks.map((sscc) => `]C1 (00)${sscc}`));
    expect(lines[1]).toMatch(new RegExp(`^BSN\\*00\\*${number}\\*\\d{8}\\*\\d{4}\\*0001$`));
    // The invoice went after it, and is sent.
    const [bill, ...more] = await documentsOf(invoiceID ?? '');
    expect(more).toEqual([]);
    expect(bill).toMatchObject({ type: '810', delivery: 'sent' });
    const billed = bare(await whole(bill?.id));
    expect(billed).toEqual(
      expect.arrayContaining(['IT1*1*24*EA*4.5*PE*UP*012345678905*IN*778812', 'TDS*10800', 'ISS*2*CT*7*LB', 'CTT*1']),
    );
    expect(await at.admin.call(getInvoice, { params: { invoiceID: invoiceID ?? '' } })).toMatchObject({
      isEdiSent: true,
      hasBeenSent: true,
    });
    for (const document of [notice, bill]) {
      const text = await (await at.admin.call(getEdiFile, { params: { ediDocumentID: document?.id ?? '' } })).text();
      const { interchanges, findings } = readX12(text);
      expect([...findings, ...interchanges.flatMap(validateInterchange)]).toEqual([]);
    }
    // Told by the partner: one is accepted, the other rejected.
    await at.upload(acknowledgmentOf(901, await whole(notice?.id), 'A'));
    await at.upload(acknowledgmentOf(902, await whole(bill?.id), 'R'));
    expect(await whole(notice?.id)).toMatchObject({ acknowledgment: 'accepted', dueAt: null, holds: [] });
    const rejected = await whole(bill?.id);
    expect(rejected).toMatchObject({ acknowledgment: 'rejected', holds: [{ reason: 'rejected_by_partner' }] });
    // A shipment whose notice is out cannot be voided.
    expect((await apiRefusal(at.admin.call(voidShipment, { params, body: {} }))).message).toContain('856');
    // The invoice goes once more: new numbers, the same number of the invoice, linked to the one before.
    const again = await at.admin.call(resubmitInvoice, { body: { invoiceID: invoiceID ?? '' } });
    expect(again).toMatchObject({
      type: '810',
      delivery: 'pending',
      related: [{ relation: 'answers' }, { relation: 'replaces', id: bill?.id }],
    });
    expect(again.controlNumber).not.toBe(rejected.controlNumber);
    expect(again.segments[1]).toEqual(rejected.segments[1]);
    expect((await apiRefusal(at.admin.call(resubmitInvoice, { body: { invoiceID: invoiceID ?? '' } }))).code).toBe(
      'document_not_sent',
    );
    await idle();
    expect((await whole(again.id)).delivery).toBe('sent');
    expect((await at.admin.call(getEdiInbox, {})).count).toBe(0);
    const resent = await at.admin.call(resendEdiDocument, { params: { ediDocumentID: notice?.id ?? '' } });
    expect(resent.segments.slice(1, -1)).toEqual((await whole(notice?.id)).segments.slice(1, -1));
    expect(
      (await apiRefusal(at.admin.call(resendEdiDocument, { params: { ediDocumentID: notice?.id ?? '' } }))).code,
    ).toBe('document_replaced');
  });

  it('is overdue once nobody acknowledges', async () => {
    await at.upload(orderText({ control: 3, po: 'PO-3' }));
    const [, answer] = await documentsOf((await orderOf('PO-3')).id);
    at.kernel.clock.advance(25 * 3_600_000);
    const jobs = await at.kernel.jobs();
    await jobs.runNow('edi.exchange');
    await jobs.idle();
    // Back, so that the person is still signed in.
    at.kernel.clock.advance(-25 * 3_600_000);
    const late = await whole(answer?.id);
    expect(late).toMatchObject({
      type: '855',
      acknowledgment: 'overdue',
      holds: [{ reason: 'acknowledgment_overdue' }],
    });
    expect(await mails()).toEqual(['4 acknowledgments are overdue']);
    // In the morning of the account's day what waits is told, and at no other hour.
    for (let hour = 0; hour < 24; hour += 1) {
      await jobs.runNow('edi.digest');
      await jobs.idle();
      at.kernel.clock.advance(3_600_000);
    }
    at.kernel.clock.advance(-24 * 3_600_000);
    await jobs.idle();
    expect((await mails()).filter((subject) => /EDI documents? waits?$/.test(subject))).toHaveLength(1);
    await at.upload(acknowledgmentOf(903, late, 'A'));
    expect(await whole(answer?.id)).toMatchObject({ acknowledgment: 'accepted', holds: [] });
    await at.admin.call(pullOrders, { body: {} });
    await at.admin.call(sendEdiDocuments, {});
  });

  it('lets no case leave without an SSCC', async () => {
    const numberFrom = (gs1CompanyPrefix: string | null) =>
      at.admin.call(updateShipmentSettings, { body: { gs1CompanyPrefix } });
    await at.upload(orderText({ control: 5, po: 'PO-5' }));
    await numberFrom(null);
    const shipment = await packed('PO-5', 1);
    await numberFrom('0614141');
    expect(shipment.refusals).toMatchObject([{ code: 'case_without_sscc' }]);
    const ship = at.admin.call(shipShipment, { params: { shipmentID: shipment.id }, body: {} });
    expect(await apiRefusal(ship)).toMatchObject({ status: 409, message: expect.stringContaining('no SSCC') });
    expect(await documentsOf(shipment.id)).toEqual([]);
  });

  it('tells the partner nothing of what was taken back before it was sent', async () => {
    await at.upload(orderText({ control: 6, po: 'PO-6' }));
    const { id } = await packed('PO-6', 1);
    const params = { shipmentID: id };
    await answering(false);
    const { invoiceID: first } = await at.admin.call(shipShipment, { params, body: {} });
    await idle();
    expect(await documentsOf(id)).toMatchObject([{ type: '856', delivery: 'pending' }]);
    await answering(true);
    await at.admin.call(voidShipment, { params, body: {} });
    // A worker that is faster than the news of it.
    await at.admin.call(sendEdiDocuments, {});
    await idle();
    const unsent = { delivery: 'failed', reasons: [] };
    expect([...(await documentsOf(id)), ...(await documentsOf(first ?? ''))]).toMatchObject([
      { type: '856', ...unsent },
      { type: '810', ...unsent },
    ]);
    // It leaves after all, and is told once.
    const { invoiceID } = await at.admin.call(shipShipment, { params, body: {} });
    await idle();
    expect((await documentsOf(id)).filter(({ delivery }) => delivery === 'sent')).toMatchObject([{ type: '856' }]);
    expect(await documentsOf(invoiceID ?? '')).toMatchObject([{ type: '810', delivery: 'sent' }]);
  });

  it('holds the 810 back until the 856 of its shipment has left', async () => {
    await at.upload(orderText({ control: 7, po: 'PO-7' }));
    const { id } = await packed('PO-7', 1);
    await answering(false);
    const { invoiceID } = await at.admin.call(shipShipment, { params: { shipmentID: id }, body: {} });
    await idle();
    const stand = async () => {
      const both = [...(await documentsOf(id)), ...(await documentsOf(invoiceID ?? ''))];
      return both.map(({ type, delivery }) => `${type} ${delivery}`);
    };
    // As after a transfer that failed: the notice alone is tried again in an hour.
    await at.account.run(async (ctx) => {
      const later = new Date(at.kernel.clock.now().getTime() + 3_600_000);
      await sql`update edi.file set retry_at = ${later} where account_id = ${ctx.account.id} and id in
        (select file_id from edi.document where account_id = ${ctx.account.id} and record_id = ${id})
      `.execute(ctx.em.query());
    });
    await answering(true);
    const jobs = await at.kernel.jobs();
    await jobs.runNow('edi.exchange');
    await jobs.idle();
    expect(await stand()).toEqual(['856 pending', '810 pending']);
    await at.admin.call(sendEdiDocuments, {});
    await idle();
    expect(await stand()).toEqual(['856 sent', '810 sent']);
  });

  it('allows in the 810 what the order is discounted by', async () => {
    await at.upload(orderText({ control: 8, po: 'PO-8', quantity: '24' }));
    const { id: orderDiscountID } = await at.admin.call(createOrderDiscount, {
      body: { name: 'Tenth', code: 'TENTH', type: 'percentage', percentage: 0.1 },
    });
    const { id: orderID } = await orderOf('PO-8');
    await at.admin.call(updateSalesOrder, { params: { orderID }, body: { orderDiscountID } });
    const { id } = await packed('PO-8', 1);
    const { invoiceID } = await at.admin.call(shipShipment, { params: { shipmentID: id }, body: {} });
    await idle();
    const [bill] = await documentsOf(invoiceID ?? '');
    const text = await (await at.admin.call(getEdiFile, { params: { ediDocumentID: bill?.id ?? '' } })).text();
    const { interchanges, findings } = readX12(text);
    expect([...findings, ...interchanges.flatMap(validateInterchange)]).toEqual([]);
    const segments = interchanges
      .flatMap(({ groups }) => groups.flatMap(({ sets }) => sets))
      .flatMap((set) => set.segments);
    const read = (name: string) => segments.flatMap((each) => (each.id === name ? [each.elements] : []));
    // 24 at 4.50 are 108.00, of which a tenth is allowed.
    expect(read('SAC')).toEqual([['A', 'C310', '', '', '1080']]);
    expect(read('TDS')).toEqual([['9720']]);
  });
});
