import {
  getPick,
  getSalesOrder,
  getShipment,
  listSalesOrders,
  packPick,
  pickPickLine,
  releasePicks,
  shipShipment,
  updateSalesOrder,
  updateShippingCase,
} from '@millwright/commerce/contracts';
import { getTimeline } from '@millwright/core/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createEdiConnection,
  fixEdiDocument,
  getEdiDocument,
  getEdiInbox,
  listEdiDocuments,
  pullOrders,
  type SimulatedDocument,
  sendTestMessage,
  simulateEdiPartner,
  testEdiConnection,
  updateEdiPartner,
} from '../../../contracts/index.ts';
import { MailboxTransport } from '../../connection/mailbox-transport.ts';
import { Exchange } from '../exchange.service.ts';
import { type EdiFixture, ediFixture, isaText } from './edi-fixture.ts';

let at: EdiFixture;
beforeAll(async () => {
  at = await ediFixture();
  const { id: connectionID } = await at.admin.call(createEdiConnection, {
    body: { name: 'Retailer', kind: 'simulated' },
  });
  await at.admin.call(updateEdiPartner, { params: { ediPartnerID: at.partner.id }, body: { connectionID } });
  await at.stock(at.glove, 1000);
});
afterAll(() => at.kernel.stop());

const params = () => ({ ediPartnerID: at.partner.id });
const ask = async (document: SimulatedDocument) => {
  const { customerPO } = await at.admin.call(simulateEdiPartner, { params: params(), body: { document } });
  const run = await at.admin.call(pullOrders, { body: {} });
  expect(run).toMatchObject({ hasSucceeded: true, messages: [] });
  return customerPO;
};
const orderOf = async (po: string) => {
  const { items } = await at.admin.call(listSalesOrders, { query: { query: po } });
  return at.admin.call(getSalesOrder, { params: { orderID: items[0]?.id ?? '' } });
};
const documents = async (query: Record<string, unknown>) =>
  (await at.admin.callUnchecked(listEdiDocuments, { query: query })).items;

