import { createPublishableKey } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSalesOrderStatus, deleteSalesOrder } from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../sales-order/record/sales-order-fixture.ts';

const origin = 'https://shop.example';
let at: OrderFixture;
let key: string;
let foreignKey: string;

beforeAll(async () => {
  at = await orderFixture();
  const body = { name: 'Shop', origins: [origin], widgets: ['order-status'] };
  key = (await at.admin.call(createPublishableKey, { body })).id;
  foreignKey = (await (await at.kernel.b.as('admin')).call(createPublishableKey, { body })).id;
});
afterAll(() => at?.kernel.stop());
// Each test starts with no attempts counted.
beforeEach(() => forgetTries());

const forgetTries = () =>
  at.kernel.database.runAsAuth({ accountID: '' }, async (em) => {
    await sql`delete from core.rate_limit`.execute(em.getKysely());
  });

const ask = async (number: string, postcodeOrEmail: string, publishableKey = key) => {
  const response = await at.kernel.anonymous().fetch(`/v1/widgets/${publishableKey}/order-status`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ number, postcodeOrEmail }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const issued = async () => {
  const order = await at.create({
    customerPO: 'PO-77',
    note: 'Between us: they pay late',
    promisedAt: '2030-02-28',
    acknowledgementEmailContacts: ['ops@lakeside.test'],
    lines: [
      { productID: at.glove.id, quantityOrdered: { measure: 2, unitID: at.unit('ct12pr') } },
      { productID: at.freight.id, quantityOrdered: 1 },
    ],
  });
  return at.admin.call(changeSalesOrderStatus, { params: { orderID: order.id }, body: { statusChange: 'issued' } });
};

describe('the status of an order', () => {
  it('is told to who knows number and postcode, without lines, references and prices', async () => {
    const order = await issued();
    const { status, body } = await ask(`#${order.number}`, '55806');
    expect(status).toBe(200);
    // The answer has no other field: no line, PO, price, note or charge.
    expect(body).toEqual({
      number: order.number,
      stage: 'accepted',
      orderedAt: order.issuedAt,
      promisedAt: '2030-02-28',
      completedAt: null,
      shipments: [],
    });
  });

  it('is told to the addresses that mails about it go to', async () => {
    const { number } = await issued();
    expect((await ask(number, 'BUYER@lakeside.test')).status).toBe(200);
    expect((await ask(number, 'ops@lakeside.test')).status).toBe(200);
  });

  it('says that a part was shipped', async () => {
    const order = await issued();
    await at.kernel.a.run(async (ctx) => {
      await sql`update commerce.sales_order_line set quantity_picked = 12, quantity_packed = 12, quantity_shipped = 12
        where account_id = ${ctx.account.id} and order_id = ${order.id} and product_type = 'sale'`.execute(
        ctx.em.query(),
      );
      await sql`update commerce.sales_order set quantity_picked = 12, quantity_packed = 12, quantity_shipped = 12
        where account_id = ${ctx.account.id} and id = ${order.id}`.execute(ctx.em.query());
    });
    const { body } = await ask(order.number, '55806');
    expect(body).toMatchObject({ stage: 'partly_shipped' });
  });
});

describe('a right guess', () => {
  it('ends at ten numbers an hour, one after the other or all at once', async () => {
    const numbers: string[] = [];
    for (let made = 0; made < 14; made += 1) numbers.push((await issued()).number);
    const statuses: number[] = [];
    for (const number of numbers.slice(0, 12)) statuses.push((await ask(number, '55806')).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    // An order that was found before can be viewed again.
    expect((await ask(numbers[0] ?? '', '55806')).status).toBe(200);
    await forgetTries();
    const together = await Promise.all(numbers.map((number) => ask(number, '55806')));
    expect(together.filter(({ status }) => status === 200)).toHaveLength(10);
  });
});

describe('the details of an order', () => {
  const mailDetails = async (number: string) => {
    const response = await at.kernel.anonymous().fetch(`/v1/widgets/${key}/order-status/actions/mail`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ number }),
    });
    return { status: response.status, text: await response.text() };
  };
  const mailsAbout = (id: string) =>
    at.kernel.a.run(async (ctx) => {
      const { rows } = await sql<{ recipients: string[] }>`select recipients from core.email_log
        where account_id = ${ctx.account.id} and record_id = ${id}`.execute(ctx.em.query());
      return rows.map(({ recipients }) => recipients);
    });

  it('go to the addresses on it alone, at most three times a day, with one answer to all', async () => {
    const order = await issued();
    const estimate = await at.create();
    const before = (await mailsAbout(order.id)).length;
    const answers = [];
    for (const number of [order.number, '999999', estimate.number, ...Array(4).fill(order.number)])
      answers.push(await mailDetails(number));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(202);
    expect((await mailsAbout(order.id)).slice(before)).toEqual(Array(3).fill(['ops@lakeside.test']));
    expect(await mailsAbout(estimate.id)).toEqual([]);
    for (let more = answers.length; more < 10; more += 1) await mailDetails('1');
    expect((await mailDetails('1')).status).toBe(429);
  });
});

