import { changeSalesOrderStatus, createCustomer, createSalesOrder } from '@millwright/commerce/contracts';
import { bootTestKernel, platformPlugins, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { createProduct } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSampleRecord, listSampleRecords, setSampleRecord } from '../../contracts/index.ts';

let kernel: TestKernel;
let admin: TestPerson;
let orderID: string;

beforeAll(async () => {
  kernel = await bootTestKernel({
    why: 'an audience',
    plugins: await platformPlugins(),
    audience: { 'sample-plugin': ['alpha'] },
  });
  admin = await kernel.a.as('admin');
  await kernel.jobs();
  const product = await admin.call(createProduct, { body: { sku: 'GLOVE', unitValue: 4 } });
  const shipToAddress = { name: 'Store', line1: '1 Harbor Drive', city: 'Duluth', state: 'MN', country: 'US' };
  const customer = await admin.call(createCustomer, { body: { name: 'Lakeside Outfitters', shipToAddress } });
  const order = await admin.call(createSalesOrder, {
    body: { customerID: customer.id, lines: [{ productID: product.id, quantityOrdered: 2 }] },
  });
  orderID = order.id;
});
afterAll(() => kernel?.stop());

const read = async () => (await admin.call(getSampleRecord, { params: { orderID } })).sampleRecord;

describe('sample records', () => {
  it('begin when their order is issued', async () => {
    expect(await read()).toBeNull();
    await admin.call(changeSalesOrderStatus, { params: { orderID }, body: { statusChange: 'issued' } });
    await (await kernel.jobs()).idle();
    expect(await read()).toMatchObject({ customerName: 'Lakeside Outfitters', text: 'To be checked' });
  });

  it('say what somebody writes, unless somebody else was faster', async () => {
    const params = { orderID };
    const written = await admin.call(setSampleRecord, { params, body: { text: 'Checked' } });
    expect(written).toMatchObject({ text: 'Checked' });
    await expect(
      admin.call(setSampleRecord, { params, body: { text: 'Again', version: written.version - 1 } }),
    ).rejects.toMatchObject({ code: 'stale_version' });
    await expect(admin.call(setSampleRecord, { params, body: { text: '' } })).rejects.toMatchObject({
      errors: [{ path: 'text', message: 'Text is required' }],
    });
    const { items } = await admin.call(listSampleRecords, { query: { query: 'chec' } });
    expect(items.map(({ text }) => text)).toEqual(['Checked']);
  });

  it('do not exist for other accounts', async () => {
    const other = await kernel.b.as('admin');
    await expect(other.call(listSampleRecords, {})).rejects.toMatchObject({ status: 404, code: 'no_such_endpoint' });
  });
});
