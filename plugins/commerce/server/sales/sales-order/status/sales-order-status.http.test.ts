import { checkDuplicates, emailRecord, getTimeline, listEmailLogs, undoChangeSet } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkChangeSalesOrderStatus,
  bulkDeleteCustomers,
  bulkDeleteSalesOrders,
  changeSalesOrderStatus,
  createCustomer,
  createSalesOrder,
  createSalesOrderLine,
  deleteSalesOrder,
  getSalesOrder,
  listCarriers,
  listSalesOrders,
  pickAll,
  type SalesOrder,
  type SalesOrderStatus,
  updateCustomer,
  updateSalesOrder,
} from '../../../../contracts/index.ts';
import { salesOrderEmails } from '../../emails/sales-order-emails.ts';
import { type OrderFixture, orderFixture, productOf, shipTo } from '../record/sales-order-fixture.ts';

let at: OrderFixture;
beforeAll(async () => {
  // Loading the large email renderer while the kernel runs would look like overload, and calls would be refused.
  for (const { render, sample } of salesOrderEmails) await render({ ...sample, accountName: '', baseURL: '' });
  at = await orderFixture();
});
afterAll(() => at?.kernel.stop());

const change = (
  order: SalesOrder,
  statusChange: SalesOrderStatus,
  more: { sendEmail?: boolean; version?: number } = {},
) => at.admin.call(changeSalesOrderStatus, { params: { orderID: order.id }, body: { statusChange, ...more } });

/** Types of the order's events. */
const eventsOf = (orderID: string) =>
  at.kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ type: string }>`select type from core.event_outbox
      where account_id = ${ctx.account.id} and aggregate_id = ${orderID}`.execute(ctx.em.query());
    return rows.map(({ type }) => type.replace('commerce.sales-order.', ''));
  });