describe('a wrong guess', () => {
  it('gets one answer, whatever was wrong', async () => {
    const order = await issued();
    const estimate = await at.create();
    const deleted = await at.create();
    await at.admin.call(deleteSalesOrder, { params: { orderID: deleted.id } });
    const charge = { productID: at.freight.id, quantityOrdered: 1 };
    const bare = await at.create({ status: 'issued', lines: [charge], shipTo: null, billTo: null });
    const answers = [
      await ask(order.number, '55807'),
      await ask(order.number, 'nobody@lakeside.test'),
      await ask('999999', '55806'),
      await ask(order.id, '55806'),
      await ask(estimate.number, '55806'),
      await ask(deleted.number, '55806'),
      await ask(bare.number, '55806'),
      await ask(bare.number, '-'),
      await ask(order.number, '55806', foreignKey),
    ];
    const plain = answers.map(({ status, body: { requestID: _, ...body } }) => ({ status, body }));
    expect(new Set(plain.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(plain[0]).toMatchObject({ status: 404, body: { code: 'order_not_found', errors: [] } });
  });

  it('is limited per order number, for numbers that exist and those that do not', async () => {
    const { number } = await issued();
    for (const guessed of [number, '888888']) {
      const statuses: number[] = [];
      for (let guess = 0; guess < 11; guess += 1) statuses.push((await ask(guessed, `1110${guess}`)).status);
      expect(statuses).toEqual([...Array(10).fill(404), 429]);
      await forgetTries();
    }
  });

  it('by others refuses nobody else, until all together have guessed a hundred times', async () => {
    const { number } = await issued();
    const asAnotherNetwork = () =>
      at.kernel.database.runAsAuth({ accountID: '' }, async (em) => {
        await sql`delete from core.rate_limit where key like 'number.tries:%' or key like 'number.wrong:%'
          or key like 'widget.network:%'`.execute(em.getKysely());
      });
    const guessFrom = async (networks: number) => {
      for (let network = 0; network < networks; network += 1) {
        await asAnotherNetwork();
        for (let guess = 0; guess < 10; guess += 1) expect((await ask(number, `1110${guess}`)).status).toBe(404);
      }
    };
    await guessFrom(3);
    expect((await ask(number, '55806')).status).toBe(429);
    await asAnotherNetwork();
    expect((await ask(number, '55806')).status).toBe(200);
    await guessFrom(7);
    await asAnotherNetwork();
    const [right, wrong] = [await ask(number, '55806'), await ask(number, '55807')];
    expect([right.status, right.body['code']]).toEqual([404, 'order_not_found']);
    expect(wrong.body['message']).toBe(right.body['message']);
  });

  it('is limited per network, and the same right answer does not count again', async () => {
    const { number } = await issued();
    for (let look = 0; look < 12; look += 1) expect((await ask(number, '55806')).status).toBe(200);
    for (let guess = 0; guess < 20; guess += 1) expect((await ask(`77${guess}`, '55806')).status).toBe(404);
    const { status, body } = await ask(number, '55806');
    expect([status, body['code']]).toEqual([429, 'too_many_attempts']);
  });

  it('is told what is missing where a field is empty', async () => {
    const { status, body } = await ask(' ', '');
    expect(status).toBe(400);
    expect(body['errors']).toEqual([
      { path: 'number', message: 'Order number is required' },
      { path: 'postcodeOrEmail', message: 'Postcode or email is required' },
    ]);
  });
});
