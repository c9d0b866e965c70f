import { apiRefusal, kernelOf, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProduct, createStorageLocation, listStorageLocations } from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
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

it('places are found as people say them, the one they mean first', async () => {
  const place = (name: string, parentID?: string) =>
    admin.call(createStorageLocation, {
      body: { name, type: parentID ? 'shelf' : 'site', ...(parentID ? { parentID } : {}) } as never,
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