describe('the status of an order', () => {
  it('goes the ways that are allowed and names them where it refuses', async () => {
    const order = await at.create({ status: 'bid_request' });
    const refused = await apiRefusal(change(order, 'closed_short'));
    expect(refused).toMatchObject({
      status: 409,
      code: 'invalid_status_change',
      message: `Order ${order.number} has status bid request; it can become estimate or issued (estimate, issued)`,
      details: { from: 'bid_request', to: 'closed_short', allowed: ['estimate', 'issued'] },
    });
    expect((await change(order, 'estimate')).status.code).toBe('estimate');
    const issued = await change(order, 'issued');
    expect(issued).toMatchObject({
      status: { code: 'issued', name: 'Issued' },
      completedAt: null,
      isDeletable: false,
      isEditable: true,
      allowedStatusChanges: ['estimate', 'closed_short'],
    });
    expect(issued.issuedAt).not.toBeNull();
    const closed = await change(order, 'closed_short');
    expect(closed).toMatchObject({ issuedAt: issued.issuedAt, isEditable: false, allowedStatusChanges: ['issued'] });
    expect(closed.completedAt).not.toBeNull();
    const again = await change(order, 'issued');
    expect(again).toMatchObject({ issuedAt: issued.issuedAt, completedAt: null });
    expect(await change(order, 'estimate')).toMatchObject({ issuedAt: null });
    expect(await apiRefusal(change(order, 'fulfilled'))).toMatchObject({ details: { allowed: ['issued'] } });
    const told = Map.groupBy(await eventsOf(order.id), (type) => type);
    expect([...told].map(([type, each]) => [type, each.length]).sort()).toEqual([
      ['created', 1],
      ['issued', 2],
      ['status-changed', 5],
    ]);
    const timeline = await at.admin.call(getTimeline, { params: { type: 'sales_order', id: order.id } });
    expect(timeline.items[0]?.changes).toEqual([{ field: 'status', from: 'Issued', to: 'Estimate' }]);
  });

  it('is one of the codes, and the version counts', async () => {
    const order = await at.create();
    const unknown = await apiRefusal(
      at.admin.callUnchecked(changeSalesOrderStatus, {
        params: { orderID: order.id },
        body: { statusChange: 'shipped' },
      }),
    );
    expect(unknown.errors).toEqual([
      {
        path: 'statusChange',
        message: 'Must be one of bid_request, estimate, issued, fulfilled, closed_short',
      },
    ]);
    expect(await apiRefusal(change(order, 'issued', { version: 9 }))).toMatchObject({ code: 'stale_version' });
  });

  it('cannot go back to an estimate once something was picked', async () => {
    const product = await productOf(at, 'PICKED');
    await at.stock(product, 1);
    const order = await at.create({ status: 'issued', lines: [{ productID: product.id, quantityOrdered: 2 }] });
    await at.admin.call(pickAll, { params: { pickID: order.pickID ?? '' }, body: {} });
    expect(await apiRefusal(change(order, 'estimate'))).toMatchObject({ details: { allowed: ['closed_short'] } });
  });

  it('is not issued for a customer on hold', async () => {
    const held = await at.admin.call(createCustomer, {
      body: { name: 'Held Traders', status: 'hold_all', shipToAddress: shipTo },
    });
    const order = await at.create({ customerID: held.id });
    expect(await apiRefusal(change(order, 'issued'))).toMatchObject({
      status: 409,
      code: 'customer_on_hold',
      message: `Held Traders is on hold: order ${order.number} cannot be issued`,
    });
    await at.admin.call(updateCustomer, { params: { customerID: held.id }, body: { status: 'hold_shipment' } });
    expect((await change(order, 'issued')).status.code).toBe('issued');
  });

  it('is not issued before it says what is ordered and where goods go', async () => {
    const { items: carriers } = await at.admin.call(listCarriers, { query: { query: 'Will call' } });
    const nowhere = await at.admin.call(createCustomer, { body: { name: 'Nowhere Yet' } });
    const charge = { productID: at.freight.id, quantityOrdered: 1 };
    const goods = { productID: at.glove.id, quantityOrdered: 1 };
    const lacks = (code: string, path: string) => ({ status: 409, code, errors: [{ path }] });
    const empty = await at.create({ lines: [] });
    expect(await apiRefusal(change(empty, 'issued'))).toMatchObject(lacks('order_without_lines', 'lines'));
    expect(await apiRefusal(at.create({ lines: [], status: 'issued' }))).toMatchObject({ code: 'order_without_lines' });
    const order = await at.create({ customerID: nowhere.id });
    expect(await apiRefusal(change(order, 'issued'))).toMatchObject(lacks('order_without_ship_to', 'shipToID'));
    const body = { customerID: nowhere.id, status: 'issued' as const };
    expect(await apiRefusal(at.create({ ...body, lines: [goods] }))).toMatchObject({ code: 'order_without_ship_to' });
    expect((await at.create({ ...body, lines: [charge] })).status.code).toBe('issued');
    const carrierID = carriers[0]?.id;
    const collected = await at.create({ ...body, lines: [goods], carrierID });
    // An issued order has to stay complete.
    const params = { orderID: collected.id };
    const sent = at.admin.call(updateSalesOrder, { params, body: { carrierID: null } });
    expect(await apiRefusal(sent)).toMatchObject({ code: 'order_without_ship_to' });
    const without = at.admin.call(updateSalesOrder, { params, body: { lines: [] } });
    expect(await apiRefusal(without)).toMatchObject({ code: 'order_without_lines' });
    const portal = await at.kernel.a.as('customer', { customerID: nowhere.id });
    const placed = portal.call(createSalesOrder, { body: { ...body, lines: [goods] } });
    expect(await apiRefusal(placed)).toMatchObject({ status: 409 });
  });

  it('closes the order for changes', async () => {
    const order = await at.create();
    await change(order, 'issued');
    const params = { orderID: order.id };
    expect(await apiRefusal(at.admin.call(deleteSalesOrder, { params }))).toMatchObject({
      code: 'order_not_deletable',
      message: `Order ${order.number} cannot be deleted. It is issued; only estimates and bid requests can be deleted`,
    });
    await at.admin.call(updateSalesOrder, { params, body: { customerPO: 'Still open' } });
    await change(order, 'closed_short');
    const message = `Order ${order.number} cannot be changed: it is closed short`;
    for (const call of [
      () => at.admin.call(updateSalesOrder, { params, body: { customerPO: 'No' } }),
      () => at.admin.call(createSalesOrderLine, { params, body: { productID: at.hat.id, quantityOrdered: 1 } }),
    ])
      expect(await apiRefusal(call())).toMatchObject({ status: 409, code: 'order_not_editable', message });
  });
});

