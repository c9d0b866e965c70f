import { newID, searchRecords } from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import {
  createProduct,
  createProductLine,
  findProducts,
  getProduct,
  listProducts,
  type Product,
  promiseItems,
  putInventoryHold,
  updateProduct,
} from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeSalesOrderStatus,
  createAccountGroup,
  createAccountGroupAccess,
  createAccountPrice,
  createCustomer,
  createCustomerAccess,
  createSalesOrder,
  createSalesOrderLine,
  deleteCustomerAccess,
  getBillingSettings,
  getOrderableProductLines,
  getPortalSettings,
  listFrequentlyOrderedProducts,
  listPortalProducts,
  updateCustomerAccess,
  updatePortalSettings,
  updateSalesOrder,
  updateSalesOrderLine,
} from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture, shipTo } from '../../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
let gloves: { id: string };
let socks: { id: string };
let glove: Product;
let sock: Product;
let typeGroup: { id: string };
let priceGroup: { id: string };

beforeAll(async () => {
  at = await orderFixture();
  gloves = await at.admin.call(createProductLine, { body: { name: 'Gloves' } });
  socks = await at.admin.call(createProductLine, { body: { name: 'Socks' } });
  const product = (sku: string, productLineID: string) =>
    at.admin.call(createProduct, { body: { sku, description: sku, unitValue: 3, productLineID } });
  glove = await product('WORK-GLOVE', gloves.id);
  sock = await product('BOOT-SOCK', socks.id);
  typeGroup = await at.admin.call(createAccountGroup, { body: { name: 'Dealers', typeCode: 'customer_type' } });
  priceGroup = await at.admin.call(createAccountGroup, { body: { name: 'Gold', typeCode: 'price_group' } });
});
afterAll(() => at?.kernel.stop());

const someCustomer = (name: string, body: object = {}) => at.admin.call(createCustomer, { body: { name, ...body } });
const order = (customerID: string, products: { id: string }[], person = at.admin) =>
  person.call(createSalesOrder, {
    body: { customerID, lines: products.map(({ id }) => ({ productID: id, quantityOrdered: 1 })) },
  });

