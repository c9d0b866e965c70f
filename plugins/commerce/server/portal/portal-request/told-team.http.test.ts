import { createComment, createFile, listComments, listInbox, setFollowing } from '@millwright/core/contracts';
import { apiRefusal, type TestPerson } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addToCart,
  answerEstimate,
  checkOut,
  createPaymentTerm,
  createSalesOrder,
  previewCheckout,
  requestReturn,
  updateCustomer,
} from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture, salesRepOf } from '../../sales/sales-order/record/sales-order-fixture.ts';

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

let at: OrderFixture;
let buyer: TestPerson;
let rep: TestPerson;
let db: Client;
beforeAll(async () => {
  at = await orderFixture();
  const term = await at.admin.call(createPaymentTerm, { body: { name: 'Thirty days', code: 'net_30' } });
  await at.admin.call(updateCustomer, {
    params: { customerID: at.customer.id },
    body: { defaultPaymentTermID: term.id },
  });
  rep = await salesRepOf(at);
  buyer = await at.kernel.a.as('customer', { customerID: at.customer.id });
  await at.stock(at.glove, 30);
  db = new Client({ connectionString: at.kernel.db.adminUrl });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await at?.kernel.stop();
});
beforeEach(async () => void (await db.query('delete from core.notification')));

interface Sold {
  id: string;
  lines: readonly { id: string }[];
}

/** Titles in an inbox once everything has happened that follows from an act. */
async function toldTo(person: TestPerson, act: () => Promise<unknown>): Promise<string[]> {
  await act();
  await (await at.kernel.jobs()).idle();
  return (await person.call(listInbox, {})).items.map(({ title }) => title);
}
const upload = (recordID: string, name: string) =>
  buyer.call(createFile, { query: { name, recordType: 'sales_order', recordID }, body: new Blob([pdf]) });
async function sendCart(): Promise<void> {
  await buyer.callUnchecked(addToCart, { body: { lines: [{ sku: 'GLOVE', quantity: 1 }] } });
  const { cart, total, digest } = await buyer.call(previewCheckout, { body: {} });
  await buyer.call(checkOut, { body: { version: cart.version, total, digest } });
}
const answerTo = (orderID: string, answer: 'accept' | 'decline') =>
  buyer.call(answerEstimate, { params: { orderID }, body: { answer, offerVersion: 1, message: 'Thank you' } });
async function sendBack({ id: orderID, lines }: Sold): Promise<void> {
  const [lineID = ''] = lines.map(({ id }) => id);
  await db.query('update commerce.sales_order_line set quantity_shipped = base_quantity where id = $1', [lineID]);
  await buyer.call(requestReturn, { params: { orderID }, body: { lines: [{ lineID, quantity: 1 }], reason: 'Torn' } });
  await db.query('update commerce.sales_order_line set quantity_shipped = 0 where id = $1', [lineID]);
}

describe('what a customer does is told to the sales rep, beside comments that the customer never sees', () => {
  const doors: [string, (order: Sold) => Promise<unknown>, RegExp][] = [
    ['the cart', sendCart, /sent order \d+$/],
    [
      'an order by call',
      () =>
        buyer.call(createSalesOrder, {
          body: { customerID: at.customer.id, lines: [{ productID: at.glove.id, quantityOrdered: 1 }] },
        }),
      /sent order \d+$/,
    ],
    ['a yes to an estimate', ({ id }) => answerTo(id, 'accept'), /: order \d+, /],
    ['a no to an estimate', ({ id }) => answerTo(id, 'decline'), /: order \d+, /],
    ['a return', sendBack, /: order \d+, /],
    ['a file', ({ id }) => upload(id, 'damage.pdf'), / added damage.pdf to order \d+$/],
  ];

  it.each(doors)('%s', async (_, act, title) => {
    const order = await at.offered();
    const params = { type: 'sales_order', id: order.id };
    await at.admin.call(createComment, { params, body: { text: 'Ours alone' } });
    await rep.call(setFollowing, { params, body: { isFollowing: true } });
    expect(await toldTo(rep, () => act(order))).toEqual([expect.stringMatching(title)]);
    expect((await rep.call(listInbox, {})).items[0]?.path).toMatch(/^\/dashboard\//);
    expect(await apiRefusal(buyer.call(listComments, { params }))).toMatchObject({ status: 403 });
  });

  it('several files within an hour are one entry', async () => {
    const { id } = await at.offered();
    const told = await toldTo(rep, async () => {
      for (const name of ['one.pdf', 'two.pdf', 'three.pdf']) await upload(id, name);
    });
    expect(told).toEqual([expect.stringMatching(/^3 files from customers on order \d+$/)]);
  });

  it('a file of the team is told to nobody', async () => {
    const { id } = await at.offered();
    const query = { name: 'cost.pdf', recordType: 'sales_order', recordID: id };
    expect(await toldTo(rep, () => at.admin.call(createFile, { query, body: new Blob([pdf]) }))).toEqual([]);
  });
});

it('where there is no sales rep, administrators and users read it, without a mail', async () => {
  await at.admin.call(updateCustomer, { params: { customerID: at.customer.id }, body: { defaultSalesRepID: null } });
  const user = await at.kernel.a.as('user');
  const mailed = async () =>
    // The customer's own confirmation of the order is no mail to the team.
    (
      await db.query(
        "select count(*)::int as count from core.email_log where template <> 'commerce.order-confirmation'",
      )
    ).rows;
  const before = await mailed();
  const order = await at.offered({ salesRepID: null });
  expect(await toldTo(user, () => upload(order.id, 'damage.pdf'))).toEqual([expect.stringContaining('damage.pdf')]);
  expect(await toldTo(at.admin, sendCart)).toHaveLength(2);
  expect((await rep.call(listInbox, {})).items).toEqual([]);
  expect(await mailed()).toEqual(before);
});
