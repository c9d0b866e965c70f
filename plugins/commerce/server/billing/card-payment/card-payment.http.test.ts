import { createHmac } from 'node:crypto';
import { createIntegration } from '@millwright/core/contracts';
import { refusal, type TestPerson } from '@millwright/core/testing';
import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createCheckoutSession,
  createCustomer,
  deleteSalesOrder,
  getSalesOrder,
  listPortalRequests,
  payPracticeCheckout,
  refundCardPayment,
  type SalesOrder,
} from '../../../contracts/index.ts';
import { CardPayment } from '../../portal/card-payment.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/sales-order-fixture.ts';
import type { CardPayments } from './card-payment.service.ts';

const secret = 'whsec_testsecret';
/** Pages as Stripe has them. */
const pages = new Map<string, { paid: boolean; amount: number; status: string }>();
const refunds = new Map<string, number>();
let opened = 0;

/** What Stripe answers, as far as it is asked. */
const stripe = (async (url: string, init: { method: string; body?: string; headers: Record<string, string> }) => {
  const { pathname } = new URL(url);
  const form = new URLSearchParams(init.body ?? '');
  if (pathname === '/v1/refunds') {
    refunds.set(init.headers['idempotency-key'] ?? '', Number(form.get('amount')));
    return Response.json({ id: 're_1' });
  }
  if (init.method === 'POST') {
    opened += 1;
    const id = `cs_test_${opened}`;
    pages.set(id, { paid: false, amount: Number(form.get('line_items[0][price_data][unit_amount]')), status: 'open' });
    return Response.json({ id, client_secret: `${id}_secret`, url: `https://checkout.stripe.test/${id}` });
  }
  const id = pathname.split('/').at(-1) ?? '';
  const page = pages.get(id);
  return Response.json({
    id,
    status: page?.status,
    payment_status: page?.paid ? 'paid' : 'unpaid',
    payment_intent: page?.paid ? `pi_${id}` : null,
    amount_total: page?.amount,
    currency: 'usd',
  });
}) as unknown as typeof fetch;

let at: OrderFixture;
let buyer: TestPerson;
let db: Client;

beforeAll(async () => {
  at = await orderFixture();
  await at.admin.call(createIntegration, {
    body: {
      name: 'Cards',
      code: 'stripe',
      credentials: { privateKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: secret },
    },
  });
  (at.kernel.services.get(CardPayment) as CardPayments).stripe = { fetch: stripe };
  buyer = await at.kernel.a.as('customer', { customerID: at.customer.id });
  db = new Client({ connectionString: at.kernel.db.adminUrl });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await at?.kernel.stop();
});

const sign = (body: string, key = secret, seconds = at.kernel.clock.now().getTime() / 1000): string => {
  const time = Math.floor(seconds);
  return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`;
};
const send = (body: string, signature: string, accountID = at.kernel.a.id) =>
  at.kernel.anonymous().fetch(`/v1/webhooks/stripe/${accountID}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  });
let events = 0;
function eventOf(page: string, type = 'checkout.session.completed'): string {
  events += 1;
  return JSON.stringify({ id: `evt_${events}`, type, data: { object: { id: page, object: 'checkout.session' } } });
}
const settle = async () => (await at.kernel.jobs()).idle();
const open = (order: Pick<SalesOrder, 'id'>, body: object = {}) =>
  buyer.call(createCheckoutSession, { body: { orderID: order.id, ...body } });
const paidOf = async (orderID: string): Promise<string[]> =>
  (
    await db.query('select amount::text from commerce.transaction where order_id = $1 order by number_key', [orderID])
  ).rows.map(({ amount }) => amount);
const pay = (url: string | null): string => {
  const id = url?.split('/').at(-1) ?? '';
  Object.assign(pages.get(id) ?? {}, { paid: true, status: 'complete' });
  return id;
};

