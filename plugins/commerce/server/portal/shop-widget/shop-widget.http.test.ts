import { createPublishableKey, revokePublishableKey } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import type { TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Cart,
  type CheckoutPreview,
  createAccountGroup,
  createAccountPrice,
  createCustomer,
  createPaymentTerm,
  getSalesOrder,
  type ShownCatalogue,
  type ShownProduct,
  updateCustomer,
  updatePublicCatalogue,
} from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';
import { openShopWidget, otherSite, type Sent, type ShopWidget, site } from './shop-widget-fixture.ts';

let at: OrderFixture;
let buyer: TestPerson;
let widget: ShopWidget;

beforeAll(async () => {
  at = await orderFixture();
  const term = await at.admin.call(createPaymentTerm, { body: { name: 'Thirty days', code: 'net_30' } });
  const params = { customerID: at.customer.id };
  await at.admin.call(updateCustomer, { params, body: { defaultPaymentTermID: term.id } });
  buyer = await at.kernel.a.as('customer', { customerID: at.customer.id });
  const own = { recipientAccountID: at.customer.id, itemID: at.glove.id, unitValue: 4 };
  await at.admin.call(createAccountPrice, { body: own });
  await at.stock(at.glove, 30);
  widget = await openShopWidget(at);
});
afterAll(async () => {
  await widget?.close();
  await at?.kernel.stop();
});
beforeEach(() => widget.db.query('delete from core.rate_limit'));

const call: ShopWidget['call'] = (path, sent) => widget.call(path, sent);
const codes = () => widget.codes();

const signIn = async (sent: Sent = {}): Promise<string> => {
  const { status, body } = await widget.signIn(buyer.email, sent);
  expect(status).toBe(200);
  return body.token ?? '';
};

