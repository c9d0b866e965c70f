import { changeSalesOrderStatus, getSalesOrder, listSalesOrders } from '@millwright/commerce/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDcLocation,
  type EdiDocument,
  getEdiDocument,
  listEdiDocuments,
  type PartnerSettings,
  partnerSettings,
  rejectEdiDocument,
  updateEdiPartner,
} from '../../../contracts/index.ts';
import { type EdiFixture, ediFixture, isaText, orderText } from './edi-fixture.ts';

let at: EdiFixture;
beforeAll(async () => {
  at = await ediFixture();
  for (const code of ['0017', '0023'])
    await at.admin.call(createDcLocation, { body: { customerID: at.customer.id, code, name: `Store ${code}` } });
});
afterAll(() => at.kernel.stop());

const agree = (settings: Partial<PartnerSettings>) =>
  at.admin.call(updateEdiPartner, {
    params: { ediPartnerID: at.partner.id },
    body: { settings: partnerSettings.parse(settings) },
  });
const ordersOf = async (po: string) => {
  const { items } = await at.admin.call(listSalesOrders, { query: { query: po, sortBy: 'number', sortOrder: 'asc' } });
  return Promise.all(items.map(({ id: orderID }) => at.admin.call(getSalesOrder, { params: { orderID } })));
};
const documents = async (query: Record<string, unknown>) =>
  (await at.admin.callUnchecked(listEdiDocuments, { query: query })).items;
const whole = (id: string | undefined): Promise<EdiDocument> =>
  at.admin.call(getEdiDocument, { params: { ediDocumentID: id ?? '' } });
const lines = ({ segments }: EdiDocument): string[] => segments.map((segment) => segment.join('*'));
const lastOf = async (query: Record<string, unknown>) =>
  whole((await documents({ ...query, sortBy: 'createdAt', sortOrder: 'desc' }))[0]?.id);

const line = (quantity: string, ...stores: string[]) => [
  `PO1*1*${quantity}*EA*4.50*PE*UP*012345678905`,
  ...stores.map((each) => `SDQ*EA*92*${each}`),
];

/** An 860 for an order of the fixture. */
const changeText = (control: number, po: string, ...changes: string[]): string => {
  const number = String(control);
  const body = [
    `ST*860*${number.padStart(4, '0')}`,
    `BCH*04*SA*${po}**2*20261120`,
    ...changes,
    `CTT*${changes.length}`,
  ];
  return [
    isaText(`${number.padStart(9, '0')}*0*P*>`),
    `GS*PC*RETAILER*MILLWRIGHT*20261120*1200*${number}*X*004010`,
    ...body,
    `SE*${body.length + 1}*${number.padStart(4, '0')}`,
    `GE*1*${number}`,
    `IEA*1*${number.padStart(9, '0')}`,
    '',
  ].join('~\n');
};

describe('an order for several stores', () => {
  it('stays one order that says who gets what, unless its shares are not its quantity', async () => {
    await at.upload(orderText({ control: 1, po: 'STORES-1', lines: line('12', '0017*4*0023*5', '0017*3') }));
    const [order, ...others] = await ordersOf('STORES-1');
    expect(others).toEqual([]);
    expect(order?.customerNote).toContain('Line 1: 4 for store 0017, 5 for store 0023, 3 for store 0017');
    await at.upload(orderText({ control: 2, po: 'STORES-2', lines: line('12', '0017*4*0023*5') }));
    const held = await lastOf({ query: 'STORES-2', isWaiting: true });
    expect(held.holds).toMatchObject([{ reason: 'invalid_document', message: expect.stringContaining('get 9') }]);
  });

  it('is an order for each where that was agreed, and one answer for all', async () => {
    await agree({ splitsStores: true });
    await at.upload(orderText({ control: 3, po: 'STORES-3', lines: line('12', '0017*4*0023*5', '0017*3') }));
    const orders = await ordersOf('STORES-3');
    expect(orders.map((order) => order.lines.map(({ quantityOrdered }) => quantityOrdered.measure))).toEqual([
      [7],
      [5],
    ]);
    expect(orders.map(({ shipTo }) => shipTo?.name)).toEqual(['Duluth DC', 'Duluth DC']);
    expect(orders[1]?.customerNote).toContain('For store 0023');
    const came = await lastOf({ type: ['850'], query: 'STORES-3' });
    expect(came.orders.map(({ store, number }) => [store, number])).toEqual([
      ['0017', orders[0]?.number],
      ['0023', orders[1]?.number],
    ]);
    const answers = await documents({ type: ['855'], query: 'STORES-3' });
    expect(answers).toHaveLength(1);
    expect(lines(await whole(answers[0]?.id))).toContain('ACK*IA*12*EA*068*20261215');
    // The panel of either order shows what it came by, and our answer.
    for (const { id } of orders)
      expect((await documents({ recordIDs: [id] })).map(({ type }) => type).sort()).toEqual(['850', '855']);
    await at.upload(orderText({ control: 4, po: 'STORES-4', lines: [...line('4', '0017*4'), ...line('3')] }));
    expect((await lastOf({ query: 'STORES-4' })).holds[0]?.message).toContain('names no store');
  });

  it('goes straight to a store where it names no other place, and waits for one that nobody knows', async () => {
    const text = orderText({ control: 5, po: 'STORES-5', lines: line('6', '0017*4*0099*2') });
    const straight = text
      .replace(/N1\*ST[^~]*~\nN3[^~]*~\nN4[^~]*~\n/, '')
      .replace(/SE\*(\d+)/, (_, count) => `SE*${Number(count) - 3}`);
    await at.upload(straight);
    const held = await lastOf({ query: 'STORES-5' });
    const [hold] = held.holds;
    expect(hold).toMatchObject({ reason: 'unknown_location', details: { code: '0099' } });
    expect(held.segments[(hold?.segment ?? 0) - 1]?.[hold?.element ?? 0]).toBe('0099');
    expect(await ordersOf('STORES-5')).toEqual([]);
    await agree({ issuesOrders: false, splitsStores: true });
    await at.upload(
      straight.replaceAll('0099', '0023').replace('STORES-5', 'STORES-6').replaceAll('000000005', '000000006'),
    );
    const orders = await ordersOf('STORES-6');
    expect(orders.map(({ shipTo }) => shipTo?.name)).toEqual(['Store 0017', 'Store 0023']);
    // The answer waits until all of it is issued.
    const idle = async () => (await at.kernel.jobs()).idle();
    for (const [index, { id: orderID }] of orders.entries()) {
      await at.admin.call(changeSalesOrderStatus, { params: { orderID }, body: { statusChange: 'issued' } });
      await idle();
      expect(await documents({ type: ['855'], query: 'STORES-6' })).toHaveLength(index);
    }
    await agree({});
  });
});

