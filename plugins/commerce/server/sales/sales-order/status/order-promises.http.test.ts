import { addDays, applyChangeSet, createImport, dateIn, newID, undoChangeSet } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import type { TestPerson } from '@millwright/core/testing';
import { apiRefusal, isCut, until } from '@millwright/core/testing';
import {
  deleteInventoryHold,
  getItemPromises,
  type Product,
  promiseItems,
  putInventoryHold,
  updatePromiseSettings,
} from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkChangeSalesOrderStatus,
  bulkDeleteSalesOrders,
  changeSalesOrderStatus,
  createCustomer,
  createSalesOrder,
  createSalesOrderLine,
  deleteSalesOrderLine,
  getSalesOrder,
  listPriorities,
  listSalesOrders,
  type SalesOrder,
  type SalesOrderStatus,
  updateCustomer,
  updateSalesOrder,
  updateSalesOrderLine,
} from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture, productOf, shipTo } from '../record/sales-order-fixture.ts';

let at: OrderFixture;

beforeAll(async () => {
  at = await orderFixture();
});
afterAll(() => at.kernel.stop());

const read = (order: { id: string }): Promise<SalesOrder> =>
  at.admin.call(getSalesOrder, { params: { orderID: order.id } });

/** Reserved and ordered quantity of each line: `3 of 5`, or `-` without a demand. */
const promised = (order: SalesOrder): string[] =>
  order.lines.map(({ reserved, short }) =>
    reserved && short ? `${reserved.measure} of ${reserved.measure + short.measure} ${reserved.unit}` : '-',
  );
const promisesOf = async (order: { id: string }): Promise<string[]> => promised(await read(order));

const give = (order: { id: string }, statusChange: SalesOrderStatus, holdID?: string): Promise<SalesOrder> =>
  at.admin.call(changeSalesOrderStatus, {
    params: { orderID: order.id },
    body: { statusChange, ...(holdID ? { holdID } : {}) },
  });

const orderOf = (product: Product, quantity: number, more: object = {}): Promise<SalesOrder> =>
  at.create({ lines: [{ productID: product.id, quantityOrdered: quantity }], ...more });

const hold = async (person: TestPerson, product: Product, quantity: number): Promise<string> => {
  const holdID = newID('hold');
  await person.call(putInventoryHold, {
    params: { holdID },
    body: { lines: [{ itemID: product.id, quantity }] },
  });
  return holdID;
};

const imported = async (rows: readonly string[]): Promise<void> => {
  const lines = ['Order number,Customer number,Status,SKU,Quantity', ...rows];
  const { id } = await at.admin.call(createImport, {
    query: { type: 'sales-orders', fileName: 'orders.csv' },
    body: new Blob([lines.join('\n')]),
  });
  await at.admin.call(applyChangeSet, { params: { changeSetID: id }, body: {} });
};

const day = (days: number): string => addDays(dateIn('UTC', at.kernel.clock.now()), days);

