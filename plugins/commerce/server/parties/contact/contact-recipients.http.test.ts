import { emailRecord } from '@millwright/core/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkEmailInvoices,
  bulkEmailStatements,
  createCustomerContact,
  createInvoice,
  createPurchaseOrder,
  createSupplier,
  createSupplierContact,
  getCustomerRecipients,
  getSupplierRecipients,
  updateCustomer,
  updateSalesOrder,
} from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';
import { contactsFor } from './contact-recipients.ts';

let at: OrderFixture;
beforeAll(async () => {
  at = await orderFixture();
  await at.admin.call(updateCustomer, {
    params: { customerID: at.customer.id },
    body: { email: 'office@lakeside.test' },
  });
});
afterAll(() => at?.kernel.stop());

const recipients = (paper: 'order' | 'invoice' | 'statement' | 'shipment' | 'dates') =>
  at.admin.call(getCustomerRecipients, { params: { customerID: at.customer.id }, query: { paper } });
const mailed = async (type: string, id: string, more: { recipients?: string[] } = {}) =>
  (await at.admin.call(emailRecord, { body: { type, id, ...more } })).recipients;
const add = (name: string, body: object) =>
  at.admin.call(createCustomerContact, { body: { customerID: at.customer.id, name, ...body } });

describe('papers of a customer', () => {
  it('go to those on the document, else to its contacts that get them, else to its own address', async () => {
    const line = { productID: at.freight.id, quantityOrdered: 1 };
    const order = await at.create({ status: 'issued', lines: [line] });
    expect(await mailed('sales_order', order.id)).toEqual(['office@lakeside.test']);
    await add('Ann', { email: 'ann@lakeside.test', getsOrders: true });
    await add('Zoe', { email: 'zoe@lakeside.test', getsOrders: true, isMain: true });
    await add('Zoe at home', { email: 'zoe@lakeside.test', getsOrders: true });
    await add('Bert', { email: 'bert@lakeside.test', jobTitle: 'Payables', getsInvoices: true, getsStatements: true });
    await add('Dock', {});
    expect(await recipients('order')).toEqual({
      recipients: ['zoe@lakeside.test', 'ann@lakeside.test'],
      known: [
        { email: 'zoe@lakeside.test', name: 'Zoe', jobTitle: null },
        { email: 'ann@lakeside.test', name: 'Ann', jobTitle: null },
        { email: 'bert@lakeside.test', name: 'Bert', jobTitle: 'Payables' },
        { email: 'zoe@lakeside.test', name: 'Zoe at home', jobTitle: null },
        { email: 'office@lakeside.test', name: at.customer.name, jobTitle: null },
      ],
    });
    expect((await recipients('dates')).recipients).toEqual(['office@lakeside.test']);
    expect(await mailed('sales_order', order.id)).toEqual(['zoe@lakeside.test', 'ann@lakeside.test']);
    expect(await mailed('sales_order', order.id, { recipients: ['other@desk.test', 'more@desk.test'] })).toEqual([
      'other@desk.test',
      'more@desk.test',
    ]);
    const own = ['chosen@lakeside.test'];
    await at.admin.call(updateSalesOrder, {
      params: { orderID: order.id },
      body: { acknowledgementEmailContacts: own },
    });
    expect(await mailed('sales_order', order.id)).toEqual(own);
    const { id } = await at.admin.call(createInvoice, { body: { orderID: order.id } });
    expect(await mailed('invoice', id)).toEqual(['bert@lakeside.test']);
    expect((await at.admin.call(bulkEmailInvoices, { body: { ids: [id] } })).refused).toHaveLength(1);
    await at.admin.call(updateCustomer, { params: { customerID: at.customer.id }, body: { email: null } });
    const statements = { body: { ids: [at.customer.id] } };
    expect(await at.admin.call(bulkEmailStatements, statements)).toMatchObject({ done: 1, refused: [] });
    expect((await recipients('shipment')).recipients).toEqual([]);
  });

  it('find contacts where the customer itself orders, without showing them to it', async () => {
    const found = await at.kernel.a.run((ctx) =>
      contactsFor({ ...ctx, customerID: at.customer.id }, at.customer, 'order'),
    );
    expect(found).toEqual(['zoe@lakeside.test', 'ann@lakeside.test']);
    const buyer = await at.kernel.a.as('customer', { customerID: at.customer.id });
    const params = { customerID: at.customer.id };
    await expect(buyer.call(getCustomerRecipients, { params, query: { paper: 'order' } })).rejects.toMatchObject({
      status: 403,
    });
  });

  it('are refused for nobody and for unknown papers, customers and addresses', async () => {
    const params = { customerID: 'cus_00000000000000000000000000' };
    await expect(at.admin.call(getCustomerRecipients, { params, query: { paper: 'order' } })).rejects.toMatchObject({
      status: 404,
    });
    const wrong = await at.admin.fetch(`/v1/customers/${at.customer.id}/recipients?paper=gossip`);
    expect(wrong.status).toBe(400);
    for (const to of [[], ['nobody'], Array.from({ length: 21 }, (_, place) => `n${place}@desk.test`)])
      await expect(mailed('invoice', 'inv_1', { recipients: to })).rejects.toMatchObject({ status: 400 });
  });
});

it('purchase orders go to the contacts of the supplier that get them', async () => {
  const supplier = await at.admin.call(createSupplier, { body: { name: 'Hides', email: 'office@hides.test' } });
  const params = { supplierID: supplier.id };
  const query = { paper: 'purchase_order' as const };
  expect((await at.admin.call(getSupplierRecipients, { params, query })).recipients).toEqual(['office@hides.test']);
  const body = { supplierID: supplier.id, name: 'Priya', email: 'priya@hides.test', getsPurchaseOrders: true };
  await at.admin.call(createSupplierContact, { body });
  const order = await at.admin.call(createPurchaseOrder, {
    body: { supplierID: supplier.id, lines: [{ itemID: at.glove.id, quantityOrdered: 1, unitPrice: 2 }] },
  });
  expect(await mailed('purchase_order', order.id)).toEqual(['priya@hides.test']);
});
