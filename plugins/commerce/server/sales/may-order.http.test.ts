import { answerDocumentLink, applyChangeSet, createImport, emailRecord } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { apiRefusal } from '@millwright/core/testing';
import { getProduct, type Product } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addToCart,
  answerEstimate,
  bulkChangeSalesOrderStatus,
  bulkEditSalesOrders,
  type Customer,
  type CustomerStatus,
  changeSalesOrderStatus,
  checkOut,
  createCheckoutSession,
  createCustomer,
  createSalesOrder,
  createSalesOrderLine,
  createTransaction,
  getOwnOrder,
  getSalesOrder,
  listPaymentTerms,
  previewCheckout,
  type SalesOrder,
  TradingPort,
  updateCustomer,
  updateSalesOrder,
  updateSalesOrderLine,
} from '../../contracts/index.ts';
import { type CardFixture, cardFixture } from '../billing/card-payment/provider/card-payment-fixture.ts';
import { productOf, shipTo } from './sales-order/record/sales-order-fixture.ts';

let cards: CardFixture;
let at: CardFixture['at'];
let product: Product;
let other: Product;

beforeAll(async () => {
  cards = await cardFixture();
  ({ at } = cards);
  product = await productOf(at, 'WANTED');
  other = await productOf(at, 'INSTEAD');
  for (const each of [product, other]) await at.stock(each, 1_000);
});
afterAll(() => cards?.stop());

const customerOf = (name: string, more: object = {}): Promise<Customer> =>
  at.admin.call(createCustomer, {
    body: { name, email: `${name.toLowerCase().replace(/\W/g, '')}@held.test`, shipToAddress: shipTo, ...more },
  });
const setStatus = (customer: Customer, status: CustomerStatus) =>
  at.admin.call(updateCustomer, { params: { customerID: customer.id }, body: { status } });
const orderOf = (customer: Customer, more: object = {}): Promise<SalesOrder> =>
  at.create({ customerID: customer.id, lines: [{ productID: product.id, quantityOrdered: 2 }], ...more });
const read = ({ id: orderID }: { id: string }) => at.admin.call(getSalesOrder, { params: { orderID } });
const give = ({ id: orderID }: { id: string }, statusChange: 'issued' | 'closed_short') =>
  at.admin.call(changeSalesOrderStatus, { params: { orderID }, body: { statusChange } });
/** Reserved quantities of both products. */
const reserved = async (): Promise<number[]> => {
  const both = [product, other].map(({ id: itemID }) => at.admin.call(getProduct, { params: { itemID } }));
  return (await Promise.all(both)).map((found) => found.reserved?.measure ?? 0);
};

/** Imports rows. Throws if a row is refused. */
async function imported(rows: readonly string[]): Promise<void> {
  const text = ['Order number,Customer number,Status,SKU,Quantity,Unit price', ...rows].join('\n');
  const { id, counts } = await at.admin.call(createImport, {
    query: { type: 'sales-orders', fileName: 'orders.csv' },
    body: new Blob([text]),
  });
  if (counts.error) throw Object.assign(new Error('A row is refused'), { status: 409 });
  await at.admin.call(applyChangeSet, { params: { changeSetID: id }, body: {} });
}

const trading = <T>(work: (desk: TradingPort, ctx: AccountContext) => Promise<T>): Promise<T> =>
  at.kernel.a.run((ctx) => work(at.kernel.services.get(TradingPort), ctx));

interface Held {
  customer: Customer;
  issued: SalesOrder;
  estimate: SalesOrder;
  closed: SalesOrder;
}

const lineOf = ({ lines }: SalesOrder) => lines[0] as SalesOrder['lines'][number];
const patchLine = ({ issued }: Held, body: object) =>
  at.admin.call(updateSalesOrderLine, {
    params: { orderID: issued.id, salesOrderLineID: lineOf(issued).id },
    body,
  });
const traded = (quantity: string, itemID = product.id) => ({
  itemID,
  quantity,
  unitID: product.defaultUnit.id,
  ediLineItemID: '1',
});

