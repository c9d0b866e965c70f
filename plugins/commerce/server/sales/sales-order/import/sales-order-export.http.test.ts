import { createImport, listChangeSetRows } from '@millwright/core/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeSalesOrderStatus, createInvoice } from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../record/sales-order-fixture.ts';

let at: OrderFixture;
beforeAll(async () => {
  at = await orderFixture();
});
afterAll(() => at?.kernel.stop());

const csv = async (path: string): Promise<string[]> => {
  const response = await at.admin.fetch(path);
  expect(response.status, path).toBe(200);
  return (await response.text()).replace('\uFEFF', '').trim().split('\r\n');
};

it('says the status of every order, and the file is unchanged where it comes from', async () => {
  const charge = [{ productID: at.freight.id, quantityOrdered: 1 }];
  const [done, closed] = [
    await at.create({ status: 'issued', lines: charge }),
    await at.create({ status: 'issued', lines: charge }),
  ];
  await at.admin.call(createInvoice, { body: { orderID: done.id } });
  const params = { orderID: closed.id };
  await at.admin.call(changeSalesOrderStatus, { params, body: { statusChange: 'closed_short' } });
  await at.create({ lines: charge });
  const lines = await csv('/v1/sales-orders?format=csv&sortBy=number&sortOrder=asc');
  const place = lines[0]?.split(',').indexOf('Status') ?? -1;
  const statuses = lines.slice(1).map((line) => line.split(',')[place]);
  expect(statuses.toSorted()).toEqual(['closed_short', 'estimate', 'fulfilled']);
  const upload = (text: string) =>
    at.admin.call(createImport, {
      query: { type: 'sales-orders', fileName: 'orders.csv' },
      body: new Blob([text]),
    });
  expect((await upload(lines.join('\r\n'))).counts).toMatchObject({ create: 0, update: 0, unchanged: 3, error: 0 });
  const fresh = await upload(
    `Order number,Customer,SKU,Quantity,Status\nOLD-1,${at.customer.number},FREIGHT,1,fulfilled\n` +
      `OLD-2,${at.customer.number},FREIGHT,1,Closed short`,
  );
  const { items } = await at.admin.call(listChangeSetRows, { params: { changeSetID: fresh.id }, query: {} });
  expect(items.map(({ errors }) => errors.map(({ field, message }) => `${field}: ${message}`))).toEqual([
    ['status: Finished orders come in with their history, which is not possible yet'],
    ['status: Finished orders come in with their history, which is not possible yet'],
  ]);
});

it('lists of an account are exported with it for all of its customers', async () => {
  const account = at.kernel.a.id;
  const [all, ofAccount] = [
    await csv('/v1/invoices?format=csv'),
    await csv(`/v1/accounts/${account}/invoices?format=csv`),
  ];
  expect(all.length).toBeGreaterThan(1);
  expect(ofAccount).toHaveLength(all.length);
  const transactions = await csv('/v1/transactions?format=csv');
  expect(await csv(`/v1/accounts/${account}/transactions?format=csv`)).toHaveLength(transactions.length);
  const buyer = await at.kernel.a.as('customer', { customerID: at.customer.id });
  expect((await buyer.fetch(`/v1/accounts/${account}/invoices`)).status).toBeGreaterThanOrEqual(403);
});
