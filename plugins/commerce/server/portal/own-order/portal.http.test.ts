import { getMyNotifications, listTeamUsers, searchRecords, updateMyNotifications } from '@millwright/core/contracts';
import { apiRefusal, meanwhile, type TestPerson } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addToCart,
  answerEstimate,
  type Customer,
  changeCartLine,
  changeOwnPerson,
  checkOut,
  createAccountPrice,
  createCustomer,
  createOwnAddress,
  createPaymentTerm,
  deleteOwnAddress,
  finishPortalRequest,
  getCart,
  getOwnBalance,
  getOwnOrder,
  getPortalProduct,
  getPortalProfile,
  getSalesOrder,
  inviteOwnPerson,
  listOwnAddresses,
  listOwnInvoices,
  listOwnOrders,
  listOwnPayments,
  listOwnPeople,
  listPortalCategories,
  listPortalFrequentProducts,
  listPortalProducts,
  listPortalRequests,
  previewCheckout,
  readQuickOrder,
  removeCartLine,
  reorder,
  requestReturn,
  updateCustomer,
  updateOwnAddress,
  visitPortal,
} from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
let buyer: TestPerson;
let other: Customer;
let stranger: TestPerson;
let db: Client;

beforeAll(async () => {
  at = await orderFixture();
  const term = await at.admin.call(createPaymentTerm, { body: { name: 'Thirty days', code: 'net_30' } });
  await at.admin.call(updateCustomer, {
    params: { customerID: at.customer.id },
    body: { defaultPaymentTermID: term.id },
  });
  other = await at.admin.call(createCustomer, { body: { name: 'Somebody else', email: 'else@else.test' } });
  buyer = await at.kernel.a.as('customer', { customerID: at.customer.id });
  stranger = await at.kernel.a.as('customer', { customerID: other.id });
  await at.admin.call(createAccountPrice, {
    body: {
      recipientAccountID: at.customer.id,
      itemID: at.glove.id,
      unitValue: 4,
    },
  });
  await at.stock(at.glove, 30);
  db = new Client({ connectionString: at.kernel.db.adminUrl });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await at?.kernel.stop();
});

const dock = { name: 'Dock', city: 'Ely', country: 'US' };
const add = (...lines: object[]) => buyer.callUnchecked(addToCart, { body: { lines } });
const empty = async () => {
  for (const { id } of (await buyer.call(getCart, {})).lines)
    await buyer.call(removeCartLine, { params: { cartLineID: id } });
};
/** Orders the cart in the state that was shown last. */
async function order(body: { shortages?: 'part' | 'wait'; [field: string]: unknown } = {}) {
  const { shortages } = body;
  const preview = await buyer.call(previewCheckout, { body: { shortages } });
  const { version } = preview.cart;
  return buyer.callUnchecked(checkOut, { body: { version, total: preview.total, ...body } });
}