describe('mails', () => {
  const logOf = async (orderID: string) => {
    const { items } = await at.admin.call(getTimeline, { params: { type: 'sales_order', id: orderID } });
    return items.filter(({ kind }) => kind === 'email');
  };

  it('are sent where asked, to the contacts, by a job, and land in the log', async () => {
    const jobs = await at.kernel.jobs();
    const order = await at.create({ acknowledgementEmailContacts: ['desk@lakeside.test'], customerPO: 'PO <9>' });
    expect((await change(order, 'issued')).isAcknowledgmentSent).toBe(false);
    expect(await logOf(order.id)).toEqual([]);
    await change(order, 'estimate', { sendEmail: true });
    expect(await change(order, 'issued', { sendEmail: true })).toMatchObject({ isAcknowledgmentSent: true });
    await jobs.idle();
    const { items } = await at.admin.call(listEmailLogs, { query: { query: order.number } });
    expect(items.map(({ subject, recipients, hasSent }) => ({ subject, recipients, hasSent }))).toEqual([
      {
        subject: `Account alpha confirms your order ${order.number}`,
        recipients: ['desk@lakeside.test'],
        hasSent: true,
      },
      { subject: `Estimate ${order.number} from Account alpha`, recipients: ['desk@lakeside.test'], hasSent: true },
    ]);
    const body = await at.kernel.a.run(async (ctx) => {
      const { rows } = await sql<{ html: string; text: string }>`select html, text from core.email_log
        where account_id = ${ctx.account.id} and record_id = ${order.id}
          and template = 'commerce.order-confirmation'`.execute(ctx.em.query());
      return rows[0];
    });
    expect(body?.text).toContain('GLOVE');
    expect(body?.text).toContain('$9.00');
    expect(body?.html).toContain('PO &lt;9&gt;');
    expect((await logOf(order.id)).map(({ action }) => action)).toEqual(['email_sent', 'email_sent']);
  });

  it('need somebody to get them, else nothing changes', async () => {
    const silent = await at.admin.call(createCustomer, { body: { name: 'No Mail', shipToAddress: shipTo } });
    const order = await at.create({ customerID: silent.id });
    const refused = await apiRefusal(change(order, 'issued', { sendEmail: true }));
    expect(refused.errors).toEqual([
      { path: 'sendEmail', message: 'Neither the order nor its customer has an email address' },
    ]);
    expect((await at.admin.call(getSalesOrder, { params: { orderID: order.id } })).status.code).toBe('estimate');
    const named = await at.admin.call(changeSalesOrderStatus, {
      params: { orderID: order.id },
      body: { statusChange: 'issued', sendEmail: true, recipients: ['me@nomail.test'] },
    });
    expect(named.isAcknowledgmentSent).toBe(true);
  });

  it('are sent for the record, to the customer where the order names nobody', async () => {
    const order = await at.create();
    const answer = await at.admin.call(emailRecord, { body: { type: 'sales_order', id: order.id } });
    expect(answer).toMatchObject({ recipients: ['buyer@lakeside.test'] });
  });

  it('have previews', async () => {
    for (const [path, text] of [
      ['/order-email-preview', 'Estimate 1042'],
      ['/confirmation-email-preview', 'We confirm your order 1042'],
    ] as const) {
      const mail = await at.kernel.core.emails.renderPreview(path, {
        accountName: 'Northfield',
        baseURL: 'http://x.test',
      });
      expect(mail?.html).toContain(text);
    }
  });
});