/** Every way to raise the quantity or the amount of an issued order. */
const waysToGrow: Record<string, (held: Held) => Promise<unknown>> = {
  'a new order': ({ customer }) => orderOf(customer, { status: 'issued' }),
  'the status of one': ({ estimate }) => give(estimate, 'issued'),
  'reopening one': ({ closed }) => give(closed, 'issued'),
  'a line that is added': ({ issued }) =>
    at.admin.call(createSalesOrderLine, {
      params: { orderID: issued.id },
      body: { productID: product.id, quantityOrdered: 20 },
    }),
  'a service that is added': ({ issued }) =>
    at.admin.call(createSalesOrderLine, {
      params: { orderID: issued.id },
      body: { productID: at.freight.id, quantityOrdered: 1 },
    }),
  'a line that is raised': (held) => patchLine(held, { quantityOrdered: 3 }),
  'a line that is replaced': (held) => patchLine(held, { productID: other.id, quantityOrdered: 1 }),
  'a line that is dearer': (held) => patchLine(held, { unitPrice: 5.01 }),
  'the form of an order': ({ issued }) =>
    at.admin.call(updateSalesOrder, {
      params: { orderID: issued.id },
      body: { lines: [{ productID: product.id, quantityOrdered: 9 }] },
    }),
  'a file that raises': ({ customer, issued }) =>
    imported([`${issued.number},${customer.number},Issued,${product.sku},7,`]),
  'a file that is dearer': ({ customer, issued }) =>
    imported([`${issued.number},${customer.number},Issued,${product.sku},2,6.00`]),
  'a file that issues': ({ customer, estimate }) =>
    imported([`${estimate.number},${customer.number},Issued,${product.sku},2,`]),
  'a file with a new order': ({ customer }) => imported([`H-1,${customer.number},Issued,${product.sku},2,`]),
  'an order of a partner': ({ customer }) =>
    trading((desk, ctx) =>
      desk.enter(ctx, {
        customerID: customer.id,
        customerPO: 'P-1',
        isIssued: true,
        lines: [traded('2')],
      }),
    ),
  'a change of a partner': ({ issued }) =>
    trading((desk, ctx) => desk.changeLines(ctx, issued.id, [{ ...traded('5'), id: lineOf(issued).id }])),
};

describe('for a customer on hold', () => {
  it.each(Object.keys(waysToGrow))('%s is refused, and nothing of it is reserved', async (name) => {
    const customer = await customerOf(`Hold ${Object.keys(waysToGrow).indexOf(name)}`);
    const held: Held = {
      customer,
      issued: await orderOf(customer, { status: 'issued' }),
      estimate: await orderOf(customer),
      closed: await give(await orderOf(customer, { status: 'issued' }), 'closed_short'),
    };
    await setStatus(customer, 'hold_all');
    const before = await reserved();
    const status = await waysToGrow[name]!(held).then(
      () => 200,
      (error: { status?: number }) => error.status,
    );
    expect(status).toBe(409);
    expect(await reserved()).toEqual(before);
    expect((await read(held.issued)).total).toBe(10);
    // Once the hold has ended, the same call succeeds.
    await setStatus(customer, 'normal');
    await waysToGrow[name]!(held);
    expect(await at.violations()).toEqual([]);
  });

  it('many at once are left out one by one', async () => {
    const [customer, free] = [await customerOf('HeldMany'), await customerOf('FreeMany')];
    const orders = [await orderOf(customer), await orderOf(free)];
    await setStatus(customer, 'hold_all');
    const ids = orders.map(({ id }) => id);
    const done = await at.admin.call(bulkChangeSalesOrderStatus, { body: { ids, statusChange: 'issued' } });
    expect(done).toMatchObject({ done: 1, refused: [{ id: ids[0] }] });
  });

  it('less, cheaper, earlier or of another priority may be had', async () => {
    const customer = await customerOf('HeldLess');
    const issued = await orderOf(customer, { status: 'issued' });
    await setStatus(customer, 'hold_all');
    const params = { orderID: issued.id, salesOrderLineID: lineOf(issued).id };
    await at.admin.call(updateSalesOrderLine, { params, body: { unitPrice: 4.5 } });
    await at.admin.call(updateSalesOrderLine, { params, body: { quantityOrdered: 1 } });
    await at.admin.call(bulkEditSalesOrders, { body: { ids: [issued.id], changes: { promisedAt: '2199-01-01' } } });
    await at.admin.call(updateSalesOrder, { params, body: { promisedAt: '2198-01-01', note: 'Sooner' } });
    expect(await read(issued)).toMatchObject({ total: 4.5, promisedAt: '2198-01-01' });
  });

  it('nothing is ordered by card either', async () => {
    const customer = await customerOf('HeldCard');
    const buyer = await at.kernel.a.as('customer', { customerID: customer.id });
    await setStatus(customer, 'hold_all');
    await buyer.call(addToCart, { body: { lines: [{ productID: product.id, quantity: 1 }] } });
    const { cart, total, digest } = await buyer.call(previewCheckout, { body: {} });
    const order = buyer.call(checkOut, { body: { version: cart.version, total, digest, payment: 'card' } });
    expect(await apiRefusal(order)).toMatchObject({ status: 409, code: 'customer_on_hold' });
  });
});