describe('promises to sales orders', () => {
  it('are made when an order is issued, and given back with it', async () => {
    const product = await productOf(at, 'PROMISED');
    await at.stock(product, 10);
    const estimate = await orderOf(product, 4);
    expect(promised(estimate)).toEqual(['-']);
    expect(promised(await give(estimate, 'issued'))).toEqual(['4 of 4 each']);
    const next = await orderOf(product, 8, { status: 'issued' });
    expect(next.status.code).toBe('issued');
    expect(next.issuedAt).not.toBeNull();
    expect(promised(next)).toEqual(['6 of 8 each']);
    // Freed stock serves the waiting order.
    expect(promised(await give(estimate, 'estimate'))).toEqual(['-']);
    expect(await promisesOf(next)).toEqual(['8 of 8 each']);
    await give(estimate, 'issued');
    await give(next, 'closed_short');
    expect(await promisesOf(next)).toEqual(['-']);
    expect(await promisesOf(estimate)).toEqual(['4 of 4 each']);
    expect(promised(await give(next, 'issued'))).toEqual(['6 of 8 each']);
    expect(await at.violations()).toEqual([]);
  });

  it('count sale products only, in the unit of the line', async () => {
    const pairs = at.glove;
    await at.stock(pairs, 12);
    const order = await at.create({
      status: 'issued',
      lines: [
        { productID: pairs.id, quantityOrdered: { measure: 2, unitID: at.unit('ct12pr') } },
        { productID: at.freight.id, quantityOrdered: 1 },
      ],
    });
    expect(promised(order)).toEqual(['1 of 2 ct12pr', '-']);
    expect(order.lines[0]?.short?.measure).toBe(1);
    await give(order, 'estimate');
  });

  it('follow the lines, the priority and the promised date of an issued order', async () => {
    const [product, other] = [await productOf(at, 'EDITED'), await productOf(at, 'EDITED-2')];
    await at.stock(product, 10);
    await at.stock(other, 10);
    const order = await orderOf(product, 6, { status: 'issued' });
    const params = { orderID: order.id };
    const added = await at.admin.call(createSalesOrderLine, {
      params,
      body: { productID: other.id, quantityOrdered: 11 },
    });
    expect(added).toMatchObject({ reserved: { measure: 10 }, short: { measure: 1 }, firstDate: null });
    const line = { ...params, salesOrderLineID: added.id };
    const smaller = await at.admin.call(updateSalesOrderLine, { params: line, body: { quantityOrdered: 3 } });
    expect(smaller).toMatchObject({ reserved: { measure: 3 }, short: { measure: 0 } });
    const swapped = await at.admin.call(updateSalesOrderLine, { params: line, body: { productID: product.id } });
    expect(swapped).toMatchObject({ reserved: { measure: 3 }, short: { measure: 0 } });
    await at.admin.call(deleteSalesOrderLine, { params: line });
    expect(await promisesOf(order)).toEqual(['6 of 6 each']);

    // The waiting order is served by its priority and not by the time of issue.
    const [early, urgent] = [await orderOf(product, 5, { status: 'issued' }), await orderOf(product, 5)];
    await give(urgent, 'issued');
    expect([await promisesOf(early), await promisesOf(urgent)]).toEqual([['4 of 5 each'], ['0 of 5 each']]);
    const { items } = await at.admin.call(listPriorities, {});
    const high = items.find(({ code }) => code === 'high')?.id ?? '';
    await at.admin.call(updateSalesOrder, { params: { orderID: urgent.id }, body: { priorityID: high } });
    await at.admin.call(updateSalesOrder, { params: { orderID: early.id }, body: { promisedAt: day(3) } });
    expect(await at.violations()).toEqual([]);
    const shrunk = await at.admin.call(updateSalesOrder, {
      params,
      body: { lines: [{ productID: product.id, quantityOrdered: 2 }] },
    });
    expect(promised(shrunk)).toEqual(['2 of 2 each']);
    expect([await promisesOf(early), await promisesOf(urgent)]).toEqual([['4 of 5 each'], ['4 of 5 each']]);
    expect(await at.violations()).toEqual([]);
  });

  it('say when the rest comes, and which orders wait', async () => {
    const product = await productOf(at, 'DATED');
    await at.stock(product, 2);
    await at.stock(product, 3, day(5));
    await at.stock(product, 10, day(9));
    const first = await orderOf(product, 4, { status: 'issued' });
    const second = await orderOf(product, 4, { status: 'issued' });
    const third = await orderOf(product, 100, { status: 'issued' });
    const firstDates = [first, second, third].map(({ lines }) => lines[0]?.firstDate);
    expect(firstDates).toEqual([day(5), day(9), null]);
    const issued = await orderOf(await productOf(at, 'PLENTY'), 1);
    const list = async (isShort: boolean) => {
      const { items } = await at.admin.call(listSalesOrders, {
        query: { isShort: isShort ? 'true' : 'false', itemIDs: [product.id, issued.lines[0]?.product.id ?? ''] },
      });
      return new Map(items.map((row) => [row.id, row.isShort]));
    };
    expect(await list(true)).toEqual(new Map([first, second, third].map(({ id }) => [id, true])));
    expect(await list(false)).toEqual(new Map([[issued.id, false]]));
  });

  // The day is the same in four places: the form (by its hold), the issue dialog and the item page (by quantity), and
  // the order.
  it.each([
    { of: 'what comes', supplies: [[5, 10]], first: 5 },
    { of: 'what is late: not today', supplies: [[-3, 10]], first: 1 },
    {
      of: 'what is late beside what comes today: not today',
      supplies: [
        [-3, 3],
        [0, 3],
      ],
      first: 1,
    },
    {
      of: 'what is late and never counts',
      supplies: [
        [-3, 10],
        [6, 10],
      ],
      first: 6,
      lateSupply: 'never' as const,
    },
  ])(
    'say the same day wherever they are asked of $of',
    async ({ of, supplies, first, lateSupply = 'tomorrow' as const }) => {
      await at.admin.call(updatePromiseSettings, { body: { lateSupply } });
      const product = await productOf(at, `SAME ${of}`);
      await at.stock(product, 4);
      for (const [due = 0, quantity = 0] of supplies) await at.stock(product, quantity, day(due));
      const line = { itemID: product.id, quantity: 9 };
      const asked = async (documentID?: string) => {
        const { items } = await at.admin.call(promiseItems, { body: { lines: [line], documentID } });
        return items[0]?.firstDate;
      };
      const params = { holdID: newID('hold') };
      const held = (await at.admin.call(putInventoryHold, { params, body: { lines: [line] } })).lines[0];
      await at.admin.call(deleteInventoryHold, { params });
      const ofItem = await at.admin.call(getItemPromises, { params: { itemID: product.id }, query: { quantity: '9' } });
      const before = await asked();
      const order = await orderOf(product, 9, { status: 'issued' });
      const [sold] = (await read(order)).lines;
      expect([held?.firstDate, ofItem.why.firstDate, before, await asked(order.id), sold?.firstDate]).toEqual(
        Array(5).fill(day(first)),
      );
      expect([held?.held?.measure, sold?.reserved?.measure]).toEqual([4, 4]);
      // Later orders are served later. An order promised for an earlier day is served before.
      await at.stock(product, 20, day(8));
      await orderOf(product, 9, { status: 'issued' });
      await orderOf(product, 7, { status: 'issued', promisedAt: day(30) });
      const days = [await asked(order.id), (await read(order)).lines[0]?.firstDate];
      expect(days).toEqual([day(8), day(8)]);
      await at.admin.call(updatePromiseSettings, { body: { lateSupply: 'tomorrow' } });
    },
  );

  it('are made and given back for many orders in one step', async () => {
    const product = await productOf(at, 'MANY');
    await at.stock(product, 25);
    const orders: SalesOrder[] = [];
    for (let index = 0; index < 6; index += 1) orders.push(await orderOf(product, 5));
    const ids = orders.map(({ id }) => id);
    const issue = () => at.admin.call(bulkChangeSalesOrderStatus, { body: { ids, statusChange: 'issued' } });
    const undo = ({ undoChangeSetID }: { undoChangeSetID: string | null }) =>
      at.admin.call(undoChangeSet, { params: { changeSetID: undoChangeSetID ?? '' }, body: {} });
    const issued = await issue();
    const all = async () => (await Promise.all(orders.map(promisesOf))).flat();
    expect((await all()).sort()).toEqual(['0 of 5 each', ...Array(5).fill('5 of 5 each')]);
    expect(await at.violations()).toEqual([]);
    const back = await at.admin.call(bulkChangeSalesOrderStatus, { body: { ids, statusChange: 'estimate' } });
    expect(back).toMatchObject({ done: 6, refused: [] });
    expect(await all()).toEqual(Array(6).fill('-'));
    // After the undo the orders are issued again, with their former issue date. A second undo makes them estimates.
    const [id = ''] = ids;
    const issuedAt = async () => (await at.admin.call(getSalesOrder, { params: { orderID: id } })).issuedAt;
    const customerID = orders[0]?.customer.id ?? '';
    const setStatus = (status: 'hold_all' | 'normal') =>
      at.admin.call(updateCustomer, { params: { customerID }, body: { status } });
    await setStatus('hold_all');
    expect((await apiRefusal(undo(back))).code).toBe('undo_refused');
    await setStatus('normal');
    await undo(back);
    expect((await all()).sort()).toEqual(['0 of 5 each', ...Array(5).fill('5 of 5 each')]);
    expect(await at.violations()).toEqual([]);
    await undo(issued);
    expect([await issuedAt(), ...(await all())]).toEqual([null, ...Array(6).fill('-')]);
    await at.admin.call(bulkDeleteSalesOrders, { body: { ids } });
    expect(await at.violations()).toEqual([]);
    expect(promised(await orderOf(product, 25, { status: 'issued' }))).toEqual(['25 of 25 each']);
  });
});