describe('many orders at once', () => {
  it('are deleted where they may be; the others are listed with the reason', async () => {
    const [first, second, third] = [await at.create(), await at.create(), await at.create()];
    await change(second!, 'issued');
    const missing = `so_${'0'.repeat(26)}`;
    const answer = await at.admin.call(bulkDeleteSalesOrders, {
      body: { ids: [first!.id, second!.id, third!.id, missing, first!.id] },
    });
    expect(answer).toEqual({
      done: 2,
      refused: [
        {
          id: second!.id,
          label: second!.number,
          reason: 'It is issued; only estimates and bid requests can be deleted',
        },
        { id: missing, label: missing, reason: 'There is no such order' },
      ],
      changeSetID: null,
      undoChangeSetID: expect.stringMatching(/^chs_/),
    });
    const stored = () =>
      at.kernel.a.run(async (ctx) => {
        const { rows } = await sql`select to_jsonb(own) - 'version' - 'updated_at' as row from commerce.sales_order own
          where account_id = ${ctx.account.id} and id = any(${[first!.id, third!.id]}::text[]) order by id`.execute(
          ctx.em.query(),
        );
        return rows;
      });
    expect(JSON.stringify(await stored())).toContain('"customer_id":null');
    const undone = await at.admin.call(undoChangeSet, {
      params: { changeSetID: answer.undoChangeSetID ?? '' },
      body: {},
    });
    expect(undone).toMatchObject({ status: 'undone', title: 'Delete 2 orders' });
    for (const was of [first, third])
      expect(await at.admin.call(getSalesOrder, { params: { orderID: was!.id } })).toEqual({
        ...was,
        version: was!.version + 2,
        updatedAt: was!.updatedAt,
      });
    const { items } = await at.admin.call(listSalesOrders, { query: { query: first!.number } });
    expect(items.map(({ id }) => id)).toContain(first!.id);
    expect((await eventsOf(first!.id)).toSorted()).toEqual(['created', 'created', 'deleted']);
    const told = await at.admin.call(getTimeline, { params: { type: 'sales_order', id: first!.id }, query: {} });
    expect(told.items.map(({ action }) => action)).toEqual(['restored', 'deleted', 'created']);
    expect(await at.violations()).toEqual([]);
  });

  it('come back only as long as what they name is there; a customer goes once its orders are deleted', async () => {
    const customer = await at.admin.call(createCustomer, { body: { name: 'Leaving' } });
    const order = await at.create({ customerID: customer.id });
    const removeCustomer = () => at.admin.call(bulkDeleteCustomers, { body: { customerIDs: [customer.id] } });
    expect(await removeCustomer()).toMatchObject({
      done: 0,
      refused: [{ reason: `used by 1 sales order (${order.number})` }],
    });
    const orders = await at.admin.call(bulkDeleteSalesOrders, { body: { ids: [order.id] } });
    const customers = await removeCustomer();
    expect(customers).toMatchObject({ done: 1, refused: [] });
    const undo = (answer: { undoChangeSetID: string | null }) =>
      at.admin.call(undoChangeSet, { params: { changeSetID: answer.undoChangeSetID ?? '' }, body: {} });
    expect(await apiRefusal(undo(orders))).toMatchObject({
      code: 'undo_refused',
      details: { refusals: [{ label: order.number, reason: 'its customer was deleted since' }] },
    });
    const history = await at.kernel.a.run(async (ctx) => {
      const { rows } = await sql<{ name: string }>`select customer_name as name from commerce.sales_order
        where account_id = ${ctx.account.id} and id = ${order.id}`.execute(ctx.em.query());
      return rows;
    });
    expect(history).toEqual([{ name: 'Leaving' }]);
    await undo(customers);
    await undo(orders);
    expect(await at.admin.call(getSalesOrder, { params: { orderID: order.id } })).toMatchObject({
      customer: { id: customer.id, number: customer.number },
    });
    expect(await at.violations()).toEqual([]);
  });

  it('are all meant only where that is said', async () => {
    const refused = async (body: object) =>
      (await apiRefusal(at.admin.callUnchecked(bulkDeleteSalesOrders, { body: body }))).errors;
    const everything = {
      path: 'filter',
      message: 'This filter means all orders; send all: true if that is what you want',
    };
    expect(await refused({ filter: {} })).toEqual([everything]);
    expect(await refused({ filter: { query: ' ', customerIDs: [''] } })).toEqual([everything]);
    expect(await refused({ filter: {}, all: false })).toEqual([everything]);
    expect(await refused({ ids: ['so_x'], all: true })).toMatchObject([{ path: 'all' }]);
    expect(await refused({ all: true })).toMatchObject([{ path: 'ids' }]);
    for (const all of [true, undefined])
      expect(await refused({ filter: { customerIDs: [] }, all })).toEqual([
        { path: 'filter.customerIDs', message: 'Must have at least one value, or be left out' },
      ]);
  });

  it('take the filter of the list, or ids, not both', async () => {
    const orders = [await at.create({ customerPO: 'BULK-1' }), await at.create({ customerPO: 'BULK-2' })];
    const filter = { query: 'BULK' };
    const changed = await at.admin.call(bulkChangeSalesOrderStatus, { body: { filter, statusChange: 'issued' } });
    expect(changed).toMatchObject({ done: 2, refused: [], changeSetID: null });
    const again = await at.admin.call(bulkChangeSalesOrderStatus, {
      body: { ids: orders.map(({ id }) => id), statusChange: 'issued' },
    });
    expect(again).toMatchObject({ done: 0, refused: [{ label: orders[0]!.number }, { label: orders[1]!.number }] });
    const both = await apiRefusal(at.admin.call(bulkDeleteSalesOrders, { body: { ids: [orders[0]!.id], filter } }));
    expect(both.errors).toEqual([{ path: 'ids', message: 'Send ids or filter' }]);
    expect(await at.admin.call(listSalesOrders, { query: { query: 'BULK', statusCodes: ['issued'] } })).toMatchObject({
      count: 2,
    });
  });
});

