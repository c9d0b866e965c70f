import { addDays, dateIn, searchRecords } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, isCut, testNow } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Customer,
  changeSalesOrderStatus,
  createAccountGroup,
  createCustomer,
  deleteSalesOrder,
  getSalesOrderSummary,
  listFrequentlyOrderedProducts,
  listPriorities,
  listSalesOrders,
  type SalesOrder,
  salesOrderRow,
  updateCustomer,
} from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture, shipTo } from '../record/sales-order-fixture.ts';

let at: OrderFixture;
let acme: Customer;
/**
 * Orders of Lakeside: 1000 estimate, 1001 issued. Orders of Acme: 1002 issued and promised for last week, 1003 bid
 * request.
 */
let orders: SalesOrder[];
const today = dateIn('UTC', testNow);

const issue = (order: SalesOrder) =>
  at.admin.call(changeSalesOrderStatus, { params: { orderID: order.id }, body: { statusChange: 'issued' } });

beforeAll(async () => {
  at = await orderFixture();
  const type = await at.admin.call(createAccountGroup, { body: { name: 'Dealer', typeCode: 'customer_type' } });
  acme = await at.admin.call(createCustomer, {
    body: { name: 'Acme Tools', customerTypeGroupID: type.id, shipToAddress: shipTo },
  });
  const { items: priorities } = await at.admin.call(listPriorities, {});
  const low = priorities.find(({ code }) => code === 'low')!;
  orders = [
    await at.create({ customerPO: 'ALPHA-1' }),
    await at.create({
      lines: [{ productID: at.hat.id, quantityOrdered: 3 }],
      acknowledgementEmailContacts: ['x@y.test'],
    }),
    await at.create({
      customerID: acme.id,
      promisedAt: addDays(today, -7),
      lines: [
        { productID: at.hat.id, quantityOrdered: 30 },
        { productID: at.glove.id, quantityOrdered: { measure: 1, unitID: at.unit('ct12pr') } },
      ],
    }),
    await at.create({ customerID: acme.id, status: 'bid_request', priorityID: low.id, lines: [] }),
  ];
  await issue(orders[1]!);
  await issue(orders[2]!);
});
afterAll(() => at?.kernel.stop());

type ListInput = NonNullable<Parameters<typeof at.admin.call<typeof listSalesOrders>>[1]>['query'];
const numbers = async (query: ListInput): Promise<string[]> =>
  (await at.admin.call(listSalesOrders, { query })).items.map(({ number }) => number);

