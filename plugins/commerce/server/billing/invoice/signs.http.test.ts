import { createSalesTarget, listTeamUsers } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal } from '@millwright/core/testing';
import { createProduct, type Product, type ProductType } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAccountGroup,
  createInvoice,
  createSalesOrder,
  createSalesOrderLine,
  createTransaction,
  creditInvoice,
  getInvoice,
  getOwnOrder,
  getSalesOrder,
  listMargins,
  listSalesTargetResults,
  listTransactions,
  type SalesOrder,
  shipShipment,
  updateCustomer,
  updateSalesOrder,
  updateSalesOrderLine,
  useEstimatedWeights,
} from '../../../contracts/index.ts';
import { packedFor } from '../../fulfilment/shipment/record/shipment-fixture.ts';
import { type OrderFixture, orderFixture, salesRepOf } from '../../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
let ware: Product;
let credit: Product;
let goods: Product;
let tax: Product;

beforeAll(async () => {
  at = await orderFixture();
  const product = (sku: string, productType: ProductType, unitValue: number) =>
    at.admin.call(createProduct, { body: { sku, description: sku, productType, unitValue } });
  ware = await product('WARE', 'sale', 10);
  credit = await product('CREDIT', 'credit', 10);
  goods = await product('BACK', 'return', 10);
  tax = await product('TAX', 'tax', 8.25);
  await at.stock(ware, 4_000);
});
afterAll(() => at?.kernel.stop());

type Lines = NonNullable<Parameters<OrderFixture['create']>[0]>['lines'];
const issued = (lines: Lines): Promise<SalesOrder> => at.create({ status: 'issued', lines });
const read = (orderID: string) => at.admin.call(getSalesOrder, { params: { orderID } });
/** Ships the reserved goods and answers the invoice. */
async function ship(order: SalesOrder) {
  const params = { shipmentID: (await packedFor(at, order, 1, 1)).id };
  await at.admin.call(useEstimatedWeights, { params, body: {} });
  const { invoiceID } = await at.admin.call(shipShipment, { params, body: {} });
  return at.admin.call(getInvoice, { params: { invoiceID: invoiceID ?? '' } });
}

describe('credits and returns', () => {
  it('come off the order, whichever way their price is written', async () => {
    const order = await issued([
      { productID: ware.id, quantityOrdered: 10 },
      { productID: credit.id, quantityOrdered: 1 },
    ]);
    expect([order.total, order.lines[1]]).toMatchObject([90, { unitPrice: -10, total: -10 }]);
    expect(order.lines[1]?.priceTrace.at(-1)).toMatchObject({ name: 'A credit comes off', in: 10, out: -10 });
    const params = { orderID: order.id };
    const typed = await at.admin.call(createSalesOrderLine, {
      params,
      body: { productID: goods.id, quantityOrdered: 2, unitPrice: 5 },
    });
    expect(typed).toMatchObject({ unitPrice: -5, total: -10, isPriceTyped: true });
    const lower = await at.admin.call(updateSalesOrderLine, {
      params: { ...params, salesOrderLineID: typed.id },
      body: { unitPrice: -7.5 },
    });
    expect(lower).toMatchObject({ unitPrice: -7.5, total: -15 });
    const changed = await at.admin.call(updateSalesOrder, { params, body: { note: 'Nothing else' } });
    expect(changed.total).toBe(75);
    const invoice = await ship(order);
    expect(invoice).toMatchObject({ totalInvoiced: 75 });
    const first = invoice.lines[0]?.id ?? '';
    const back = (amount: number) =>
      at.admin.call(creditInvoice, {
        params: { invoiceID: invoice.id },
        body: { lines: [{ invoiceLineID: first, amount }], reason: 'Too dear' },
      });
    expect(await apiRefusal(back(75.01))).toMatchObject({
      status: 409,
      code: 'credit_exceeds',
      message: 'At most 75.00: more is not billed',
    });
    await back(70);
    expect(await apiRefusal(back(5.01))).toMatchObject({ code: 'credit_exceeds' });
  });

  it('that charged once are listed by doctor', async () => {
    const order = await at.create({ lines: [{ productID: credit.id, quantityOrdered: 1 }] });
    const total = (sign: string) =>
      at.kernel.a.run(async (ctx) => {
        const account = ctx.account.id;
        await sql`update commerce.sales_order_line set unit_price = ${sign}::numeric * abs(unit_price),
          total = ${sign}::numeric * abs(total) where account_id = ${account} and order_id = ${order.id}`.execute(
          ctx.em.query(),
        );
        await sql`update commerce.sales_order set total = ${sign}::numeric * abs(total)
          where account_id = ${account} and id = ${order.id}`.execute(ctx.em.query());
      });
    await total('1');
    expect(await at.violations()).toEqual([
      `commerce.credits-come-off-their-orders: [{"number":"${order.number}","sku":"CREDIT"}]`,
    ]);
    await total('-1');
    expect(await at.violations()).toEqual([]);
  });

  it('are no products that customers order themselves', async () => {
    const buyer = await at.kernel.a.as('customer', { customerID: at.customer.id });
    for (const { id: productID } of [credit, goods, tax, at.freight])
      for (const status of ['estimate', 'issued', 'bid_request'] as const) {
        const lines = [
          { productID: ware.id, quantityOrdered: 10 },
          { productID, quantityOrdered: 1 },
        ];
        const order = buyer.call(createSalesOrder, { body: { customerID: at.customer.id, status, lines } });
        expect(await apiRefusal(order)).toMatchObject({ status: 400, errors: [{ path: 'lines.1.productID' }] });
      }
  });

  it('alone become a credit memo', async () => {
    const order = await issued([{ productID: goods.id, quantityOrdered: 2 }]);
    const invoice = await at.admin.call(createInvoice, { body: { orderID: order.id } });
    expect(invoice).toMatchObject({ totalInvoiced: 0, carried: 20 });
    const { items } = await at.admin.call(listTransactions, { query: {} });
    const carried = items.filter(({ note }) => note?.includes(`order ${order.number} `));
    expect(carried.map(({ type, amount }) => [type.code, amount])).toEqual([['credit_memo', 20]]);
  });
});