describe('many writers', () => {
  it('number orders without gaps', async () => {
    const before = await at.create();
    const made = await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) =>
        Promise.all(
          Array.from({ length: 4 }, (__, turn) =>
            // Every fourth order is refused late, after it has been priced.
            at
              .create(
                turn === 3
                  ? { lines: [{ productID: at.glove.id, quantityOrdered: 1 }], number: before.number }
                  : { customerPO: `W${index}-${turn}` },
              )
              .catch((error: { code?: string }) => error.code),
          ),
        ),
      ),
    );
    const answers = made.flatMap((each) => (each.status === 'fulfilled' ? each.value : [each.reason]));
    const numbers = answers.flatMap((answer) => (typeof answer === 'object' ? [Number(answer.number)] : []));
    expect(numbers.sort((a, b) => a - b)).toEqual(
      Array.from({ length: 48 }, (_, index) => Number(before.number) + 1 + index),
    );
    expect(answers.filter((answer) => answer === 'number_taken')).toHaveLength(16);
    expect(await at.violations()).toEqual([]);
  });

  it("of one order do not lose each other's lines, and one version wins", async () => {
    const order = await at.create();
    const params = { orderID: order.id };
    await Promise.all(
      Array.from({ length: 8 }, () =>
        at.admin.call(createSalesOrderLine, { params, body: { productID: at.hat.id, quantityOrdered: 1 } }),
      ),
    );
    const after = await at.admin.call(getSalesOrder, { params });
    expect(after).toMatchObject({ lineCount: 9, total: 91.64 });
    const races = await Promise.allSettled(
      Array.from({ length: 4 }, (_, index) =>
        at.admin.call(updateSalesOrder, { params, body: { customerPO: `R${index}`, version: after.version } }),
      ),
    );
    expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await at.violations()).toEqual([]);
  });

  it('with one idempotency key make one order', async () => {
    const send = () =>
      at.admin.fetch('/v1/sales-orders', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'the-same-key-8-times' },
        body: JSON.stringify({ customerID: at.customer.id, customerPO: 'ONCE', lines: [] }),
      });
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    const later = await send();
    expect(later.status).toBe(201);
    const { number } = (await later.json()) as SalesOrder;
    for (const answer of answers) {
      expect([201, 409]).toContain(answer.status);
      const body = (await answer.json()) as { number?: string; code?: string };
      if (answer.status === 201) expect(body.number).toBe(number);
      else expect(body.code).toBe('idempotency_in_progress');
    }
    expect((await at.admin.call(listSalesOrders, { query: { query: 'ONCE' } })).count).toBe(1);
  });
});