describe('product line access on orders', () => {
  it('names the line and the product line that a customer may not order', async () => {
    const ace = await someCustomer('Ace');
    await at.admin.call(createCustomerAccess, { body: { customerID: ace.id, productLineIDs: [gloves.id] } });
    const refused = await apiRefusal(order(ace.id, [glove, sock, at.freight, at.hat]));
    expect(refused).toMatchObject({
      status: 409,
      code: 'product_line_closed',
      message:
        'Line 2 (BOOT-SOCK): product line Socks is not open to Ace; ' +
        'Line 4 (HAT): Ace is limited to product lines, and HAT belongs to none',
      errors: [
        { path: 'lines.1.productID', message: 'Product line Socks is not open to Ace' },
        { path: 'lines.3.productID', message: 'Ace is limited to product lines, and HAT belongs to none' },
      ],
    });
    const made = await order(ace.id, [glove, at.freight]);
    expect(made.lines.map(({ product }) => product.sku)).toEqual(['WORK-GLOVE', 'FREIGHT']);
  });

  it('binds staff of every role and the portal alike, on lines of their own too', async () => {
    const ace = await someCustomer('Portal Co');
    await at.admin.call(createCustomerAccess, { body: { customerID: ace.id, productLineIDs: [gloves.id] } });
    const people = [
      await at.kernel.a.as('user'),
      await at.kernel.a.as('sales_rep'),
      await at.kernel.a.as('customer', { customerID: ace.id }),
    ];
    for (const person of people) {
      expect(await apiRefusal(order(ace.id, [sock], person))).toMatchObject({ code: 'product_line_closed' });
      expect((await order(ace.id, [glove], person)).lines).toHaveLength(1);
    }
    const [, , buyer] = people;
    expect(JSON.stringify(await apiRefusal(order(ace.id, [sock], buyer)))).not.toMatch(/BOOT-SOCK|Socks/);
    const made = await order(ace.id, [glove]);
    const params = { orderID: made.id };
    const added = at.admin.call(createSalesOrderLine, { params, body: { productID: sock.id, quantityOrdered: 1 } });
    expect(await apiRefusal(added)).toMatchObject({
      code: 'product_line_closed',
      message: 'BOOT-SOCK: product line Socks is not open to Portal Co',
      errors: [{ path: 'productID' }],
    });
    const [line] = made.lines;
    const changed = at.admin.call(updateSalesOrderLine, {
      params: { ...params, salesOrderLineID: line?.id ?? '' },
      body: { productID: sock.id },
    });
    expect(await apiRefusal(changed)).toMatchObject({ code: 'product_line_closed' });
    const replaced = at.admin.call(updateSalesOrder, {
      params,
      body: { lines: [{ productID: sock.id, quantityOrdered: 1 }] },
    });
    expect(await apiRefusal(replaced)).toMatchObject({ errors: [{ path: 'lines.0.productID' }] });
  });

  it('leaves a customer one catalogue, whatever route shows it, at own prices', async () => {
    const ace = await someCustomer('Looks Around');
    await at.admin.call(createCustomerAccess, { body: { customerID: ace.id, productLineIDs: [gloves.id] } });
    await at.admin.call(createAccountPrice, {
      body: { recipientAccountID: ace.id, itemID: glove.id, unitValue: 2 },
    });
    await at.admin.call(updateProduct, { params: { itemID: glove.id }, body: { manufacturer: 'Secret Works' } });
    const buyer = await at.kernel.a.as('customer', { customerID: ace.id });
    const inPortal = await buyer.call(listPortalProducts, { query: { take: 100 } });
    const listed = await buyer.call(listProducts, { query: { take: 100 } });
    const skus = inPortal.items.map(({ sku }) => sku).sort();
    expect(skus).toEqual(['WORK-GLOVE']);
    expect([listed.count, listed.items.map(({ sku }) => sku).sort()]).toEqual([skus.length, skus]);
    expect(listed.items[0]).toMatchObject({ unitValue: { value: 2 }, unitCost: null, manufacturer: null });
    const makers = async () => [
      (await buyer.call(listPortalProducts, {})).items[0]?.manufacturer,
      (await buyer.call(getProduct, { params: { itemID: glove.id } })).manufacturer,
    ];
    expect(await makers()).toEqual([null, null]);
    await at.admin.call(updatePortalSettings, { body: { showsManufacturer: true } });
    expect(await makers()).toEqual(['Secret Works', 'Secret Works']);
    await at.admin.call(updatePortalSettings, { body: { showsManufacturer: false } });
    expect(await at.admin.call(getPortalSettings, {})).toEqual({ showsManufacturer: false });
    const found = await buyer.call(findProducts, { body: { skus: ['WORK-GLOVE', 'BOOT-SOCK', 'FREIGHT'] } });
    expect(found.items.map(({ sku }) => sku)).toEqual(skus);
    const hits = await buyer.call(searchRecords, { query: { query: 'SOCK' } });
    expect(hits.items).toEqual([]);
    expect((await buyer.call(searchRecords, { query: { query: 'WORK' } })).items).toMatchObject([{ id: glove.id }]);
    for (const closed of [sock, at.hat]) {
      const one = apiRefusal(buyer.call(getProduct, { params: { itemID: closed.id } }));
      expect(await one).toMatchObject({ status: 404, code: 'not_found' });
      const lines = [{ itemID: closed.id, quantity: 1 }];
      expect(await apiRefusal(buyer.call(promiseItems, { body: { lines } }))).toMatchObject({ status: 400 });
      const held = buyer.call(putInventoryHold, { params: { holdID: newID('hold') }, body: { lines } });
      expect(await apiRefusal(held)).toMatchObject({ status: 400, errors: [{ path: 'lines.0.itemID' }] });
    }
    for (const query of [{ sortBy: 'unitValue' }, { sortBy: 'manufacturer' }, { manufacturers: ['Secret Works'] }])
      expect(await apiRefusal(buyer.callUnchecked(listProducts, { query: query }))).toMatchObject({ status: 403 });
    expect(await apiRefusal(buyer.call(getBillingSettings, {}))).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('leaves lines that an order has already, and lets their quantity change', async () => {
    const late = await someCustomer('Late Limit');
    const made = await order(late.id, [sock]);
    await at.admin.call(createCustomerAccess, { body: { customerID: late.id, productLineIDs: [gloves.id] } });
    const [line] = made.lines;
    const changed = await at.admin.call(updateSalesOrder, {
      params: { orderID: made.id },
      body: {
        lines: [
          { id: line?.id ?? '', productID: sock.id, quantityOrdered: 5 },
          { productID: glove.id, quantityOrdered: 1 },
        ],
      },
    });
    expect(changed.lines.map(({ quantityOrdered }) => quantityOrdered.measure)).toEqual([5, 1]);
  });

  it('takes the limits of all groups together, and the own one of a customer instead of them', async () => {
    const dealer = await someCustomer('Dealer', {
      customerTypeGroupID: typeGroup.id,
      customerPriceGroupIDs: [priceGroup.id],
    });
    const params = { customerID: dealer.id };
    const open = async () => {
      const { isLimited, productLines } = await at.admin.call(getOrderableProductLines, { params });
      return isLimited ? productLines.map(({ name }) => name) : 'all';
    };
    expect(await open()).toBe('all');
    await at.admin.call(createAccountGroupAccess, {
      body: { accountGroupID: typeGroup.id, productLineIDs: [gloves.id] },
    });
    expect(await open()).toEqual(['Gloves']);
    expect(await apiRefusal(order(dealer.id, [sock]))).toMatchObject({ code: 'product_line_closed' });
    await at.admin.call(createAccountGroupAccess, {
      body: { accountGroupID: priceGroup.id, productLineIDs: [socks.id] },
    });
    expect(await open()).toEqual(['Gloves', 'Socks']);
    expect((await order(dealer.id, [glove, sock])).lines).toHaveLength(2);
    await at.admin.call(createCustomerAccess, { body: { customerID: dealer.id, productLineIDs: [socks.id] } });
    expect(await open()).toEqual(['Socks']);
    expect(await apiRefusal(order(dealer.id, [glove]))).toMatchObject({ code: 'product_line_closed' });
    await at.admin.call(deleteCustomerAccess, { params });
    expect(await open()).toEqual(['Gloves', 'Socks']);
    const nobody = { customerID: `cus_${'0'.repeat(26)}` };
    expect(await apiRefusal(at.admin.call(getOrderableProductLines, { params: nobody }))).toMatchObject({
      status: 404,
    });
  });

  it('marks frequently ordered products that cannot be ordered again, with the usual quantity', async () => {
    const regular = await someCustomer('Regular', { shipToAddress: shipTo });
    const customerID = regular.id;
    for (const quantityOrdered of [6, { measure: 4, unitID: at.unit('each') }, 6, 2]) {
      const made = await at.admin.call(createSalesOrder, {
        body: {
          customerID,
          lines: [
            { productID: glove.id, quantityOrdered },
            { productID: sock.id, quantityOrdered: 1 },
          ],
        },
      });
      await at.admin.call(changeSalesOrderStatus, {
        params: { orderID: made.id },
        body: { statusChange: 'issued' },
      });
    }
    const params = { customerID };
    await at.admin.call(createCustomerAccess, { body: { customerID, productLineIDs: [gloves.id] } });
    const all = await at.admin.call(listFrequentlyOrderedProducts, { params });
    const shown = all.items.map(({ product, usualQuantity, lastQuantity }) => [
      product.sku,
      product.isOrderable,
      usualQuantity.measure,
      lastQuantity.measure,
    ]);
    expect(shown.sort()).toEqual([
      ['BOOT-SOCK', false, 1, 1],
      ['WORK-GLOVE', true, 6, 2],
    ]);
    const query = { isOrderable: true };
    expect(await at.admin.call(listFrequentlyOrderedProducts, { params, query })).toMatchObject({
      items: [{ product: { sku: 'WORK-GLOVE' } }],
      count: 1,
    });
    await at.admin.call(updateCustomerAccess, { params, body: { productLineIDs: [gloves.id, socks.id] } });
    expect((await at.admin.call(listFrequentlyOrderedProducts, { params, query })).count).toBe(2);
  });
});
