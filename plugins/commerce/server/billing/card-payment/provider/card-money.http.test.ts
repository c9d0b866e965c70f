import { createIntegration, updateIntegration } from '@millwright/core/contracts';
import type { OutsideContext } from '@millwright/core/server';
import { apiRefusal, runsOf, type TestPerson } from '@millwright/core/testing';
import { createProduct, type Product } from '@millwright/inventory/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeSalesOrderStatus,
  createCustomer,
  createInvoice,
  getInvoice,
  getOwnOrder,
  getSalesOrder,
  getTransaction,
  listPortalRequests,
  payOwnInvoices,
  refundCardPayment,
} from '../../../../contracts/index.ts';
import { pendingPayment } from '../../../fulfilment/shipment/status/payment-gate.ts';
import type { OrderFixture } from '../../../sales/sales-order/record/sales-order-fixture.ts';
import { type CardFixture, cardFixture } from './card-payment-fixture.ts';

let cards: CardFixture;
let at: OrderFixture;
let buyer: TestPerson;
let advice: Product;

beforeAll(async () => {
  cards = await cardFixture();
  ({ at, buyer } = cards);
  advice = await at.admin.call(createProduct, {
    body: { sku: 'ADVICE', description: 'Advice', productType: 'service', unitValue: 50 },
  });
});
afterAll(() => cards?.stop());

/** Moves the stored times back. Advancing the clock would sign users out. */
async function minutesLater(minutes: number): Promise<void> {
  for (const [table, ...columns] of [
    ['inventory.hold', 'expires_at'],
    ['inventory.hold_line', 'expires_at'],
    ['inventory.item_position', 'holds_expire_at'],
    ['commerce.checkout_session', 'expires_at', 'hold_expires_at'],
  ])
    await cards.db.query(
      `update ${table} set ${columns.map((column) => `${column} = ${column} - interval '${minutes} min'`).join(', ')}`,
    );
}

const tasks = async (): Promise<string[]> =>
  (
    await at.admin.call(listPortalRequests, { query: { isOpen: true, kinds: ['payment', 'payment_refused'] } })
  ).items.map(({ message }) => message ?? '');

/** An invoice for a number of hours of advice at 50. */
async function invoiceOf(hours: number) {
  const order = await at.create({
    status: 'issued',
    lines: [{ productID: advice.id, quantityOrdered: hours }],
  });
  return at.admin.call(createInvoice, { body: { orderID: order.id } });
}

describe('open invoices', () => {
  it('are paid together in the portal, at what the server says, and by nobody else', async () => {
    const [one, two] = [await invoiceOf(1), await invoiceOf(2)];
    const invoiceIDs = [one.id, two.id];
    const pay = (person: TestPerson, total?: number) => person.call(payOwnInvoices, { body: { invoiceIDs, total } });
    const other = await at.admin.call(createCustomer, { body: { name: 'Else' } });
    const stranger = await at.kernel.a.as('customer', { customerID: other.id });
    expect(await apiRefusal(pay(stranger))).toMatchObject({ status: 404 });
    expect(await apiRefusal(pay(at.admin))).toMatchObject({ status: 403 });
    expect(await apiRefusal(pay(buyer, 1))).toMatchObject({ code: 'checkout_changed' });
    const older = await pay(buyer, 150);
    // In a second tab, the older page is closed at the provider and accepts no payment.
    const page = await pay(buyer);
    await cards.settle();
    expect(cards.stripe.pages.get(cards.stripe.pay(older.url))).toMatchObject({ status: 'expired', paid: false });
    await cards.tell(cards.stripe.event(cards.stripe.pay(page.url)));
    for (const invoiceID of invoiceIDs)
      expect(await at.admin.call(getInvoice, { params: { invoiceID } })).toMatchObject({ status: { code: 'paid' } });
    expect(await apiRefusal(pay(buyer))).toMatchObject({ code: 'nothing_to_pay' });
    expect(await at.violations()).toEqual([]);
  });
});