describe('the shop', () => {
  it('shows own prices with why, and availability in words', async () => {
    const { items } = await buyer.call(listPortalProducts, { query: {} });
    expect(items.map(({ sku }) => sku)).toEqual(['GLOVE', 'HAT']);
    const [glove, hat] = items;
    expect(glove).toMatchObject({
      unitPrice: 4,
      availability: { code: 'in_stock' },
      priceTrace: [{ rule: 'list_price' }, { rule: 'customer_price', id: null, name: 'Your price' }],
    });
    expect(glove?.units.find(({ unit }) => unit === 'ct12pr')?.unitPrice).toBe(48);
    expect(hat?.availability).toEqual({ code: 'on_request', firstDate: null });
    expect(JSON.stringify(items)).not.toMatch(/unitCost|onHand|available[A-Z]|reserved/);
    const seen = await stranger.call(getPortalProduct, { params: { productID: at.glove.id } });
    expect(seen.unitPrice).toBe(4.5);
    for (const [query, count] of [
      ['felt', 1],
      ['hat félt', 1],
      ['felt glove', 0],
      ['freight', 0],
    ] as const)
      expect((await buyer.call(listPortalProducts, { query: { query } })).count, query).toBe(count);
    expect(await apiRefusal(buyer.call(getPortalProduct, { params: { productID: at.freight.id } }))).toMatchObject({
      status: 404,
    });
  });

  it('keeps a cart for each person, prices it anew and says when a price has changed', async () => {
    const cart = await add({ sku: 'glove', quantity: 2 }, { productID: at.glove.id, quantity: 1 });
    expect(cart.lines).toMatchObject([{ quantity: { measure: 3 }, unitPrice: 4, total: 12, formerUnitPrice: null }]);
    expect((await stranger.call(getCart, {})).lines).toEqual([]);
    await db.query('update commerce.account_price set unit_value = 5 where unit_value = 4');
    const dearer = await buyer.call(getCart, {});
    expect(dearer.lines).toMatchObject([{ unitPrice: 5, formerUnitPrice: 4 }]);
    const agreed = await buyer.call(changeCartLine, {
      params: { cartLineID: dearer.lines[0]!.id },
      body: { quantity: 1, unitID: at.unit('ct12pr') },
    });
    expect(agreed.lines).toMatchObject([{ unitPrice: 60, formerUnitPrice: null, total: 60 }]);
    await db.query('update commerce.account_price set unit_value = 4 where unit_value = 5');
    expect(
      await apiRefusal(add({ sku: 'NONE', quantity: 1 }, { sku: 'HAT', quantity: 1, unit: 'crate' })),
    ).toMatchObject({
      status: 400,
      errors: [{ path: 'lines.0.sku' }, { path: 'lines.1.unit' }],
    });
    expect(
      await apiRefusal(stranger.call(removeCartLine, { params: { cartLineID: agreed.lines[0]!.id } })),
    ).toMatchObject({ status: 404 });
    await empty();
  });

  it('understands pasted lines', async () => {
    const text = 'SKU\tQuantity\nglove\t3\tct12pr\nHAT x 2\n4 x hat\nNOPE 1\nGLOVE\tmany\nFREIGHT 1';
    const { rows } = await buyer.call(readQuickOrder, { body: { text } });
    expect(rows.map(({ row, product, quantity, unit, fault }) => [row, product?.sku, quantity, unit, fault])).toEqual([
      [2, 'GLOVE', 3, 'ct12pr', null],
      [3, 'HAT', 2, 'each', null],
      [4, 'HAT', 4, 'each', null],
      [5, undefined, 1, null, 'There is no product NOPE for you'],
      [6, 'GLOVE', null, expect.any(String), expect.any(String)],
      [7, undefined, 1, null, 'There is no product FREIGHT for you'],
    ]);
  });
});