describe('typed tax', () => {
  it('goes onto the invoices by what they bill', async () => {
    const few = await at.admin.call(createProduct, { body: { sku: 'FEW', description: 'Few', unitValue: 10 } });
    await at.stock(few, 1);
    const order = await issued([
      { productID: few.id, quantityOrdered: 10 },
      { productID: tax.id, quantityOrdered: 1 },
    ]);
    expect(order.total).toBe(108.25);
    const first = await ship(order);
    expect(first).toMatchObject({ totalInvoiced: 10.83, lines: [{ total: 10 }, { total: 0.83 }] });
    const { rows } = await at.kernel.a.run((ctx) =>
      sql`select rest::text, owing::text from commerce.v_order_owing where order_id = ${order.id}`.execute(
        ctx.em.query(),
      ),
    );
    expect(rows).toEqual([{ rest: '97.42', owing: '108.25' }]);
    // Payments of the order first cover the part that is not invoiced. Only the excess covers its invoice.
    for (const [amount, owing] of [
      [20, '10.83'],
      [80, '8.25'],
    ] as const) {
      const body = { customerID: at.customer.id, typeCode: 'payment' as const, methodCode: 'check' as const, amount };
      await at.admin.call(createTransaction, { body: { ...body, orderID: order.id } });
      const asked = await at.kernel.a.run((ctx) =>
        sql`select owing::text from commerce.v_invoice_owing where invoice_id = ${first.id}`.execute(ctx.em.query()),
      );
      expect(asked.rows).toEqual([{ owing }]);
    }
    await at.stock(few, 9);
    const second = await ship(order);
    expect(second).toMatchObject({ totalInvoiced: 97.42, lines: [{ total: 90 }, { total: 7.42 }] });
    expect(await read(order.id)).toMatchObject({ status: { code: 'fulfilled' } });
    expect(await at.violations()).toEqual([]);
  });
});

