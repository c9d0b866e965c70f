import {
  createPublishableKey,
  payDocumentLink,
  practiseDocumentLink,
  readDocumentLink,
} from '@millwright/core/contracts';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSalesOrderStatus, type Payable, type SalesOrder } from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/sales-order-fixture.ts';

const site = 'https://shop.example';
let at: OrderFixture;
let key: string;
let db: Client;

beforeAll(async () => {
  at = await orderFixture();
  db = new Client({ connectionString: at.kernel.db.adminUrl });
  await db.connect();
  // Only demo accounts have the provider that takes no money.
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
const find = (number: string, postcodeOrEmail: string, publishableKey = key) =>
  call<{ items: Payable[]; canPayByCard: boolean }>(
    'payments/actions/find',
    { number, postcodeOrEmail },
    publishableKey,
  );

const issued = async (): Promise<SalesOrder> => {
  const billTo = { name: 'Office', line1: '1 Bill Street', city: 'Ely', postalCode: '55731', country: 'US' };
  const order = await at.create({
    billTo,
    lines: [{ productID: at.glove.id, quantityOrdered: { measure: 2, unitID: at.unit('pair') } }],
  } as never);
  return at.admin.call(changeSalesOrderStatus, { params: { orderID: order.id }, body: { statusChange: 'issued' } });
};

describe('paying on another site', () => {
  it('finds an order by billing postcode, not by where it went, and pays it on our page once', async () => {
    const { number, total } = await issued();
    expect((await find(number, '55806')).body.code).toBe('payable_not_found');
    const found = await find(`#${number}`, '55731');
    expect(found.body).toMatchObject({
      canPayByCard: true,
      items: [{ kind: 'order', number, total, due: total, currency: 'USD', dueAt: null }],
    });
    const proof = { number, postcodeOrEmail: '55731' };
    expect(await call('payments', { ...proof, kind: 'invoice' })).toMatchObject({ status: 404 });
    const opened = await call<{ url: string }>('payments', { ...proof, kind: 'order' });
    expect(opened.status).toBe(201);
    const { pathname, searchParams, hash } = new URL(opened.body.url);
    expect(pathname).toBe('/document');
    const bearer = { accountSlug: searchParams.get('account') ?? '', token: hash.slice(1) };
    const stranger = at.kernel.anonymous();
    expect(await stranger.call(readDocumentLink, { body: bearer })).toMatchObject({ due: total, canAnswer: false });
    const { checkoutSessionID, amount } = await stranger.call(payDocumentLink, { body: bearer });
    expect(amount).toBe(total);
    await stranger.call(practiseDocumentLink, { body: { ...bearer, checkoutSessionID, card: 'accepted' } });
    expect(await at.violations()).toEqual([]);
  });

  it('answers every wrong guess alike, counts them, and knows nothing of other accounts', async () => {
    const { number } = await issued();
    const answers = [await find(number, '00000'), await find('99999', '55731')];
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['404 payable_not_found']),
    );
    const foreign = await (await at.kernel.b.as('admin')).call(createPublishableKey, {
      body: { name: 'Shop', origins: [site], widgets: ['pay'] },
    });
    expect((await find(number, '55731', foreign.id)).status).toBe(404);
    for (let guess = 0; guess < 10; guess += 1) await find(number, '00000');
    expect((await find(number, '55731')).status).toBe(429);
  });

  it('does not find what is an estimate', async () => {
    const { number } = await at.create();
    expect((await find(number, at.customer.email ?? '')).status).toBe(404);
  });
});