describe('wares of an order that is being paid', () => {
  it('are held for 35 minutes, once, and are the order’s however it is issued', async () => {
    await at.stock(at.glove, 2);
    const [first, rival] = [await at.offered(), await at.offered()];
    await cards.open(first);
    await cards.open(first);
    const { rows } = await cards.db.query('select quantity::float from inventory.hold_line');
    expect(rows).toEqual([{ quantity: 2 }]);
    const issue = async (orderID: string) => {
      await at.admin.call(changeSalesOrderStatus, { params: { orderID }, body: { statusChange: 'issued' } });
      return at.admin.call(getSalesOrder, { params: { orderID } });
    };
    expect((await issue(rival.id)).lines).toMatchObject([{ short: { measure: 2 } }]);
    expect((await issue(first.id)).lines).toMatchObject([{ short: { measure: 0 } }]);
    expect(await at.violations()).toEqual([]);
  });

  it('go to others once the page is over, and money that comes later is kept with a task', async () => {
    await at.stock(at.glove, 4);
    const order = await at.offered();
    const page = await cards.open(order);
    expect((await cards.db.query('select from inventory.hold_line')).rowCount).toBe(1);
    await minutesLater(36);
    const quick = await at.create({ status: 'issued', lines: [{ productID: at.glove.id, quantityOrdered: 2 }] });
    expect(quick.lines).toMatchObject([{ short: { measure: 0 } }]);
    cards.stripe.pay(page.url);
    // No event arrives: the provider is asked.
    await at.kernel.a.run((ctx) => cards.service.findOverdue(ctx));
    await cards.settle();
    expect(await cards.paidOf(order.id)).toEqual(['9.00']);
    expect((await tasks())[0]).toBe('It is paid, and not all of GLOVE is there');
    const { rows } = await cards.db.query("select status from commerce.checkout_session where status = 'open'");
    expect(rows).toEqual([]);
    expect(await at.violations()).toEqual([]);
  });
});

describe('a bank that thinks about it', () => {
  it('makes an order of which nothing leaves before the money is there', async () => {
    const order = await at.offered();
    const page = await cards.open(order);
    const id = page.url?.split('/').at(-1) ?? '';
    const state = cards.stripe.pages.get(id);
    Object.assign(state ?? {}, { status: 'complete', intent: 'processing' });
    await cards.tell(cards.stripe.event(id));
    expect(await buyer.call(getOwnOrder, { params: { orderID: order.id } })).toMatchObject({
      stage: { code: 'accepted' },
    });
    const held = () => at.kernel.a.run(async (ctx) => (await pendingPayment(ctx, order.id))?.code);
    expect(await held()).toBe('payment_pending');
    Object.assign(state ?? {}, { intent: 'requires_payment_method' });
    await cards.tell(cards.stripe.event(id, 'checkout.session.async_payment_failed'));
    expect((await tasks())[0]).toBe(`The bank has refused 9.00 for Order ${order.number}`);
    expect(await held()).toBe('payment_pending');
    // An older event arrives late, and the customer pays in the end.
    await cards.tell(cards.stripe.event(id));
    cards.stripe.pay(page.url);
    await cards.tell(cards.stripe.event(id, 'checkout.session.async_payment_succeeded'));
    expect(await held()).toBeUndefined();
    expect(await cards.paidOf(order.id)).toEqual(['9.00']);
    // What was refused is paid, so nobody has to see to it any more.
    expect(await tasks()).not.toContain(`The bank has refused 9.00 for Order ${order.number}`);
  });
});

describe('money that goes back', () => {
  const paid = async () => {
    const order = await at.offered();
    const id = cards.stripe.pay((await cards.open(order)).url);
    await cards.tell(cards.stripe.event(id));
    const { rows } = await cards.db.query(
      'select transaction_id as "transactionID" from commerce.checkout_session where order_id = $1',
      [order.id],
    );
    return { order, id, page: cards.stripe.pages.get(id)!, params: { transactionID: String(rows[0].transactionID) } };
  };
  const refunds = async (id: string) =>
    (
      await cards.db.query(
        `select amount::text, allocated::text from commerce.transaction where reference = $1
          and adjustment_type = 'refund' order by number_key`,
        [`pi_${id}`],
      )
    ).rows;
  const about = (id: string) => ({ object: 'charge', id: 'ch_1', payment_intent: `pi_${id}` });

  it('at the provider is entered once, beside what was paid back here', async () => {
    const { id, page, params } = await paid();
    page.refunded = 300;
    const told = cards.stripe.event(id, 'charge.refunded', about(id));
    await cards.tell(told);
    await cards.tell(told);
    await cards.tell(cards.stripe.event(id, 'refund.updated', about(id)));
    expect(await refunds(id)).toEqual([{ amount: '3.00', allocated: '3.00' }]);
    const { refundable } = await at.admin.call(getTransaction, { params });
    expect(await at.admin.call(refundCardPayment, { params, body: { amount: 2 } })).toMatchObject({ refunded: 5 });
    expect((await at.admin.call(getTransaction, { params })).refundable).toBe((refundable ?? 0) - 2);
    await cards.tell(cards.stripe.event(id, 'charge.refunded', about(id)));
    expect((await refunds(id)).map(({ amount }) => amount)).toEqual(['3.00', '2.00']);
    page.refunded = 300;
    await cards.tell(cards.stripe.event(id, 'refund.failed', about(id)));
    expect((await tasks())[0]).toMatch(/^2\.00 of Order \d+ could not be paid back: void its refund$/);
    expect(await at.violations()).toEqual([]);
  });

  it('in a dispute is a task, and is entered where it is lost', async () => {
    const { id, order } = await paid();
    const dispute = { status: 'needs_response', amount: 900, reason: 'product_not_received' };
    cards.stripe.disputes.set('dp_1', dispute);
    const event = (type: string) =>
      cards.stripe.event(id, `charge.dispute.${type}`, { ...about(id), object: 'dispute', id: 'dp_1' });
    await cards.tell(event('created'));
    await cards.tell(event('updated'));
    expect(await tasks()).toContain(`9.00 of Order ${order.number} are disputed (product not received).`);
    dispute.status = 'lost';
    await cards.tell(event('closed'));
    await cards.tell(event('closed'));
    expect(await refunds(id)).toEqual([{ amount: '9.00', allocated: '9.00' }]);
    expect((await tasks()).filter((task) => task.includes('dispute about'))).toHaveLength(1);
    expect(await at.violations()).toEqual([]);
  });
});