describe('an order that is issued at once', () => {
  it('is refused for a customer on hold, and told as one that was issued later', async () => {
    const product = await productOf(at, 'AT-ONCE');
    const held = await at.admin.call(createCustomer, {
      body: { name: 'Held Back', status: 'hold_all', shipToAddress: shipTo },
    });
    const refused = await apiRefusal(orderOf(product, 1, { status: 'issued', customerID: held.id }));
    expect(refused).toMatchObject({ status: 409, code: 'customer_on_hold' });
    const order = await orderOf(product, 2, { status: 'issued' });
    const { rows } = await at.kernel.a.run((ctx) =>
      sql<{ type: string }>`select type from core.event_outbox where account_id = ${ctx.account.id}
        and aggregate_id = ${order.id} order by type`.execute(ctx.em.query()),
    );
    expect(rows.map(({ type }) => type)).toEqual(
      ['created', 'issued', 'status-changed'].map((step) => `commerce.sales-order.${step}`),
    );
  });
});

describe('holds of an order form', () => {
  it('are handed over to the order that is issued', async () => {
    const product = await productOf(at, 'HELD');
    await at.stock(product, 5);
    const holdID = await hold(at.admin, product, 5);
    const rival = await orderOf(product, 5, { status: 'issued' });
    expect(promised(rival)).toEqual(['0 of 5 each']);
    expect(promised(await orderOf(product, 5, { status: 'issued', holdID }))).toEqual(['5 of 5 each']);
    expect(await promisesOf(rival)).toEqual(['0 of 5 each']);
  });

  it('are given back where the order is not issued', async () => {
    const product = await productOf(at, 'HELD-2');
    await at.stock(product, 5);
    const holdID = await hold(at.admin, product, 5);
    const rival = await orderOf(product, 5, { status: 'issued' });
    const estimate = await orderOf(product, 5, { holdID });
    expect(await promisesOf(rival)).toEqual(['5 of 5 each']);
    expect(promised(estimate)).toEqual(['-']);
  });

  it('are of use to who took them only', async () => {
    const product = await productOf(at, 'HELD-3');
    await at.stock(product, 5);
    const holdID = await hold(await at.kernel.a.as('sales_rep'), product, 5);
    const order = await orderOf(product, 5, { status: 'issued', holdID });
    expect(promised(order)).toEqual(['0 of 5 each']);
    expect(promised(await give(await orderOf(product, 1), 'issued', holdID))).toEqual(['0 of 1 each']);
  });

  it('serve an order that is changed', async () => {
    const product = await productOf(at, 'HELD-4');
    await at.stock(product, 5);
    const order = await orderOf(product, 2, { status: 'issued' });
    const holdID = await hold(at.admin, product, 3);
    await orderOf(product, 5, { status: 'issued' });
    const line = { id: order.lines[0]?.id, productID: product.id, quantityOrdered: 5 };
    const changed = await at.admin.call(updateSalesOrder, {
      params: { orderID: order.id },
      body: { lines: [line], holdID },
    });
    expect(promised(changed)).toEqual(['5 of 5 each']);
  });
});

