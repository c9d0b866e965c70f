import {
  answerDocumentLink,
  applyChangeSet,
  type Client,
  createClient,
  createImport,
  dayLength,
  emailRecord,
  listChangeSetRows,
  payDocumentLink,
  undoChangeSet,
} from '@millwright/core/contracts';
import { apiRefusal, type TestPerson } from '@millwright/core/testing';
import { createProduct, type Product, updateProduct } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addToCart,
  answerEstimate,
  bulkChangeSalesOrderStatus,
  changeSalesOrderStatus,
  createCheckoutSession,
  createSalesOrder,
  createSalesOrderLine,
  getOwnOrder,
  getSalesOrder,
  mailCheckout,
  previewCheckout,
  type SalesOrder,
  TradingPort,
  updateSalesOrder,
  updateSalesOrderLine,
} from '../../contracts/index.ts';
import { type CardFixture, cardFixture } from '../billing/card-payment/provider/card-payment-fixture.ts';
import { productOf } from './sales-order/record/sales-order-fixture.ts';

let cards: CardFixture;
let at: CardFixture['at'];
let buyer: TestPerson;
let product: Product;
let sold: Product;
let advice: Product;
let count = 0;
/** A team member who is asked, and one who confirms everything. */
let staff: Client;
let certain: Client;
let today: string;

const endedOn = '2026-01-31';

beforeAll(async () => {
  cards = await cardFixture();
  ({ at, buyer } = cards);
  staff = at.admin;
  certain = createClient({
    baseURL: '',
    fetch: (url, init) => at.admin.fetch(url, init as RequestInit),
    headers: () => ({}),
    onConfirm: async () => true,
  });
  today = at.kernel.clock.now().toISOString().slice(0, 10);
  sold = await productOf(at, 'SOLD');
  await at.stock(sold, 1_000);
});
afterAll(() => cards?.stop());
beforeEach(async () => {
  count += 1;
  product = await productOf(at, `LAST-${count}`);
  await at.stock(product, 1_000);
  advice = await at.admin.call(createProduct, {
    body: { sku: `WORDS-${count}`, description: 'Advice', productType: 'service', unitValue: 50 },
  });
});

const end = async (...products: Product[]) => {
  for (const { id: itemID } of products)
    await at.admin.call(updateProduct, { params: { itemID }, body: { endDate: endedOn } });
};
const linesOf = (quantityOrdered = 2) => [{ productID: product.id, quantityOrdered }];
const give = ({ id: orderID }: SalesOrder, statusChange: 'issued' | 'closed_short', by: Client = at.admin) =>
  by.call(changeSalesOrderStatus, { params: { orderID }, body: { statusChange } });
/** The link in the mail of an order. */
async function linkOf({ id }: SalesOrder) {
  await at.admin.call(emailRecord, { body: { type: 'sales_order', id } });
  const { rows } = await cards.db.query(
    "select coalesce(html, '') || coalesce(props::text, '') as text from core.email_log where record_id = $1",
    [id],
  );
  const url = new URL(/https?:[^"\s]+\/document\?account=[^"<\s]+/.exec(String(rows[0].text))?.[0] ?? 'none:');
  return { accountSlug: url.searchParams.get('account') ?? '', token: url.hash.slice(1) };
}
const read = ({ id: orderID }: { id: string }) => at.admin.call(getSalesOrder, { params: { orderID } });

interface Orders {
  issued: SalesOrder;
  estimate: SalesOrder;
  closed: SalesOrder;
}

const create = (by: Client, { id: productID }: Product) =>
  by.call(createSalesOrder, {
    body: { customerID: at.customer.id, status: 'issued', lines: [{ productID, quantityOrdered: 1 }] },
  });
const change = (by: Client, { issued }: Orders, body: object) =>
  by.call(updateSalesOrderLine, {
    params: { orderID: issued.id, salesOrderLineID: issued.lines[0]?.id ?? '' },
    body,
  });
const add = (by: Client, { issued }: Orders, { id: productID }: Product) =>
  by.call(createSalesOrderLine, { params: { orderID: issued.id }, body: { productID, quantityOrdered: 1 } });