describe('signing in inside a widget', () => {
  it('takes a mailed code, and answers strangers, staff and customers alike', async () => {
    const before = (await codes()).length;
    const known = await call('sign-in', { body: { email: buyer.email.toUpperCase() } });
    const staff = await call('sign-in', { body: { email: at.admin.email } });
    const nobody = await call('sign-in', { body: { email: 'nobody@nowhere.test' } });
    for (const answer of [staff, nobody]) {
      expect(answer.status).toBe(known.status);
      expect({ ...answer.body, signInID: '', expiresAt: '' }).toEqual({ ...known.body, signInID: '', expiresAt: '' });
    }
    const mailed = await codes();
    expect(mailed).toHaveLength(before + 1);
    expect(mailed[0]).toMatchObject({ recipients: [buyer.email], props: { site } });
  });

  it('refuses wrong codes, used ones, and those of another site or key; after five tries any', async () => {
    const { body } = await call<{ signInID: string }>('sign-in', { body: { email: buyer.email } });
    const code = (await codes())[0]?.props.code ?? '';
    expect(code).toMatch(/^\d{8}$/);
    const wrong = code === '00000000' ? '00000001' : '00000000';
    const confirm = (said: string, more: Sent = {}) =>
      call<{ token: string }>('sign-in/confirm', { ...more, body: { signInID: body.signInID, code: said } });
    expect(await confirm(wrong)).toMatchObject({ status: 400, body: { code: 'sign_in_code_invalid' } });
    expect(await confirm(code, { origin: otherSite })).toMatchObject({ status: 400 });
    expect(await confirm(code)).toMatchObject({ status: 200, body: { name: expect.any(String) } });
    expect(await confirm(code)).toMatchObject({ status: 400 });
    for (let tries = 0; tries < 5; tries += 1) await confirm(wrong);
    expect(await confirm(code)).toMatchObject({ status: 429 });
  });

  it('takes a thousand wrong codes a day for one person, whoever types them', async () => {
    const { body } = await call<{ signInID: string }>('sign-in', { body: { email: buyer.email } });
    const code = (await codes())[0]?.props.code ?? '';
    const confirm = (said: string) => call('sign-in/confirm', { body: { signInID: body.signInID, code: said } });
    const wrong = code === '00000000' ? '00000001' : '00000000';
    expect(await confirm(wrong)).toMatchObject({ status: 400 });
    const counted = async (points: number) =>
      (await at.kernel.database.runAsAuth({ accountID: '' }, async (em) => {
        const { rows } = await sql<{ points: number }>`update core.rate_limit counted set points = ${points}
          from core.rate_limit before where counted.key like 'widget-sign-in.person:%' and before.key = counted.key
          returning before.points`.execute(em.getKysely());
        return rows.map((row) => row.points);
      })) as number[];
    expect(await counted(1_000)).toContain(1);
    expect(await confirm(code)).toMatchObject({ status: 400, body: { code: 'sign_in_code_invalid' } });
    await counted(999);
    expect(await confirm(code)).toMatchObject({ status: 200 });
  });

  it('lets somebody in whatever strangers have asked in their name, with the code of any mail', async () => {
    const ask = () => call<{ signInID: string }>('sign-in', { body: { email: buyer.email } });
    const before = (await codes()).length;
    for (let stranger = 0; stranger < 5; stranger += 1) expect((await ask()).status).toBe(201);
    const mailed = await codes();
    // At most one email per minute.
    expect(mailed).toHaveLength(before + 1);
    const { body } = await ask();
    expect(await codes()).toHaveLength(before + 1);
    const code = mailed[0]?.props.code ?? '';
    const own = { signInID: body.signInID, code };
    expect(await call('sign-in/confirm', { body: own })).toMatchObject({ status: 200 });
    // A code can be used once, also for earlier sign-ins.
    const { body: next } = await ask();
    expect(await call('sign-in/confirm', { body: { signInID: next.signInID, code } })).toMatchObject({ status: 400 });
  });

  it('gives a token for this key on this site alone, which ends: by sign-out, in time, with the person', async () => {
    const token = await signIn();
    const profile = (sent: Sent = {}) => call('portal/profile', { token, ...sent });
    expect(await profile()).toMatchObject({ status: 200, body: { customer: { name: at.customer.name } } });
    const foreign = { name: 'Other', origins: [site], widgets: ['catalogue'] };
    const publishableKey = (await at.admin.call(createPublishableKey, { body: foreign })).id;
    for (const sent of [{ origin: otherSite }, { publishableKey }, { token: 'x'.repeat(43) }, { token: '' }])
      expect(await profile(sent)).toMatchObject({ status: 401, body: { code: 'widget_signed_out' } });
    expect((await call('sign-in', { method: 'DELETE', token })).status).toBe(204);
    expect((await profile()).status).toBe(401);

    const second = await signIn();
    await widget.db.query("update core.widget_session set expires_at = expires_at - interval '16 minutes'");
    expect((await call('portal/profile', { token: second })).status).toBe(401);

    const third = await signIn();
    const status = (to: string) =>
      widget.db.query('update core.member set status = $1 where email = $2', [to, buyer.email]);
    await status('deactivated');
    expect((await call('portal/profile', { token: third })).status).toBe(401);
    await status('active');
  });

  it('opens no other door', async () => {
    const token = await signIn();
    const response = await at.kernel.anonymous().fetch('/v1/portal/profile', {
      headers: { origin: site, authorization: `Bearer ${token}`, 'account-id': at.kernel.a.id },
    });
    expect(response.status).toBe(401);
    const { id: ended } = await at.admin.call(createPublishableKey, {
      body: { name: 'Ends', origins: [site], widgets: ['quick-order'] },
    });
    const held = await signIn({ publishableKey: ended });
    await at.admin.call(revokePublishableKey, { params: { publishableKeyID: ended } });
    expect(await call('portal/cart', { token: held, publishableKey: ended })).toMatchObject({
      status: 401,
      body: { code: 'publishable_key_refused' },
    });
  });
});

