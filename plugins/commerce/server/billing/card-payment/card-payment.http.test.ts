import { apiRefusal, runsOf, type TestPerson } from '@millwright/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createCheckoutSession,
  createCustomer,
  deleteSalesOrder,
  getSalesOrder,
  listPortalRequests,
  payPracticeCheckout,
  refundCardPayment,
} from '../../../contracts/index.ts';
import type { OrderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';
import { type CardFixture, cardFixture, cardSecret } from './provider/card-payment-fixture.ts';

let cards: CardFixture;
let at: OrderFixture;
let buyer: TestPerson;

beforeAll(async () => {
  cards = await cardFixture();
  ({ at, buyer } = cards);
});
afterAll(() => cards?.stop());

describe('a card payment', () => {
  it('takes the amount from the server, and issues the order once it is paid', async () => {
    const order = await at.offered();
    expect(await apiRefusal(cards.open(order, { orderTotal: 0.01 }))).toMatchObject({ code: 'checkout_changed' });
    const page = await cards.open(order, { orderTotal: 9 });
    expect(page).toMatchObject({ amount: 9, provider: 'stripe', publishableKey: 'pk_test_1' });
    expect([...cards.stripe.pages.values()].at(-1)?.amount).toBe(900);
    const id = cards.stripe.pay(page.url);
    const body = cards.stripe.event(id);
    expect((await cards.send(body, cards.sign(body))).status).toBe(200);
    await cards.settle();
    expect(await cards.paidOf(order.id)).toEqual(['9.00']);
    const paid = await at.admin.call(getSalesOrder, { params: { orderID: order.id } });
    expect(paid.status.code).toBe('issued');
    expect(await apiRefusal(cards.open(order))).toMatchObject({ code: 'nothing_to_pay' });
    // No stock was available: the order is issued with short lines, and the team gets a task.
    const { items } = await at.admin.call(listPortalRequests, { query: { isOpen: true } });
    expect(items[0]).toMatchObject({ kind: { code: 'payment' }, message: 'It is paid, and not all of GLOVE is there' });
    expect(await at.violations()).toEqual([]);
  });

  it('is paid back in parts, never more than came', async () => {
    const order = await at.offered();
    const { url } = await cards.open(order);
    const body = cards.stripe.event(cards.stripe.pay(url));
    await cards.send(body, cards.sign(body));
    await cards.settle();
    const { rows } = await cards.db.query('select id from commerce.transaction where order_id = $1', [order.id]);
    const params = { transactionID: rows[0].id };
    const refund = (amount?: number) =>
      at.admin.call(refundCardPayment, { params, body: amount === undefined ? {} : { amount } });
    expect(await refund(4)).toMatchObject({ amount: 4, refunded: 4 });
    expect(await apiRefusal(refund(6))).toMatchObject({ code: 'refund_exceeds' });
    expect(await refund()).toMatchObject({ amount: 5, refunded: 9 });
    expect([...cards.stripe.refunds.values()]).toEqual([400, 500]);
    expect(await apiRefusal(buyer.call(refundCardPayment, { params, body: {} }))).toMatchObject({ status: 403 });
  });

  it('for an order that is gone is kept, tied to nothing, with a task', async () => {
    const order = await at.offered();
    const { url } = await cards.open(order);
    await at.admin.call(deleteSalesOrder, { params: { orderID: order.id } });
    const body = cards.stripe.event(cards.stripe.pay(url));
    await cards.send(body, cards.sign(body));
    await cards.settle();
    const { rows } = await cards.db.query(
      "select amount::text, order_id from commerce.transaction where reference like 'pi_%'",
    );
    expect(rows).toContainEqual({ amount: '9.00', order_id: null });
  });
});

describe('the webhook', () => {
  it('believes the provider of this account alone, and gives every other one answer', async () => {
    const order = await at.offered();
    const { url } = await cards.open(order);
    const body = cards.stripe.event(cards.stripe.pay(url));
    const now = at.kernel.clock.now().getTime() / 1000;
    const answers = [
      await cards.send(body, cards.sign(body, 'whsec_other')),
      await cards.send(`${body} `, cards.sign(body)),
      await cards.send(body, cards.sign(body, cardSecret, now - 301)),
      await cards.send(body, ''),
      await cards.send(body, cards.sign(body), at.kernel.b.id),
      await cards.send(body, cards.sign(body), 'acc_01j0000000000000000000000'),
      await cards.send('[]', cards.sign('[]')),
    ];
    const plain = await Promise.all(
      answers.map(async (answer) => ({
        status: answer.status,
        code: ((await answer.json()) as { code: string }).code,
      })),
    );
    expect(new Set(plain.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify({ status: 400, code: 'webhook_refused' })]),
    );
    await cards.settle();
    expect(await cards.paidOf(order.id)).toEqual([]);
  });

  it('what is paid is recorded exactly once, whatever comes in whatever order', async () => {
    const type = fc.constantFrom(
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.expired',
      'charge.updated',
    );
    const message = fc.record({ type, isAgain: fc.boolean(), isPaidBefore: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 6 }), async (messages) => {
        const order = await at.offered();
        const { url } = await cards.open(order);
        const page = url?.split('/').at(-1) ?? '';
        let isPaid = false;
        let last = '';
        for (const { type: kind, isAgain, isPaidBefore } of messages) {
          if (isPaidBefore) {
            cards.stripe.pay(url);
            isPaid = true;
          }
          last = isAgain && last ? last : cards.stripe.event(page, kind);
          // Duplicate and concurrent events, as after an outage.
          await Promise.all([cards.send(last, cards.sign(last)), cards.send(last, cards.sign(last))]);
        }
        cards.stripe.pay(url);
        const end = cards.stripe.event(page);
        await cards.send(end, cards.sign(end));
        await cards.settle();
        expect(await cards.paidOf(order.id)).toEqual(['9.00']);
        return isPaid || true;
      }),
      { numRuns: runsOf(12) },
    );
    expect(await at.violations()).toEqual([]);
  });
});

it('practice is for accounts that only try things out', async () => {
  const order = await at.offered();
  const other = await at.admin.call(createCustomer, { body: { name: 'Else' } });
  const stranger = await at.kernel.a.as('customer', { customerID: other.id });
  expect(await apiRefusal(stranger.call(createCheckoutSession, { body: { orderID: order.id } }))).toMatchObject({
    status: 404,
  });
  const { checkoutSessionID } = await cards.open(order);
  expect(
    await apiRefusal(buyer.call(payPracticeCheckout, { params: { checkoutSessionID }, body: { card: 'accepted' } })),
  ).toMatchObject({ status: 404 });
  const b = await at.kernel.b.as('admin');
  expect(await apiRefusal(b.call(createCheckoutSession, { body: { orderID: order.id } }))).toMatchObject({
    code: 'cards_not_taken',
  });
});
