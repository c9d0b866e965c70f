import { createImport, listChangeSetRows } from '@millwright/core/contracts';
import { apiRefusal, kernelOf, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bulkReconcile,
  createInventoryReceipt,
  createLot,
  createProduct,
  createStorageLocation,
  listStorageLocations,
} from '../../../../contracts/index.ts';
import inventory from '../../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
let counted = 0;
beforeAll(async () => {
  kernel = await kernelOf([inventory]);
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel?.stop());

it('a name in another form of Unicode, or with signs that nobody sees, makes no twin', async () => {
  const product = await admin.call(createProduct, { body: { sku: 'CAF\u00C9', description: 'Cup\u200B' } });
  expect(product).toMatchObject({ sku: 'CAFÉ', description: 'Cup' });
  for (const sku of ['CAFE\u0301', 'CAF\u00C9\u200B', '\uFEFFCAF\u00C9', 'CA\u00ADFE\u0301'])
    expect(await apiRefusal(admin.call(createProduct, { body: { sku, description: 'Twin' } })), sku).toMatchObject({
      status: 409,
      code: 'duplicate',
    });
  expect(await apiRefusal(admin.call(createProduct, { body: { sku: '\u200B', description: 'None' } }))).toMatchObject({
    status: 400,
    errors: [{ path: 'sku' }],
  });
});

it.each(['\u0301', '\u0301\u0302', '\u200D', '\u3164', 'CAF\u00C9\u200C', 'CA\u200DF\u00C9'])(
  'what nobody sees, or sees no difference in, is no SKU, lot or reason: %j',
  async (text) => {
    const { id: itemID } = await admin.call(createProduct, { body: { sku: `Seen ${counted++}`, description: 'Cup' } });
    const received = { itemID, quantity: 1 };
    const refused = async (path: string, call: Promise<unknown>) =>
      expect(await apiRefusal(call)).toMatchObject({ status: 400, code: 'invalid_input', errors: [{ path }] });
    await refused('sku', admin.call(createProduct, { body: { sku: text, description: 'Twin' } }));
    await refused('lotNumber', admin.call(createLot, { body: { itemID, lotNumber: text } }));
    await refused('lotNumber', admin.call(createInventoryReceipt, { body: { ...received, lotNumber: text } }));
    await refused('reason', admin.call(createInventoryReceipt, { body: { ...received, reason: text } }));
    await refused(
      'data.0.sku',
      admin.call(bulkReconcile, { body: { data: [{ sku: text, unit: 'each', quantity: 1 }] } }),
    );
    await refused('name', admin.callUnchecked(createStorageLocation, { body: { name: text, type: 'site' } }));
  },
);

it('a file with such a key or lot is refused at its cell', async () => {
  const importOf = async (type: string, file: string) => {
    const set = await admin.call(createImport, {
      query: { type, fileName: `${type}.csv` },
      body: new Blob([file]),
    });
    return (await admin.call(listChangeSetRows, { params: { changeSetID: set.id }, query: {} })).items.map(
      ({ errors }) => errors.map(({ field, message }) => `${field}: ${message}`),
    );
  };
  expect(await importOf('products', 'SKU,Description\n\u0301,Cup\nCAF\u00C9\u200C,Cup')).toEqual([
    ['sku: Must hold letters, digits or signs'],
    ['sku: Must not contain invisible characters'],
  ]);
});

it('a file says what is there, in whatever form it is written', async () => {
  const file = `\u200BSKU,De\u00ADscription\nCAFE\u0301,Cup of files\nTE\u0301,Pot\nT\u00C9\u200B,Pot`;
  const set = await admin.call(createImport, {
    query: { type: 'products', fileName: 'products.csv' },
    body: new Blob([file]),
  });
  const { items } = await admin.call(listChangeSetRows, { params: { changeSetID: set.id }, query: {} });
  expect(items.map(({ effect, label }) => [effect, label])).toEqual([
    ['update', 'CAF\u00C9 Cup of files'],
    ['error', expect.any(String)],
    ['error', expect.any(String)],
  ]);
});

it('places are found as people say them, the one they mean first', async () => {
  const place = (name: string, parentID?: string) =>
    admin.call(createStorageLocation, {
      body: { name, type: parentID ? 'shelf' : 'site', ...(parentID ? { parentID } : {}) },
    });
  const mill = await place('Mill');
  const crib = await place('Tool crib', mill.id);
  for (const rack of ['A', 'C']) {
    const { id } = await place(rack, crib.id);
    for (const shelf of ['1', '2', '20']) await place(shelf, id);
  }
  const found = async (query: string) =>
    (await admin.call(listStorageLocations, { query: { query } })).items.map(({ fullName }) => fullName);
  expect((await found('tool crib c 2'))[0]).toBe('Mill / Tool crib / C / 2');
  expect(await found('tool crib c 2')).toHaveLength(2);
  expect((await found('mill'))[0]).toBe('Mill');
});