/** Ways of a team member to order more of what is not sold any more. */
const ways: Record<string, (by: Client, orders: Orders) => Promise<unknown>> = {
  'a new order': (by) => create(by, product),
  'a new order of a service': (by) => create(by, advice),
  'the status of one': (by, { estimate }) => give(estimate, 'issued', by),
  'reopening one': (by, { closed }) => give(closed, 'issued', by),
  'a line that is added': (by, orders) => add(by, orders, product),
  'a service that is added': (by, orders) => add(by, orders, advice),
  'a line that is raised': (by, orders) => change(by, orders, { quantityOrdered: 3 }),
  'a line that is dearer': (by, orders) => change(by, orders, { unitPrice: 5.01 }),
  'the form of an order': (by, { issued }) =>
    by.call(updateSalesOrder, { params: { orderID: issued.id }, body: { lines: linesOf(9) } }),
};

describe('what is not sold any more', () => {
  it.each(Object.keys(ways))('is asked about by %s', async (name) => {
    const orders: Orders = {
      issued: await at.create({ status: 'issued', lines: linesOf() }),
      estimate: await at.create({ lines: linesOf() }),
      closed: await give(await at.create({ status: 'issued', lines: linesOf() }), 'closed_short'),
    };
    await end(product, advice);
    const before = await read(orders.issued);
    expect(await apiRefusal(ways[name]!(staff, orders))).toMatchObject({
      status: 409,
      code: 'confirmation_required',
      message: expect.stringMatching(/^(LAST|WORDS)-\d+ was sold until 2026-01-31: order it all the same\?$/),
      details: { confirm: 'product_ended' },
    });
    expect((await read(orders.issued)).version).toBe(before.version);
    await ways[name]!(certain, orders);
    expect(await at.violations()).toEqual([]);
  });

  it('may become less and cheaper, and the rest of its order may grow', async () => {
    const issued = await at.create({ status: 'issued', lines: linesOf(3) });
    await end(product);
    const params = { orderID: issued.id, salesOrderLineID: issued.lines[0]?.id ?? '' };
    await at.admin.call(updateSalesOrderLine, { params, body: { quantityOrdered: 2 } });
    await at.admin.call(updateSalesOrderLine, { params, body: { unitPrice: 4.5 } });
    await at.admin.call(createSalesOrderLine, { params, body: { productID: sold.id, quantityOrdered: 1 } });
    await at.admin.call(updateSalesOrder, { params, body: { note: 'Ring before', promisedAt: '2199-01-01' } });
    expect((await read(issued)).total).toBe(14);
  });

  it('is left out by bulk, and goes where it was confirmed', async () => {
    const orders = [
      await at.create({ lines: linesOf() }),
      await at.create({ lines: [{ productID: sold.id, quantityOrdered: 1 }] }),
    ];
    await end(product);
    const ids = orders.map(({ id }) => id);
    const bulk = (by: Client) => by.call(bulkChangeSalesOrderStatus, { body: { ids, statusChange: 'issued' } });
    expect(await bulk(staff)).toMatchObject({
      done: 1,
      refused: [
        {
          id: ids[0],
          reason:
            `${product.sku} was sold until ${endedOn}: issue the order by itself, ` +
            'or confirm product_ended to issue all such orders',
        },
      ],
    });
    await certain.call(changeSalesOrderStatus, { params: { orderID: ids[0] ?? '' }, body: { statusChange: 'issued' } });
    expect(await read({ id: ids[0] ?? '' })).toMatchObject({ status: { code: 'issued' } });
    const { id } = await at.create({ lines: linesOf() });
    const confirmed = await at.admin.fetch('/v1/sales-orders/actions/bulk-change-status', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-confirm': 'product_ended' },
      body: JSON.stringify({ ids: [id], statusChange: 'issued' }),
    });
    expect(await confirmed.json()).toMatchObject({ done: 1, refused: [] });
    expect(await read({ id })).toMatchObject({ status: { code: 'issued' } });
  });

  it('is warned about in files, and comes in', async () => {
    const issued = await at.create({ status: 'issued', lines: linesOf() });
    await end(product);
    const { number } = at.customer;
    const text = [
      'Order number,Customer number,Status,SKU,Quantity',
      `E-${count},${number},Issued,${product.sku},2`,
      `${issued.number},${number},Issued,${product.sku},3`,
    ].join('\n');
    const { id: changeSetID, counts } = await at.admin.call(createImport, {
      query: { type: 'sales-orders', fileName: 'orders.csv' },
      body: new Blob([text]),
    });
    expect(counts).toMatchObject({ create: 1, update: 1, error: 0 });
    const { items } = await at.admin.call(listChangeSetRows, { params: { changeSetID }, query: {} });
    const message = `${product.sku} was sold until ${endedOn}`;
    expect(items.map(({ warnings }) => warnings)).toMatchObject([[{ field: 'sku', message }], [{ message }]]);
    await at.admin.call(applyChangeSet, { params: { changeSetID }, body: {} });
    expect((await read(issued)).lines[0]?.quantityOrdered.measure).toBe(3);
    await at.admin.call(undoChangeSet, { params: { changeSetID }, body: {} });
    expect((await read(issued)).lines[0]?.quantityOrdered.measure).toBe(2);
  });

  it('is refused to partners until a person releases it', async () => {
    await end(product);
    const entry = {
      customerID: at.customer.id,
      customerPO: `P-${count}`,
      isIssued: true,
      lines: [{ itemID: product.id, quantity: '2', unitID: product.defaultUnit.id, ediLineItemID: '1' }],
    };
    const enter = (acceptsEnded: boolean) =>
      at.kernel.a.run((ctx) => at.kernel.services.get(TradingPort).enter(ctx, { ...entry, acceptsEnded }));
    await expect(enter(false)).rejects.toMatchObject({ status: 409, code: 'product_ended' });
    expect((await enter(true)).number).toBeTruthy();
  });
});

