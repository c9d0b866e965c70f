import { apiRefusal } from '@millwright/core/testing';
import { createProductLine, setProductLine } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeSalesOrderStatus,
  createAccountGroup,
  createAccountPrice,
  createOrderDiscount,
  createSalesOrder,
  createVolumeDiscount,
  deleteSalesOrder,
  findOrderDiscountByCode,
  findPriceRules,
  getOrderDiscount,
  getSalesOrder,
  listSalesOrders,
  type SalesOrder,
  type SalesOrderLine,
  updateAccountPrice,
  updateCustomer,
  updateSalesOrder,
  updateSalesOrderLine,
} from '../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
let group: { id: string };
let line: { id: string };
beforeAll(async () => {
  at = await orderFixture();
  group = await at.admin.call(createAccountGroup, { body: { name: 'Dealers', typeCode: 'price_group' } });
  line = await at.admin.call(createProductLine, { body: { name: 'Gloves' } });
  await at.admin.call(setProductLine, { params: { itemID: at.glove.id, productLineID: line.id } });
  const params = { customerID: at.customer.id };
  await at.admin.call(updateCustomer, { params, body: { customerPriceGroupIDs: [group.id] } });
});
afterAll(() => at?.kernel.stop());

const pricesOf = ({ lines }: SalesOrder) => lines.map(({ unitPrice }) => unitPrice);
const rulesOf = ({ priceTrace }: SalesOrderLine) => priceTrace.map(({ rule }) => rule);
const change = (order: SalesOrder, body: object) =>
  at.admin.call(updateSalesOrder, { params: { orderID: order.id }, body });
const status = (order: SalesOrder, statusChange: 'issued' | 'estimate' | 'closed_short') =>
  at.admin.call(changeSalesOrderStatus, { params: { orderID: order.id }, body: { statusChange } });

describe('lines of orders', () => {
  it('are priced by the rules until the order is issued, and say why; typed prices stay', async () => {
    const body = { recipientAccountID: group.id, productLineID: line.id };
    const perPair = (value: number) => ({ unitValue: { value, perUnitID: at.unit('pair') } });
    const agreed = await at.admin.call(createAccountPrice, { body: { ...body, ...perPair(4) } });
    const tiers = [{ threshold: 100, discountPercentage: 0.1 }];
    await at.admin.call(createVolumeDiscount, { body: { name: 'Pallets', tiers } });
    const lines = [
      { productID: at.glove.id, quantityOrdered: 60 },
      { productID: at.glove.id, quantityOrdered: { measure: 5, unitID: at.unit('ct10pr') }, unitPrice: 39 },
      { productID: at.hat.id, quantityOrdered: 1 },
    ];
    const order = await at.create({ lines });
    expect(pricesOf(order)).toEqual([3.6, 39, 10.333333]);
    const [first, second, hat] = order.lines as [SalesOrderLine, SalesOrderLine, SalesOrderLine];
    expect(first).toMatchObject({
      isPriceTyped: false,
      priceTrace: [
        { rule: 'list_price', in: null, out: 4.5 },
        { rule: 'customer_price', id: agreed.id, name: 'Dealers: Gloves', in: 4.5, out: 4 },
        { rule: 'volume_discount', name: 'Pallets: From 100', in: 4, out: 3.6 },
      ],
    });
    expect(second).toMatchObject({ isPriceTyped: true });
    expect(rulesOf(hat)).toEqual(['list_price']);
    // The volume falls below the tier, so the price of the other line changes too.
    const lineOf = (id: string) => ({ orderID: order.id, salesOrderLineID: id });
    await at.admin.call(updateSalesOrderLine, { params: lineOf(second.id), body: { quantityOrdered: 1 } });
    const smaller = await at.admin.call(getSalesOrder, { params: { orderID: order.id } });
    expect(pricesOf(smaller)).toEqual([4, 3.9, 10.333333]);
    expect(smaller.total).toBe(254.23);
    const reset = await at.admin.call(updateSalesOrderLine, { params: lineOf(second.id), body: { unitPrice: null } });
    expect(reset).toMatchObject({ unitPrice: 4, isPriceTyped: false });
    // Every change recalculates the prices of the lines.
    await at.admin.call(updateAccountPrice, { params: { accountPriceID: agreed.id }, body: perPair(3) });
    expect(pricesOf(await change(order, { note: 'Priced anew' }))).toEqual([3, 3, 10.333333]);
    const issued = await status(order, 'issued');
    await at.admin.call(updateAccountPrice, { params: { accountPriceID: agreed.id }, body: perPair(2) });
    const kept = issued.lines.map(({ id, product, quantityOrdered: { measure, unitID } }) => ({
      id,
      productID: product.id,
      quantityOrdered: { measure, unitID },
      unitPrice: null,
    }));
    const added = { productID: at.glove.id, quantityOrdered: 1 };
    expect(pricesOf(await change(order, { lines: [...kept, added] }))).toEqual([3, 3, 10.333333, 2]);
    expect(pricesOf(await status(order, 'estimate'))).toEqual([3, 3, 10.333333, 2]);
    expect(await at.violations()).toEqual([]);
  });

  it('cost portal customers the same, who neither send prices nor see whose they are', async () => {
    const portal = await at.kernel.a.as('customer', { customerID: at.customer.id });
    const lines = [{ productID: at.glove.id, quantityOrdered: 1 }];
    const order = await portal.call(createSalesOrder, { body: { customerID: at.customer.id, lines } });
    expect(order.lines[0]).toMatchObject({
      unitPrice: 2,
      priceTrace: [
        { rule: 'list_price', out: 4.5 },
        { rule: 'customer_price', id: null, name: 'Your price', in: 4.5, out: 2 },
      ],
    });
    const cheap = { customerID: at.customer.id, lines: [{ ...lines[0], unitPrice: 1 }] };
    expect(await apiRefusal(portal.callUnchecked(createSalesOrder, { body: cheap }))).toMatchObject({
      status: 400,
      code: 'invalid_input',
      errors: [{ path: 'lines.0.unitPrice' }],
    });
    const query = { customerID: at.customer.id, productIDs: [at.glove.id] };
    expect((await apiRefusal(portal.call(findPriceRules, { body: query }))).status).toBe(403);
    const rules = await at.admin.call(findPriceRules, { body: query });
    expect(rules.prices).toMatchObject([{ recipient: 'price_group', unitValue: '2.000000', productLineID: line.id }]);
    expect(rules.volumeDiscounts).toMatchObject([{ name: 'Pallets', tiers: [{ threshold: '100.000000' }] }]);
  });
});

