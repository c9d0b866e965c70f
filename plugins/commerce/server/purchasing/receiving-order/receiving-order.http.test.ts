import { dateIn, emailRecord, getTimeline, searchRecords } from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import {
  createStorageLocation,
  listInventoryChangeLogs,
  StockPort,
  updateItemInventory,
  updateStorageLocation,
  voidInventoryChange,
} from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changePurchaseOrderStatus,
  createReceivingOrder,
  deletePurchaseOrderLine,
  getDelivery,
  getPurchaseOrder,
  getReceivingOrder,
  getReturnSlip,
  getSupplierReliability,
  listDeliveries,
  listReceivingOrders,
  type PurchaseOrder,
  type PurchaseOrderStatus,
  receiveReceivingOrder,
  receiveReceivingOrderLine,
  returnDelivery,
  stockReceivingOrder,
  updatePurchaseOrder,
  updatePurchasingSettings,
  updateReceivingOrder,
  updateReceivingOrderLine,
  voidReceivingOrderLine,
} from '../../../contracts/index.ts';
import { lineID, type ReceivingFixture, receivingFixture } from './record/receiving-fixture.ts';

let at: ReceivingFixture;

beforeAll(async () => {
  at = await receivingFixture();
});
afterAll(() => at?.kernel.stop());

const change = (order: { id: string }, statusChange: PurchaseOrderStatus) =>
  at.admin.call(changePurchaseOrderStatus, { params: { orderID: order.id }, body: { statusChange } });
const bought = (order: { id: string }): Promise<PurchaseOrder> =>
  at.admin.call(getPurchaseOrder, { params: { orderID: order.id } });
const today = () => dateIn('UTC', at.kernel.clock.now());

const settle = async (): Promise<void> => (await at.kernel.jobs()).idle();

