import {
  answerDocumentLink,
  createPublishableKey,
  payDocumentLink,
  practiseDocumentLink,
  readDocumentLink,
} from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSalesOrderStatus, type Payable, type SalesOrder } from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';

const site = 'https://shop.example';
let at: OrderFixture;
let key: string;
let db: Client;

beforeAll(async () => {
  at = await orderFixture();
  db = new Client({ connectionString: at.kernel.db.adminUrl });
  await db.connect();
  // Only demo accounts have the practice provider, which moves no money.
  await db.query('update core.account set is_demo = true where id = $1', [at.kernel.a.id]);
  const body = { name: 'Shop', origins: [site], widgets: ['pay'] };
  key = (await at.admin.call(createPublishableKey, { body })).id;
});
afterAll(async () => {
  await db?.end();
  await at?.kernel.stop();
});
beforeEach(() => db.query('delete from core.rate_limit'));

const call = async <T>(path: string, body: object, publishableKey = key) => {
  const response = await at.kernel.anonymous().fetch(`/v1/widgets/${publishableKey}/${path}`, {
    method: 'POST',
    headers: { origin: site, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as T & { code?: string } };
};
const find = (number: string, amount: number, publishableKey = key) =>
  call<{ items: Payable[]; canPayByCard: boolean }>('payments/actions/find', { number, amount }, publishableKey);

const issued = async (): Promise<SalesOrder> => {
  const billTo = { name: 'Office', line1: '1 Bill Street', city: 'Ely', postalCode: '55731', country: 'US' };
  const order = await at.create({
    billTo,
    lines: [{ productID: at.glove.id, quantityOrdered: { measure: 2, unitID: at.unit('pair') } }],
  });
  return at.admin.call(changeSalesOrderStatus, { params: { orderID: order.id }, body: { statusChange: 'issued' } });
};

describe('paying on another site', () => {
  it('finds an order by its exact amount, tells nobody whose it is, and pays it on our page once', async () => {
    const { number, total, customer } = await issued();
    for (const wrong of [total + 0.01, total - 0.01, 1])
      expect((await find(number, wrong)).body.code).toBe('payable_not_found');
    const found = await find(`#${number}`, total);
    expect(found.body).toEqual({
      canPayByCard: true,
      items: [{ kind: 'order', number, due: total, currency: 'USD', dueAt: null }],
    });
    const proof = { number, amount: total };
    expect(await call('payments', { ...proof, kind: 'invoice' })).toMatchObject({ status: 404 });
    const opened = await call<{ url: string }>('payments', { ...proof, kind: 'order' });
    expect(opened.status).toBe(201);
    const { pathname, searchParams, hash } = new URL(opened.body.url);
    expect(pathname).toBe('/document');
    const bearer = { accountSlug: searchParams.get('account') ?? '', token: hash.slice(1) };
    const stranger = at.kernel.anonymous();
    const seen = await stranger.call(readDocumentLink, { body: bearer });
    expect(seen).toMatchObject({ kind: 'pay', title: `Order ${number}`, due: total, canAnswer: false, canPay: true });
    expect(seen).toMatchObject({ customerName: '', customerPO: null, lines: [], invoices: [], discount: null });
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${customer.name}|GLOVE|glove|4\\.5\\b`));
    const declining = { ...bearer, answer: 'decline', offerVersion: 0 } as const;
    expect(await apiRefusal(stranger.call(answerDocumentLink, { body: declining }))).toMatchObject({ status: 409 });
    const { checkoutSessionID, amount } = await stranger.call(payDocumentLink, { body: bearer });
    expect(amount).toBe(total);
    await stranger.call(practiseDocumentLink, { body: { ...bearer, checkoutSessionID, card: 'accepted' } });
    expect(await at.violations()).toEqual([]);
  });

  it('answers every wrong guess alike, counts them, and knows nothing of other accounts', async () => {
    const { number, total } = await issued();
    const answers = [await find(number, 0.01), await find('99999', total)];
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['404 payable_not_found']),
    );
    const foreign = await (await at.kernel.b.as('admin')).call(createPublishableKey, {
      body: { name: 'Shop', origins: [site], widgets: ['pay'] },
    });
    expect((await find(number, total, foreign.id)).status).toBe(404);
    for (let guess = 0; guess < 10; guess += 1) await find(number, 0.01);
    expect((await find(number, total)).status).toBe(429);
  });

  it('ends at ten numbers an hour, right ones too', async () => {
    const statuses: number[] = [];
    for (let made = 0; made < 11; made += 1) {
      const { number, total } = await issued();
      statuses.push((await find(number, total)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  it('does not find what is an estimate', async () => {
    const { number, total } = await at.create();
    expect((await find(number, total)).status).toBe(404);
  });

  it('opens a link for an hour', async () => {
    const { number, total } = await issued();
    const opened = await call<{ url: string }>('payments', { number, amount: total, kind: 'order' });
    const { searchParams, hash } = new URL(opened.body.url);
    const bearer = { accountSlug: searchParams.get('account') ?? '', token: hash.slice(1) };
    const stranger = at.kernel.anonymous();
    await stranger.call(readDocumentLink, { body: bearer });
    at.kernel.clock.advance(61 * 60_000);
    expect(await apiRefusal(stranger.call(readDocumentLink, { body: bearer }))).toMatchObject({ status: 404 });
  });
});