describe('checkout on terms', () => {
  it('makes an issued order at the prices that were shown, and mails its confirmation', async () => {
    await add({ sku: 'GLOVE', quantity: 5 });
    const made = await order({ customerPO: 'PO-9', note: 'Ring twice' });
    expect(made).toMatchObject({ total: 20, isPaymentDue: false });
    const sold = await at.admin.call(getSalesOrder, { params: { orderID: made.orderID } });
    expect(sold).toMatchObject({
      status: { code: 'issued' },
      customerPO: 'PO-9',
      customerNote: 'Ring twice',
      total: 20,
      shipTo: { name: 'Dock 2' },
      lines: [{ reserved: { measure: 5 }, unitPrice: 4 }],
    });
    expect((await buyer.call(getCart, {})).lines).toEqual([]);
    const own = await buyer.call(getOwnOrder, { params: { orderID: made.orderID } });
    expect(own).toMatchObject({ stage: { code: 'accepted' }, lines: [{ state: 'Waiting', unitPrice: 4 }] });
    expect(JSON.stringify(own)).not.toMatch(/unitCost|reserved|salesRep/);
    const { rows } = await db.query(
      "select recipients from core.email_log where account_id = $1 and template = 'commerce.order-confirmation'",
      [at.kernel.a.id],
    );
    expect(rows).toEqual([{ recipients: [buyer.email] }]);
  });

  it('refuses a total that is not that of now, and an empty cart', async () => {
    expect(await apiRefusal(buyer.call(checkOut, { body: { version: 0, total: 0 } }))).toMatchObject({
      code: 'cart_empty',
    });
    await add({ sku: 'GLOVE', quantity: 1 });
    const { cart } = await buyer.call(previewCheckout, { body: {} });
    const tricks = [
      { version: cart.version, total: 0.01 },
      { version: cart.version - 1, total: 4 },
    ];
    for (const body of tricks)
      expect(await apiRefusal(buyer.call(checkOut, { body }))).toMatchObject({ status: 409, code: 'cart_changed' });
    await empty();
  });

  it('offers the part that is there, or the first day', async () => {
    await at.stock(at.hat, 3);
    await at.stock(at.hat, 10, '2030-05-01');
    await add({ sku: 'HAT', quantity: 5 });
    const { shortages } = await buyer.call(previewCheckout, { body: {} });
    expect(shortages).toMatchObject([{ sku: 'HAT', available: 3, unit: 'each', firstDate: '2030-05-01' }]);
    expect(await apiRefusal(order())).toMatchObject({ status: 409, code: 'insufficient_stock' });
    const part = await order({ shortages: 'part' });
    const first = await at.admin.call(getSalesOrder, { params: { orderID: part.orderID } });
    expect(first.lines).toMatchObject([{ quantityOrdered: { measure: 3 }, short: { measure: 0 } }]);
    expect((await buyer.call(getCart, {})).lines).toMatchObject([{ quantity: { measure: 2 } }]);
    const later = await order({ shortages: 'wait' });
    const second = await at.admin.call(getSalesOrder, { params: { orderID: later.orderID } });
    expect(second).toMatchObject({ promisedAt: '2030-05-01', lines: [{ short: { measure: 2 } }] });
  });

  it('never sells the same last pieces twice', async () => {
    const people = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const customer = await at.admin.call(createCustomer, { body: { name: `Racer ${index}`, shipToAddress: dock } });
        await db.query(
          `update commerce.customer set default_payment_term_id = (select default_payment_term_id from commerce.customer
            where id = $1) where id = $2`,
          [at.customer.id, customer.id],
        );
        return at.kernel.a.as('customer', { customerID: customer.id });
      }),
    );
    const results = await Promise.allSettled(
      people.map(async (person) => {
        await person.call(addToCart, { body: { lines: [{ sku: 'GLOVE', quantity: 10 }] } });
        const { cart, total } = await person.call(previewCheckout, { body: {} });
        return person.call(checkOut, { body: { version: cart.version, total } });
      }),
    );
    // 25 pairs are available.
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason.code)] : []));
    expect(refusals).toEqual(Array(4).fill('insufficient_stock'));
    expect(await at.violations()).toEqual([]);
  });

  it('is not for a customer on hold, nor for one that pays before', async () => {
    await at.admin.call(updateCustomer, { params: { customerID: at.customer.id }, body: { status: 'hold_all' } });
    await add({ sku: 'GLOVE', quantity: 1 });
    expect(await apiRefusal(order())).toMatchObject({ code: 'customer_on_hold' });
    await at.admin.call(updateCustomer, { params: { customerID: at.customer.id }, body: { status: 'normal' } });
    await empty();
    await stranger.call(addToCart, { body: { lines: [{ sku: 'GLOVE', quantity: 1 }] } });
    const { cart, total, canPayOnTerms } = await stranger.call(previewCheckout, { body: {} });
    expect(canPayOnTerms).toBe(false);
    expect(await apiRefusal(stranger.call(checkOut, { body: { version: cart.version, total } }))).toMatchObject({
      status: 400,
      errors: [{ path: 'payment' }],
    });
    expect(
      await apiRefusal(stranger.call(checkOut, { body: { version: cart.version, total, payment: 'card' } })),
    ).toMatchObject({ status: 400, errors: [{ path: 'payment', message: 'Cards are not taken here' }] });
  });
});

