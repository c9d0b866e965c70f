import {
  applyChangeSet,
  createImport,
  emailRecord,
  payDocumentLink,
  readDocumentLink,
  undoChangeSet,
} from '@millwright/core/contracts';
import { apiRefusal, type TestPerson } from '@millwright/core/testing';
import { createProduct, type Product, updateProduct } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerEstimate,
  bulkEditCustomers,
  bulkEditSalesOrders,
  type Customer,
  changeSalesOrderStatus,
  createCheckoutSession,
  createCustomer,
  createInvoice,
  createSalesOrderLine,
  createTransaction,
  deleteSalesOrder,
  getOwnOrder,
  getSalesOrder,
  listOwnOrders,
  listPortalRequests,
  mailCheckout,
  payOwnInvoices,
  repriceSalesOrder,
  type SalesOrder,
  updateCustomer,
  updateSalesOrder,
  voidInvoice,
} from '../../../../contracts/index.ts';
import { type CardFixture, cardFixture } from '../provider/card-payment-fixture.ts';

let cards: CardFixture;
let at: CardFixture['at'];
let advice: Product;

beforeAll(async () => {
  cards = await cardFixture();
  ({ at } = cards);
  advice = await at.admin.call(createProduct, {
    body: { sku: 'ADVICE', description: 'Advice', productType: 'service', unitValue: 50 },
  });
});
afterAll(() => cards?.stop());

interface Sale {
  customer: Customer;
  buyer: TestPerson;
  order: SalesOrder;
}

let sales = 0;
/** An order of 50 of a customer of its own. */
async function sale(kind: 'estimate' | 'offered' | 'issued' | 'bid_request', more: object = {}): Promise<Sale> {
  sales += 1;
  const customer = await at.admin.call(createCustomer, {
    body: { name: `Payer ${sales}`, email: `payer${sales}@pages.test` },
  });
  const buyer = await at.kernel.a.as('customer', { customerID: customer.id });
  const body = { customerID: customer.id, lines: [{ productID: advice.id, quantityOrdered: 1 }], ...more };
  const order =
    kind === 'offered'
      ? await at.offered(body)
      : await at.create({ ...body, status: kind === 'estimate' ? 'estimate' : kind });
  return { customer, buyer, order };
}

async function linkOf({ id }: { id: string }) {
  await at.admin.call(emailRecord, { body: { type: 'sales_order', id } });
  return mailedLinkOf(id);
}

async function mailedLinkOf(id: string) {
  const { rows } = await cards.db.query(
    `select coalesce(html, '') || coalesce(props::text, '') as text from core.email_log where record_id = $1
      order by id desc limit 1`,
    [id],
  );
  const url = new URL(/https?:[^"\s]+\/document\?account=[^"<\s]+/.exec(String(rows[0].text))?.[0] ?? 'none:');
  return { accountSlug: url.searchParams.get('account') ?? '', token: url.hash.slice(1) };
}

const change = ({ order }: Sale, body: object) =>
  at.admin.call(updateSalesOrder, { params: { orderID: order.id }, body });
const give = ({ order }: Sale, statusChange: 'issued' | 'closed_short') =>
  at.admin.call(changeSalesOrderStatus, { params: { orderID: order.id }, body: { statusChange } });
const decline = ({ buyer, order }: Sale) =>
  buyer.call(answerEstimate, {
    params: { orderID: order.id },
    body: { answer: 'decline', offerVersion: order.offerVersion },
  });
const hold = ({ customer }: Sale) =>
  at.admin.call(updateCustomer, { params: { customerID: customer.id }, body: { status: 'hold_all' } });

/** States in which nothing is paid, and what every door says then. */
const unpayable: Record<string, { code: string; begin(): Promise<Sale>; after?: (sale: Sale) => Promise<unknown> }> = {
  'has expired': {
    code: 'estimate_expired',
    begin: () => sale('offered', { expiredAt: '2199-01-01' }),
    after: (each) => change(each, { expiredAt: '2026-11-24' }),
  },
  'has expired, by bulk': {
    code: 'estimate_expired',
    begin: () => sale('offered', { expiredAt: '2199-01-01' }),
    after: ({ order }) =>
      at.admin.call(bulkEditSalesOrders, { body: { ids: [order.id], changes: { expiredAt: '2026-11-24' } } }),
  },
  'was declined': { code: 'estimate_declined', begin: () => sale('offered'), after: decline },
  'is of a customer on hold': { code: 'customer_on_hold', begin: () => sale('offered'), after: hold },
  'is closed short': {
    code: 'order_closed',
    begin: () => sale('issued'),
    after: (each) => give(each, 'closed_short'),
  },
};

