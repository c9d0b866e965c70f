import { getSalesOrder, listSalesOrders } from '@millwright/commerce/contracts';
import { getTimeline, searchRecords } from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import { createProduct, updateProduct } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fixEdiDocument,
  getEdiDocument,
  getEdiFile,
  getEdiInbox,
  listDcLocations,
  listEdiDocuments,
  listEdiPartnerItems,
  listEdiRuns,
  pullOrders,
  readX12,
  rejectEdiDocument,
  reprocessEdiDocuments,
  uploadEdiFile,
  validateInterchange,
} from '../../../contracts/index.ts';
import { type EdiFixture, ediAccount, ediFixture, orderText } from './edi-fixture.ts';

let at: EdiFixture;
beforeAll(async () => {
  at = await ediFixture();
});
afterAll(() => at.kernel.stop());

const documents = async (query: Record<string, unknown>) =>
  (await at.admin.callUnchecked(listEdiDocuments, { query: query })).items;
const held = async (po: string) => {
  const [found] = (await documents({ type: ['850'], query: po })).filter(({ businessKey }) => businessKey === po);
  return at.admin.call(getEdiDocument, { params: { ediDocumentID: found?.id ?? '' } });
};
const ordersOf = async (po: string) =>
  (await at.admin.call(listSalesOrders, { query: { query: po } })).items.filter(({ customerPO }) => customerPO === po);