describe('orders from the portal', () => {
  const buyer = async (name: string): Promise<{ person: TestPerson; customerID: string }> => {
    const { id } = await at.admin.call(createCustomer, { body: { name, shipToAddress: shipTo } });
    return { customerID: id, person: await at.kernel.a.as('customer', { customerID: id }) };
  };

  it('are refused as a whole where a line is not there, without telling how much there is', async () => {
    const [product, plenty] = [await productOf(at, 'PORTAL'), await productOf(at, 'PORTAL-2')];
    await at.stock(product, 3);
    await at.stock(product, 10, day(4));
    await at.stock(plenty, 100);
    const { person, customerID } = await buyer('Portal Buyer');
    const order = (quantity: number, status: 'estimate' | 'issued' = 'issued') =>
      person.call(createSalesOrder, {
        body: {
          customerID,
          status,
          lines: [
            { productID: plenty.id, quantityOrdered: 1 },
            { productID: product.id, quantityOrdered: quantity },
          ],
        },
      });
    const refused = await apiRefusal(order(4));
    expect(refused).toMatchObject({ status: 409, code: 'insufficient_stock' });
    expect(refused.errors).toHaveLength(1);
    expect(refused.errors[0]?.path).toBe('lines.1.quantityOrdered');
    expect(refused.errors[0]?.message).toContain(day(4));
    expect(JSON.stringify(refused)).not.toMatch(/\b3\b/);
    expect(promised(await order(4, 'estimate'))).toEqual(['-', '-']);
    expect(promised(await order(3))).toEqual(['1 of 1 each', '3 of 3 each']);
    expect((await apiRefusal(order(1))).code).toBe('insufficient_stock');
    expect(await at.violations()).toEqual([]);
  });

  it('sell the last units once, whoever comes first', async () => {
    const product = await productOf(at, 'LAST');
    await at.stock(product, 20);
    const buyers = [await buyer('Rush 1'), await buyer('Rush 2'), await buyer('Rush 3'), await buyer('Rush 4')];
    const orders = Array.from({ length: 32 }, (_, index) => {
      const { person, customerID } = buyers[index % buyers.length] as (typeof buyers)[number];
      return person.call(createSalesOrder, {
        body: { customerID, status: 'issued', lines: [{ productID: product.id, quantityOrdered: 1 }] },
      });
    });
    const settled = await Promise.allSettled(orders);
    const sold = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    const units = sold.reduce((sum, order) => sum + (order.lines[0]?.reserved?.measure ?? 0), 0);
    const refusals = await Promise.all(
      settled.flatMap((each) => (each.status === 'rejected' ? apiRefusal(Promise.reject(each.reason)) : [])),
    );
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['insufficient_stock']));
    expect([sold.length, units]).toEqual([20, 20]);
    expect(sold.every((order) => order.lines[0]?.short?.measure === 0)).toBe(true);
    expect(await at.violations()).toEqual([]);
  });
});

