import { createProduct, type Product } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createCheckoutSession,
  createSettlement,
  createTransaction,
  getInvoice,
  getSalesOrder,
  listInvoices,
  listPaymentTerms,
  listTransactions,
  packPick,
  payOwnInvoices,
  pickAll,
  releasePicks,
  type SalesOrder,
  shipShipment,
  useEstimatedWeights,
} from '../../../contracts/index.ts';
import { type CardFixture, cardFixture } from '../card-payment/provider/card-payment-fixture.ts';
import { writeOffCents } from './write-off-cents.ts';

let cards: CardFixture;
let at: CardFixture['at'];
let prepaidID: string;
let count = 0;

beforeAll(async () => {
  cards = await cardFixture();
  ({ at } = cards);
  const { items } = await at.admin.call(listPaymentTerms, { query: { take: 100 } });
  prepaidID = items.find(({ code }) => code === 'prepaid')?.id ?? '';
});
afterAll(() => cards?.stop());

const productOf = (unitValue: number): Promise<Product> => {
  count += 1;
  return at.admin.call(createProduct, { body: { sku: `CENT-${count}`, description: 'Cents', unitValue } });
};
const pay = ({ id: orderID }: SalesOrder, amount: number) =>
  at.admin.call(createTransaction, {
    body: { customerID: at.customer.id, typeCode: 'payment', methodCode: 'check', amount, orderID },
  });
const read = ({ id: orderID }: SalesOrder) => at.admin.call(getSalesOrder, { params: { orderID } });
/** Ships what is there, and answers the invoice. */
async function ship(order: SalesOrder) {
  const pick = { params: { pickID: order.pickID ?? '' } };
  await at.admin.call(releasePicks, { body: { pickIDs: [pick.params.pickID] } });
  await at.admin.call(pickAll, { ...pick, body: {} });
  const { shipmentID } = await at.admin.call(packPick, { ...pick, body: { shipmentCaseCount: 1 } });
  const params = { shipmentID };
  await at.admin.call(useEstimatedWeights, { params, body: {} });
  const { invoiceID } = await at.admin.call(shipShipment, { params, body: {} });
  return at.admin.call(getInvoice, { params: { invoiceID: invoiceID ?? '' } });
}
const writeOff = () => at.kernel.a.run((ctx) => writeOffCents(ctx));
const cents = async (orderID: string) => {
  const { rows } = await cards.db.query(
    'select owing::text, cents::text from commerce.v_order_owing where order_id = $1',
    [orderID],
  );
  return rows[0];
};

const openOf = async (ids: string[]) => {
  const { rows } = await cards.db.query(
    `select invoice.total - invoice.allocated as open from commerce.invoice invoice
      where invoice.id = any($1) order by number_key`,
    [ids],
  );
  return rows.map(({ open }) => Number(open));
};

describe('an order that is paid in advance and leaves in parts', () => {
  it('is paid at every door, though its halves are rounded up', async () => {
    const product = await productOf(5.025);
    await at.stock(product, 1);
    const lines = [{ productID: product.id, quantityOrdered: 2 }];
    const order = await at.create({ status: 'issued', lines, paymentTermID: prepaidID });
    await pay(order, 10.05);
    const first = await ship(order);
    expect(await read(order)).toMatchObject({ isPaid: true, status: { code: 'issued' } });
    expect(await cents(order.id)).toMatchObject({ owing: '0.00', cents: '0.00' });
    await at.stock(product, 1);
    const second = await ship(order);
    expect([first.totalInvoiced, second.totalInvoiced, second.open]).toEqual([5.03, 5.03, 0.01]);
    expect(await read(order)).toMatchObject({ isPaid: true, status: { code: 'fulfilled' } });
    await writeOff();
    expect(await openOf([first.id, second.id])).toEqual([0, 0]);
    expect(await at.violations()).toEqual([]);
  });
});

describe('cents that are left of an order', () => {
  /** An order of 20.00 in two invoices, of which all but this is paid. */
  const inTwo = async (unpaid: number) => {
    const product = await productOf(10);
    await at.stock(product, 1);
    const order = await at.create({ status: 'issued', lines: [{ productID: product.id, quantityOrdered: 2 }] });
    const first = await ship(order);
    await at.stock(product, 1);
    const invoices = [first, await ship(order)];
    const allocations = invoices.map(({ id: invoiceID }, index) => ({
      invoiceID,
      amount: index ? Number((10 - unpaid).toFixed(2)) : 10,
    }));
    const payment = { customerID: at.customer.id, typeCode: 'payment' as const, methodCode: 'check' as const };
    const amount = Number((20 - unpaid).toFixed(2));
    await at.admin.call(createSettlement, { body: { transactions: [{ ...payment, amount, allocations }] } });
    await cards.db.query(
      "update commerce.invoice set due_on = '2026-01-01', dated_on = '2026-01-01' where id = any($1)",
      [invoices.map(({ id }) => id)],
    );
    return { order: await read(order), ids: invoices.map(({ id }) => id) };
  };
  const overdueOf = async (ids: string[]) => {
    const { items } = await at.admin.call(listInvoices, { query: { isOverdue: true, take: 100 } });
    return items.filter(({ id }) => ids.includes(id)).length;
  };
  const askedFor = async (order: SalesOrder, ids: string[]) => {
    const doors = [
      cards.buyer.call(createCheckoutSession, { body: { orderID: order.id } }),
      cards.buyer.call(payOwnInvoices, { body: { invoiceIDs: ids.slice(1) } }),
    ];
    return Promise.all(doors.map((door) => door.then(({ amount }) => amount).catch(({ code }) => code)));
  };

  it('are asked for nowhere and written off in the night, one for each invoice', async () => {
    const { order, ids } = await inTwo(0.02);
    expect(order).toMatchObject({ isPaid: true, status: { code: 'fulfilled' } });
    expect(await askedFor(order, ids)).toEqual(['nothing_to_pay', 'nothing_to_pay']);
    expect([await overdueOf(ids), await openOf(ids)]).toEqual([0, [0, 0.02]]);
    await writeOff();
    await writeOff();
    expect(await openOf(ids)).toEqual([0, 0]);
    const { items } = await at.admin.call(listTransactions, { query: { customerIDs: [at.customer.id], take: 100 } });
    const written = items.filter(({ note }) => note?.includes(`order ${order.number},`));
    expect(written).toMatchObject([{ amount: 0.02, note: `Cents of order ${order.number}, which rounding has left` }]);
    expect(await at.violations()).toEqual([]);
  });

  it('are owed where they are more', async () => {
    const { order, ids } = await inTwo(0.03);
    expect(order.isPaid).toBe(false);
    expect(await askedFor(order, ids)).toEqual([0.03, 0.03]);
    await writeOff();
    expect([await overdueOf(ids), await openOf(ids)]).toEqual([1, [0, 0.03]]);
  });

  it('are owed where nothing came', async () => {
    const product = await productOf(0.01);
    await at.stock(product, 1);
    const order = await at.create({ status: 'issued', lines: [{ productID: product.id, quantityOrdered: 1 }] });
    const { id } = await ship(order);
    expect((await read(order)).isPaid).toBe(false);
    expect(await askedFor(order, ['', id])).toEqual([0.01, 0.01]);
    await writeOff();
    expect(await openOf([id])).toEqual([0.01]);
  });
});
