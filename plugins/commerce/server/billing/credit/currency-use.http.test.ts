import { getAccount, newID, updateAccount } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { apiRefusal, kernelOf, type TestKernel, type TestPerson, until } from '@millwright/core/testing';
import { createProduct, updateProduct } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAccountPrice,
  createCustomer,
  createPurchaseOrderBody,
  createSalesOrder,
  createSalesOrderBody,
  createSupplier,
  deleteSalesOrder,
  salesOrderLinePatch,
} from '../../../contracts/index.ts';
import { createDemoFreightRate } from '../../fulfilment/freight-rate/freight-rate-demo.ts';
import commerce from '../../plugin.ts';
import { createDemoOrderDiscount } from '../../pricing/pricing-demo.ts';
import { PurchaseOrderService } from '../../purchasing/purchase-order/purchase-order.service.ts';
import { SalesOrderLineService } from '../../sales/sales-order/lines/sales-order-line.service.ts';
import { SalesOrderService } from '../../sales/sales-order/sales-order.service.ts';
import { shippingTermRecord } from '../../terms/shipping-term/shipping-term.part.ts';

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
  // An unchanged currency is not checked.
  expect(await change('USD')).toMatchObject({ currency: 'USD' });
});

describe('a change of the currency and the first document with an amount at one moment', () => {
  let boss: TestPerson;
  let customerID: string;
  let supplierID: string;
  let itemID: string;
  beforeAll(async () => {
    boss = await kernel.a.as('admin');
    itemID = (await boss.call(createProduct, { body: { sku: 'FREE', description: 'Free', unitValue: 0 } })).id;
    customerID = (await boss.call(createCustomer, { body: { name: 'Lakeside' } })).id;
    supplierID = (await boss.call(createSupplier, { body: { name: 'Yarns' } })).id;
  });
  const change = (currency: string, more: { name?: string } = {}) =>
    boss.call(updateAccount, { params: { accountID: kernel.a.id }, body: { currency, ...more } });
  /** Waits until this number of transactions wait for a lock. Fails if a call returns instead of waiting. */
  const waiting = async (ctx: AccountContext, count: number, ...calls: Promise<unknown>[]): Promise<void> => {
    const early = Promise.race(calls).then(() => Promise.reject(new Error('It came back instead of waiting')));
    const waits = until(`${count} that wait`, async () => {
      const { rows } = await sql`select from pg_catalog.pg_locks where not granted`.execute(ctx.em.query());
      return rows.length >= count;
    });
    await Promise.race([waits, early]);
  };
  const salesOrder = (unitPrice: number, number?: string) =>
    createSalesOrderBody.parse({ customerID, number, lines: [{ productID: itemID, quantityOrdered: 1, unitPrice }] });

  it('that comes first lets the document wait', async () => {
    const done: string[] = [];
    let both: Promise<{ id: string }> | undefined;
    await kernel.a.run(async (ctx) => {
      // The name is written last when an account is changed, so the transaction holds all of its other locks by then.
      await sql`select from core.party where account_id = ${ctx.account.id} and id = ${ctx.account.id}
        for update`.execute(ctx.em.query());
      const changed = change('EUR', { name: 'Northern Mill' });
      await waiting(ctx, 1, changed);
      const ordered = boss.call(createSalesOrder, { body: salesOrder(40) });
      both = Promise.all([changed.then(() => done.push('currency')), ordered.then(() => done.push('order'))]).then(
        () => ordered,
      );
      await waiting(ctx, 2, changed, ordered);
    });
    const order = (await both) as { id: string };
    expect(done).toEqual(['currency', 'order']);
    expect(await apiRefusal(change('USD'))).toMatchObject({ code: 'currency_in_use' });
    await boss.call(deleteSalesOrder, { params: { orderID: order.id } });
    await change('USD');
  });

  const writings: Record<string, (ctx: AccountContext) => Promise<unknown>> = {
    'a new order': (ctx) => kernel.services.get(SalesOrderService).create(ctx, salesOrder(40)),
    'an order with a number of its own': (ctx) =>
      kernel.services.get(SalesOrderService).create(ctx, salesOrder(40, 'A-17')),
    'an order that costs nothing yet': async (ctx) => {
      const { rows } = await sql<{ orderID: string; lineID: string }>`select order_id as "orderID", id as "lineID"
        from commerce.sales_order_line where account_id = ${ctx.account.id} order by id desc limit 1`.execute(
        ctx.em.query(),
      );
      const [{ orderID, lineID }] = rows as [{ orderID: string; lineID: string }];
      const patch = salesOrderLinePatch.parse({ unitPrice: 40 });
      await kernel.services.get(SalesOrderLineService).update(ctx, orderID, lineID, patch);
      return { id: orderID };
    },
    'a purchase order': (ctx) =>
      kernel.services.get(PurchaseOrderService).create(
        ctx,
        createPurchaseOrderBody.parse({
          supplierID,
          lines: [{ itemID, quantityOrdered: 2, unitPrice: 5 }],
        }),
      ),
  };

  /** First amounts of records without number and without a row before: written in any way, they are waited for. */
  const amounts: Record<string, (ctx: AccountContext) => Promise<unknown>> = {
    'the price of an item': (ctx) =>
      sql`update inventory.item set unit_value = 3 where account_id = ${ctx.account.id} and id = ${itemID}`.execute(
        ctx.em.query(),
      ),
    'the price of a customer': (ctx) =>
      ctx.em.insert('commerce.account_price', [
        {
          ...stamped(ctx),
          id: newID('apr'),
          customer_id: customerID,
          item_id: itemID,
          unit_id: 'unt_each',
          unit_value: '3',
        },
      ]),
    'a discount': createDemoOrderDiscount,
    'the flat rate of a shipping term': (ctx) => shippingTermRecord.create(ctx, { name: 'Flat', flatRate: 9.5 }),
    'a freight rate': createDemoFreightRate,
  };
  const stamped = (ctx: AccountContext) => ({ version: 1, created_at: ctx.clock.now(), updated_at: ctx.clock.now() });
  it.each(Object.keys(amounts))('waits for %s, and is refused then', async (name) => {
    let changed: Promise<unknown> | undefined;
    await kernel.a.run(async (ctx) => {
      await amounts[name]?.(ctx);
      await ctx.em.flush();
      changed = change('EUR').catch((error: unknown) => error);
      await waiting(ctx, 1, changed);
    });
    expect(await apiRefusal(Promise.reject(await changed))).toMatchObject({ status: 409, code: 'currency_in_use' });
    await kernel.a.run(async (ctx) => {
      for (const statement of [
        sql`update inventory.item set unit_value = 0 where account_id = ${ctx.account.id}`,
        sql`delete from commerce.account_price where account_id = ${ctx.account.id}`,
        sql`delete from commerce.order_discount where account_id = ${ctx.account.id}`,
        sql`update commerce.shipping_term set flat_rate = null where account_id = ${ctx.account.id}`,
        sql`delete from commerce.freight_rate_step where account_id = ${ctx.account.id}`,
      ])
        await statement.execute(ctx.em.query());
    });
  });

  it('lets a price wait that comes second', async () => {
    const order: string[] = [];
    let both: Promise<unknown> | undefined;
    await kernel.a.run(async (ctx) => {
      const changed = change('EUR');
      await waiting(ctx, 1, changed);
      const priced = boss.call(updateProduct, { params: { itemID }, body: { unitValue: 3 } });
      both = Promise.all([changed.then(() => order.push('currency')), priced.then(() => order.push('price'))]);
      await waiting(ctx, 2, changed, priced);
    });
    await both;
    expect(order).toEqual(['currency', 'price']);
    await boss.call(updateProduct, { params: { itemID }, body: { unitValue: 0 } });
    await change('USD');
  });

  it.each(Object.keys(writings))('waits for %s, and is refused then', async (name) => {
    if (name.includes('yet')) await boss.call(createSalesOrder, { body: salesOrder(0) });
    let changed: Promise<unknown> | undefined;
    const written = (await kernel.a.run(async (ctx) => {
      const document = await writings[name]?.(ctx);
      await ctx.em.flush();
      changed = change('EUR').catch((error: unknown) => error);
      await waiting(ctx, 1, changed);
      return document;
    })) as { id: string };
    expect(await apiRefusal(Promise.reject(await changed))).toMatchObject({ status: 409, code: 'currency_in_use' });
    if (written.id.startsWith('so_')) await boss.call(deleteSalesOrder, { params: { orderID: written.id } });
  });
});
