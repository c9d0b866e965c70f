import { getChangeSet, getTimeline, undoChangeSet } from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bulkEditSalesOrders,
  changeSalesOrderStatus,
  getSalesOrder,
  listCarriers,
  listPriorities,
  listSalesOrders,
  previewBulkChangeSalesOrderStatus,
  previewBulkEditSalesOrders,
  type SalesOrder,
} from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../record/sales-order-fixture.ts';

let at: OrderFixture;
beforeAll(async () => {
  at = await orderFixture();
});
afterAll(() => at?.kernel.stop());

const read = ({ id }: SalesOrder) => at.admin.call(getSalesOrder, { params: { orderID: id } });
const close = async (order: SalesOrder) => {
  for (const statusChange of ['issued', 'closed_short'] as const)
    await at.admin.call(changeSalesOrderStatus, { params: { orderID: order.id }, body: { statusChange } });
};

it('gives chosen orders a value, says first to whom not and why, and takes it back as a whole', async () => {
  const { items } = await at.admin.call(listPriorities, { query: {} });
  const high = items.find(({ code }) => code === 'high');
  const priorityID = high?.id ?? '';
  const orders = [await at.create(), await at.create({ promisedAt: '2031-03-01' }), await at.create({ priorityID })];
  const [first, dated, already] = orders as [SalesOrder, SalesOrder, SalesOrder];
  const closed = await at.create();
  await close(closed);
  const ids = [...orders, closed].map(({ id }) => id);
  const body = { ids, changes: { priorityID } };
  const preview = await at.admin.call(previewBulkEditSalesOrders, { body });
  expect(preview.allowed).toBe(2);
  expect(preview.refused).toEqual(
    expect.arrayContaining([
      { reason: 'It is closed short', count: 1, labels: [closed.number] },
      { reason: 'It is so already', count: 1, labels: [already.number] },
    ]),
  );
  expect((await read(first)).version).toBe(first.version);

  const done = await at.admin.call(bulkEditSalesOrders, { body });
  expect(done).toMatchObject({ done: 2, changeSetID: null });
  expect((await read(first)).priority?.id).toBe(priorityID);
  const timeline = await at.admin.call(getTimeline, { params: { type: 'sales_order', id: first.id } });
  expect(timeline.items[0]?.changes).toEqual([{ field: 'priorityID', from: 'Normal', to: high?.name }]);
  const dates = { ids, changes: { promisedAt: null, expiredAt: '2031-02-01' } };
  await at.admin.call(bulkEditSalesOrders, { body: { ...dates, ids: [dated.id] } });
  const late = { ids: [dated.id], changes: { promisedAt: '2031-02-02' } };
  const { refused } = await at.admin.call(previewBulkEditSalesOrders, { body: late });
  expect(refused[0]?.reason).toBe('It would expire before its promised date');

  // Later changes stay. They prevent undoing the change set as a whole.
  const params = { changeSetID: done.undoChangeSetID ?? '' };
  expect(await apiRefusal(at.admin.call(undoChangeSet, { params, body: {} }))).toMatchObject({ code: 'undo_refused' });
  const again = await at.admin.call(bulkEditSalesOrders, {
    body: { ids: [first.id], changes: { promisedAt: '2031-05-01' } },
  });
  const last = { changeSetID: again.undoChangeSetID ?? '' };
  await at.admin.call(undoChangeSet, { params: last, body: {} });
  expect(await read(first)).toMatchObject({ promisedAt: null, priority: { id: priorityID } });
  expect((await at.admin.call(getChangeSet, { params: last })).status).toBe('undone');
  expect(await at.violations()).toEqual([]);
});

it('gives orders a carrier, unless they have a service of another', async () => {
  const [one, two] = (await at.admin.call(listCarriers, {})).items.map(({ id }) => id);
  const plain = await at.create();
  const body = { ids: [plain.id], changes: { carrierID: one ?? '' } };
  await at.admin.call(bulkEditSalesOrders, { body });
  expect((await read(plain)).carrier?.id).toBe(one);
  const other = { ids: [plain.id], changes: { carrierID: two ?? '' } };
  expect((await at.admin.call(previewBulkEditSalesOrders, { body: other })).allowed).toBe(1);
  expect(await at.violations()).toEqual([]);
});

it('takes the filter of the list, asks for a word where that is all, and names what is not there', async () => {
  const { count } = await at.admin.call(listSalesOrders, { query: {} });
  const changes = { expiredAt: '2032-01-01' };
  expect(await apiRefusal(at.admin.call(bulkEditSalesOrders, { body: { filter: {}, changes } }))).toMatchObject({
    status: 400,
    errors: [{ path: 'filter' }],
  });
  const preview = await at.admin.call(previewBulkEditSalesOrders, { body: { filter: {}, all: true, changes } });
  expect(preview.allowed + preview.refused.reduce((sum, each) => sum + each.count, 0)).toBe(count);
  const unknown = { priorityID: `pri_${'0'.repeat(26)}` };
  const refused = await apiRefusal(
    at.admin.call(previewBulkEditSalesOrders, { body: { filter: {}, all: true, changes: unknown } }),
  );
  expect(refused.errors).toHaveLength(1);
  expect(refused.errors[0]?.path).toBe('changes.priorityID');
  const body = { filter: {}, all: true, statusChange: 'estimate' as const };
  const status = await at.admin.call(previewBulkChangeSalesOrderStatus, { body });
  expect(status.refused.length).toBeGreaterThan(0);
  expect(status.refused[0]?.reason).toContain('…');
});