describe('duplicates', () => {
  it('are known by number, and within a customer by its own order number', async () => {
    const order = await at.create({ customerPO: 'DUP-77' });
    const ask = (recordNumber: string, customerID?: string) =>
      at.admin.call(checkDuplicates, {
        body: { type: 'sales_order', data: { recordNumber, ...(customerID ? { customerID } : {}) } },
      });
    expect((await ask(order.number)).isDuplicate).toBe(true);
    expect((await ask('DUP-77')).isDuplicate).toBe(false);
    expect(await ask('DUP-77', at.customer.id)).toEqual({
      isDuplicate: true,
      message: `Purchase order DUP-77 of this customer is on sales order ${order.number}`,
    });
    const other = await at.admin.call(createCustomer, { body: { name: 'Another' } });
    expect((await ask('DUP-77', other.id)).isDuplicate).toBe(false);
  });
});

describe('a portal customer', () => {
  it('orders for itself at list prices and sees its own orders only', async () => {
    const portal = await at.kernel.a.as('customer', { customerID: at.customer.id });
    const foreign = await at.admin.call(createCustomer, { body: { name: 'Elsewhere' } });
    const theirs = await at.create({ customerID: foreign.id });
    const lines = [{ productID: at.glove.id, quantityOrdered: 1 }];
    const own = await portal.call(createSalesOrder, { body: { customerID: at.customer.id, lines } });
    expect(own).toMatchObject({ total: 4.5, isEditable: false, allowedStatusChanges: [], lines: [{ unitCost: null }] });
    expect(await apiRefusal(portal.call(getSalesOrder, { params: { orderID: theirs.id } }))).toMatchObject({
      status: 404,
    });
    const list = await portal.call(listSalesOrders, { query: { take: 500 } });
    expect(new Set(list.items.map(({ customer }) => customer.id))).toEqual(new Set([at.customer.id]));
    const cheap = await apiRefusal(
      portal.call(createSalesOrder, {
        body: { customerID: at.customer.id, priorityID: null, lines: [{ ...lines[0]!, unitPrice: 0.01 }] },
      }),
    );
    expect(cheap).toMatchObject({ status: 400, errors: [{ path: 'lines.0.unitPrice' }] });
    const elsewhere = await apiRefusal(portal.call(createSalesOrder, { body: { customerID: foreign.id, lines } }));
    expect(elsewhere.errors).toEqual([{ path: 'customerID', message: 'There is no such customer' }]);
    const issue = portal.call(changeSalesOrderStatus, {
      params: { orderID: own.id },
      body: { statusChange: 'issued' },
    });
    expect(await apiRefusal(issue)).toMatchObject({ status: 403 });
  });
});
