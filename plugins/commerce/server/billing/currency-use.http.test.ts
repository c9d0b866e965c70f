import { getAccount, updateAccount } from '@millwright/core/contracts';
import { apiRefusal, kernelOf, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { createProduct } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccountPrice, createCustomer, createSalesOrder } from '../../contracts/index.ts';
import commerce from '../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
beforeAll(async () => {
  kernel = await kernelOf([inventory, commerce]);
  admin = await kernel.b.as('admin');
});
afterAll(() => kernel?.stop());

it('the currency changes until there are amounts, and then names what is in it', async () => {
  const accountID = kernel.b.id;
  const change = (currency: string) => admin.call(updateAccount, { params: { accountID }, body: { currency } });
  const { currency: before } = await admin.call(getAccount, { params: { accountID } });
  expect(before).toBe('USD');
  expect(await change('EUR')).toMatchObject({ currency: 'EUR' });
  expect(await change('USD')).toMatchObject({ currency: 'USD' });
  const product = await admin.call(createProduct, { body: { sku: 'FREE', description: 'Free', unitValue: 0 } });
  const customer = await admin.call(createCustomer, { body: { name: 'Lakeside' } });
  const lines = [{ productID: product.id, quantityOrdered: 1 }];
  await admin.call(createSalesOrder, { body: { customerID: customer.id, lines } });
  expect(await change('EUR')).toMatchObject({ currency: 'EUR' });
  await change('USD');
  const refused = async () => apiRefusal(change('EUR'));
  await admin.call(createAccountPrice, {
    body: { recipientAccountID: customer.id, itemID: product.id, unitValue: 3 },
  });
  expect(await refused()).toMatchObject({ status: 409, code: 'currency_in_use' });
  const order = await admin.call(createSalesOrder, { body: { customerID: customer.id, lines } });
  expect(await refused()).toMatchObject({
    code: 'currency_in_use',
    message: `Order ${order.number} is in USD: the currency stays`,
    errors: [{ path: 'currency' }],
    details: { type: 'sales_order', id: order.id },
  });
  // What stays as it is asks nothing.
  expect(await change('USD')).toMatchObject({ currency: 'USD' });
});