describe('no door opens a page of an order that', () => {
  it.each(Object.keys(unpayable))('%s', async (name) => {
    const { code, begin, after } = unpayable[name]!;
    const each = await begin();
    const { buyer, order } = each;
    const bearer = order.status.code === 'estimate' ? await linkOf(order) : undefined;
    await after?.(each);
    const body = { orderID: order.id };
    const refused = async (call: Promise<unknown>) => (await apiRefusal(call as Promise<never>)).code;
    expect(await refused(buyer.call(createCheckoutSession, { body }))).toBe(code);
    expect(await refused(at.admin.call(createCheckoutSession, { body }))).toBe(code);
    const mail = { params: { orderID: order.id }, body: { customerEmail: 'pay@pages.test' } };
    expect(await refused(at.admin.call(mailCheckout, mail))).toBe(code);
    expect(await buyer.call(getOwnOrder, { params: { orderID: order.id } })).toMatchObject({ canPay: false });
    if (!bearer) return;
    expect(await refused(at.kernel.anonymous().call(payDocumentLink, { body: bearer }))).toBe(code);
    expect(await at.kernel.anonymous().call(readDocumentLink, { body: bearer })).toMatchObject({
      canPay: false,
      due: 0,
    });
    const pages = await cards.db.query('select from commerce.checkout_session where order_id = $1', [order.id]);
    expect(pages.rowCount).toBe(0);
    expect(await at.violations()).toEqual([]);
  });

  it('was never offered: its customer knows of none', async () => {
    const { buyer, order } = await sale('estimate');
    const params = { orderID: order.id };
    expect(await apiRefusal(buyer.call(getOwnOrder, { params }))).toMatchObject({ status: 404 });
    expect(await apiRefusal(buyer.call(getSalesOrder, { params }))).toMatchObject({ status: 404 });
    expect((await buyer.call(listOwnOrders, { query: {} })).count).toBe(0);
    const open = (who: TestPerson) => apiRefusal(who.call(createCheckoutSession, { body: params }));
    expect(await open(buyer)).toMatchObject({ status: 404 });
    expect(await open(at.admin)).toMatchObject({ code: 'estimate_not_offered' });
    // A pay link offers it to whoever gets the mail.
    const mail = () => at.admin.call(mailCheckout, { params, body: { customerEmail: 'pay@pages.test' } });
    await mail();
    expect(await apiRefusal(mail())).toMatchObject({ code: 'confirmation_required' });
    expect(await buyer.call(getOwnOrder, { params })).toMatchObject({ canPay: true, offerVersion: 1 });
  });

  it('only asks for prices', async () => {
    const { order } = await sale('bid_request');
    const open = at.admin.call(createCheckoutSession, { body: { orderID: order.id } });
    expect(await apiRefusal(open)).toMatchObject({ code: 'estimate_not_offered' });
  });
});

describe('an invoice that is void', () => {
  it('is paid nowhere, and its open page is closed', async () => {
    const { buyer, order } = await sale('issued');
    const { id: invoiceID } = await at.admin.call(createInvoice, { body: { orderID: order.id } });
    const pay = () => buyer.call(payOwnInvoices, { body: { invoiceIDs: [invoiceID] } });
    const page = await pay();
    await at.admin.call(voidInvoice, { params: { invoiceID }, body: {} });
    await cards.settle();
    expect(cards.stripe.pages.get(page.url?.split('/').at(-1) ?? '')?.status).toBe('expired');
    expect(await apiRefusal(pay())).toMatchObject({ code: 'invoice_void' });
  });
});