describe('a receiving order', () => {
  it('opens when its order is issued, follows it, and is withdrawn with it', async () => {
    const { order, receiving } = await at.issued({ scheduledAt: '2031-05-01' });
    expect(receiving).toMatchObject({
      number: '1000',
      status: { code: 'expected', name: 'Expected' },
      purchaseOrder: { id: order.id, number: order.number },
      supplier: { name: 'Superior Hides' },
      lineCount: 1,
      completionPercentage: 0,
      expectedOn: '2031-05-01',
      canReceive: true,
      canStock: false,
      canVoid: false,
      dock: null,
      lines: [
        {
          item: { sku: 'HIDE' },
          supplierPartNumber: 'K-1',
          quantity: { measure: 20, unit: 'each' },
          quantityExpected: { measure: 20 },
          unitCost: 24,
          scanCodes: ['HIDE', 'K-1'],
          orderLine: { purchaseOrderID: order.id, lineItemNumber: 1 },
        },
      ],
    });
    const hits = await at.admin.call(searchRecords, { query: { query: 'Superior Hides' } });
    expect(hits.items).toContainEqual(expect.objectContaining({ type: 'receiving_order', id: receiving.id }));
    const lines = [
      { id: order.lines[0]?.id ?? '', itemID: at.hide.id, quantityOrdered: 30 },
      { itemID: at.glove.id, quantityOrdered: 2, unitPrice: 3 },
    ];
    const more = await at.admin.call(updatePurchaseOrder, { params: { orderID: order.id }, body: { lines } });
    expect((await at.read(receiving)).lines.map(({ quantity, unitCost }) => [quantity.measure, unitCost])).toEqual([
      [30, 24],
      [2, 3],
    ]);
    const params = { orderID: order.id, lineID: more.lines[1]?.id ?? '' };
    await at.admin.call(deletePurchaseOrderLine, { params });
    expect((await at.read(receiving)).lines).toHaveLength(1);
    await change(order, 'estimate');
    expect(await apiRefusal(at.read(receiving))).toMatchObject({ status: 404 });
    await change(order, 'issued');
    expect(await at.read(receiving)).toMatchObject({ id: receiving.id, number: '1000' });
    await change(order, 'closed_short');
    expect(await at.read(receiving)).toMatchObject({ status: { code: 'completed' }, canReceive: false });
    expect(await apiRefusal(at.receive(receiving))).toMatchObject({ status: 409, code: 'receiving_order_closed' });
    await change(order, 'issued');
    expect((await at.read(receiving)).status.code).toBe('expected');
    expect(await at.violations()).toEqual([]);
  });

  it('takes goods to the dock, where nobody can have them, and from there into places', async () => {
    const { order, receiving } = await at.issued({ scheduledAt: '2031-05-01' });
    const came = await at.receive(receiving, {
      lines: [{ lineID: lineID(receiving), quantity: { measure: 1, unitID: at.unit('dozen') } }],
      reference: 'DN 77',
    });
    expect(came).toMatchObject({
      status: { code: 'at_dock' },
      canReceive: true,
      canStock: true,
      canVoid: true,
      dock: { name: 'Dock' },
      lines: [
        {
          quantityReceived: { measure: 12, unit: 'each' },
          quantityAtDock: { measure: 12 },
          quantityExpected: { measure: 8 },
          atDock: [{ delivery: came.delivery, quantity: { measure: 12 } }],
        },
      ],
    });
    expect(await at.lies(at.hide.id)).toEqual(['Dock 12 at 24']);
    // A partly received line stays expected on its day; completely at the dock, it is due today.
    expect(await at.expected(order.id)).toEqual([{ itemID: at.hide.id, open: '20', dueOn: '2031-05-01' }]);
    await at.receive(receiving);
    expect(await at.expected(order.id)).toEqual([{ itemID: at.hide.id, open: '20', dueOn: today() }]);
    // A change of the order does not postpone it again.
    await at.admin.call(updatePurchaseOrder, { params: { orderID: order.id }, body: { scheduledAt: '2031-06-01' } });
    expect(await at.expected(order.id)).toEqual([{ itemID: at.hide.id, open: '20', dueOn: today() }]);
    expect(await apiRefusal(at.receive(receiving))).toMatchObject({ code: 'nothing_expected' });
    const put = await at.stock(came, [at.shelf, 14], [at.bin, 6]);
    expect(put).toMatchObject({
      status: { code: 'completed', name: 'Completed' },
      completionPercentage: 100,
      served: [],
      lines: [{ quantityStocked: { measure: 20 }, atDock: [] }],
    });
    expect(put.completedAt).not.toBeNull();
    expect(await at.lies(at.hide.id)).toEqual(['Bin 6 at 24', 'Shelf 14 at 24']);
    expect(await bought(order)).toMatchObject({ status: { code: 'fulfilled' }, deliveryProgress: 1, expectedOn: null });
    expect(await at.expected(order.id)).toEqual([]);
    const delivery = await at.admin.call(getDelivery, { params: { deliveryID: came.delivery.id } });
    expect(delivery).toMatchObject({
      status: { code: 'accepted' },
      reference: 'DN 77',
      receivingOrder: { id: receiving.id },
      purchaseOrder: { id: order.id },
      lineCount: 1,
      lines: [{ quantity: { measure: 1, unit: 'dozen' }, value: 288, dueOn: '2031-05-01', isOnTime: true }],
    });
    expect(delivery.acceptedAt).not.toBeNull();
    const params = { supplierID: at.tannery.id };
    expect(await at.admin.call(getSupplierReliability, { params })).toMatchObject({
      deliveryCount: 2,
      onTimePercentage: 100,
      rejectedPercentage: 0,
      averageDaysLate: null,
      overdueCount: 0,
    });
    const { items } = await at.admin.call(getTimeline, { params: { type: 'receiving_order', id: receiving.id } });
    expect(items.map(({ action }) => action)).toEqual(['stocked', 'received', 'received', 'created']);
    expect(await at.violations()).toEqual([]);
  });

  it('takes back what came, stocked or not, until something of it is used', async () => {
    const { order, receiving } = await at.issued({ scheduledAt: '2031-05-01' });
    const first = await at.receive(receiving, { lines: [{ lineID: lineID(receiving), quantity: 5 }] });
    await at.stock(first, [at.shelf, 5]);
    const second = await at.receive(receiving);
    const left = await at.takeBack(receiving, { deliveryID: second.delivery.id });
    expect(left).toMatchObject({
      lines: [{ quantityReceived: { measure: 5 }, quantityExpected: { measure: 15 }, atDock: [] }],
    });
    await at.receive(receiving);
    await at.stock(await at.read(receiving), [at.shelf, 15]);
    expect((await bought(order)).status.code).toBe('fulfilled');
    await at.admin.call(updateItemInventory, {
      params: { itemID: at.hide.id },
      body: { inventoryChange: -1, storageLocationID: at.bin, reason: 'Torn' },
    });
    const params = { receivingOrderID: receiving.id, lineID: lineID(receiving) };
    const again = await at.admin.call(voidReceivingOrderLine, { params, body: { reason: 'Wrong order' } });
    expect(again).toMatchObject({ status: { code: 'expected' }, lines: [{ quantityExpected: { measure: 20 } }] });
    expect(await bought(order)).toMatchObject({ status: { code: 'issued' }, expectedOn: '2031-05-01' });
    expect(await at.expected(order.id)).toEqual([{ itemID: at.hide.id, open: '20', dueOn: '2031-05-01' }]);
    expect(await apiRefusal(at.takeBack(receiving))).toMatchObject({ code: 'nothing_received' });
    // A line with receipts is kept for its history.
    const gone = at.admin.call(deletePurchaseOrderLine, {
      params: { orderID: order.id, lineID: order.lines[0]?.id ?? '' },
    });
    expect(await apiRefusal(gone)).toMatchObject({ status: 409, code: 'purchase_line_in_progress' });
    await at.receive(receiving);
    await at.stock(await at.read(receiving), [at.bin, 20]);
    await at.admin.call(updateItemInventory, {
      params: { itemID: at.hide.id },
      body: { inventoryChange: -10, storageLocationID: at.bin, reason: 'Torn' },
    });
    const used = await apiRefusal(at.takeBack(receiving));
    expect(used).toMatchObject({
      status: 409,
      code: 'receipt_in_use',
      message: 'In use: 5 each HIDE adjusted. Take that back first',
    });
    expect(used.details?.['uses']).toMatchObject([{ type: 'adjust', itemID: at.hide.id }]);
    // A document's movement cannot be voided directly.
    const logs = await at.admin.call(listInventoryChangeLogs, { query: { itemIDs: [at.hide.id], take: 500 } });
    const log = logs.items.find(({ actionType, source }) => actionType === 'receive' && source?.id === receiving.id);
    const direct = at.admin.call(voidInventoryChange, { params: { inventoryChangeLogID: log?.id ?? '' }, body: {} });
    expect(await apiRefusal(direct)).toMatchObject({ status: 409, code: 'movement_of_document' });
    expect(await at.violations()).toEqual([]);
  });

  it('keeps what is refused out of the stock until it is returned', async () => {
    const { order, receiving } = await at.issued();
    const came = await at.receive(receiving, {
      lines: [
        { lineID: lineID(receiving), quantity: 12, rejectedQuantity: 2, reason: 'Wet' },
        { lineID: lineID(receiving), quantity: 10, lotNumber: 'L9', expiry: '2199-01-01' },
      ],
    });
    expect(came.lines[0]).toMatchObject({
      quantityReceived: { measure: 22 },
      quantityRejected: { measure: 2 },
      quantityAtDock: { measure: 20 },
      quantityExpected: { measure: 0 },
    });
    // Lots that expire first are listed first.
    expect(came.lines[0]?.atDock.map(({ lotNumber, expiresOn }) => [lotNumber, expiresOn])).toEqual([
      ['L9', '2199-01-01'],
      [null, null],
    ]);
    const toReturn = await at.admin.call(listDeliveries, { query: { isToReturn: true } });
    expect(toReturn.items).toMatchObject([{ id: came.delivery.id, status: { code: 'partly_rejected' }, lineCount: 2 }]);
    await at.admin.call(stockReceivingOrder, {
      params: { receivingOrderID: receiving.id },
      body: {
        lines: [
          {
            lineID: lineID(receiving),
            storageAllocations: [
              { storageLocationID: at.bin, quantity: 8 },
              { storageLocationID: at.shelf, quantity: 10, lotNumber: 'L9' },
              { storageLocationID: at.shelf, quantity: 2.0005 },
            ],
          },
        ],
      },
    });
    const slip = await at.admin.call(getReturnSlip, { params: { deliveryID: came.delivery.id } });
    expect(
      Buffer.from(await slip.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const mailed = await at.admin.call(emailRecord, { body: { id: came.delivery.id, type: 'delivery' } });
    expect(mailed.recipients).toEqual(['sales@superior.test']);
    const delivery = await at.admin.call(returnDelivery, {
      params: { deliveryID: came.delivery.id },
      body: { note: 'By their truck' },
    });
    expect(delivery).toMatchObject({ isToReturn: false, note: 'By their truck' });
    expect(delivery.acceptedAt).not.toBeNull();
    const twice = at.admin.call(returnDelivery, { params: { deliveryID: delivery.id }, body: {} });
    expect(await apiRefusal(twice)).toMatchObject({ code: 'nothing_to_return' });
    expect(await apiRefusal(at.takeBack(receiving))).toMatchObject({ code: 'rejected_goods_returned' });
    expect(await bought(order)).toMatchObject({
      status: { code: 'fulfilled' },
      lines: [
        { quantityReceived: { measure: 22 }, quantityRejected: { measure: 2 }, quantityStocked: { measure: 20 } },
      ],
    });
    // Everything is rejected, so nothing enters the stock.
    const other = await at.issued();
    const refused = await at.receive(other.receiving, {
      lines: [{ lineID: lineID(other.receiving), quantity: 20, rejectedQuantity: 20 }],
    });
    expect(refused).toMatchObject({ status: { code: 'expected' }, lines: [{ quantityExpected: { measure: 20 } }] });
    expect(refused.deliveries).toMatchObject([{ status: { code: 'rejected' } }]);
    expect(await at.violations()).toEqual([]);
  });

  it('takes more than was ordered only within the tolerance, or by raising the order', async () => {
    const { order, receiving } = await at.issued();
    const lines = [{ lineID: lineID(receiving), quantity: 21 }];
    const over = await apiRefusal(at.receive(receiving, { lines }));
    expect(over).toMatchObject({
      status: 409,
      code: 'over_receipt',
      message: 'Line 1 (HIDE): 21 each of 20 ordered: receive less, or raise the order',
    });
    expect(over.errors).toEqual([{ path: 'lines.0.quantity', message: 'Line 1 (HIDE): 21 each of 20 ordered' }]);
    await at.admin.call(updatePurchasingSettings, { body: { overReceiptPercent: 5 } });
    await at.receive(receiving, { lines });
    await at.takeBack(receiving);
    expect(await apiRefusal(at.receive(receiving, { lines: [{ ...lines[0]!, quantity: 21.1 }] }))).toMatchObject({
      code: 'over_receipt',
    });
    await at.admin.call(updatePurchasingSettings, { body: { overReceiptPercent: 0 } });
    const raised = await at.receive(receiving, { lines, raiseOrder: true });
    expect(raised.lines).toMatchObject([{ quantity: { measure: 21 }, quantityAtDock: { measure: 21 }, unitCost: 24 }]);
    expect(await bought(order)).toMatchObject({ total: 504, lines: [{ quantityOrdered: { measure: 21 } }] });
    expect(await at.violations()).toEqual([]);
  });

  it('says what is wrong with a line, and changes nothing', async () => {
    const { receiving } = await at.issued();
    const params = { receivingOrderID: receiving.id };
    const put = (lines: unknown) =>
      apiRefusal(at.admin.callUnchecked(stockReceivingOrder, { params, body: { lines } }));
    expect(await put([])).toMatchObject({
      status: 400,
      errors: [{ path: 'lines', message: 'Stocking data must contain at least one line item' }],
    });
    const one = { lineID: lineID(receiving) };
    expect(await put([{ ...one, storageAllocations: [] }])).toMatchObject({
      errors: [{ path: 'lines.0.storageAllocations', message: 'Line item must have at least one storage allocation' }],
    });
    const to = (storageLocationID: string, quantity: number) => ({
      ...one,
      storageAllocations: [{ storageLocationID, quantity }],
    });
    expect(await put([to(at.shelf, 0)])).toMatchObject({ status: 400 });
    expect(await put([{ ...to(at.shelf, 1), lineID: `rcl_${'0'.repeat(26)}` }])).toMatchObject({
      errors: [{ path: 'lines.0.lineID', message: 'Receiving order line not found' }],
    });
    expect(await put([to(at.shelf, 1)])).toMatchObject({ status: 409, code: 'nothing_at_dock' });
    const undated = [{ ...one, quantity: 1, expiry: '2199-01-01' }];
    expect(await apiRefusal(at.receive(receiving, { lines: undated }))).toMatchObject({
      errors: [{ path: 'lines.0.lotNumber', message: 'Say which lot is good until then' }],
    });
    const came = await at.receive(receiving);
    expect(await put([to(at.shelf, 19.9)])).toMatchObject({
      status: 400,
      message: 'Line 1 (HIDE): 19.9 each allocated, 20 wait at the dock',
    });
    expect(await put([to(came.dock?.id ?? '', 20)])).toMatchObject({
      errors: [{ path: 'lines.0.storageAllocations.0.storageLocationID', message: 'Dock is no place to store goods' }],
    });
    const closed = await at.admin.call(createStorageLocation, { body: { name: 'Old bin', type: 'bin' } });
    await at.admin.call(updateStorageLocation, {
      params: { locationID: closed.id },
      body: { reservationState: 'closed' },
    });
    expect(await put([to(closed.id, 20)])).toMatchObject({ status: 409, code: 'location_closed' });
    const dozen = { storageLocationID: at.shelf, quantity: { measure: 1, unitID: at.unit('kg') } };
    expect(await put([{ ...one, storageAllocations: [dozen] }])).toMatchObject({ code: 'unit_not_convertible' });
    const other = { storageLocationID: at.shelf, quantity: 20, lotNumber: 'NONE' };
    expect(await put([{ ...one, storageAllocations: [other] }])).toMatchObject({
      errors: [{ path: 'lines.0.storageAllocations.0.lotNumber' }],
    });
    const late = { lineID: lineID(receiving), quantity: 1, rejectedQuantity: 2 };
    expect(await apiRefusal(at.receive(receiving, { lines: [late] }))).toMatchObject({
      errors: [{ path: 'lines.0.rejectedQuantity', message: 'More than came' }],
    });
    const stale = at.admin.call(receiveReceivingOrder, { params, body: { version: 0 } });
    expect(await apiRefusal(stale)).toMatchObject({ code: 'stale_version' });
    expect(await at.read(receiving)).toEqual((({ delivery: _, ...rest }) => rest)(came));
    const stranger = await at.kernel.b.as('admin');
    expect(await apiRefusal(stranger.call(getReceivingOrder, { params }))).toMatchObject({ status: 404 });
    expect(await at.violations()).toEqual([]);
  });

  it('serves what orders wait for, and says whose', async () => {
    const { receiving } = await at.issued({ lines: [{ itemID: at.glove.id, quantityOrdered: 4, unitPrice: 2 }] });
    await at.kernel.a.run((ctx) =>
      at.kernel.services.get(StockPort).reserve(ctx, [
        {
          source: { type: 'sales_order', id: 'so_waiting', number: '7001' },
          customerID: null,
          priorityRank: 2,
          promisedOn: null,
          issuedAt: ctx.clock.now(),
          lines: [{ lineID: 'sol_1', itemID: at.glove.id, quantity: '3' }],
        },
      ]),
    );
    const came = await at.receive(receiving);
    const put = await at.stock(came, [at.shelf, 4]);
    expect(put.served).toEqual([
      {
        type: 'sales_order',
        id: 'so_waiting',
        number: '7001',
        lines: [{ itemID: at.glove.id, sku: 'GLOVE', quantity: 3, unit: 'pair' }],
      },
    ]);
    expect(await apiRefusal(at.takeBack(receiving))).toMatchObject({
      code: 'receipt_in_use',
      message: 'In use: 3 pair GLOVE reserved for 7001. Take that back first',
      details: { uses: [{ type: 'sales_order', id: 'so_waiting', number: '7001' }] },
    });
    await at.kernel.a.run((ctx) => at.kernel.services.get(StockPort).release(ctx, 'sales_order', ['so_waiting']));
  });

  it('is made for goods that nobody ordered', async () => {
    const order = await at.admin.call(createReceivingOrder, {
      body: {
        supplierID: at.tannery.id,
        lines: [{ itemID: at.hide.id, quantity: 2, unitID: at.unit('dozen') }],
        note: 'On the truck',
      },
    });
    expect(order).toMatchObject({
      purchaseOrder: null,
      expectedOn: today(),
      note: 'On the truck',
      lines: [{ orderLine: null, quantity: { measure: 2, unit: 'dozen' }, unitCost: 288 }],
    });
    const params = { receivingOrderID: order.id, lineID: lineID(order) };
    const changed = await at.admin.call(updateReceivingOrderLine, {
      params,
      body: { note: 'Top shelf', quantity: 1, unitCost: 300 },
    });
    expect(changed.lines).toMatchObject([
      { note: 'Top shelf', quantity: { measure: 1, unit: 'dozen' }, unitCost: 300 },
    ]);
    const came = await at.admin.call(receiveReceivingOrderLine, {
      params,
      body: { quantity: 18, unitID: at.unit('each'), raiseOrder: true },
    });
    expect(came.lines).toMatchObject([{ quantity: { measure: 1.5 }, quantityAtDock: { measure: 1.5 } }]);
    expect(await apiRefusal(at.admin.call(receiveReceivingOrderLine, { params, body: {} }))).toMatchObject({
      code: 'nothing_expected',
    });
    const put = await at.stock(came, [at.shelf, 1.5]);
    expect(put.status.code).toBe('completed');
    const open = await at.takeBack(order);
    expect(open).toMatchObject({ status: { code: 'expected' }, canVoid: true });
    expect(await at.takeBack(order)).toMatchObject({ status: { code: 'void' }, canReceive: false, canVoid: false });
    expect(await apiRefusal(at.receive(order))).toMatchObject({ code: 'receiving_order_closed' });
    await at.admin.call(updateReceivingOrder, { params, body: { note: null } });
    const wrong = at.admin.call(createReceivingOrder, {
      body: { supplierID: at.tannery.id, lines: [{ itemID: at.glove.id, quantity: 2 }] },
    });
    expect(await apiRefusal(wrong)).toMatchObject({
      code: 'item_not_supplied',
      errors: [{ path: 'lines.0.unitCost' }],
    });
    expect((await at.admin.call(listReceivingOrders, { query: { status: 'void' } })).items).toMatchObject([
      { id: order.id },
    ]);
    await settle();
    expect(await at.violations()).toEqual([]);
  });

  it('lets one of two clerks receive a line', async () => {
    const { receiving } = await at.issued();
    const answers = await Promise.all([0, 1, 2].map(() => apiRefusal(at.receive(receiving)).catch(() => undefined)));
    expect(answers.filter(Boolean).map((each) => each?.code)).toEqual(['nothing_expected', 'nothing_expected']);
    expect((await at.read(receiving)).lines).toMatchObject([{ quantityReceived: { measure: 20 } }]);
  });
});