describe('a customer', () => {
  it('orders nothing that is not sold any more, by no door', async () => {
    const order = await at.offered({ lines: linesOf() });
    const params = { orderID: order.id };
    const bearer = await linkOf(order);
    await buyer.call(addToCart, { body: { lines: [{ productID: product.id, quantity: 1 }] } });
    await end(product);
    const refused = async (call: Promise<unknown>) => (await apiRefusal(call as Promise<never>)).code;
    const yes = { answer: 'accept' as const, offerVersion: order.offerVersion };
    const anonymous = at.kernel.anonymous();
    expect(await buyer.call(getOwnOrder, { params })).toMatchObject({ canAccept: false, canPay: false });
    expect(await refused(buyer.call(answerEstimate, { params, body: yes }))).toBe('product_ended');
    expect(await refused(anonymous.call(answerDocumentLink, { body: { ...bearer, ...yes } }))).toBe('product_ended');
    expect(await refused(buyer.call(createCheckoutSession, { body: params }))).toBe('product_ended');
    expect(await refused(at.admin.call(createCheckoutSession, { body: params }))).toBe('product_ended');
    expect(await refused(anonymous.call(payDocumentLink, { body: bearer }))).toBe('product_ended');
    const mail = { params, body: { customerEmail: 'pay@ended.test' } };
    expect(await refused(at.admin.call(mailCheckout, mail))).toBe('product_ended');
    expect((await buyer.call(previewCheckout, { body: {} })).cart.lines[0]?.fault).toBe(
      'This is not sold at the moment',
    );
    const own = { customerID: at.customer.id, status: 'issued' as const, lines: linesOf() };
    expect(await apiRefusal(buyer.call(createSalesOrder, { body: own }))).toMatchObject({
      status: 400,
      errors: [{ path: 'lines.0.productID' }],
    });
    expect((await read(order)).status.code).toBe('estimate');
    // Once a team member has issued it knowingly, it is paid like any other order.
    await certain.call(changeSalesOrderStatus, { params, body: { statusChange: 'issued' } });
    expect((await buyer.call(createCheckoutSession, { body: params })).amount).toBe(10);
  });

  it('that pays a page which was opened while it was sold has its order', async () => {
    const order = await at.offered({ lines: linesOf() });
    const { url } = await buyer.call(createCheckoutSession, { body: { orderID: order.id } });
    await at.admin.call(updateProduct, { params: { itemID: product.id }, body: { endDate: today } });
    at.kernel.clock.advance(dayLength);
    await cards.tell(cards.stripe.event(cards.stripe.pay(url)));
    const { rows } = await cards.db.query('select status from commerce.sales_order where id = $1', [order.id]);
    expect([rows, await cards.paidOf(order.id)]).toEqual([[{ status: 'issued' }], ['10.00']]);
  });
});