describe('an invoice of an order that is paid in another way', () => {
  const check = ({ customer, order }: Sale, amount: number) =>
    at.admin.call(createTransaction, {
      body: { customerID: customer.id, typeCode: 'payment', methodCode: 'check', amount, orderID: order.id },
    });
  const invoiced = async () => {
    const each = await sale('issued');
    const { id, number } = await at.admin.call(createInvoice, { body: { orderID: each.order.id } });
    const pay = () => each.buyer.call(payOwnInvoices, { body: { invoiceIDs: [id] } });
    return { each, id, number, pay };
  };
  const statusOf = ({ url }: { url: string | null }) => cards.stripe.pages.get(url?.split('/').at(-1) ?? '')?.status;

  it('asks for nothing more, and its open page is closed', async () => {
    const { each, id, pay } = await invoiced();
    await at.admin.call(emailRecord, { body: { type: 'invoice', id } });
    const bearer = await mailedLinkOf(id);
    const page = await pay();
    await check(each, 50);
    await cards.settle();
    expect(statusOf(page)).toBe('expired');
    expect(await apiRefusal(pay())).toMatchObject({ code: 'nothing_to_pay' });
    const byLink = at.kernel.anonymous().call(payDocumentLink, { body: bearer });
    expect(await apiRefusal(byLink)).toMatchObject({ code: 'nothing_to_pay' });
    const seen = await at.kernel.anonymous().call(readDocumentLink, { body: bearer });
    expect(seen).toMatchObject({ due: 0, canPay: false });
    const order = await at.admin.call(getSalesOrder, { params: { orderID: each.order.id } });
    expect(order.isPaid).toBe(true);
  });

  it('asks for what the payment does not cover, and is paid with it', async () => {
    const { each, pay } = await invoiced();
    const [older] = [await pay(), await check(each, 20)];
    await cards.settle();
    expect(statusOf(older)).toBe('expired');
    const page = await pay();
    expect(page.amount).toBe(30);
    await cards.tell(cards.stripe.event(cards.stripe.pay(page.url)));
    expect(await apiRefusal(pay())).toMatchObject({ code: 'nothing_to_pay' });
    expect(await at.admin.call(getSalesOrder, { params: { orderID: each.order.id } })).toMatchObject({ isPaid: true });
    expect(await at.violations()).toEqual([]);
  });
});

/** What closes a page that is open; and what leaves it alone. */
const events: Record<string, { closes: boolean; begin: 'offered' | 'issued'; work(sale: Sale): Promise<unknown> }> = {
  'a newer page': {
    closes: true,
    begin: 'offered',
    work: ({ order }) => at.admin.call(createCheckoutSession, { body: { orderID: order.id } }),
  },
  'a payment that is entered': {
    closes: true,
    begin: 'issued',
    work: ({ customer, order }) =>
      at.admin.call(createTransaction, {
        body: { customerID: customer.id, typeCode: 'payment', methodCode: 'check', amount: 10, orderID: order.id },
      }),
  },
  'another price': {
    closes: true,
    begin: 'issued',
    work: (each) => change(each, { lines: [{ productID: advice.id, quantityOrdered: 1, unitPrice: 51 }] }),
  },
  'a line more': {
    closes: true,
    begin: 'offered',
    work: ({ order }) =>
      at.admin.call(createSalesOrderLine, {
        params: { orderID: order.id },
        body: { productID: advice.id, quantityOrdered: 1 },
      }),
  },
  'other words of an offer at the same total': {
    closes: true,
    begin: 'offered',
    work: (each) => change(each, { customerNote: 'Without the ladder' }),
  },
  'closing it short': { closes: true, begin: 'issued', work: (each) => give(each, 'closed_short') },
  'deleting it': {
    closes: true,
    begin: 'offered',
    work: ({ order }) => at.admin.call(deleteSalesOrder, { params: { orderID: order.id } }),
  },
  'a no': { closes: true, begin: 'offered', work: decline },
  'a hold': { closes: true, begin: 'offered', work: hold },
  'a hold by bulk': {
    closes: true,
    begin: 'offered',
    work: ({ customer }) =>
      at.admin.call(bulkEditCustomers, { body: { customerIDs: [customer.id], changes: { status: 'hold_all' } } }),
  },
  'a hold, for what is owed': { closes: false, begin: 'issued', work: hold },
  'an internal note': { closes: false, begin: 'offered', work: (each) => change(each, { note: 'Ring before' }) },
  'issuing it': { closes: false, begin: 'offered', work: (each) => give(each, 'issued') },
};

it('the undo of a file that ended a hold closes what the file opened', async () => {
  const each = await sale('offered');
  const { customer, buyer, order } = each;
  await hold(each);
  const text = `Number,Name,Status\n${customer.number},${customer.name},normal`;
  const { id: changeSetID } = await at.admin.call(createImport, {
    query: { type: 'customers', fileName: 'customers.csv' },
    body: new Blob([text]),
  });
  await at.admin.call(applyChangeSet, { params: { changeSetID }, body: {} });
  const { url } = await buyer.call(createCheckoutSession, { body: { orderID: order.id } });
  await at.admin.call(undoChangeSet, { params: { changeSetID }, body: {} });
  await cards.settle();
  expect(cards.stripe.pages.get(url?.split('/').at(-1) ?? '')?.status).toBe('expired');
});