describe('a card payment', () => {
  it('takes the amount from the server, and issues the order once it is paid', async () => {
    const order = await at.create();
    expect(await refusal(open(order, { orderTotal: 0.01 }))).toMatchObject({ code: 'checkout_changed' });
    const page = await open(order, { orderTotal: 9 });
    expect(page).toMatchObject({ amount: 9, provider: 'stripe', publishableKey: 'pk_test_1' });
    expect([...pages.values()].at(-1)?.amount).toBe(900);
    const id = pay(page.url);
    const body = eventOf(id);
    expect((await send(body, sign(body))).status).toBe(200);
    await settle();
    expect(await paidOf(order.id)).toEqual(['9.00']);
    const paid = await at.admin.call(getSalesOrder, { params: { orderID: order.id } });
    expect(paid.status.code).toBe('issued');
    expect(await refusal(open(order))).toMatchObject({ code: 'nothing_to_pay' });
    // Nothing was there: it is issued as short, with a task for the team.
    const { items } = await at.admin.call(listPortalRequests, { query: { isOpen: true } });
    expect(items[0]).toMatchObject({ kind: { code: 'payment' }, message: 'It is paid, and not all of GLOVE is there' });
    expect(await at.violations()).toEqual([]);
  });

  it('is paid back in parts, never more than came', async () => {
    const order = await at.create();
    const { url } = await open(order);
    const body = eventOf(pay(url));
    await send(body, sign(body));
    await settle();
    const { rows } = await db.query('select id from commerce.transaction where order_id = $1', [order.id]);
    const params = { transactionID: rows[0].id };
    const refund = (amount?: number) =>
      at.admin.call(refundCardPayment, { params, body: amount === undefined ? {} : { amount } });
    expect(await refund(4)).toMatchObject({ amount: 4, refunded: 4 });
    expect(await refusal(refund(6))).toMatchObject({ code: 'refund_exceeds' });
    expect(await refund()).toMatchObject({ amount: 5, refunded: 9 });
    expect([...refunds.values()]).toEqual([400, 500]);
    expect(await refusal(buyer.call(refundCardPayment, { params, body: {} }))).toMatchObject({ status: 403 });
  });

  it('for an order that is gone is kept, tied to nothing, with a task', async () => {
    const order = await at.create();
    const { url } = await open(order);
    await at.admin.call(deleteSalesOrder, { params: { orderID: order.id } });
    const body = eventOf(pay(url));
    await send(body, sign(body));
    await settle();
    const { rows } = await db.query(
      "select amount::text, order_id from commerce.transaction where reference like 'pi_%'",
    );
    expect(rows).toContainEqual({ amount: '9.00', order_id: null });
  });
});

describe('the webhook', () => {
  it('believes the provider of this account alone, and gives every other one answer', async () => {
    const order = await at.create();
    const { url } = await open(order);
    const body = eventOf(pay(url));
    const now = at.kernel.clock.now().getTime() / 1000;
    const answers = [
      await send(body, sign(body, 'whsec_other')),
      await send(`${body} `, sign(body)),
      await send(body, sign(body, secret, now - 301)),
      await send(body, ''),
      await send(body, sign(body), at.kernel.b.id),
      await send(body, sign(body), 'acc_01j0000000000000000000000'),
      await send('[]', sign('[]')),
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
    await settle();
    expect(await paidOf(order.id)).toEqual([]);
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
        const order = await at.create();
        const { url } = await open(order);
        const page = url?.split('/').at(-1) ?? '';
        let isPaid = false;
        let last = '';
        for (const { type: kind, isAgain, isPaidBefore } of messages) {
          if (isPaidBefore) {
            pay(url);
            isPaid = true;
          }
          last = isAgain && last ? last : eventOf(page, kind);
          // Doubled and at once, as they come after a fault.
          await Promise.all([send(last, sign(last)), send(last, sign(last))]);
        }
        pay(url);
        const end = eventOf(page);
        await send(end, sign(end));
        await settle();
        expect(await paidOf(order.id)).toEqual(['9.00']);
        return isPaid || true;
      }),
      { numRuns: 12 },
    );
    expect(await at.violations()).toEqual([]);
  });
});

it('practice is for accounts that only try things out', async () => {
  const order = await at.create();
  const other = await at.admin.call(createCustomer, { body: { name: 'Else' } });
  const stranger = await at.kernel.a.as('customer', { customerID: other.id });
  expect(await refusal(stranger.call(createCheckoutSession, { body: { orderID: order.id } }))).toMatchObject({
    status: 404,
  });
  const { checkoutSessionID } = await open(order);
  expect(
    await refusal(buyer.call(payPracticeCheckout, { params: { checkoutSessionID }, body: { card: 'accepted' } })),
  ).toMatchObject({ status: 404 });
  const b = await at.kernel.b.as('admin');
  expect(await refusal(b.call(createCheckoutSession, { body: { orderID: order.id } }))).toMatchObject({
    code: 'cards_not_taken',
  });
});