describe('own orders', () => {
  it('are the own ones alone, and go into the cart again', async () => {
    const { items } = await buyer.call(listOwnOrders, { query: { state: 'open' } });
    const [first] = items;
    const finds = async (person: TestPerson) =>
      (await person.call(searchRecords, { query: { query: first?.number ?? '', types: ['sales_order'] } })).items[0]
        ?.path;
    expect(await finds(buyer)).toBe(`/dashboard/my-orders/${first?.id}`);
    expect(await finds(at.admin)).toBe(`/dashboard/sales-orders/${first?.id}`);
    expect(items.length).toBeGreaterThan(1);
    expect((await stranger.call(listOwnOrders, { query: {} })).items).toEqual([]);
    const orderID = items.at(-1)!.id;
    expect(await apiRefusal(stranger.call(getOwnOrder, { params: { orderID } }))).toMatchObject({ status: 404 });
    expect(await apiRefusal(stranger.call(reorder, { params: { orderID } }))).toMatchObject({ status: 404 });
    const { cart, left } = await buyer.call(reorder, { params: { orderID } });
    expect([cart.lines.length, left]).toEqual([1, []]);
    await empty();
    expect(await buyer.call(listPortalFrequentProducts, { query: {} })).toMatchObject({ count: 2 });
  });

  it('estimates are accepted or declined once, and the team is told', async () => {
    const [yes, no] = [await at.offered(), await at.offered({ expiredAt: '2199-01-01' })];
    const answer = (orderID: string, word: string, who = buyer) =>
      who.callUnchecked(answerEstimate, {
        params: { orderID },
        body: { answer: word, offerVersion: 1, message: 'Thank you' },
      });
    expect(await apiRefusal(answer(yes.id, 'accept', stranger))).toMatchObject({ status: 404 });
    expect(await answer(yes.id, 'accept')).toMatchObject({ stage: { code: 'accepted' }, canAnswer: false });
    expect(await apiRefusal(answer(yes.id, 'accept'))).toMatchObject({ status: 409, code: 'estimate_answered' });
    expect(await answer(no.id, 'decline')).toMatchObject({ stage: { code: 'declined' }, canAnswer: false });
    const { items } = await at.admin.call(listPortalRequests, { query: { isOpen: true } });
    expect(items.map(({ kind, order: of, message }) => [kind.code, of?.number, message])).toEqual([
      ['estimate_declined', no.number, 'Thank you'],
      ['estimate_accepted', yes.number, 'Thank you'],
    ]);
    const finish = (version: number) =>
      at.admin.call(finishPortalRequest, {
        params: { portalRequestID: items[0]!.id },
        body: { answer: 'Called them', version },
      });
    const { version } = items[0]!;
    expect(await apiRefusal(finish(version - 1))).toMatchObject({ status: 409, code: 'stale_version' });
    const closed = await finish(version);
    expect(closed).toMatchObject({ isOpen: false, answer: 'Called them' });
    expect(
      await apiRefusal(at.admin.call(finishPortalRequest, { params: { portalRequestID: items[0]!.id }, body: {} })),
    ).toMatchObject({ code: 'portal_request_done' });
  });

  it('what was shipped can be asked to go back', async () => {
    const sold = await at.offered();
    const lineID = sold.lines[0]!.id;
    const ask = (...quantities: number[]) =>
      buyer.call(requestReturn, {
        params: { orderID: sold.id },
        body: { lines: quantities.map((quantity) => ({ lineID, quantity })), reason: 'Torn' },
      });
    expect(await apiRefusal(ask(1))).toMatchObject({ status: 400, errors: [{ path: 'lines.0.quantity' }] });
    await db.query('update commerce.sales_order_line set quantity_shipped = base_quantity where id = $1', [
      sold.lines[0]!.id,
    ]);
    const { measure: shipped, unit } = sold.lines[0]!.quantityOrdered;
    const refusal = (index: number, left: number) => ({
      status: 400,
      errors: [
        {
          path: `lines.${index}.quantity`,
          message: `${shipped} ${unit} of it were shipped, of which ${left} are not asked for yet`,
        },
      ],
    });
    expect(await apiRefusal(ask(shipped - 1, 2))).toMatchObject(refusal(1, 1));
    const { requestID } = await ask(shipped - 1);
    expect(requestID).toMatch(/^prq_/);
    expect(await apiRefusal(ask(2))).toMatchObject(refusal(0, 1));
    // Two at once count each other.
    const both = await Promise.allSettled([ask(1), ask(1)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const finished = await at.admin.call(finishPortalRequest, { params: { portalRequestID: requestID }, body: {} });
    expect(finished.lines).toEqual([{ sku: sold.lines[0]!.product.sku, quantity: shipped - 1, unit }]);
    expect(await apiRefusal(ask(shipped))).toMatchObject(refusal(0, shipped - 1));
    expect((await ask(shipped - 1)).requestID).toMatch(/^prq_/);
    await db.query('update commerce.sales_order_line set quantity_shipped = 0 where id = $1', [sold.lines[0]!.id]);
  });
});

describe('the own company', () => {
  it('keeps its addresses and its people, and nobody else does', async () => {
    const address = await buyer.call(createOwnAddress, { body: { name: 'Shop', country: 'US', city: 'Ely' } });
    const params = { addressID: address.id };
    expect(await buyer.call(updateOwnAddress, { params, body: { city: 'Cook' } })).toMatchObject({ city: 'Cook' });
    expect(await apiRefusal(stranger.call(updateOwnAddress, { params, body: { city: 'Mine' } }))).toMatchObject({
      status: 404,
    });
    expect(await apiRefusal(stranger.call(deleteOwnAddress, { params }))).toMatchObject({ status: 404 });
    await buyer.call(deleteOwnAddress, { params });
    const colleague = await buyer.call(inviteOwnPerson, { body: { name: 'Mia', email: 'mia@lakeside.test' } });
    expect(colleague).toMatchObject({ status: 'invited', isSelf: false });
    const team = await at.admin.call(listTeamUsers, { params: { accountID: at.customer.id }, query: {} });
    expect(team.items.find(({ email }) => email === 'mia@lakeside.test')).toMatchObject({ role: { type: 'customer' } });
    const own = { params: { personID: colleague.id } };
    expect(await apiRefusal(stranger.call(changeOwnPerson, { ...own, body: { status: 'deactivated' } }))).toMatchObject(
      {
        status: 404,
      },
    );
    expect(await buyer.call(changeOwnPerson, { ...own, body: { status: 'deactivated' } })).toMatchObject({
      status: 'deactivated',
    });
    const self = (await buyer.call(listOwnPeople, { query: {} })).items.find(({ isSelf }) => isSelf);
    expect(
      await apiRefusal(
        buyer.call(changeOwnPerson, { params: { personID: self!.id }, body: { status: 'deactivated' } }),
      ),
    ).toMatchObject({ status: 409 });
  });

  it('does not change a person who is removed meanwhile', async () => {
    const { id } = await buyer.call(inviteOwnPerson, { body: { name: 'Noa', email: 'noa@lakeside.test' } });
    const refusal = await meanwhile(
      db,
      {
        text: `update core.member set removed_at = now(), status = 'deactivated', invitation_hash = null where id = $1`,
        values: [id],
      },
      () => apiRefusal(buyer.call(changeOwnPerson, { params: { personID: id }, body: { status: 'deactivated' } })),
    );
    expect(refusal).toMatchObject({ status: 404 });
  });
});

describe('the team', () => {
  it('looks at the portal as a customer, which is noted, and changes nothing', async () => {
    const asCustomer = { query: { asCustomerID: at.customer.id } };
    const { customer } = await at.admin.call(visitPortal, { body: { customerID: at.customer.id } });
    expect(customer).toMatchObject({ name: 'Lakeside Outfitters' });
    const seen = await at.admin.call(getPortalProduct, { ...asCustomer, params: { productID: at.glove.id } });
    expect(seen.unitPrice).toBe(4);
    expect(await at.admin.call(getPortalProfile, asCustomer)).toMatchObject({ isVisit: true, cartLineCount: 0 });
    const reads = [
      listOwnOrders,
      listOwnInvoices,
      listOwnPayments,
      listOwnAddresses,
      listOwnPeople,
      listPortalCategories,
      getOwnBalance,
      getCart,
    ] as const;
    for (const read of reads) {
      await at.admin.call(read as typeof getCart, asCustomer);
      expect(await apiRefusal(at.admin.call(read as typeof getCart, {}))).toMatchObject({
        status: 403,
        code: 'no_portal_customer',
      });
      expect(await apiRefusal(stranger.call(read as typeof getCart, asCustomer))).toMatchObject({ status: 404 });
    }
    expect(
      await apiRefusal(at.admin.call(addToCart, { body: { lines: [{ sku: 'HAT', quantity: 1 }] } })),
    ).toMatchObject({
      status: 403,
      code: 'portal_read_only',
    });
    const { rows } = await db.query("select count(*) from core.audit_event where action = 'portal_visited'");
    expect(rows[0].count).toBe('1');
    const foreign = await at.kernel.b.as('admin');
    expect(await apiRefusal(foreign.call(getCart, asCustomer))).toMatchObject({ status: 404 });
  });
});

describe('a parent', () => {
  it('looks at the portals of those below it where the team allows it, and changes nothing there', async () => {
    const parent = await at.admin.call(createCustomer, { body: { name: 'Lakeside Holding' } });
    const set = (customerID: string, body: object) => at.admin.call(updateCustomer, { params: { customerID }, body });
    await set(at.customer.id, { parentID: parent.id });
    const boss = await at.kernel.a.as('customer', { customerID: parent.id });
    const asCustomer = { query: { asCustomerID: at.customer.id } };
    expect(await boss.call(getPortalProfile, { query: {} })).toMatchObject({ family: [] });
    expect(await apiRefusal(boss.call(listOwnOrders, asCustomer))).toMatchObject({ status: 404 });
    await set(parent.id, { seesChildren: true });
    expect(await boss.call(getPortalProfile, asCustomer)).toMatchObject({
      customer: { id: at.customer.id },
      isVisit: true,
      family: [{ id: parent.id }, { id: at.customer.id }],
    });
    expect((await boss.call(listOwnOrders, asCustomer)).count).toBeGreaterThan(1);
    expect((await boss.call(listOwnOrders, { query: {} })).count).toBe(0);
    expect(await boss.call(getPortalProduct, { ...asCustomer, params: { productID: at.glove.id } })).toMatchObject({
      unitPrice: 4,
    });
    expect(await apiRefusal(boss.call(getPortalProfile, { query: { asCustomerID: other.id } }))).toMatchObject({
      status: 404,
    });
    // A child customer does not see its parent's portal, and only the child can change its own orders.
    expect(await apiRefusal(buyer.call(listOwnOrders, { query: { asCustomerID: parent.id } }))).toMatchObject({
      status: 404,
    });
    const [order] = (await boss.call(listOwnOrders, asCustomer)).items;
    const refused = boss.call(reorder, { params: { orderID: order!.id } });
    expect(await apiRefusal(refused)).toMatchObject({ status: 404 });
    await set(parent.id, { seesChildren: false });
    expect(await apiRefusal(boss.call(getOwnOrder, { ...asCustomer, params: { orderID: order!.id } }))).toMatchObject({
      status: 404,
    });
  });
});

it('who wants no confirmations gets none, and is asked about the mails of customers alone', async () => {
  const { preferences } = await buyer.call(getMyNotifications, {});
  expect(preferences.map(({ notificationTypeCode }) => notificationTypeCode)).toEqual([
    'own_order_confirmed',
    'own_order_shipped',
  ]);
  const team = await at.admin.call(getMyNotifications, {});
  expect(team.preferences.some(({ notificationTypeCode }) => notificationTypeCode.startsWith('own_'))).toBe(false);
  const mails = async () =>
    (await db.query("select from core.email_log where template = 'commerce.order-confirmation'")).rowCount;
  const before = await mails();
  await buyer.call(updateMyNotifications, {
    body: { preferences: [{ notificationTypeCode: 'own_order_confirmed', enabled: false }] },
  });
  await at.stock(at.glove, 1);
  await add({ sku: 'GLOVE', quantity: 1 });
  await order();
  expect(await mails()).toBe(before);
});
