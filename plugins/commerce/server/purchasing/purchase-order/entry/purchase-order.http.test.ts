import {
  addDays,
  checkDuplicates,
  dateIn,
  emailRecord,
  getTimeline,
  listEmailLogs,
  searchRecords,
  undoChangeSet,
  updateQuantity,
} from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal } from '@millwright/core/testing';
import { materialEndpoints } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkChangePurchaseOrderStatus,
  bulkDeletePurchaseOrders,
  bulkEditPurchaseOrders,
  changePurchaseOrderStatus,
  createPurchaseOrderLine,
  createSupplier,
  deletePurchaseOrder,
  deletePurchaseOrderLine,
  deleteSupplier,
  getPurchaseOrder,
  getPurchaseOrderPDF,
  listExpectedPurchases,
  listPurchaseOrders,
  type PurchaseOrder,
  type PurchaseOrderStatus,
  previewBulkEditPurchaseOrders,
  updatePurchaseOrder,
  updatePurchaseOrderLine,
  updateSupplier,
} from '../../../../contracts/index.ts';
import { supplierOfOrdersChanged } from '../list/purchase-order-search.ts';
import { purchaseOrderEmails } from '../papers/purchase-order-emails.ts';
import { type PurchaseFixture, purchaseFixture } from '../record/purchase-order-fixture.ts';

let at: PurchaseFixture;
beforeAll(async () => {
  // Loaded in advance: loading the large mail renderer while the kernel runs would look like overload, and calls would
  // be refused.
  for (const { render, sample } of purchaseOrderEmails) await render({ ...sample, accountName: '', baseURL: '' });
  at = await purchaseFixture();
});
afterAll(() => at?.kernel.stop());

const change = (
  order: PurchaseOrder,
  statusChange: PurchaseOrderStatus,
  more: { sendEmail?: boolean; version?: number } = {},
) => at.admin.call(changePurchaseOrderStatus, { params: { orderID: order.id }, body: { statusChange, ...more } });
const get = ({ id: orderID }: PurchaseOrder) => at.admin.call(getPurchaseOrder, { params: { orderID } });
const today = () => dateIn('UTC', at.kernel.clock.now());