describe('an open page', () => {
  it.each(Object.keys(events))('and %s', async (name) => {
    const { closes, begin, work } = events[name]!;
    const each = await sale(begin);
    const { buyer, order } = each;
    const { url } = await buyer.call(createCheckoutSession, { body: { orderID: order.id } });
    await work(each);
    await cards.settle();
    const id = url?.split('/').at(-1) ?? '';
    const page = cards.stripe.pages.get(id)!;
    expect(page.status).toBe(closes ? 'expired' : 'open');
    expect(await at.violations()).toEqual([]);
    // The customer was quicker than we: the money is there, once, and somebody is told where it settles nothing.
    Object.assign(page, { status: 'complete', paid: true, intent: 'succeeded' });
    await cards.tell(cards.stripe.event(id, 'checkout.session.completed', { client_reference_id: page.reference }));
    const { rows } = await cards.db.query(
      'select amount::text, order_id as "orderID" from commerce.transaction where reference = $1 and account_id = $2',
      [`pi_${id}`, at.kernel.a.id],
    );
    const settles = !closes || name === 'a newer page';
    expect(rows).toEqual([{ amount: '50.00', orderID: settles ? order.id : null }]);
    const { items } = await at.admin.call(listPortalRequests, { query: { isOpen: true, kinds: ['payment'] } });
    const tasks = items.filter(({ customer }) => customer?.id === each.customer.id);
    expect(tasks.map(({ message }) => message)).toEqual(
      settles ? [] : [expect.stringMatching(/^(50\.00 (came for|found nothing)|Order \d+ is gone)/)],
    );
    expect(await at.violations()).toEqual([]);
  });
});

describe('an offer', () => {
  it('keeps what it costs until somebody prices it anew, and takes no yes to what was not seen', async () => {
    const product = await at.admin.call(createProduct, {
      body: { sku: 'RISING', description: 'Rising', productType: 'service', unitValue: 80 },
    });
    const each = await sale('offered', { lines: [{ productID: product.id, quantityOrdered: 1 }] });
    const { buyer, order } = each;
    const params = { orderID: order.id };
    await at.admin.call(updateProduct, { params: { itemID: product.id }, body: { unitValue: 120 } });
    expect(await change(each, { note: 'Ring before' })).toMatchObject({ total: 80, offerVersion: 1 });
    expect(await change(each, { customerNote: 'As we said' })).toMatchObject({ total: 80, offerVersion: 2 });
    const answer = (offerVersion?: number) =>
      buyer.call(answerEstimate, { params, body: { answer: 'accept', offerVersion: offerVersion as number } });
    expect(await apiRefusal(answer())).toMatchObject({ status: 400, errors: [{ path: 'offerVersion' }] });
    expect(await apiRefusal(answer(1))).toMatchObject({
      code: 'estimate_changed',
      details: { offerVersion: 2, total: 80 },
    });
    const pay = buyer.call(createCheckoutSession, { body: { orderID: order.id, offerVersion: 1 } });
    expect(await apiRefusal(pay)).toMatchObject({ code: 'estimate_changed', details: { total: 80 } });
    const priced = await at.admin.call(repriceSalesOrder, { params, body: {} });
    expect(priced).toMatchObject({ total: 120, offerVersion: 3 });
    expect(await apiRefusal(answer(2))).toMatchObject({ details: { offerVersion: 3, total: 120 } });
    await answer(3);
    expect(await at.admin.call(getSalesOrder, { params })).toMatchObject({ status: { code: 'issued' }, total: 120 });
    expect(await apiRefusal(at.admin.call(repriceSalesOrder, { params, body: {} }))).toMatchObject({
      code: 'not_an_estimate',
    });
  });

  it('that was declined can be offered anew, as another one', async () => {
    const each = await sale('offered');
    await decline(each);
    const { buyer, order } = each;
    const params = { orderID: order.id };
    expect(await buyer.call(getOwnOrder, { params })).toMatchObject({ canAnswer: false, stage: { code: 'declined' } });
    await linkOf(order);
    expect(await buyer.call(getOwnOrder, { params })).toMatchObject({ canAnswer: true, offerVersion: 2 });
  });
});