describe('keys and events', () => {
  it('of tests and of real money are never mixed', async () => {
    const order = await at.offered();
    const id = cards.stripe.pay((await cards.open(order)).url);
    const body = cards.stripe.event(id, 'checkout.session.completed', {}, { livemode: true });
    expect((await cards.send(body, cards.sign(body))).status).toBe(400);
    const mixed = { privateKey: 'sk_live_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' };
    const create = at.admin.call(createIntegration, {
      body: { name: 'Mixed', code: 'stripe', credentials: mixed, isActive: false },
    });
    expect(await apiRefusal(create)).toMatchObject({ errors: [{ path: 'credentials.publishableKey' }] });
    const { id: integrationID } = await at.admin.call(createIntegration, {
      body: { name: 'Later', code: 'stripe', credentials: { ...mixed, privateKey: 'sk_test_1' }, isActive: false },
    });
    const swap = (credentials: Record<string, string>) =>
      at.admin.call(updateIntegration, { params: { integrationID }, body: { credentials } });
    expect(await apiRefusal(swap({ privateKey: 'sk_live_2' }))).toMatchObject({ status: 400 });
    await swap({ privateKey: 'sk_live_2', publishableKey: 'pk_live_2' });
  });
});

it('what is paid is recorded exactly once, whatever falls over in between', async () => {
  const type = fc.constantFrom(
    'checkout.session.completed',
    'payment_intent.succeeded',
    'checkout.session.expired',
    'charge.refunded',
  );
  const step = fc.record({ type, failsAtProvider: fc.boolean(), isForgotten: fc.boolean(), isPaid: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const order = await at.offered();
      const page = await cards.open(order);
      const id = page.url?.split('/').at(-1) ?? '';
      const reference = cards.stripe.pages.get(id)?.reference ?? '';
      for (const { type: kind, failsAtProvider, isForgotten, isPaid } of steps) {
        if (isPaid) cards.stripe.pay(page.url);
        // The process crashed after the provider's answer and before the answer was saved.
        if (isForgotten)
          await cards.db.query(
            "update commerce.checkout_session set provider_session_id = null where id = $1 and status = 'open'",
            [reference],
          );
        const object = kind.startsWith('payment_intent')
          ? { object: 'payment_intent', id: `pi_${id}`, metadata: { reference } }
          : { client_reference_id: reference };
        const body = cards.stripe.event(id, kind, object);
        await cards.send(body, cards.sign(body));
        const { rows } = await cards.db.query('select id from commerce.card_event order by id desc limit 1');
        cards.stripe.fails = () => failsAtProvider;
        const outside = { inTransaction: at.kernel.a.run } as OutsideContext;
        const record = () => cards.service.recordCardEvent(outside, String(rows[0].id));
        // Twice concurrently, as when a working worker is taken for crashed.
        const done = await Promise.allSettled([record(), record()]);
        cards.stripe.fails = () => false;
        if (failsAtProvider) continue;
        for (const each of done) if (each.status === 'rejected') throw each.reason;
      }
      cards.stripe.pay(page.url);
      await cards.tell(cards.stripe.event(id, 'checkout.session.completed', { client_reference_id: reference }));
      await cards.settle();
      expect(await cards.paidOf(order.id)).toEqual(['9.00']);
    }),
    { numRuns: runsOf(8) },
  );
  expect(await at.violations()).toEqual([]);
});