describe('a purchase order', () => {
  it('takes price, unit and part number from the supplier, and says what is below the least', async () => {
    const order = await at.order({
      scheduledAt: '2030-03-01',
      lines: [
        { itemID: at.hide.id, quantityOrdered: 20 },
        { itemID: at.hide.id, quantityOrdered: { measure: 0.5, unitID: at.unit('dozen') } },
        { itemID: at.glove.id, quantityOrdered: 3, unitPrice: 1.111111 },
      ],
    });
    expect(order).toMatchObject({
      number: '1000',
      status: { code: 'estimate', name: 'Draft' },
      supplier: { id: at.tannery.id, name: 'Superior Hides', isActive: true },
      scheduledAt: '2030-03-01',
      expectedOn: null,
      deliveryProgress: 0,
      emailSent: false,
      lineCount: 3,
      total: 627.33,
      isEditable: true,
      isDeletable: true,
      allowedStatusChanges: ['issued'],
    });
    expect(order.lines.map(({ unitPrice, total, isBelowLeast }) => [unitPrice, total, isBelowLeast])).toEqual([
      [24, 480, false],
      [288, 144, true],
      [1.111111, 3.33, false],
    ]);
    expect(order.lines[0]).toMatchObject({
      supplierPartNumber: 'K-1',
      supplierDescription: 'Grain side',
      leastQuantity: { measure: 10, unit: 'each' },
    });
    expect(order.lines[1]?.leastQuantity).toMatchObject({ measure: 0.833333, unit: 'dozen' });
    expect(await get(order)).toEqual(order);
    const duplicate = { type: 'purchase_order', data: { recordNumber: order.number } };
    expect(await at.admin.call(checkDuplicates, { body: duplicate })).toMatchObject({ isDuplicate: true });
    const hits = await at.admin.call(searchRecords, { query: { query: order.number } });
    expect(hits.items).toContainEqual(
      expect.objectContaining({ type: 'purchase_order', id: order.id, status: order.status.name, total: order.total }),
    );
  });

  it('refuses what cannot be bought there, line by line, with a way out', async () => {
    const unpriced = await apiRefusal(at.order({ lines: [{ itemID: at.glove.id, quantityOrdered: 1 }] }));
    expect(unpriced).toMatchObject({
      status: 409,
      code: 'item_not_supplied',
      errors: [
        {
          path: 'lines.0.unitPrice',
          message: 'Superior Hides does not supply GLOVE: enter a price, or add it to what they supply',
        },
      ],
    });
    const wrong = await apiRefusal(
      at.order({
        lines: [
          { itemID: at.hide.id, quantityOrdered: { measure: 1, unitID: at.unit('kg') } },
          { itemID: `itm_${'0'.repeat(26)}`, quantityOrdered: 1 },
        ],
      }),
    );
    expect(wrong.status).toBe(400);
    expect(wrong.errors.map(({ path }) => path)).toEqual(['lines.0.quantityOrdered', 'lines.1.itemID']);
    const idle = await at.admin.call(createSupplier, { body: { name: 'Idle', isActive: false } });
    expect(await apiRefusal(at.order({ supplierID: idle.id }))).toMatchObject({
      status: 409,
      code: 'supplier_inactive',
    });
    expect(await apiRefusal(at.order({ number: '1000' }))).toMatchObject({ code: 'number_taken' });
    expect(
      await apiRefusal(at.order({ lines: [{ itemID: at.hide.id, quantityOrdered: 1, unitPrice: -1 }] })),
    ).toMatchObject({
      errors: [{ path: 'lines.0.unitPrice' }],
    });
    const rep = await at.kernel.a.as('sales_rep');
    expect(await apiRefusal(rep.call(listPurchaseOrders, {}))).toMatchObject({ status: 403 });
    const stranger = await at.kernel.b.as('admin');
    const own = await at.order();
    expect(await apiRefusal(stranger.call(getPurchaseOrder, { params: { orderID: own.id } }))).toMatchObject({
      status: 404,
    });
  });

  it('changes with a history, whole or line by line', async () => {
    const order = await at.order();
    const [line] = order.lines;
    const params = { orderID: order.id };
    const added = await at.admin.call(createPurchaseOrderLine, {
      params,
      body: { itemID: at.hide.id, quantityOrdered: 5, unitPrice: 23, scheduledAt: '2030-01-05' },
    });
    expect(added).toMatchObject({ lineItemNumber: 2, total: 115, scheduledAt: '2030-01-05' });
    const patched = await at.admin.call(updatePurchaseOrderLine, {
      params: { ...params, lineID: line?.id ?? '' },
      body: { quantityOrdered: { measure: 2, unitID: at.unit('dozen') } },
    });
    expect(patched).toMatchObject({ unitPrice: 288, total: 576 });
    await at.admin.call(updateQuantity, {
      params: { quantityID: patched.quantityOrdered.id },
      body: { objectType: 'purchase_order_line', data: { measure: 3, unitID: at.unit('dozen') } },
    });
    await at.admin.call(deletePurchaseOrderLine, { params: { ...params, lineID: added.id } });
    const now = await get(order);
    expect(now).toMatchObject({ total: 864, lineCount: 1 });
    const changed = await at.admin.call(updatePurchaseOrder, {
      params,
      body: {
        note: 'Ours',
        supplierNote: 'Theirs',
        contacts: ['a@superior.test', 'a@superior.test'],
        version: now.version,
        lines: [{ itemID: at.glove.id, quantityOrdered: 1, unitPrice: 2 }],
      },
    });
    expect(changed).toMatchObject({ note: 'Ours', contacts: ['a@superior.test'], total: 2 });
    expect(
      await apiRefusal(at.admin.call(updatePurchaseOrder, { params, body: { note: 'x', version: now.version } })),
    ).toMatchObject({ code: 'stale_version' });
    const timeline = await at.admin.call(getTimeline, { params: { type: 'purchase_order', id: order.id } });
    expect(timeline.items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['created', 'updated', 'line_added', 'line_changed', 'line_removed']),
    );
    expect(await at.violations()).toEqual([]);
  });
});

