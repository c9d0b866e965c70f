import {
  answerDocumentLink,
  createFile,
  documentLinkDays,
  emailRecord,
  payDocumentLink,
  practiseDocumentLink,
  readDocumentLink,
  readDocumentLinkFile,
  updateFile,
} from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import { createProduct } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  changeSalesOrderStatus,
  createInvoice,
  deleteSalesOrder,
  getInvoice,
  getSalesOrder,
  listPortalRequests,
  mailCheckout,
  type SalesOrder,
} from '../../../contracts/index.ts';
import { type CardFixture, cardFixture } from '../../billing/card-payment/provider/card-payment-fixture.ts';

let cards: CardFixture;
let at: CardFixture['at'];

beforeAll(async () => {
  cards = await cardFixture();
  ({ at } = cards);
});
afterAll(() => cards?.stop());
// Each test starts with no guesses counted.
beforeEach(() => cards.db.query('delete from core.rate_limit'));

const anonymous = () => at.kernel.anonymous();
/** The link in the last email about a record. */
async function linkOf(recordID: string) {
  const { rows } = await cards.db.query(
    `select coalesce(html, '') || coalesce(props::text, '') as text, is_confidential as "isConfidential"
      from core.email_log where record_id = $1 order by id desc limit 1`,
    [recordID],
  );
  const url = new URL(/https?:[^"\s]+\/document\?account=[^"<\s]+/.exec(String(rows[0].text))?.[0] ?? 'none:');
  expect(url.pathname).toBe('/document');
  return {
    isConfidential: rows[0].isConfidential as boolean,
    bearer: { accountSlug: url.searchParams.get('account') ?? '', token: url.hash.slice(1) },
  };
}
async function mailed(order: SalesOrder) {
  await at.admin.call(emailRecord, { body: { type: 'sales_order', id: order.id } });
  return linkOf(order.id);
}
const read = (bearer: { accountSlug: string; token: string }) => anonymous().call(readDocumentLink, { body: bearer });

describe('the link in the mail of an estimate', () => {
  it('opens it for whoever has the mail, who accepts it once', async () => {
    const order = await at.create({ expiredAt: '2199-01-01' });
    const { bearer, isConfidential } = await mailed(order);
    expect(isConfidential).toBe(true);
    const found = await read(bearer);
    expect(found).toMatchObject({ kind: 'estimate', total: 9, due: 9, canAnswer: true, canPay: true });
    expect(found.lines).toMatchObject([{ sku: 'GLOVE', quantity: 2, unitPrice: 4.5, total: 9 }]);
    expect(JSON.stringify(found)).not.toMatch(/unitCost|reserved|salesRep|_[0-9a-z]{26}/);
    const say = (answer: 'accept' | 'decline') =>
      anonymous().call(answerDocumentLink, {
        body: { ...bearer, answer, offerVersion: found.offerVersion, message: 'Go on' },
      });
    expect(await say('accept')).toMatchObject({ kind: 'order', canAnswer: false });
    expect(await apiRefusal(say('decline'))).toMatchObject({ status: 409, code: 'estimate_answered' });
    const { items } = await at.admin.call(listPortalRequests, { query: { isOpen: true } });
    expect(items[0]).toMatchObject({ kind: { code: 'estimate_accepted' }, message: 'Go on' });
  });

  it('declines it, and then nothing is accepted any more', async () => {
    const { bearer } = await mailed(await at.create());
    const { offerVersion } = await read(bearer);
    const say = (answer: 'accept' | 'decline') =>
      anonymous().call(answerDocumentLink, { body: { ...bearer, answer, offerVersion } });
    expect(await say('decline')).toMatchObject({ canAnswer: false, canPay: false });
    expect(await apiRefusal(say('accept'))).toMatchObject({ code: 'estimate_answered' });
  });

  it('ends after 14 days, with the order, and in another account: one answer for all of it', async () => {
    const [old, gone, other] = [await at.create(), await at.create(), await at.create()];
    const links = [await mailed(old), await mailed(gone), await mailed(other)].map(({ bearer }) => bearer);
    await at.admin.call(deleteSalesOrder, { params: { orderID: gone.id } });
    const [first, second, third] = links as [(typeof links)[0], (typeof links)[0], (typeof links)[0]];
    const refusals = [
      await apiRefusal(read(second)),
      await apiRefusal(read({ ...third, accountSlug: 'beta' })),
      await apiRefusal(read({ ...third, accountSlug: 'no-such-account' })),
      await apiRefusal(read({ ...third, token: `${third.token}x` })),
    ];
    await cards.db.query(
      `update commerce.document_link set expires_at = expires_at - interval '${documentLinkDays} days'`,
    );
    refusals.push(await apiRefusal(read(first)));
    expect(refusals.map(({ status, code }) => [status, code])).toEqual(Array(5).fill([404, 'document_link_invalid']));
  });

  it('gives the shared files of its document, and no others', async () => {
    const [order, other] = [await at.create(), await at.create()];
    const pdf = new Blob(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n']);
    const add = async (orderID: string, name: string, isShared: boolean): Promise<string> => {
      const query = { name, recordType: 'sales_order', recordID: orderID };
      const { id } = await at.admin.call(createFile, { query, body: pdf });
      if (isShared) await at.admin.call(updateFile, { params: { fileID: id }, body: { isShared, note: 'Ours' } });
      return id;
    };
    const shared = await add(order.id, 'drawing.pdf', true);
    const kept = [await add(order.id, 'cost.pdf', false), await add(other.id, 'foreign.pdf', true), 'file_none'];
    const { bearer } = await mailed(order);
    expect((await read(bearer)).files).toEqual([
      { id: shared, name: 'drawing.pdf', contentType: 'application/pdf', size: pdf.size },
    ]);
    const get = (fileID: string, token = bearer.token) =>
      anonymous().call(readDocumentLinkFile, { body: { ...bearer, token, fileID } });
    expect(await (await get(shared)).text()).toMatch(/^%PDF/);
    for (const id of kept) expect(await apiRefusal(get(id))).toMatchObject({ status: 404 });
    expect(await apiRefusal(get(shared, 'wrong'))).toMatchObject({ code: 'document_link_invalid' });
    await cards.db.query('update core.file set is_unchecked = true where id = $1', [shared]);
    expect((await read(bearer)).files).toEqual([]);
    expect(await apiRefusal(get(shared))).toMatchObject({ status: 404 });
  });

  it('is not found by guessing', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 31; guess += 1)
      statuses.push((await apiRefusal(read({ accountSlug: 'alpha', token: `guess${guess}` }))).status);
    expect(statuses).toEqual([...Array(30).fill(404), 429]);
  });
});