describe('sales', () => {
  it('are wares and services less what comes off, without freight and tax', async () => {
    const advice = await at.admin.call(createProduct, {
      body: { sku: 'ADVICE', description: 'Advice', productType: 'service', unitValue: 30, unitCost: 12 },
    });
    const invoice = await ship(
      await issued([
        { productID: ware.id, quantityOrdered: 10 },
        { productID: advice.id, quantityOrdered: 1 },
        { productID: credit.id, quantityOrdered: 1 },
        { productID: goods.id, quantityOrdered: 2 },
        { productID: at.freight.id, quantityOrdered: 1 },
        { productID: tax.id, quantityOrdered: 1 },
      ]),
    );
    expect(invoice.totalInvoiced).toBe(133.25);
    const view = async (text: string, id: string) => {
      const { rows } = await at.kernel.a.run((ctx) =>
        sql<Record<string, string>>`select sales::text from ${sql.raw(text)} = ${id}`.execute(ctx.em.query()),
      );
      return rows.map(({ sales }) => sales);
    };
    expect(await view('commerce.v_invoices where id', invoice.id)).toEqual(['100.00']);
    expect((await view('commerce.v_invoice_lines where invoice_id', invoice.id)).sort()).toEqual(
      ['100.00', '30.00', '-10.00', '-20.00', null, null].sort(),
    );
    const amounts = { WARE: 40, FREIGHT: 5, TAX: 3.25 };
    const lines = Object.entries(amounts).map(([sku, amount]) => ({
      invoiceLineID: invoice.lines.find((line) => line.sku === sku)?.id ?? '',
      amount,
    }));
    await at.admin.call(creditInvoice, { params: { invoiceID: invoice.id }, body: { lines, reason: 'Too dear' } });
    const credits = await view('commerce.v_credits where invoice_id', invoice.id);
    expect(credits).toEqual(['40.00']);
    const margins = await at.admin.call(listMargins, {
      query: { groupBy: 'order', orderIDs: [invoice.order?.id ?? ''] },
    });
    expect(margins.items).toMatchObject([{ revenue: 60, cost: 22 }]);
    expect(await at.violations()).toEqual([]);
  });
});

describe('how far an order is', () => {
  it('is all only for all of it, and nothing only for nothing', async () => {
    const buyer = await at.kernel.a.as('customer', { customerID: at.customer.id });
    const order = await issued([{ productID: ware.id, quantityOrdered: 1_000 }]);
    for (const [shipped, ratio, stage] of [
      ['0', 0, 'accepted'],
      ['0.001', 0.01, 'partly_shipped'],
      ['4', 0.01, 'partly_shipped'],
      ['997', 0.99, 'partly_shipped'],
      ['999.999999', 0.99, 'partly_shipped'],
      ['1000', 1, 'shipped'],
    ] as const) {
      await at.kernel.a.run((ctx) =>
        sql`update commerce.sales_order set quantity_shipped = ${shipped}::numeric
          where account_id = ${ctx.account.id} and id = ${order.id}`.execute(ctx.em.query()),
      );
      expect(await read(order.id), shipped).toMatchObject({ shipProgress: ratio });
      const own = await buyer.call(getOwnOrder, { params: { orderID: order.id } });
      expect(own.stage.code, shipped).toBe(stage);
    }
  });
});

describe('a target of a sales rep', () => {
  it('counts nothing of customers that are exempt by themselves, their type or a price group', async () => {
    const rep = await salesRepOf(at);
    const accountID = at.kernel.a.id;
    const team = await at.admin.call(listTeamUsers, { params: { accountID }, query: {} });
    const userID = team.items.find(({ email }) => email === rep.email)?.id ?? '';
    const group = (typeCode: 'customer_type' | 'price_group') =>
      at.admin.call(createAccountGroup, { body: { name: `Exempt ${typeCode}`, typeCode, isCommissionExempt: true } });
    const [type, prices] = [await group('customer_type'), await group('price_group')];
    const invoice = await ship(await issued([{ productID: ware.id, quantityOrdered: 10 }]));
    await at.admin.call(createSalesTarget, {
      params: { accountID, userID },
      body: { amount: 100, startDate: invoice.date, endDate: invoice.date },
    });
    const counted = async (body: object) => {
      const params = { customerID: at.customer.id };
      await at.admin.call(updateCustomer, { params, body });
      const { items } = await at.admin.call(listSalesTargetResults, { query: {} });
      return items.map(({ actual }) => actual);
    };
    expect(await counted({})).toEqual([100]);
    expect(await counted({ isCommissionExempt: true })).toEqual([0]);
    expect(await counted({ isCommissionExempt: false, customerTypeGroupID: type.id })).toEqual([0]);
    expect(await counted({ customerTypeGroupID: null, customerPriceGroupIDs: [prices.id] })).toEqual([0]);
    expect(await counted({ customerPriceGroupIDs: [] })).toEqual([100]);
  });
});