describe('the list', () => {
  it('has every field of a row, newest first', async () => {
    const { items, count } = await at.admin.call(listSalesOrders, {});
    expect(count).toBe(4);
    expect(items.map(({ number }) => number)).toEqual(['1003', '1002', '1001', '1000']);
    const row = items[1]!;
    expect(Object.keys(row).sort()).toEqual(Object.keys(salesOrderRow.shape).sort());
    expect(row).toMatchObject({
      customerPO: null,
      priority: { code: 'normal' },
      lineCount: 2,
      status: { code: 'issued' },
      customer: { name: 'Acme Tools', number: acme.number, status: 'normal' },
      shipTo: { city: 'Duluth' },
      email: null,
      total: 364,
      pickProgress: 0,
      fulfillmentProgress: 0,
      shipments: [],
      pickID: expect.stringMatching(/^pik_/),
      isPaid: false,
      productionRunID: null,
      promisedAt: addDays(today, -7),
    });
    expect(items[2]).toMatchObject({ email: 'x@y.test', shipTo: { city: 'Duluth' } });
    expect(items[3]).toMatchObject({ email: 'buyer@lakeside.test', customerPO: 'ALPHA-1' });
  });

  it('filters', async () => {
    const { items } = await at.admin.call(listSalesOrders, { query: { query: 'Acme' } });
    const group = await at.admin.call(listSalesOrders, {
      query: { customerGroupIDs: [acme.customerTypeGroup?.id ?? ''] },
    });
    expect(items.map(({ id }) => id)).toEqual(group.items.map(({ id }) => id));
    expect(await numbers({ statusCodes: ['estimate', 'bid_request'] })).toEqual(['1003', '1000']);
    expect(await numbers({ customerIDs: [acme.id] })).toEqual(['1003', '1002']);
    expect(await numbers({ priorityCodes: ['low'] })).toEqual(['1003']);
    expect(await numbers({ itemIDs: [at.hat.id] })).toEqual(['1002', '1001']);
    expect(await numbers({ itemIDs: [at.glove.id], isOpen: true })).toEqual(['1002']);
    expect(await numbers({ isOpen: false })).toEqual(['1003', '1000']);
    expect(await numbers({ isLate: true })).toEqual(['1002']);
    expect(await numbers({ isLate: false, isOpen: true })).toEqual(['1001']);
    expect(await numbers({ promisedStartDate: addDays(today, -7), promisedEndDate: addDays(today, -7) })).toEqual([
      '1002',
    ]);
    expect(await numbers({ endDate: addDays(today, -2) })).toEqual([]);
    expect(await numbers({ startDate: addDays(today, -2) })).toHaveLength(4);
    expect(await numbers({ issuedStartDate: addDays(today, -2), sortBy: 'number' })).toEqual(['1001', '1002']);
    expect(await numbers({ salesRepIDs: [`mem_${'0'.repeat(26)}`] })).toEqual([]);
  });

  it('sorts, orders without a date last where the latest come first', async () => {
    expect(await numbers({ sortBy: 'total', sortOrder: 'desc' })).toEqual(['1002', '1001', '1000', '1003']);
    expect(await numbers({ sortBy: 'customer', sortOrder: 'asc' })).toEqual(['1002', '1003', '1000', '1001']);
    expect((await numbers({ sortBy: 'promisedAt', sortOrder: 'desc' }))[0]).toBe('1002');
    expect((await numbers({ sortBy: 'issuedAt', sortOrder: 'desc' })).slice(0, 2)).toEqual(['1002', '1001']);
    expect(await numbers({ sortBy: 'createdAt', skip: 1, take: 2 })).toEqual(['1001', '1002']);
    const early = await at.create({ number: '999', lines: [] });
    expect((await numbers({ sortBy: 'number' }))[0]).toBe('999');
    await at.admin.call(deleteSalesOrder, { params: { orderID: early.id } });
    const unknown = await apiRefusal(at.admin.callUnchecked(listSalesOrders, { query: { sortBy: 'shoeSize' } }));
    expect(unknown.message).toBeTruthy();
    expect(unknown.errors[0]?.message).toContain('sortBy must be one of');
  });

  it.skipIf(isCut)('reads every sorting from an index', async () => {
    const plans = await at.kernel.a.run(async (ctx) => {
      const query = ctx.em.query();
      await sql`set local enable_sort = off`.execute(query);
      const columns = [
        'created_at',
        'number_key',
        "coalesce(issued_at, '-infinity'::timestamptz)",
        "coalesce(promised_at, '-infinity'::date)",
        'total',
        'customer_name',
      ];
      const found: string[] = [];
      for (const column of columns) {
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from commerce.sales_order
          where account_id = ${sql.lit(ctx.account.id)} and deleted_at is null
          order by ${sql.raw(column)} desc, id desc limit 50`.execute(query);
        found.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return found;
    });
    for (const plan of plans) {
      expect(plan).toMatch(/Index (Only )?Scan Backward using sales_order_list_/);
      expect(plan).not.toMatch(/Sort Key/);
    }
  });

  it('does not show what is deleted', async () => {
    const order = await at.create({ customerPO: 'GONE-1' });
    expect(await numbers({ query: 'GONE-1' })).toEqual([order.number]);
    await at.admin.call(deleteSalesOrder, { params: { orderID: order.id } });
    expect(await numbers({ query: 'GONE-1' })).toEqual([]);
    expect(await numbers({})).not.toContain(order.number);
  });
});

describe('search', () => {
  it('finds by number, customer PO, customer name and number, and follows a new name', async () => {
    const jobs = await at.kernel.jobs();
    expect(await numbers({ query: '1002' })).toEqual(['1002']);
    expect(await numbers({ query: 'alpha' })).toEqual(['1000']);
    expect(await numbers({ query: `acme ${acme.number}` })).toEqual(['1003', '1002']);
    const found = await at.admin.call(searchRecords, { query: { query: '1002' } });
    const { id, total } = orders[2]!;
    expect(found.items).toContainEqual(expect.objectContaining({ id, status: 'Issued', total }));
    await at.admin.call(updateCustomer, { params: { customerID: acme.id }, body: { name: 'Zenith Works' } });
    await jobs.idle();
    expect(await numbers({ query: 'zenith' })).toEqual(['1003', '1002']);
    expect(await numbers({ query: 'acme' })).toEqual([]);
    expect(await numbers({ sortBy: 'customer', sortOrder: 'desc', take: 2 })).toEqual(['1003', '1002']);
  });
});

describe('figures', () => {
  it('count open, late and quoted orders, the week and the best customers', async () => {
    const summary = await at.admin.call(getSalesOrderSummary, {});
    expect(summary.open).toEqual({ count: 2, total: 395 });
    expect(summary.late).toEqual({ count: 1, total: 364 });
    expect(summary.quoted).toEqual({ count: 2, total: 9 });
    expect(summary.days).toHaveLength(14);
    expect(summary.days.at(-1)).toEqual({ date: today, count: 4, total: 404 });
    expect(summary.thisWeek).toEqual({ count: 4, total: 404 });
    expect(summary.topCustomers.map(({ id, total }) => [id, total])).toEqual([
      [acme.id, 364],
      [at.customer.id, 31],
    ]);
  });
});

describe('frequently ordered products', () => {
  it('count the orders that were issued, in base units', async () => {
    await issue(
      await at.create({ customerID: acme.id, lines: [{ productID: at.hat.id, quantityOrdered: 2, unitPrice: 9 }] }),
    );
    const params = { customerID: acme.id };
    const { items, count } = await at.admin.call(listFrequentlyOrderedProducts, { params });
    expect(count).toBe(2);
    expect(items[0]).toMatchObject({
      product: { sku: 'HAT', unitValue: 10.333333 },
      orderCount: 2,
      quantityOrdered: { measure: 32, unit: 'each' },
      lastUnitPrice: 9,
      lastQuantity: { measure: 2, unit: 'each' },
    });
    expect(items[1]).toMatchObject({
      product: { sku: 'GLOVE' },
      orderCount: 1,
      quantityOrdered: { measure: 12, unit: 'pair' },
    });
    const searched = await at.admin.call(listFrequentlyOrderedProducts, { params, query: { query: 'leather' } });
    expect(searched.items.map(({ product }) => product.sku)).toEqual(['GLOVE']);
    expect(await at.admin.call(listFrequentlyOrderedProducts, { params, query: { skip: 5 } })).toEqual({
      items: [],
      count: 2,
    });
    const missing = { customerID: `cus_${'0'.repeat(26)}` };
    expect(await apiRefusal(at.admin.call(listFrequentlyOrderedProducts, { params: missing }))).toMatchObject({
      status: 404,
    });
  });
});