describe('a mailed pay link', () => {
  it('pays an order by card, at the amount of the server', async () => {
    const order = await at.create();
    const send = (who = at.admin) =>
      who.call(mailCheckout, { params: { orderID: order.id }, body: { customerEmail: 'pay@lakeside.test' } });
    expect(await apiRefusal(send(cards.buyer))).toMatchObject({ status: 403 });
    expect(await send()).toMatchObject({ recipients: ['pay@lakeside.test'] });
    const { bearer } = await linkOf(order.id);
    const page = await anonymous().call(payDocumentLink, { body: bearer });
    expect(page).toMatchObject({ amount: 9, provider: 'stripe' });
    const { checkoutSessionID } = page;
    const practise = anonymous().call(practiseDocumentLink, {
      body: { ...bearer, checkoutSessionID, card: 'accepted' },
    });
    expect(await apiRefusal(practise)).toMatchObject({ status: 404 });
    await cards.tell(cards.stripe.event(cards.stripe.pay(page.url)));
    expect(await cards.paidOf(order.id)).toEqual(['9.00']);
    expect(await read(bearer)).toMatchObject({ kind: 'order', due: 0, canPay: false });
    expect(await apiRefusal(send())).toMatchObject({ code: 'nothing_to_pay' });
    // The payment places the order, so the customer has a confirmation.
    const { rows } = await cards.db.query(
      "select from core.email_log where record_id = $1 and template = 'commerce.order-confirmation'",
      [order.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('comes with the mail of an invoice', async () => {
    const advice = await at.admin.call(createProduct, {
      body: { sku: 'ADVICE', description: 'Advice', productType: 'service', unitValue: 50 },
    });
    const order = await at.create({ lines: [{ productID: advice.id, quantityOrdered: 1 }] });
    const params = { orderID: order.id };
    await at.admin.call(changeSalesOrderStatus, { params, body: { statusChange: 'issued' } });
    const invoice = await at.admin.call(createInvoice, { body: { orderID: order.id } });
    await at.admin.call(emailRecord, { body: { type: 'invoice', id: invoice.id } });
    const { bearer } = await linkOf(invoice.id);
    expect(await read(bearer)).toMatchObject({ kind: 'invoices', title: `Invoice ${invoice.number}`, due: 50 });
    const { url } = await anonymous().call(payDocumentLink, { body: bearer });
    await cards.tell(cards.stripe.event(cards.stripe.pay(url)));
    expect(await at.admin.call(getInvoice, { params: { invoiceID: invoice.id } })).toMatchObject({ open: 0 });
    expect(await apiRefusal(anonymous().call(payDocumentLink, { body: bearer }))).toMatchObject({
      code: 'nothing_to_pay',
    });
    expect((await at.admin.call(getSalesOrder, { params })).status.code).toBe('fulfilled');
    expect(await at.violations()).toEqual([]);
  });
});