describe('an order that came before', () => {
  it('is replaced by one that says so, and copies of it are told apart', async () => {
    await at.upload(orderText({ control: 20, po: 'AGAIN-1', quantity: '12' }));
    const [before] = await ordersOf('AGAIN-1');
    const more = [...line('8'), 'PO1*2*3*EA*4.50*PE*UP*012345678905'];
    await at.upload(orderText({ control: 21, po: 'AGAIN-1', beg: '05', lines: more }));
    const [after, ...others] = await ordersOf('AGAIN-1');
    expect(others).toEqual([]);
    expect(after?.id).toBe(before?.id);
    expect(
      after?.lines.map(({ id, quantityOrdered }) => [id === before?.lines[0]?.id, quantityOrdered.measure]),
    ).toEqual([
      [true, 8],
      [false, 3],
    ]);
    const [answer] = await documents({ type: ['855'], query: 'AGAIN-1', sortBy: 'createdAt', sortOrder: 'desc' });
    expect(lines(await whole(answer?.id)).filter((each) => each.startsWith('ACK'))).toEqual([
      'ACK*IA*8*EA*068*20261215',
      'ACK*IA*3*EA*068*20261215',
    ]);
    await at.upload(orderText({ control: 22, po: 'AGAIN-1', beg: '07', quantity: '8' }));
    expect(await lastOf({ type: ['850'], query: 'AGAIN-1' })).toMatchObject({ processing: 'duplicate', holds: [] });
    // One that replaces nothing is an order like others.
    await at.upload(orderText({ control: 23, po: 'AGAIN-2', beg: '05' }));
    expect(await ordersOf('AGAIN-2')).toHaveLength(1);
  });

  it('has its changes answered by an 865 where the partner wants that', async () => {
    await agree({ sends: ['855', '865'] });
    await at.upload(orderText({ control: 30, po: 'CHANGE-1', quantity: '12' }));
    await at.upload(changeText(31, 'CHANGE-1', 'POC*1*CA*6**EA*4.50*PE*UP*012345678905'));
    const accepted = lines(await lastOf({ type: ['865'], query: 'CHANGE-1' }));
    const [order] = await ordersOf('CHANGE-1');
    expect(accepted[1]).toMatch(
      new RegExp(`^BCA\\*00\\*AC\\*CHANGE-1\\*\\*2\\*20261120\\*\\*\\*${order?.number}\\*\\d{8}$`),
    );
    expect(accepted.slice(2, -1)).toEqual(['POC*1*CA*6**EA*4.5*PE*UP*012345678905', 'ACK*IA*6*EA', 'CTT*1']);
    await at.upload(changeText(32, 'CHANGE-1', 'POC*7*CA*6**EA*4.50'));
    const held = await lastOf({ type: ['860'], isWaiting: true });
    await at.admin.call(rejectEdiDocument, { params: { ediDocumentID: held.id }, body: { note: 'No such line' } });
    const refused = lines(await lastOf({ type: ['865'], query: 'CHANGE-1' }));
    expect(refused[1]).toMatch(/^BCA\*00\*RJ\*CHANGE-1/);
    expect(refused).toContain('ACK*IR*6*EA');
  });
});
