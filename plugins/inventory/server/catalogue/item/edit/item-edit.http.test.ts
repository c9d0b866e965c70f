import { getTimeline, undoChangeSet } from '@millwright/core/contracts';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson, violationsOf } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bulkEditProducts,
  createProduct,
  getProduct,
  listUnits,
  materialEndpoints,
  previewBulkEditProducts,
} from '../../../../contracts/index.ts';
import inventory from '../../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel?.stop());

it('gives products an order point in the unit of each, and takes it back with unit and base amount', async () => {
  const units = (await admin.call(listUnits, { query: { take: 500 } })).items;
  const dozen = units.find(({ name }) => name === 'dozen')?.id ?? '';
  const create = async (sku: string, more: object) =>
    (await admin.call(createProduct, { body: { sku, productType: 'sale', ...more } })).id;
  const read = (itemID: string) => admin.call(getProduct, { params: { itemID } });
  const dozens = await create('ED-1', { defaultUnitID: dozen });
  const each = await create('ED-2', { orderPoint: { measure: 2, unitID: dozen } });
  const already = await create('ED-3', { orderPoint: 5 });
  const itemIDs = [dozens, each, already];
  const body = { itemIDs, changes: { orderPoint: 5 } };
  expect(await admin.call(previewBulkEditProducts, { body })).toEqual({
    allowed: 2,
    refused: [{ reason: 'It is so already', count: 1, labels: ['ED-3'] }],
  });
  const done = await admin.call(bulkEditProducts, { body });
  expect((await read(dozens)).orderPoint).toMatchObject({ measure: 5, unit: 'dozen' });
  expect((await read(each)).orderPoint).toMatchObject({ measure: 5, unit: 'each' });
  const timeline = await admin.call(getTimeline, { params: { type: 'product', id: each } });
  expect(timeline.items[0]?.changes).toEqual([{ field: 'orderPoint', from: '2 dozen', to: '5' }]);
  expect(await violationsOf(kernel.a, inventory)).toEqual([]);
  await admin.call(undoChangeSet, { params: { changeSetID: done.undoChangeSetID ?? '' }, body: {} });
  expect((await read(each)).orderPoint).toMatchObject({ measure: 2, unit: 'dozen' });
  expect((await read(dozens)).orderPoint).toBeNull();
  expect(await violationsOf(kernel.a, inventory)).toEqual([]);

  const tiny = { itemIDs: [each], changes: { orderPoint: 0.0000001 } };
  expect((await apiRefusal(admin.call(previewBulkEditProducts, { body: tiny }))).status).toBe(400);
  await admin.call(bulkEditProducts, { body: { itemIDs, changes: { orderPoint: null, leadTime: 3 } } });
  expect(await read(each)).toMatchObject({ orderPoint: null, leadTime: { measure: 3, unit: 'day' } });
  const dates = { itemIDs, changes: { startDate: '2030-02-01', endDate: '2030-01-01' } };
  const { refused } = await admin.call(previewBulkEditProducts, { body: dates });
  expect(refused).toEqual([{ reason: 'It starts later', count: 3, labels: ['ED-1', 'ED-2', 'ED-3'] }]);
});

it('changes materials too, by their own right, and they are found by what they were given', async () => {
  const { create, list, bulkEdit } = materialEndpoints;
  const yarn = await admin.call(create, { body: { sku: 'YARN-ED' } });
  const body = { itemIDs: [yarn.id], changes: { manufacturer: 'Spinnery', unitCost: 2.5 } };
  expect((await admin.call(bulkEdit, { body })).done).toBe(1);
  const found = await admin.call(list, { query: { query: 'spinnery' } });
  expect(found.items).toMatchObject([{ sku: 'YARN-ED', manufacturer: 'Spinnery', unitCost: { value: 2.5 } }]);
  const rep = await kernel.a.as('sales_rep');
  expect((await apiRefusal(rep.call(bulkEdit, { body }))).status).toBe(403);
  expect((await apiRefusal(admin.call(bulkEditProducts, { body: { ...body, changes: {} } }))).status).toBe(400);
});