describe('an order that waits for stock', () => {
  const waiting: Record<string, (product: Product) => Promise<unknown>> = {
    'and is entered': (product) => orderOf(product, 1, { status: 'issued' }),
    'and is imported': (product) => imported([`W-1,${at.customer.number},Issued,${product.sku},1`]),
  };

  it.skipIf(isCut).each(Object.keys(waiting))('%s keeps no other from its number', async (name) => {
    const [held, free] = [await productOf(at, `HELD ${name}`), await productOf(at, `FREE ${name}`)];
    await at.stock(held, 5);
    await at.stock(free, 5);
    let order: Promise<unknown> | undefined;
    await at.kernel.a.run(async (ctx) => {
      await sql`select from inventory.item_position where account_id = ${ctx.account.id} and item_id = ${held.id}
        for update`.execute(ctx.em.query());
      order = waiting[name]?.(held);
      await until('The order', async () => {
        const { rows } = await sql`select from pg_catalog.pg_locks where not granted`.execute(ctx.em.query());
        return rows.length;
      });
      // If the waiting transaction held the number series, this call would never return.
      const other = await orderOf(free, 2, { status: 'issued' });
      expect(promised(other)).toEqual(['2 of 2 each']);
    });
    await order;
    expect(await at.violations()).toEqual([]);
  });
});