describe.each(['cia', 'prepaid', 'ccd'])('on terms %s its customer pays first', (code) => {
  let customer: Customer;
  let buyer: Awaited<ReturnType<CardFixture['at']['kernel']['a']['as']>>;

  beforeAll(async () => {
    const { items } = await at.admin.call(listPaymentTerms, { query: { take: 100 } });
    const defaultPaymentTermID = items.find((term) => term.code === code)?.id ?? '';
    customer = await customerOf(`Pays ${code}`, { defaultPaymentTermID });
    buyer = await at.kernel.a.as('customer', { customerID: customer.id });
  });

  const refused = async (call: () => Promise<unknown>, order?: { id: string }) => {
    const before = await reserved();
    expect(await apiRefusal(call() as Promise<never>)).toMatchObject({ status: 409, code: 'payment_first' });
    expect(await reserved()).toEqual(before);
    if (order) expect((await read(order)).status.code).toBe('estimate');
  };

  it('whatever it says yes with', async () => {
    const { id: orderID } = await at.offered({
      customerID: customer.id,
      lines: [{ productID: product.id, quantityOrdered: 2 }],
    });
    const own = await buyer.call(getOwnOrder, { params: { orderID } });
    expect(own).toMatchObject({ canAnswer: true, canAccept: false, canPay: true, offerVersion: 1 });
    const yes = { answer: 'accept' as const, offerVersion: 1 };
    await refused(() => buyer.call(answerEstimate, { params: { orderID }, body: yes }), { id: orderID });
    await at.admin.call(emailRecord, { body: { type: 'sales_order', id: orderID } });
    const { rows } = await cards.db.query(
      "select coalesce(html, '') || coalesce(props::text, '') as text from core.email_log where record_id = $1",
      [orderID],
    );
    const link = new URL(/https?:[^"\s]+\/document\?account=[^"<\s]+/.exec(String(rows[0].text))?.[0] ?? 'none:');
    const bearer = { accountSlug: link.searchParams.get('account') ?? '', token: link.hash.slice(1) };
    const byLink = () => at.kernel.anonymous().call(answerDocumentLink, { body: { ...bearer, ...yes } });
    await refused(byLink, { id: orderID });
    // Once the order is paid in another way, the acceptance succeeds.
    const body = { customerID: customer.id, typeCode: 'payment' as const, methodCode: 'check' as const, amount: 10 };
    await at.admin.call(createTransaction, { body: { ...body, orderID } });
    expect(await buyer.call(getOwnOrder, { params: { orderID } })).toMatchObject({ canAccept: true, canPay: false });
    await buyer.call(answerEstimate, { params: { orderID }, body: yes });
    expect((await read({ id: orderID })).status.code).toBe('issued');
  });

  it('and a card payment that the bank thinks about is none', async () => {
    const order = await at.offered({
      customerID: customer.id,
      lines: [{ productID: product.id, quantityOrdered: 2 }],
    });
    const { url } = await openAs(order.id);
    const page = url?.split('/').at(-1) ?? '';
    const tell = (state: object) => {
      Object.assign(cards.stripe.pages.get(page) ?? {}, { status: 'complete', ...state });
      return cards.tell(cards.stripe.event(page));
    };
    await tell({ paid: false, intent: 'processing' });
    expect((await read(order)).status.code).toBe('estimate');
    await tell({ paid: true, intent: 'succeeded' });
    expect(await read(order)).toMatchObject({ status: { code: 'issued' }, isPaid: true });
    expect(await at.violations()).toEqual([]);
  });

  it('and doctor lists what was accepted unpaid before', async () => {
    const order = await at.offered({
      customerID: customer.id,
      lines: [{ productID: product.id, quantityOrdered: 2 }],
    });
    const params = { orderID: order.id };
    const termOf = (paymentTermID: string | null) =>
      at.admin.call(updateSalesOrder, { params, body: { paymentTermID } });
    const { items } = await at.admin.call(listPaymentTerms, { query: { take: 100 } });
    await termOf(items.find((term) => term.code === 'net_30')?.id ?? '');
    const { offerVersion } = await buyer.call(getOwnOrder, { params });
    await buyer.call(answerEstimate, { params, body: { answer: 'accept', offerVersion } });
    expect(await at.violations()).toEqual([]);
    await termOf(items.find((term) => term.code === code)?.id ?? '');
    expect(await at.violations()).toEqual([
      `commerce.customers-on-prepaid-terms-order-what-is-paid: [{"number":"${order.number}"}]`,
    ]);
    await give(order, 'closed_short');
    expect(await at.violations()).toEqual([]);
  });

  it('also for an order on which no terms stand', async () => {
    const order = await at.offered({
      customerID: customer.id,
      paymentTermID: null,
      lines: [{ productID: product.id, quantityOrdered: 2 }],
    });
    expect(order.paymentTerm).toBeNull();
    const yes = { answer: 'accept' as const, offerVersion: 1 };
    await refused(() => buyer.call(answerEstimate, { params: { orderID: order.id }, body: yes }), order);
  });

  it('for an order of its own, by whatever key', async () => {
    const lines = [{ productID: product.id, quantityOrdered: 2 }];
    const own = (status: 'issued' | 'estimate') =>
      buyer.call(createSalesOrder, { body: { customerID: customer.id, status, lines } });
    await refused(() => own('issued'));
    // A null does not remove a value that the account has set.
    const without = { customerID: customer.id, status: 'issued' as const, lines, paymentTermID: null };
    await refused(() => buyer.call(createSalesOrder, { body: without }));
    const estimate = await own('estimate');
    const yes = { answer: 'accept' as const, offerVersion: estimate.offerVersion };
    await refused(() => buyer.call(answerEstimate, { params: { orderID: estimate.id }, body: yes }), estimate);
    // Staff may issue the order. Their check happens when the shipment leaves.
    expect((await give(estimate, 'issued')).status.code).toBe('issued');
  });

  it('and a closed card form is no yes', async () => {
    await buyer.call(addToCart, { body: { lines: [{ productID: product.id, quantity: 1 }] } });
    const { cart, total, digest } = await buyer.call(previewCheckout, { body: {} });
    const made = await buyer.call(checkOut, { body: { version: cart.version, total, digest, payment: 'card' } });
    const own = await buyer.call(getOwnOrder, { params: { orderID: made.orderID } });
    expect(own).toMatchObject({ stage: { code: 'unpaid' }, canAnswer: false, canPay: true });
    const yes = { answer: 'accept' as const, offerVersion: own.offerVersion };
    const order = { id: made.orderID };
    await refused(() => buyer.call(answerEstimate, { params: { orderID: order.id }, body: yes }), order);
    await cards.tell(cards.stripe.event(cards.stripe.pay((await openAs(order.id)).url)));
    expect((await read(order)).status.code).toBe('issued');
    expect(await at.violations()).toEqual([]);
  });

  const openAs = (orderID: string) => buyer.call(createCheckoutSession, { body: { orderID } });
});
