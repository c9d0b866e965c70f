import { serveKernel } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInvoice, getInvoicePDF, getSalesOrder, releasePicks } from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture, productOf } from '../../../sales/sales-order/record/sales-order-fixture.ts';

type Sending = Awaited<ReturnType<Awaited<ReturnType<typeof serveKernel>>['signIn']>>;

let at: OrderFixture;
let served: Awaited<ReturnType<typeof serveKernel>>;
let clerks: Sending[];
beforeAll(async () => {
  at = await orderFixture();
  served = await serveKernel(at.kernel);
  const people = [await at.kernel.a.as('admin'), await at.kernel.a.as('user')];
  clerks = await Promise.all(
    Array.from({ length: 6 }, (_, clerk) => served.signIn(people[clerk % 2] as (typeof people)[0], at.kernel.a.id)),
  );
});
afterAll(async () => {
  await served?.close();
  await at?.kernel.stop();
});

const withID = (path: string, name: string, id: string): string => path.replace(`{${name}}`, id);
/** Six concurrent calls, one from each clerk. */
const atOnce = (call: (clerk: Sending, index: number) => Promise<Response>): Promise<Response[]> =>
  Promise.all(clerks.map(call));

it('six clerks release a pick each in one moment, and all are served', async () => {
  const product = await productOf(at, 'BOOT');
  await at.stock(product, 12);
  const picks: string[] = [];
  for (const _ of clerks) {
    const { id: orderID } = await at.create({
      status: 'issued',
      lines: [{ productID: product.id, quantityOrdered: 2 }],
    });
    picks.push((await at.admin.call(getSalesOrder, { params: { orderID } })).pickID ?? '');
  }
  const answers = await atOnce((clerk, index) =>
    clerk(releasePicks.path, {
      method: releasePicks.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pickIDs: [picks[index]] }),
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(picks.map(() => 200));
  for (const answer of answers) expect(await answer.json()).toMatchObject({ done: 1, refused: [] });
  expect(await at.violations()).toEqual([]);
});

it('six clerks open a PDF each in one moment, and all are served', async () => {
  const invoices: string[] = [];
  for (const _ of clerks) {
    const lines = [{ productID: at.freight.id, quantityOrdered: 1 }];
    const { id: orderID } = await at.create({ status: 'issued', lines });
    invoices.push((await at.admin.call(createInvoice, { body: { orderID } })).id);
  }
  const answers = await atOnce((clerk, index) =>
    clerk(withID(getInvoicePDF.path, 'invoiceID', invoices[index] as string)),
  );
  expect(answers.map(({ status }) => status)).toEqual(invoices.map(() => 200));
  for (const answer of answers) {
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  }
});