describe('the status of a purchase order', () => {
  it('brings supply when it is issued and takes it back with it', async () => {
    const order = await at.order({
      lines: [
        { itemID: at.hide.id, quantityOrdered: { measure: 2, unitID: at.unit('dozen') } },
        { itemID: at.hide.id, quantityOrdered: 12, scheduledAt: '2030-02-01' },
      ],
    });
    expect(await at.expected(order.id)).toEqual([]);
    const issued = await change(order, 'issued');
    expect(issued).toMatchObject({
      expectedOn: addDays(today(), 14),
      allowedStatusChanges: ['estimate', 'closed_short'],
    });
    expect(await at.expected(order.id)).toEqual([
      { itemID: at.hide.id, open: '24', dueOn: addDays(today(), 14) },
      { itemID: at.hide.id, open: '12', dueOn: '2030-02-01' },
    ]);
    await at.admin.call(updatePurchaseOrder, {
      params: { orderID: order.id },
      body: {
        scheduledAt: '2029-12-31',
        lines: issued.lines.slice(0, 1).map(({ id, item, quantityOrdered }) => ({
          id,
          itemID: item.id,
          quantityOrdered: { measure: 3, unitID: quantityOrdered.unitID },
        })),
      },
    });
    expect(await at.expected(order.id)).toEqual([{ itemID: at.hide.id, open: '36', dueOn: '2029-12-31' }]);
    const list = await at.admin.call(listExpectedPurchases, { query: { supplierIDs: [at.tannery.id] } });
    expect(list.items).toContainEqual(
      expect.objectContaining({ expectedOn: '2029-12-31', quantityExpected: expect.objectContaining({ measure: 3 }) }),
    );
    const refused = await apiRefusal(change(order, 'bid_request'));
    expect(refused).toMatchObject({
      status: 409,
      code: 'invalid_purchase_status',
      details: { from: 'issued', to: 'bid_request', allowed: ['estimate', 'closed_short'] },
    });
    expect(await change(order, 'closed_short')).toMatchObject({ isEditable: false, expectedOn: null });
    expect(await at.expected(order.id)).toEqual([]);
    expect(
      await apiRefusal(at.admin.call(updatePurchaseOrder, { params: { orderID: order.id }, body: { note: 'x' } })),
    ).toMatchObject({ code: 'purchase_order_not_editable' });
    await change(order, 'issued');
    expect(await at.expected(order.id)).toHaveLength(1);
    await change(order, 'estimate');
    expect(await at.expected(order.id)).toEqual([]);
    expect(await at.violations()).toEqual([]);
  });

  it('is mailed as an order or as a request for prices, and notes that it was', async () => {
    const jobs = await at.kernel.jobs();
    const request = await at.order({ status: 'bid_request' });
    await at.admin.call(emailRecord, { body: { id: request.id, type: 'purchase_order' } });
    expect((await get(request)).emailSent).toBe(true);
    const order = await at.order();
    expect(await change(order, 'issued', { sendEmail: true })).toMatchObject({ emailSent: true });
    await jobs.idle();
    const { items } = await at.admin.call(listEmailLogs, {});
    expect(items.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`asks for your prices: request ${request.number}`),
        expect.stringContaining(`Purchase order ${order.number} from`),
      ]),
    );
    expect(items[0]?.recipients).toEqual(['sales@superior.test']);
    const pdf = await at.admin.call(getPurchaseOrderPDF, { params: { orderID: order.id } });
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('keeps suppliers, items and inactive suppliers out of harm', async () => {
    const supplier = await at.admin.call(createSupplier, { body: { name: 'Wool' } });
    const item = await at.admin.call(materialEndpoints.create, { body: { sku: 'WOOL', description: 'Wool' } });
    const order = await at.order({
      supplierID: supplier.id,
      lines: [{ itemID: item.id, quantityOrdered: 1, unitPrice: 1 }],
    });
    const params = { supplierID: supplier.id };
    expect(await apiRefusal(at.admin.call(deleteSupplier, { params }))).toMatchObject({
      code: 'in_use',
      message: expect.stringContaining(`1 purchase order (${order.number})`),
    });
    expect(await apiRefusal(at.admin.call(materialEndpoints.remove, { params: { itemID: item.id } }))).toMatchObject({
      code: 'in_use',
    });
    await at.admin.call(updateSupplier, { params, body: { isActive: false, name: 'Wool Mill' } });
    expect(await apiRefusal(change(order, 'issued'))).toMatchObject({ code: 'supplier_inactive' });
    await at.kernel.a.run((ctx) => supplierOfOrdersChanged(ctx, { supplierID: supplier.id, fields: ['name'] }));
    const found = await at.admin.call(listPurchaseOrders, { query: { query: 'Wool Mill' } });
    expect(found.items.map(({ number }) => number)).toEqual([order.number]);
    await at.admin.call(deletePurchaseOrder, { params: { orderID: order.id } });
    await at.admin.call(deleteSupplier, { params });
    expect(await at.violations()).toEqual([]);
  });

  it('is changed for many at once, and what may not is listed; deleted drafts come back', async () => {
    const drafts = [await at.order(), await at.order()];
    const ids = drafts.map(({ id }) => id);
    const issued = await at.order({ status: 'issued' });
    const body = { ids: [...ids, issued.id] };
    const deleted = await at.admin.call(bulkDeletePurchaseOrders, { body });
    expect(deleted).toMatchObject({
      done: 2,
      refused: [{ id: issued.id, reason: expect.stringContaining('It is issued') }],
    });
    expect((await at.admin.call(listPurchaseOrders, { query: { query: drafts[0]?.number } })).count).toBe(0);
    await at.admin.call(undoChangeSet, { params: { changeSetID: deleted.undoChangeSetID ?? '' }, body: {} });
    for (const draft of drafts)
      expect(await get(draft)).toMatchObject({ number: draft.number, supplier: draft.supplier, lines: draft.lines });
    const [id = ''] = ids;
    const told = await at.admin.call(getTimeline, { params: { type: 'purchase_order', id }, query: {} });
    expect(told.items.map(({ action }) => action)).toEqual(['restored', 'deleted', 'created']);
    const events = await at.kernel.a.run(
      async (ctx) =>
        (
          await sql<{ type: string }>`select type from core.event_outbox
            where account_id = ${ctx.account.id} and aggregate_id = ${id} order by type`.execute(ctx.em.query())
        ).rows,
    );
    expect(events.map(({ type }) => type.replace('commerce.purchase-order.', ''))).toEqual([
      'created',
      'created',
      'deleted',
    ]);
    const undo = ({ undoChangeSetID }: { undoChangeSetID: string | null }) =>
      at.admin.call(undoChangeSet, { params: { changeSetID: undoChangeSetID ?? '' }, body: {} });
    const more = [await at.order(), await at.order({ status: 'bid_request' })];
    const [, asked] = more as [PurchaseOrder, PurchaseOrder];
    const moreIDs = more.map(({ id }) => id);
    const changed = await at.admin.call(bulkChangePurchaseOrderStatus, {
      body: { ids: moreIDs, statusChange: 'issued' },
    });
    expect(changed).toMatchObject({ done: 2, refused: [] });
    expect(await at.expected(asked.id)).toHaveLength(1);
    const closed = await at.order({ status: 'issued' });
    await change(closed, 'closed_short');
    const edit = { ids: [...moreIDs, closed.id], changes: { scheduledAt: '2030-03-01' } };
    expect(await at.admin.call(previewBulkEditPurchaseOrders, { body: edit })).toEqual({
      allowed: 2,
      refused: [{ reason: 'It is closed short', count: 1, labels: [closed.number] }],
    });
    const edited = await at.admin.call(bulkEditPurchaseOrders, { body: edit });
    const due = async () => (await at.expected(asked.id)).map(({ dueOn }) => dueOn);
    expect(await due()).toEqual(['2030-03-01']);
    await undo(edited);
    expect(await due()).not.toContain('2030-03-01');
    await undo(changed);
    expect(await get(asked)).toMatchObject({ status: { code: 'bid_request' }, issuedAt: null });
    expect(await at.expected(asked.id)).toEqual([]);
    expect(await at.violations()).toEqual([]);
  });
});