describe('an order that comes', () => {
  it('is entered, issued, acknowledged by 997 and answered by 855', async () => {
    await at.leave(orderText({ control: 1 }), 'po1.edi');
    const run = await at.admin.call(pullOrders, { body: {} });
    expect(run).toMatchObject({ hasSucceeded: true, fileCount: 1, documentCount: 1, importedCount: 1, sentCount: 2 });
    const [row] = await ordersOf('PO-1');
    const order = await at.admin.call(getSalesOrder, { params: { orderID: row?.id ?? '' } });
    expect(order).toMatchObject({
      status: { code: 'issued' },
      customerPO: 'PO-1',
      promisedAt: '2026-12-15',
      shipTo: { name: 'Duluth DC', line1: '12 Canal Road' },
      isAcknowledgmentSent: true,
      lines: [{ ediLineItemID: '1', unitPrice: 4.5, quantityOrdered: { measure: 12 } }],
    });
    const own = await documents({ recordIDs: [order.id] });
    expect(
      own.map(({ type, direction, delivery, acknowledgment }) => [type, direction, delivery, acknowledgment]),
    ).toEqual(
      expect.arrayContaining([
        ['850', 'in', null, 'none'],
        ['855', 'out', 'sent', 'waiting'],
      ]),
    );
    // What went out is what any reader accepts.
    for (const { id } of await documents({ direction: 'out' })) {
      const file = await at.admin.call(getEdiFile, { params: { ediDocumentID: id } });
      const { interchanges, findings } = readX12(await file.text());
      expect([...findings, ...interchanges.flatMap(validateInterchange)]).toEqual([]);
    }
    const [ack] = await documents({ type: ['997'], direction: 'out' });
    const { segments } = await at.admin.call(getEdiDocument, { params: { ediDocumentID: ack?.id ?? '' } });
    expect(segments).toEqual([
      ['ST', '997', '0001'],
      ['AK1', 'PO', '1'],
      ['AK2', '850', '0001'],
      ['AK5', 'A'],
      ['AK9', 'A', '1', '1', '1'],
      ['SE', '6', '0001'],
    ]);
    expect((await at.admin.call(listEdiRuns, { query: { hasSucceeded: true } })).items[0]?.id).toBe(run.id);
    // What came and what went out by it, and only by it.
    const ofRun = await documents({ runIDs: [run.id] });
    expect(ofRun.map(({ type }) => type).sort()).toEqual(['850', '855', '997']);
    expect(await documents({ runIDs: ['edr_none'] })).toEqual([]);
    const runsOf = async (id: string) =>
      (await at.admin.call(listEdiRuns, { query: { connectionIDs: [id] } })).items.map((one) => one.id);
    expect(await runsOf(at.connection.id)).toEqual([run.id]);
    expect(await runsOf('edc_none')).toEqual([]);
  });

  it('has no effect when it comes again, whatever it is called', async () => {
    const before = (await documents({})).length;
    const again = await at.upload(orderText({ control: 1 }), 'other-name.edi');
    expect(again).toMatchObject({ hasSucceeded: true, duplicateCount: 1, documentCount: 0, sentCount: 0 });
    expect(await documents({})).toHaveLength(before);
    expect(await ordersOf('PO-1')).toHaveLength(1);
  });

  it('is held whole, with everything that keeps it, and goes on when each cause is mended', async () => {
    const lines = [
      'PO1*1*5*EA*4.50*PE*UP*099999999999',
      'PO1*2*3*ZZ*4.50*PE*UP*012345678905',
      'PO1*3*2*EA*9.99*PE*UP*012345678905',
    ];
    const run = await at.upload(orderText({ control: 2, location: '0099', lines }));
    expect(run).toMatchObject({ hasSucceeded: true, heldCount: 1, importedCount: 0 });
    expect(await ordersOf('PO-2')).toEqual([]);
    const document = await held('PO-2');
    expect(document.holds.map(({ reason, segment, element }) => [reason, segment, element])).toEqual([
      ['unknown_location', 6, 4],
      ['unknown_item', 9, 7],
      ['unknown_unit', 10, 3],
      ['price_differs', 11, 4],
    ]);
    const params = { ediDocumentID: document.id };
    const fix = (body: Parameters<typeof fixOf>[0]) => fixOf(body);
    const fixOf = (body: import('../../../contracts/index.ts').DocumentFix) =>
      at.admin.call(fixEdiDocument, { params, body });
    const hat = await at.admin.call(createProduct, { body: { sku: 'HAT', description: 'Hat', unitValue: 4.5 } });
    // Another one that waits for the same.
    await at.upload(orderText({ control: 3, item: '099999999999' }));
    await fix({ kind: 'create_location', location: { code: '0099', name: 'Fargo DC', qualifier: '92' } });
    const mapped = await fix({ kind: 'map_item', qualifier: 'UP', number: '099999999999', itemID: hat.id });
    expect(mapped.sameCause).toBe(1);
    await fix({ kind: 'map_unit', code: 'ZZ', unitID: at.unit('each') });
    const histories = async (type: string, id: string | undefined) =>
      (await at.admin.call(getTimeline, { params: { type, id: id ?? '' } })).items;
    const places = await at.admin.call(listDcLocations, { query: { query: '0099' } });
    const numbers = await at.admin.call(listEdiPartnerItems, { query: { query: '099999999999' } });
    for (const [type, id] of [
      ['dc_location', places.items[0]?.id],
      ['edi_partner_item', numbers.items[0]?.id],
    ] as const)
      expect(await histories(type, id)).toMatchObject([{ action: 'created' }]);
    const [partnerChange] = await histories('edi_partner', at.partner.id);
    expect(partnerChange).toMatchObject({ action: 'updated', changes: [{ field: 'settings' }] });
    const hits = await at.admin.call(searchRecords, { query: { query: '099999999999' } });
    expect(hits.items.map(({ id }) => id)).toContain(numbers.items[0]?.id);
    const done = await fix({ kind: 'accept_prices' });
    expect(done.document).toMatchObject({ processing: 'imported', holds: [] });
    const [order] = await ordersOf('PO-2');
    const { lines: entered } = await at.admin.call(getSalesOrder, { params: { orderID: order?.id ?? '' } });
    expect(entered.map(({ unitPrice }) => unitPrice)).toEqual([4.5, 4.5, 9.99]);
    const rest = await at.admin.call(reprocessEdiDocuments, { body: { cause: mapped.cause ?? '' } });
    expect(rest).toMatchObject({ count: 1, imported: 1, held: 0 });
    expect(await ordersOf('PO-3')).toHaveLength(1);
    expect((await at.admin.call(getEdiInbox, {})).count).toBe(0);
  });

  it('is held as a possible duplicate of its purchase order, and under a control number that was used', async () => {
    await at.upload(orderText({ control: 4, po: 'PO-1', quantity: '1' }));
    const twice = await documents({ reasons: ['duplicate_order'] });
    expect(twice).toHaveLength(1);
    await at.upload(orderText({ control: 4, po: 'PO-4' }));
    const [repeated] = await documents({ reasons: ['repeated_control_number'] });
    const params = { ediDocumentID: repeated?.id ?? '' };
    const { document } = await at.admin.call(fixEdiDocument, { params, body: { kind: 'release' } });
    expect(document.processing).toBe('imported');
    const wrong = at.admin.call(fixEdiDocument, {
      params: { ediDocumentID: twice[0]?.id ?? '' },
      body: { kind: 'accept_prices' },
    });
    expect((await apiRefusal(wrong)).code).toBe('fix_does_not_fit');
    const rejected = await at.admin.call(rejectEdiDocument, {
      params: { ediDocumentID: twice[0]?.id ?? '' },
      body: { note: 'Sent twice' },
    });
    expect(rejected.processing).toBe('rejected');
    expect((await documents({ type: ['855'], query: 'PO-1' })).length).toBe(2);
  });

  it('of what is not sold any more is held until a person releases it', async () => {
    await at.admin.call(updateProduct, { params: { itemID: at.glove.id }, body: { endDate: '2026-01-31' } });
    await at.upload(orderText({ control: 21, po: 'PO-ENDED' }));
    const document = await held('PO-ENDED');
    const message = `Line 1: ${at.glove.sku} was sold until 2026-01-31. Release it to deliver it all the same`;
    expect(document.holds).toMatchObject([{ reason: 'product_ended', message, details: { itemID: at.glove.id } }]);
    expect(await ordersOf('PO-ENDED')).toEqual([]);
    const params = { ediDocumentID: document.id };
    const { document: released } = await at.admin.call(fixEdiDocument, { params, body: { kind: 'release' } });
    expect(released).toMatchObject({ processing: 'imported', holds: [] });
    expect(await ordersOf('PO-ENDED')).toHaveLength(1);
    await at.admin.call(updateProduct, { params: { itemID: at.glove.id }, body: { endDate: null } });
  });

  it('of nobody we know, of a test, or no EDI at all waits for a person', async () => {
    await at.upload(orderText({ control: 5, sender: 'STRANGER' }));
    await at.upload(orderText({ control: 6, usage: 'T' }));
    const text = await at.upload('Dear supplier, please send 12 gloves.\u0000', 'letter.txt');
    expect(text).toMatchObject({ hasSucceeded: false, heldCount: 1 });
    const { reasons } = await at.admin.call(getEdiInbox, {});
    expect(reasons.map(({ reason }) => reason).sort()).toEqual([
      'invalid_document',
      'test_in_production',
      'unknown_partner',
    ]);
    expect(
      (await apiRefusal(at.admin.call(uploadEdiFile, { query: { name: '' }, body: new Uint8Array() }))).status,
    ).toBe(400);
  });

  it('leaves word of a refused envelope that nobody here has sent', async () => {
    const refused = (sender: string, control: string) =>
      orderText({ control: 7, sender }).replace(
        /^(ISA[^\n]*)\n[\s\S]*$/,
        `$1\nTA1*${control}*261122*1530*R*024~\nIEA*0*000000007~`,
      );
    const { messages } = await at.upload(refused('STRANGER', '000000001'));
    expect(messages).toEqual(['Interchange 7 has no documents, and no active partner has ID STRANGER']);
    const known = await at.upload(refused('RETAILER', '000004711'));
    expect(known.messages).toEqual(['TA1 refuses interchange 000004711 (024): it is none of ours']);
  });

  it('is seen once by two workers, and apart in two accounts', async () => {
    const other = await ediAccount(at.kernel, at.kernel.b);
    for (let control = 100; control < 106; control += 1) await at.leave(orderText({ control }), `two-${control}.edi`);
    await other.leave(orderText({ control: 100 }), 'two-100.edi');
    const runs = await Promise.all([
      at.admin.call(pullOrders, { body: {} }),
      at.admin.call(pullOrders, { body: {} }),
      other.admin.call(pullOrders, { body: {} }),
    ]);
    expect(runs.map(({ hasSucceeded }) => hasSucceeded)).toEqual([true, true, true]);
    for (let control = 100; control < 106; control += 1) expect(await ordersOf(`PO-${control}`)).toHaveLength(1);
    expect((await other.admin.call(listSalesOrders, { query: {} })).count).toBe(1);
  });
});
