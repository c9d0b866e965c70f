import { apiRefusal, type TestPerson } from '@millwright/core/testing';
import { createProduct, type Product } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addToCart,
  type CheckoutPreview,
  checkOut,
  createOrderDiscount,
  createPaymentTerm,
  createVolumeDiscount,
  emptyCart,
  getCart,
  getSalesOrder,
  previewCheckout,
  updateCustomer,
} from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
let buyer: TestPerson;
let boot: Product;

beforeAll(async () => {
  at = await orderFixture();
  const term = await at.admin.call(createPaymentTerm, { body: { name: 'Thirty days', code: 'net_30' } });
  await at.admin.call(updateCustomer, {
    params: { customerID: at.customer.id },
    body: { defaultPaymentTermID: term.id },
  });
  buyer = await at.kernel.a.as('customer', { customerID: at.customer.id });
  boot = await at.admin.call(createProduct, { body: { sku: 'BOOT', description: 'Boot', unitValue: 113.6 } });
  await at.admin.call(createVolumeDiscount, {
    body: { name: 'By the score', tiers: [{ name: 'Twenty', discountPercentage: 0.0785, threshold: 20 }] },
  });
  await at.stock(boot, 2);
});
afterAll(() => at?.kernel.stop());

type Choices = Parameters<typeof buyer.call<typeof previewCheckout>>[1]['body'];
const fill = (...lines: object[]) => buyer.callUnchecked(addToCart, { body: { lines } });
const preview = (body: Choices = {}) => buyer.call(previewCheckout, { body });
const order = ({ cart, total, digest }: CheckoutPreview, body: Choices = {}) =>
  buyer.call(checkOut, { body: { ...body, version: cart.version, total, digest } });
const shown = ({ lines, total }: CheckoutPreview) => [
  ...lines.map(({ quantity, unitPrice }) => [quantity.measure, unitPrice]),
  total,
];

describe('the preview of a checkout', () => {
  it('shows the lines, prices and sums of just what would be ordered', async () => {
    await fill({ sku: 'BOOT', quantity: 20 });
    expect(shown(await preview())).toEqual([[20, 104.68], 2093.6]);
    expect(shown(await preview({ shortages: 'wait' }))).toEqual([[20, 104.68], 2093.6]);
    const part = await preview({ shortages: 'part' });
    expect(shown(part)).toEqual([[2, 113.6], 227.2]);
    expect(part.cart).toMatchObject({ lines: [{ quantity: { measure: 20 } }], subtotal: 2093.6 });
    expect(part.shortages).toMatchObject([{ sku: 'BOOT', available: 2 }]);
    const whole = await preview();
    const tricks = [
      { ...part, total: whole.total },
      { ...part, digest: whole.digest },
    ];
    for (const seen of tricks)
      expect(await apiRefusal(order(seen, { shortages: 'part' }))).toMatchObject({ status: 409, code: 'cart_changed' });
    const made = await order(part, { shortages: 'part' });
    expect(made.total).toBe(227.2);
    expect(await at.admin.call(getSalesOrder, { params: { orderID: made.orderID } })).toMatchObject({
      total: 227.2,
      lines: [{ quantityOrdered: { measure: 2 }, unitPrice: 113.6 }],
    });
    expect((await buyer.call(getCart, {})).lines).toMatchObject([{ quantity: { measure: 18 } }]);
    const none = await preview({ shortages: 'part' });
    expect([shown(none), none.subtotal]).toEqual([[0], 0]);
    expect(await apiRefusal(order(none, { shortages: 'part' }))).toMatchObject({ status: 409, code: 'cart_changed' });
    await buyer.call(emptyCart, {});
  });

  it('says when a part is too little for a code, and orders without it', async () => {
    await at.admin.call(createOrderDiscount, {
      body: { name: 'Spring', code: 'SPRING', type: 'percentage', percentage: 0.1, minimumOrderTotal: 40 },
    });
    await at.stock(at.hat, 3);
    await fill({ sku: 'HAT', quantity: 5 });
    const code = { discountCode: 'spring' };
    expect(await preview(code)).toMatchObject({ subtotal: 51.67, discount: { amount: 5.17 }, total: 46.5 });
    const lost = { ...code, shortages: 'part' } as const;
    const part = await preview(lost);
    expect(part).toMatchObject({ subtotal: 31, discount: null, total: 31 });
    expect(part.discountFault).toMatch(/This code counts from an order of 40/);
    expect(await order(part, lost)).toMatchObject({ total: 31 });
    const unknown = { discountCode: 'WINTER', shortages: 'wait' } as const;
    const seen = await preview(unknown);
    expect(seen.discountFault).toEqual(expect.any(String));
    expect(await apiRefusal(order(seen, unknown))).toMatchObject({ status: 400, errors: [{ path: 'discountCode' }] });
    await buyer.call(emptyCart, {});
  });

  it('gives lines of one product what lines before them leave', async () => {
    await at.stock(at.glove, 15);
    await fill({ sku: 'GLOVE', quantity: 1, unit: 'ct12pr' }, { sku: 'GLOVE', quantity: 5 });
    const part = await preview({ shortages: 'part' });
    expect(part.shortages).toMatchObject([{ sku: 'GLOVE', available: 3 }]);
    expect(part.lines.map(({ quantity }) => quantity.measure)).toEqual([1, 3]);
    const made = await order(part, { shortages: 'part' });
    const sold = await at.admin.call(getSalesOrder, { params: { orderID: made.orderID } });
    expect(sold.lines.map(({ short }) => short?.measure)).toEqual([0, 0]);
    expect(await at.violations()).toEqual([]);
  });
});