describe('ordering inside a widget', () => {
  it('shows own prices, understands a sheet, and orders on terms once', async () => {
    const token = await signIn();
    const listed = await call<{ items: { sku: string; unitPrice: number }[] }>('portal/products?query=GLOVE', {
      token,
    });
    expect(listed.body.items).toMatchObject([{ sku: 'GLOVE', unitPrice: 4 }]);
    const read = await call<{ rows: { fault: string | null }[] }>('portal/quick-order/actions/read', {
      token,
      body: { text: 'GLOVE\t3\nNOPE\t1' },
    });
    expect(read.body.rows).toMatchObject([{ fault: null }, { fault: expect.stringContaining('NOPE') }]);
    const filled = await call<Cart>('portal/cart/lines', { token, body: { lines: [{ sku: 'glove', quantity: 3 }] } });
    expect(filled.body).toMatchObject({ subtotal: 12 });
    const line = filled.body.lines[0]?.id;
    await call(`portal/cart/lines/${line}`, { method: 'PATCH', token, body: { quantity: 2 } });
    const preview = await call<CheckoutPreview>('portal/checkout/actions/preview', { token, body: {} });
    expect(preview.body).toMatchObject({ total: 8, canPayOnTerms: true });
    const { total } = preview.body;
    const { version } = preview.body.cart;
    const order = { version, total, shipTo: { name: 'Dock', city: 'Ely', country: 'US' }, customerPO: 'W-1' };
    expect(await call('portal/checkout', { token, body: { ...order, total: 1 } })).toMatchObject({
      status: 409,
      body: { code: 'cart_changed' },
    });
    const done = await call<{ orderID: string }>('portal/checkout', { token, body: order });
    expect(done).toMatchObject({ status: 201, body: { total: 8, isPaymentDue: false } });
    const { orderID } = done.body;
    expect(await at.admin.call(getSalesOrder, { params: { orderID } })).toMatchObject({
      status: { code: 'issued' },
      customer: { id: at.customer.id },
      customerPO: 'W-1',
    });
    expect(await at.violations()).toEqual([]);
  });

  it('shows nobody the cart of somebody else', async () => {
    const other = await at.admin.call(createCustomer, { body: { name: 'Else', email: 'else@else.test' } });
    const mine = await signIn();
    await call('portal/cart/lines', { token: mine, body: { lines: [{ sku: 'GLOVE', quantity: 1 }] } });
    const before = buyer;
    buyer = await at.kernel.a.as('customer', { customerID: other.id });
    const token = await signIn();
    buyer = before;
    expect((await call<Cart>('portal/cart', { token })).body.lines).toEqual([]);
    expect((await call<Cart>(`portal/cart?asCustomerID=${at.customer.id}`, { token })).body.lines).toEqual([]);
    expect((await call<{ items: object[] }>('portal/products?query=GLOVE', { token })).body.items).toMatchObject([
      { unitPrice: 4.5 },
    ]);
  });
});

describe('the catalogue of every visitor', () => {
  const glove = async () =>
    (await call<{ items: ShownProduct[] }>('catalogue/products?query=glove')).body.items[0]?.unitPrice;

  it('shows no prices, list prices, or those of a group, as the account chose', async () => {
    expect((await call<ShownCatalogue>('catalogue')).body).toMatchObject({ showsPrices: false, currency: 'USD' });
    expect(await glove()).toBeNull();
    await at.admin.call(updatePublicCatalogue, { body: { publicPrices: 'list' } });
    expect(await glove()).toBe(4.5);
    const group = await at.admin.call(createAccountGroup, { body: { name: 'Web', typeCode: 'price_group' } });
    const body = { recipientAccountID: group.id, itemID: at.glove.id, unitValue: 4.25 };
    await at.admin.call(createAccountPrice, { body });
    await at.admin.call(updatePublicCatalogue, { body: { publicPrices: 'group', publicPriceGroupID: group.id } });
    expect(await glove()).toBe(4.25);
  });
});