describe('order discounts of orders', () => {
  const usesOf = async (id: string) =>
    (await at.admin.call(getOrderDiscount, { params: { orderDiscountID: id } })).orderCount;
  const reasonOf = async (promise: Promise<unknown>) => {
    const { code, details } = await apiRefusal(promise);
    return [code, (details as { reason?: string } | undefined)?.reason];
  };

  it('come off what is sold, as agreed when they were given, and count while the order is issued', async () => {
    const discount = await at.admin.call(createOrderDiscount, {
      body: {
        name: 'Spring',
        code: 'SPRING',
        type: 'percentage',
        percentage: 0.1,
        minimumOrderTotal: 50,
        maximumUses: 1,
      },
    });
    const lines = [
      { productID: at.hat.id, quantityOrdered: 10, unitPrice: 10 },
      { productID: at.freight.id, quantityOrdered: 1, unitPrice: 20 },
    ];
    const order = await at.create({ lines, orderDiscountID: discount.id });
    expect(order).toMatchObject({ subtotal: 120, discount: 10, total: 110, orderDiscount: { code: 'SPRING' } });
    const listed = await at.admin.call(listSalesOrders, { query: { query: order.number } });
    expect(listed.items[0]).toMatchObject({ discount: 10, total: 110 });
    const hats = { id: order.lines[0]?.id, productID: at.hat.id, quantityOrdered: 1, unitPrice: 10 };
    const small = await change(order, { lines: [hats] });
    expect(small).toMatchObject({ discount: 0, total: 10, orderDiscountID: discount.id });
    expect(await reasonOf(status(order, 'issued'))).toEqual(['discount_not_applicable', 'discount_below_minimum']);
    await change(order, { lines: [{ ...hats, quantityOrdered: 6 }] });
    expect(await usesOf(discount.id)).toBe(0);
    expect((await status(order, 'issued')).total).toBe(54);
    expect(await usesOf(discount.id)).toBe(1);
    const other = await at.create({ lines, orderDiscountID: null });
    expect(await reasonOf(change(other, { orderDiscountID: discount.id }))).toEqual([
      'discount_not_applicable',
      'discount_used_up',
    ]);
    await status(order, 'estimate');
    expect(await usesOf(discount.id)).toBe(0);
    // Two orders compete for the last use: the later one is refused, and can be issued without the discount.
    expect((await change(other, { orderDiscountID: discount.id })).total).toBe(110);
    const both = await Promise.allSettled([status(order, 'issued'), status(other, 'issued')]);
    expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await usesOf(discount.id)).toBe(1);
    const late = await at.admin.call(createSalesOrder, {
      body: { customerID: at.customer.id, lines, status: 'issued' },
    });
    expect(await reasonOf(change(late, { orderDiscountID: discount.id }))).toEqual([
      'discount_not_applicable',
      'discount_used_up',
    ]);
    const loser = both[0]?.status === 'rejected' ? order : other;
    await change(loser, { orderDiscountID: null });
    await at.admin.call(deleteSalesOrder, { params: { orderID: loser.id } });
    expect(await at.violations()).toEqual([]);
  });

  it('are given to portal customers by their code, who learn no reason why one is not', async () => {
    const portal = await at.kernel.a.as('customer', { customerID: at.customer.id });
    const amount = await at.admin.call(createOrderDiscount, {
      body: { name: 'Five off', code: 'FIVE', type: 'amount', amount: 5, customerIDs: [at.customer.id] },
    });
    await at.admin.call(createOrderDiscount, {
      body: { name: 'Over', code: 'OVER', type: 'amount', amount: 5, endDate: '2020-01-01' },
    });
    const find = (code: string) => portal.call(findOrderDiscountByCode, { body: { code, customerID: at.customer.id } });
    const found = await find('five');
    expect(found).toMatchObject({ id: amount.id, customers: [], customerGroups: [], maximumUses: null });
    for (const code of ['OVER', 'NEVER'])
      expect(await apiRefusal(find(code))).toMatchObject({
        code: 'discount_unknown',
        message: 'The code is not valid',
      });
    await at.stock(at.hat, 100);
    const body = { customerID: at.customer.id, lines: [{ productID: at.hat.id, quantityOrdered: 1 }] };
    const order = await portal.call(createSalesOrder, {
      body: { ...body, orderDiscountID: found.id, status: 'issued' },
    });
    expect(order).toMatchObject({ subtotal: 10.33, discount: 5, total: 5.33 });
    expect(await usesOf(amount.id)).toBe(1);
    expect(await at.violations()).toEqual([]);
  });
});
