import { applyChangeSet, createImport, getChangeSet, undoChangeSet } from '@millwright/core/contracts';
import {
  type HeardWebhooks,
  hearWebhooks,
  rowsOfJob,
  sharedKernel,
  type TestKernel,
  type TestPerson,
} from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import inventory from '../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
let hears: HeardWebhooks;

beforeAll(async () => {
  kernel = await sharedKernel([inventory], { hasReceivers: true });
  admin = await kernel.a.as('admin');
  hears = await hearWebhooks(admin, { events: ['inventory.product.*'], scopes: ['products:read'] });
});
afterAll(async () => {
  await hears?.kill();
  await kernel?.stop();
});

const toldOf = (type: string): unknown[] =>
  hears
    .toldOf(type)
    .map(({ sku }) => sku)
    .sort();

it('tells an endpoint of every product of an import, and of its undo, once each', async () => {
  const jobs = await kernel.jobs();
  // 10,000 at night.
  const size = rowsOfJob(kernel) * 2;
  const skus = Array.from({ length: size }, (_, index) => `W-${index}`).sort();
  const rests = async (id: string, status: string): Promise<void> => {
    await jobs.idle();
    expect(await admin.call(getChangeSet, { params: { changeSetID: id } })).toMatchObject({ status });
  };
  const { id } = await admin.call(createImport, {
    query: { type: 'products', fileName: 'products.csv' },
    body: new Blob([['sku,description', ...skus.map((sku) => `${sku},Told`)].join('\n')]),
  });
  await rests(id, 'ready');
  await admin.call(applyChangeSet, { params: { changeSetID: id }, body: { skipErrors: false } });
  await rests(id, 'applied');
  expect(toldOf('inventory.product.created')).toEqual(skus);
  await admin.call(undoChangeSet, { params: { changeSetID: id }, body: {} });
  await rests(id, 'undone');
  expect(toldOf('inventory.product.deleted')).toEqual(skus);
  expect([hears.received.length, new Set(hears.ids()).size]).toEqual([2 * size, 2 * size]);
  expect([await hears.countOf('delivered'), await hears.countOf('waiting'), await hears.countOf('dead')]).toEqual([
    2 * size,
    0,
    0,
  ]);
});
