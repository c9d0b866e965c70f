import {
  applyChangeSet,
  createImport,
  type ImportSet,
  listChangeSetRows,
  undoChangeSet,
  updateAccount,
} from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, violationsOf } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changePurchaseOrderStatus,
  getPurchaseOrder,
  listDeliveries,
  listPurchaseOrders,
  listReceivingOrders,
  type PurchaseOrder,
  receiveReceivingOrder,
} from '../../../../contracts/index.ts';
import commerce from '../../../plugin.ts';
import { type PurchaseFixture, purchaseFixture } from '../record/purchase-order-fixture.ts';

let test: PurchaseFixture;
beforeAll(async () => {
  test = await purchaseFixture();
});
afterAll(() => test?.kernel.stop());

const upload = (lines: readonly string[]): Promise<ImportSet> =>
  test.admin.call(createImport, {
    query: { type: 'purchase-orders', fileName: 'orders.csv' },
    body: new Blob([lines.join('\n')]),
  });
const apply = (id: string) => test.admin.call(applyChangeSet, { params: { changeSetID: id }, body: {} });
const imported = async (lines: readonly string[]): Promise<ImportSet> => {
  const set = await upload(lines);
  await apply(set.id);
  return set;
};
const undo = (id: string) => test.admin.call(undoChangeSet, { params: { changeSetID: id }, body: {} });
const messages = async (id: string) =>
  (await test.admin.call(listChangeSetRows, { params: { changeSetID: id }, query: { take: 500 } })).items.flatMap(
    ({ row, errors }) => errors.map(({ field, message }) => `${row} ${field}: ${message}`),
  );
const find = async (number: string): Promise<PurchaseOrder | undefined> => {
  const { items } = await test.admin.call(listPurchaseOrders, { query: { query: number } });
  const row = items.find((order) => order.number === number);
  return row && test.admin.call(getPurchaseOrder, { params: { orderID: row.id } });
};
const counts = async () => ({
  orders: (await test.admin.call(listPurchaseOrders, { query: {} })).count,
  receiving: (await test.admin.call(listReceivingOrders, { query: { status: 'all' } })).count,
  deliveries: (await test.admin.call(listDeliveries, { query: {} })).count,
});
const facts = (orderID: string) =>
  test.kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ type: string }>`select type from core.event_outbox
      where account_id = ${ctx.account.id} and aggregate_id = ${orderID} order by id`.execute(ctx.em.query());
    return rows.map(({ type }) => type);
  });
const heading = 'PO number,Vendor,Order date,Status,Received on,SKU,Quantity,Price,Due date,Received,Rejected';