describe('the list of purchase orders', () => {
  it('filters, sorts and knows what is late', async () => {
    const late = await at.order({ status: 'issued', scheduledAt: '2020-01-01', contacts: ['a@b.test'] });
    const query = (filter: object) => at.admin.call(listPurchaseOrders, { query: filter });
    expect((await query({ isLate: true })).items).toMatchObject([
      { id: late.id, promisedAt: '2020-01-01', expectedOn: '2020-01-01', acceptsEmails: true, deliveryProgress: 0 },
    ]);
    const numbers = async (filter: object) => (await query(filter)).items.map(({ number }) => number);
    expect(await numbers({ query: late.number })).toEqual([late.number]);
    for (const sortBy of ['number', 'createdAt', 'issuedAt', 'promisedAt', 'expectedOn', 'total', 'supplier']) {
      const [up, down] = [await numbers({ sortBy, sortOrder: 'asc' }), await numbers({ sortBy, sortOrder: 'desc' })];
      expect(up.toSorted()).toEqual(down.toSorted());
    }
    expect(await numbers({ itemIDs: [at.hide.id], statusCodes: ['issued'], isOpen: true })).toContain(late.number);
    expect(await numbers({ supplierIDs: [at.tannery.id], promisedEndDate: '2020-12-31' })).toEqual([late.number]);
  });
});