describe('the simulated retailer', () => {
  it('orders, changes and takes back', async () => {
    const po = await ask('order');
    const before = await orderOf(po);
    expect(before).toMatchObject({ status: { code: 'issued' }, lines: [{ quantityOrdered: { measure: 6 } }] });
    expect(await ask('change')).toBe(po);
    expect((await orderOf(po)).lines[0]?.quantityOrdered.measure).toBe(12);
    await ask('cancel');
    expect((await orderOf(po)).status.code).toBe('closed_short');
    const wrong = await ask('wrong_order');
    const [held] = await documents({ query: wrong, isWaiting: true });
    expect(held?.reasons).toEqual(['unknown_item', 'unknown_location']);
    const { items } = await at.admin.call(getTimeline, { params: { type: 'edi_partner', id: at.partner.id } });
    expect(items.filter(({ action }) => action === 'document_simulated').map(({ note }) => note)).toEqual([
      `wrong order ${wrong}`,
      `cancel ${po}`,
      `change ${po}`,
      `order ${po}`,
    ]);
  });

  it('acknowledges everything of a whole cycle, and advises and charges for what is wrong', async () => {
    const po = await ask('order');
    const { id: orderID, pickID } = await orderOf(po);
    const pick = { pickID: pickID ?? '' };
    await at.admin.call(releasePicks, { body: { pickIDs: [pick.pickID] } });
    for (const { id, state } of (await at.admin.call(getPick, { params: pick })).lines)
      if (state === 'planned') await at.admin.call(pickPickLine, { params: { ...pick, pickLineID: id }, body: {} });
    const { shipmentID } = await at.admin.call(packPick, { params: pick, body: { shipmentCaseCount: 2 } });
    const shipment = await at.admin.call(getShipment, { params: { shipmentID } });
    for (const { id } of shipment.shippingCases)
      await at.admin.call(updateShippingCase, { params: { shippingCaseID: id }, body: { freightWeight: 2 } });
    const { invoiceID } = await at.admin.call(shipShipment, { params: { shipmentID }, body: {} });
    await (await at.kernel.jobs()).idle();
    await at.admin.call(pullOrders, { body: {} });
    for (const recordID of [orderID, shipmentID, invoiceID ?? '']) {
      const sent = (await documents({ recordIDs: [recordID], direction: 'out' })).map(
        ({ acknowledgment }) => acknowledgment,
      );
      expect(sent).toEqual(['accepted']);
    }
    // A change of what was shipped is for a person.
    await ask('change');
    expect((await documents({ type: ['860'], query: po, isWaiting: true }))[0]?.reasons).toEqual(['order_in_progress']);
  });

  it('takes a test message, and a person may put prices right', async () => {
    const { hasSucceeded } = await at.admin.call(sendTestMessage, { params: params() });
    expect(hasSucceeded).toBe(true);
    expect(await at.admin.call(testEdiConnection, { params: { ediConnectionID: at.connection.id } })).toMatchObject({
      hasSucceeded: true,
      waiting: 0,
    });
    const po = await ask('order');
    const order = await orderOf(po);
    const lines = order.lines.map(({ id, product, quantityOrdered }) => ({
      id,
      productID: product.id,
      quantityOrdered: { measure: quantityOrdered.measure, unitID: quantityOrdered.unitID },
      unitPrice: 5,
    }));
    await at.admin.call(updateSalesOrder, { params: { orderID: order.id }, body: { lines } });
    await ask('change');
    const [held] = await documents({ query: po, reasons: ['price_differs'] });
    const fixed = await at.admin.call(fixEdiDocument, {
      params: { ediDocumentID: held?.id ?? '' },
      body: { kind: 'accept_prices' },
    });
    expect(fixed.document.processing).toBe('imported');
    expect((await orderOf(po)).lines[0]).toMatchObject({ unitPrice: 4.5, quantityOrdered: { measure: 12 } });
  });

  it('says that a test message was taken, though another worker sends it', async () => {
    const { send } = Exchange.prototype;
    const { put } = MailboxTransport.prototype;
    const [isTaken, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    vi.spyOn(MailboxTransport.prototype, 'put').mockImplementationOnce(async function (
      this: MailboxTransport,
      ...file
    ) {
      isTaken.resolve();
      await isOver.promise;
      return put.call(this, ...file);
    });
    vi.spyOn(Exchange.prototype, 'send').mockImplementationOnce(async function (this: Exchange, ctx) {
      const other = send.call(this, ctx);
      await isTaken.promise;
      void other;
      const run = await send.call(this, ctx);
      isOver.resolve();
      return run;
    });
    const { hasSucceeded, message } = await at.admin.call(sendTestMessage, { params: params() });
    expect(message).toBe('The test message was taken');
    expect(hasSucceeded).toBe(true);
  });

  it('rejects by 824 what it cannot use: our document waits for a person', async () => {
    const [answer] = await documents({ type: ['855'], direction: 'out' });
    const text = [
      isaText(`000090001*1*P*>`),
      'GS*AG*RETAILER*MILLWRIGHT*20261120*1200*90001*X*004010',
      'ST*824*0001',
      'BGN*00*1*20261120',
      `OTI*TR*PO*${answer?.businessKey}*****${answer?.groupControlNumber}*${answer?.controlNumber}*855`,
      'TED*024*DEPARTMENT MISSING',
      'SE*5*0001',
      'GE*1*90001',
      'IEA*1*000090001',
      '',
    ].join('~\n');
    await at.upload(text);
    const rejected = await at.admin.call(getEdiDocument, { params: { ediDocumentID: answer?.id ?? '' } });
    expect(rejected).toMatchObject({ acknowledgment: 'rejected', holds: [{ reason: 'rejected_by_partner' }] });
    expect(rejected.holds[0]?.message).toContain('DEPARTMENT MISSING');
    // It asked for a TA1, and has it in the interchange that answers it.
    const inbox = await at.admin.call(getEdiInbox, {});
    expect(inbox.reasons.map(({ reason }) => reason)).toContain('rejected_by_partner');
  });
});