describe('importing purchase orders', () => {
  it('brings history into figures and deliveries, drafts as drafts, and what is open as it is asked', async () => {
    const { hide, tannery } = test;
    const billToAddress = { name: 'Mill', line1: '1 Mill St', city: 'Duluth', state: 'MN', country: 'US' };
    await test.admin.call(updateAccount, { params: { accountID: test.kernel.a.id }, body: { billToAddress } });
    const set = await upload([
      `${heading},Subtotal,Open lines are expected`,
      `7,${tannery.number},2024-01-05,fulfilled,2024-01-20,HIDE,20,24.5,2024-01-19,22,2,490,`,
      `8,${tannery.number},2024-02-05,closed_short,2024-02-20,HIDE,20,24,,12,0,,`,
      `8,,,,,HIDE,10,24,,10,10,,`,
      `9,Superior Hides,2024-03-05,,2024-03-10,HIDE,20,,,5,,481,yes`,
      `Q-1,${tannery.number},2024-03-06,bid_request,,HIDE,10,,,,,,`,
    ]);
    expect(await messages(set.id)).toEqual([]);
    expect(set.counts).toMatchObject({ create: 5, error: 0, warning: 1 });
    await apply(set.id);
    const [full, short, open, request] = await Promise.all(['7', '8', '9', 'Q-1'].map(find));
    expect(full).toMatchObject({ status: { code: 'fulfilled' }, total: 490, deliveryProgress: 1 });
    expect(full?.lines[0]).toMatchObject({ quantityReceived: { measure: 22 }, quantityRejected: { measure: 2 } });
    expect(short).toMatchObject({ status: { code: 'closed_short' }, total: 720 });
    expect(short?.lines.map(({ quantityReceived }) => quantityReceived.measure)).toEqual([12, 10]);
    // Where an order of the past went is not known.
    expect(full?.shipTo).toBeNull();
    expect(open).toMatchObject({ status: { code: 'issued' }, total: 480, shipTo: { city: 'Duluth' } });
    expect(request?.status.code).toBe('bid_request');
    expect(await test.expected(open?.id ?? '')).toMatchObject([{ itemID: hide.id, open: '15' }]);
    expect(await test.expected(full?.id ?? '')).toEqual([]);
    expect(await facts(full?.id ?? '')).toEqual([]);
    expect(await facts(open?.id ?? '')).toEqual(['commerce.purchase-order.created']);
    expect(await counts()).toEqual({ orders: 4, receiving: 3, deliveries: 3 });
    const { items } = await test.admin.call(listDeliveries, { query: {} });
    expect(items.map(({ number, status }) => `${number} ${status.code}`).sort()).toEqual([
      '7-1 partly_rejected',
      '8-1 partly_rejected',
      '9-1 accepted',
    ]);
    expect(await violationsOf(test.kernel.a, commerce)).toEqual([]);
    // The same file again finds nothing to do, and undone nothing is left.
    const again = await upload([heading, `7,${tannery.number},2024-01-05,fulfilled,,HIDE,20,24.5,2024-01-19,22,2`]);
    expect(again.counts).toMatchObject({ create: 0, update: 0, unchanged: 1, skip: 0 });
    await undo(set.id);
    expect(await counts()).toEqual({ orders: 0, receiving: 0, deliveries: 0 });
    expect(await test.expected(open?.id ?? '')).toEqual([]);
    expect(await violationsOf(test.kernel.a, commerce)).toEqual([]);
  });

  it('changes drafts that are there and nothing that came, and takes that back', async () => {
    const { tannery } = test;
    const draft = await test.order();
    const change = `${draft.number},${tannery.number},,issued,,HIDE,30,25,,,`;
    const set = await imported([heading, change]);
    expect(set.counts).toMatchObject({ update: 1, error: 0 });
    const issued = await find(draft.number);
    expect(issued).toMatchObject({ status: { code: 'issued' }, total: 750 });
    expect(await test.expected(draft.id)).toMatchObject([{ open: '30' }]);
    await undo(set.id);
    expect(await find(draft.number)).toMatchObject({ status: { code: 'estimate' }, total: 480 });
    expect(await test.expected(draft.id)).toEqual([]);
    // Once something came the file is passed over, and an import of which something came stays.
    const made = await imported([heading, `50,${tannery.number},,issued,,HIDE,10,24,,,`]);
    const { receivingOrder } = (await find('50')) as PurchaseOrder;
    await test.admin.call(receiveReceivingOrder, {
      params: { receivingOrderID: receivingOrder?.id ?? '' },
      body: {},
    });
    expect(await messages((await upload([heading, `50,,,,,HIDE,12,24,,,`])).id)).toEqual([
      '1 : Order 50 cannot be changed by a file: something of it came',
    ]);
    expect(await apiRefusal(undo(made.id))).toMatchObject({ code: 'undo_refused' });
    await test.admin.call(changePurchaseOrderStatus, {
      params: { orderID: draft.id },
      body: { statusChange: 'issued' },
    });
    expect(await violationsOf(test.kernel.a, commerce)).toEqual([]);
  });

  it('says which cell is wrong, and what to do', async () => {
    const { tannery } = test;
    const set = await upload([
      `${heading},Unit,Stocked`,
      `A1,Nobody,,,,HIDE,1,,,,,,`,
      `A2,${tannery.number},,,,NO-SUCH,1,,,,,,`,
      `A3,${tannery.number},,,,GLOVE,1,,,,,,`,
      `A4,${tannery.number},,fulfilled,,HIDE,4,1,,3,0,,`,
      `A5,${tannery.number},,estimate,,HIDE,4,1,,3,0,,`,
      `A6,${tannery.number},,,,HIDE,4,1,,3,4,,`,
      `A7,${tannery.number},,,,HIDE,4,1,,3,0,,2`,
      `A8,${tannery.number},2150-01-01,,,HIDE,4,1,,,,,`,
      `A9,${tannery.number},,,,HIDE,4,1,,,,furlong,`,
      `,${tannery.number},,,,HIDE,0,1,,,,,`,
      `B1,${tannery.number},,done,,HIDE,0,1,,,,,`,
    ]);
    expect(await messages(set.id)).toEqual([
      '1 supplier: There is no supplier Nobody',
      '2 sku: There is no item NO-SUCH',
      `3 unitPrice: Superior Hides does not supply GLOVE: give a unit price, or import what they supply first`,
      `4 status: Line 1 (HIDE) has 3 of 4: it can be issued or closed_short`,
      '5 status: Something of it came, so it is no draft: it can be issued, fulfilled or closed_short',
      '6 rejected: More than the 3 that were received',
      '7 stocked: Received less rejected is 3: goods that wait to be put away are received at the dock',
      '8 orderDate: The day lies ahead',
      expect.stringContaining('9 unit: HIDE can be measured in each, pair,'),
      '10 number: Order number is required',
      expect.stringContaining('11 status: "done" is none of'),
      '11 quantity: Must be above 0',
    ]);
    expect(await counts()).toMatchObject({ orders: 2 });
  });
});
