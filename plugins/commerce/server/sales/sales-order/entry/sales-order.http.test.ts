import { getTimeline, updateQuantity } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal } from '@millwright/core/testing';
import { deleteProduct, updateProduct } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSalesOrder,
  createSalesOrderLine,
  deleteCustomer,
  deleteSalesOrder,
  deleteSalesOrderLine,
  getCustomer,
  getSalesOrder,
  listCarriers,
  listPaymentTerms,
  listPriorities,
  listSalesOrderStatuses,
  listShippingTerms,
  repriceSalesOrder,
  updateCustomer,
  updateSalesOrder,
  updateSalesOrderLine,
} from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../record/sales-order-fixture.ts';
import { orderEmailProps } from '../record/sales-order-mail.ts';

let at: OrderFixture;
beforeAll(async () => {
  at = await orderFixture();
});
afterAll(() => at?.kernel.stop());

describe('creating an order', () => {
  it('numbers from 1000, prices from the catalogue and sums half up per line', async () => {
    const order = await at.create({
      customerPO: 'PO-1',
      promisedAt: '2030-02-28',
      lines: [
        { productID: at.glove.id, quantityOrdered: 3 },
        { productID: at.hat.id, quantityOrdered: 3 },
        { productID: at.glove.id, quantityOrdered: { measure: 2, unitID: at.unit('ct12pr') } },
        { productID: at.freight.id, quantityOrdered: 1, unitPrice: 0.005 },
        { productID: at.freight.id, quantityOrdered: 1, unitPrice: -0.005 },
      ],
    });
    expect(order).toMatchObject({
      number: '1000',
      status: { code: 'estimate', name: 'Estimate' },
      customerPO: 'PO-1',
      promisedAt: '2030-02-28',
      customer: { id: at.customer.id, name: 'Lakeside Outfitters', number: at.customer.number },
      shipTo: { name: 'Dock 2', city: 'Duluth' },
      billTo: null,
      priority: { code: 'normal' },
      createdBy: { name: 'Admin of alpha' },
      lineCount: 5,
      total: 152.5,
      pickProgress: 0,
      fulfillmentProgress: 0,
      shipments: [],
      invoices: [],
      pickID: null,
      isPaid: false,
      isEditable: true,
      isDeletable: true,
      allowedStatusChanges: ['issued'],
      version: 1,
    });
    expect(order.lines.map(({ lineItemNumber, unitPrice, total }) => [lineItemNumber, unitPrice, total])).toEqual([
      [1, 4.5, 13.5],
      [2, 10.333333, 31],
      [3, 54, 108],
      [4, 0.005, 0.01],
      [5, -0.005, -0.01],
    ]);
    expect(order.lines[2]).toMatchObject({
      product: { id: at.glove.id, sku: 'GLOVE', description: 'Leather glove', productType: 'sale' },
      quantityOrdered: { id: `qty_${order.lines[2]?.id}.quantityOrdered`, measure: 2, unit: 'ct12pr' },
      quantityPicked: { measure: 0, unit: 'ct12pr' },
      unitCost: 24,
    });
    // 0.15 lb each: 3 pairs, 3 hats, 2 cartons of 12 pairs. Freight weighs nothing.
    expect(order.estimatedWeight).toBe(8.55);
    expect(await at.admin.call(getSalesOrder, { params: { orderID: order.id } })).toEqual(order);
  });

  it('takes what is absent from the customer and nothing where null is sent', async () => {
    const [carriers, terms, shipping, priorities] = await Promise.all([
      at.admin.call(listCarriers, { query: { code: 'ups' } }),
      at.admin.call(listPaymentTerms, {}),
      at.admin.call(listShippingTerms, {}),
      at.admin.call(listPriorities, {}),
    ]);
    const ups = carriers.items[0]!;
    const option = ups.options.find(({ code }) => code === '03')!;
    const high = priorities.items.find(({ code }) => code === 'high')!;
    await at.admin.call(updateCustomer, {
      params: { customerID: at.customer.id },
      body: {
        defaultCarrierOptionID: option.id,
        defaultPaymentTermID: terms.items[0]!.id,
        defaultShippingTermID: shipping.items[0]!.id,
        defaultPriorityID: high.id,
      },
    });
    const order = await at.create();
    expect(order).toMatchObject({
      carrier: { code: 'ups' },
      carrierOption: { code: '03' },
      paymentTerm: { id: terms.items[0]!.id },
      shippingTerm: { id: shipping.items[0]!.id },
      priority: { code: 'high' },
    });
    const bare = await at.create({ carrierID: null, paymentTermID: null, shippingTermID: null, shipTo: null });
    expect(bare).toMatchObject({
      carrier: null,
      carrierOption: null,
      paymentTerm: null,
      shippingTerm: null,
      shipTo: null,
    });
    const other = (await at.admin.call(listCarriers, { query: { code: 'usps' } })).items[0]!;
    expect(await at.create({ carrierID: other.id })).toMatchObject({ carrier: { code: 'usps' }, carrierOption: null });
    const refused = await apiRefusal(at.create({ carrierID: other.id, carrierOptionID: option.id }));
    expect(refused.errors).toEqual([{ path: 'carrierOptionID', message: 'The option belongs to another carrier' }]);
  });

  it('takes one-off addresses, or one of the customer by id, never both', async () => {
    const { addresses } = await at.admin.call(getCustomer, { params: { customerID: at.customer.id } });
    const oneOff = { name: 'Fair booth 7', country: 'US', isDropShip: true };
    const order = await at.create({ billToID: addresses[0]!.id, shipTo: oneOff });
    expect(order.billTo).toMatchObject({ name: 'Dock 2', line1: '12 Canal Road' });
    expect(order.shipTo).toMatchObject({ name: 'Fair booth 7', line1: null, isDropShip: true });
    const both = await apiRefusal(at.create({ shipTo: oneOff, shipToID: addresses[0]!.id }));
    expect(both).toMatchObject({ status: 400, errors: [{ path: 'shipTo' }] });
    const nameless = await apiRefusal(at.create({ shipTo: { name: '', country: '' } }));
    expect(nameless.errors).toEqual([
      { path: 'shipTo.name', message: 'Address name is required' },
      { path: 'shipTo.country', message: 'Country is required' },
    ]);
    const foreign = await apiRefusal(at.create({ shipToID: `adr_${'0'.repeat(26)}` }));
    expect(foreign.errors).toEqual([{ path: 'shipToID', message: 'The customer has no such address' }]);
  });

  it('keeps a given number, refuses a taken one and steps over it', async () => {
    const { number } = await at.create();
    const wanted = String(Number(number) + 2);
    expect((await at.create({ number: wanted })).number).toBe(wanted);
    expect(await apiRefusal(at.create({ number: wanted }))).toMatchObject({ status: 409, code: 'number_taken' });
    expect((await at.create()).number).toBe(String(Number(number) + 1));
    expect((await at.create()).number).toBe(String(Number(number) + 3));
    expect((await at.create({ number: 'WEB-7' })).number).toBe('WEB-7');
  });

  it('names every line and field that does not fit and writes nothing', async () => {
    const missing = `itm_${'0'.repeat(26)}`;
    const refused = await apiRefusal(
      at.create({
        lines: [
          { productID: missing, quantityOrdered: 1 },
          { productID: at.glove.id, quantityOrdered: { measure: 1, unitID: at.unit('kg') } },
          { productID: at.hat.id, quantityOrdered: 900_000_000_000, unitPrice: 900_000 },
        ],
      }),
    );
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(refused.errors).toEqual([
      { path: 'lines.0.productID', message: 'There is no such product' },
      { path: 'lines.1.quantityOrdered', message: 'GLOVE can be measured in pair, ct5pr, ct6pr, ct10pr, ct12pr only' },
      { path: 'lines.2.quantityOrdered', message: 'The total of the line is too large' },
    ]);
    const shapes = await apiRefusal(
      at.admin.call(createSalesOrder, {
        body: {
          customerID: 'nobody',
          lines: [
            { productID: at.glove.id, quantityOrdered: 0 },
            { productID: at.glove.id, quantityOrdered: 1, lineItemNumber: 1.5 },
          ],
        },
      }),
    );
    expect(shapes.errors).toEqual([
      { path: 'customerID', message: 'Must be an id that begins with cus_' },
      { path: 'lines.0.quantityOrdered', message: 'Must be above 0' },
      { path: 'lines.1.lineItemNumber', message: 'Line item number must be a finite integer' },
    ]);
    const unknown = await apiRefusal(at.create({ customerID: `cus_${'0'.repeat(26)}` }));
    expect(unknown.errors).toEqual([{ path: 'customerID', message: 'There is no such customer' }]);
    expect((await apiRefusal(at.create({ customerID: 'ord_7' }))).errors).toEqual([
      { path: 'customerID', message: 'Must be an id that begins with cus_' },
    ]);
    expect((await apiRefusal(at.create({ number: '1000' }))).errors).toMatchObject([{ path: 'number' }]);
    const card = await apiRefusal(at.create({ note: 'Card 4111 1111 1111 1111' }));
    expect(card.errors).toEqual([{ path: 'note', message: 'Must not contain a card number' }]);
    expect(await at.violations()).toEqual([]);
  });

  it('refuses dates that cannot be, and keeps those that were taken', async () => {
    const absurd = async (dates: object) => (await apiRefusal(at.create(dates))).errors;
    expect(await absurd({ promisedAt: '1999-12-31' })).toMatchObject([{ path: 'promisedAt' }]);
    expect(await absurd({ promisedAt: '2030-02-02', expiredAt: '2030-02-01' })).toEqual([
      { path: 'expiredAt', message: 'The estimate would end before the promised date' },
    ]);
    const order = await at.create({ promisedAt: '2030-02-02', expiredAt: '2030-02-02' });
    const change = (body: object) => at.admin.call(updateSalesOrder, { params: { orderID: order.id }, body });
    expect((await apiRefusal(change({ promisedAt: '2030-02-03' }))).errors).toMatchObject([{ path: 'expiredAt' }]);
    expect(await change({ promisedAt: '2030-02-03', expiredAt: null })).toMatchObject({ expiredAt: null });
  });

  it('takes the quantity of a line by its own id', async () => {
    const order = await at.create();
    const [line] = order.lines;
    const change = (quantityID: string, objectType = 'sales_order_line') =>
      at.admin.call(updateQuantity, { params: { quantityID }, body: { data: { measure: 7 }, objectType } });
    expect(await change(line!.quantityOrdered.id)).toMatchObject({ id: line!.quantityOrdered.id, measure: 7 });
    const after = await at.admin.call(getSalesOrder, { params: { orderID: order.id } });
    expect(after.lines[0]).toMatchObject({ quantityOrdered: { measure: 7 } });
    for (const [id, objectType] of [[line!.quantityPicked.id], [line!.quantityOrdered.id, 'nothing']] as const)
      expect(await apiRefusal(change(id, objectType))).toMatchObject({
        status: 400,
        message: 'Quantity type is not defined',
      });
  });

  it('keeps the internal note from the customer, who has a note of its own', async () => {
    const notes = { note: 'Pays late', customerNote: 'Two parcels' };
    const order = await at.offered({ customerID: at.customer.id, ...notes });
    expect(order).toMatchObject(notes);
    const portal = await at.kernel.a.as('customer', { customerID: at.customer.id });
    const seen = await portal.fetch(`/v1/sales-orders/${order.id}`);
    const text = await seen.text();
    expect(JSON.parse(text)).toMatchObject({ note: null, customerNote: 'Two parcels' });
    expect(text).not.toContain('Pays late');
    const mail = await at.kernel.a.run(async (ctx) => orderEmailProps(ctx, order));
    expect(mail.note).toBe('Two parcels');
    expect(JSON.stringify(mail)).not.toContain('Pays late');
    await at.admin.call(updateSalesOrder, { params: { orderID: order.id }, body: { customerNote: 'Three parcels' } });
    const { items } = await at.admin.call(getTimeline, { params: { type: 'sales_order', id: order.id } });
    expect(JSON.stringify(items)).toContain('Three parcels');
  });

  it('numbers lines itself where they say nothing, and each number once', async () => {
    const order = await at.create({
      lines: [
        { productID: at.glove.id, quantityOrdered: 1, lineItemNumber: 2 },
        { productID: at.hat.id, quantityOrdered: 1 },
        { productID: at.hat.id, quantityOrdered: 2 },
      ],
    });
    expect(order.lines.map(({ lineItemNumber }) => lineItemNumber)).toEqual([1, 2, 3]);
    const twice = await apiRefusal(
      at.create({
        lines: [
          { productID: at.glove.id, quantityOrdered: 1, lineItemNumber: 4 },
          { productID: at.hat.id, quantityOrdered: 1, lineItemNumber: 4 },
        ],
      }),
    );
    expect(twice.errors).toEqual([{ path: 'lines.1.lineItemNumber', message: 'Line item number 4 is used twice' }]);
  });

  it('starts as an estimate, a bid request or issued, nothing else', async () => {
    expect((await at.create({ status: 'bid_request' })).allowedStatusChanges).toEqual(['estimate', 'issued']);
    const issued = await at.create({ status: 'issued' });
    expect(issued).toMatchObject({ status: { code: 'issued' }, issuedAt: issued.createdAt });
    const lines = [{ productID: at.glove.id, quantityOrdered: 2 }];
    const body = { customerID: at.customer.id, lines, status: 'fulfilled' };
    const refused = await apiRefusal(at.admin.callUnchecked(createSalesOrder, { body }));
    expect(refused.errors).toEqual([
      { path: 'status', message: 'A new order is an estimate, a bid request or issued' },
    ]);
    const { items } = await at.admin.call(listSalesOrderStatuses, {});
    expect(items.map(({ code }) => code)).toEqual(['bid_request', 'estimate', 'issued', 'fulfilled', 'closed_short']);
  });
});

describe('changing an order', () => {
  it('changes fields, tells the history and refuses a stale version', async () => {
    const order = await at.create({ customerPO: 'A' });
    const params = { orderID: order.id };
    const changed = await at.admin.call(updateSalesOrder, {
      params,
      body: { customerPO: 'B', acknowledgementEmailContacts: ['A@x.test', 'a@x.test'], version: order.version },
    });
    expect(changed).toMatchObject({ customerPO: 'B', acknowledgementEmailContacts: ['a@x.test'], version: 2 });
    const stale = await apiRefusal(at.admin.call(updateSalesOrder, { params, body: { customerPO: 'C', version: 1 } }));
    expect(stale).toMatchObject({ status: 409, code: 'stale_version' });
    const timeline = await at.admin.call(getTimeline, { params: { type: 'sales_order', id: order.id } });
    expect(timeline.items.map(({ action }) => action)).toEqual(['updated', 'created']);
    expect(timeline.items[0]?.changes).toEqual([
      { field: 'customerPO', from: 'A', to: 'B' },
      { field: 'acknowledgementEmailContacts', from: [], to: ['a@x.test'] },
    ]);
  });

  it('keeps number and customer: a change that names them is refused', async () => {
    const { id, number } = await at.create();
    for (const body of [{ number: `${number}1` }, { customerID: at.customer.id }]) {
      const answer = await at.admin.fetch(`/v1/sales-orders/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const [path] = Object.keys(body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'invalid_input', errors: [{ path }] });
    }
    expect(await at.admin.call(getSalesOrder, { params: { orderID: id } })).toMatchObject({ number, version: 1 });
  });

  it('says nothing of a change that changes nothing', async () => {
    const order = await at.create({ customerPO: 'Same' });
    const same = await at.admin.call(updateSalesOrder, { params: { orderID: order.id }, body: { customerPO: 'Same' } });
    expect(same).toEqual(order);
  });

  it('replaces all lines in one call: keeps, changes, adds, removes, swaps numbers', async () => {
    const order = await at.create({
      lines: [
        { productID: at.glove.id, quantityOrdered: 1 },
        { productID: at.hat.id, quantityOrdered: 1 },
        { productID: at.freight.id, quantityOrdered: 1 },
      ],
    });
    const [glove, hat] = order.lines;
    const changed = await at.admin.call(updateSalesOrder, {
      params: { orderID: order.id },
      body: {
        lines: [
          {
            id: hat!.id,
            productID: at.hat.id,
            quantityOrdered: { measure: 5, unitID: at.unit('each') },
            lineItemNumber: 1,
          },
          {
            id: glove!.id,
            productID: at.glove.id,
            quantityOrdered: { measure: 1, unitID: at.unit('pair') },
            lineItemNumber: 2,
          },
          { productID: at.glove.id, quantityOrdered: 10, unitPrice: 4 },
        ],
      },
    });
    expect(changed.lines.map(({ lineItemNumber, product, total }) => [lineItemNumber, product.sku, total])).toEqual([
      [1, 'HAT', 51.67],
      [2, 'GLOVE', 4.5],
      [3, 'GLOVE', 40],
    ]);
    expect(changed).toMatchObject({ total: 96.17, lineCount: 3 });
    const timeline = await at.admin.call(getTimeline, { params: { type: 'sales_order', id: order.id } });
    expect(timeline.items.map(({ action }) => action).sort()).toEqual([
      'created',
      'line_added',
      'line_changed',
      'line_changed',
      'line_removed',
      'updated',
    ]);
    const other = await at.create();
    const foreign = await apiRefusal(
      at.admin.call(updateSalesOrder, {
        params: { orderID: other.id },
        body: { lines: [{ id: hat!.id, productID: at.hat.id, quantityOrdered: 1 }] },
      }),
    );
    expect(foreign.errors).toEqual([{ path: 'lines.0.id', message: 'The order has no such line' }]);
    expect(await at.violations()).toEqual([]);
  });
});

describe('pricing an estimate anew', () => {
  it('is told in its history, also where no price changes', async () => {
    const order = await at.create({ lines: [{ productID: at.hat.id, quantityOrdered: 1 }] });
    await at.admin.call(repriceSalesOrder, { params: { orderID: order.id }, body: {} });
    const { items } = await at.admin.call(getTimeline, { params: { type: 'sales_order', id: order.id } });
    expect(items.map(({ action }) => action)).toEqual(['repriced', 'created']);
  });
});

describe('lines one by one', () => {
  it('are added, changed and removed, and the order follows', async () => {
    const order = await at.create();
    const params = { orderID: order.id };
    const line = await at.admin.call(createSalesOrderLine, {
      params,
      body: { productID: at.hat.id, quantityOrdered: 3, ediLineItemID: 'E-9' },
    });
    expect(line).toMatchObject({ orderID: order.id, lineItemNumber: 2, total: 31, ediLineItemID: 'E-9', version: 1 });
    const own = { ...params, salesOrderLineID: line.id };
    const changed = await at.admin.call(updateSalesOrderLine, { params: own, body: { unitPrice: 10, version: 1 } });
    expect(changed).toMatchObject({ unitPrice: 10, total: 30, quantityOrdered: { measure: 3 }, version: 2 });
    expect(await apiRefusal(at.admin.call(updateSalesOrderLine, { params: own, body: { version: 1 } }))).toMatchObject({
      code: 'stale_version',
    });
    const taken = await apiRefusal(at.admin.call(updateSalesOrderLine, { params: own, body: { lineItemNumber: 1 } }));
    expect(taken.errors).toEqual([{ path: 'lineItemNumber', message: 'Line item number 1 is used twice' }]);
    const after = await at.admin.call(getSalesOrder, { params });
    expect(after).toMatchObject({ total: 39, lineCount: 2, version: 3 });
    await at.admin.call(deleteSalesOrderLine, { params: own });
    expect(await at.admin.call(getSalesOrder, { params })).toMatchObject({ total: 9, lineCount: 1, version: 4 });
    expect(await apiRefusal(at.admin.call(deleteSalesOrderLine, { params: own }))).toMatchObject({ status: 404 });
    expect(await at.violations()).toEqual([]);
  });

  it('keep the agreed price when only the unit changes, and take the price of another product', async () => {
    const order = await at.create({ lines: [{ productID: at.glove.id, quantityOrdered: 24, unitPrice: 4 }] });
    const params = { orderID: order.id, salesOrderLineID: order.lines[0]!.id };
    const packed = await at.admin.call(updateSalesOrderLine, {
      params,
      body: { quantityOrdered: { measure: 2, unitID: at.unit('ct12pr') } },
    });
    expect(packed).toMatchObject({ unitPrice: 48, total: 96, unitCost: 24 });
    const hat = await at.admin.call(updateSalesOrderLine, { params, body: { productID: at.hat.id } });
    expect(hat).toMatchObject({
      product: { sku: 'HAT' },
      quantityOrdered: { measure: 2, unit: 'each' },
      unitPrice: 10.333333,
    });
  });

  it('keep what the product was called when they were written', async () => {
    const order = await at.create({ lines: [{ productID: at.hat.id, quantityOrdered: 1 }] });
    await at.admin.call(updateProduct, { params: { itemID: at.hat.id }, body: { description: 'Felt hat, new' } });
    const params = { orderID: order.id };
    const read = await at.admin.call(getSalesOrder, { params });
    expect(read.lines[0]?.product.description).toBe('Felt hat');
    await at.admin.call(updateProduct, { params: { itemID: at.hat.id }, body: { description: 'Felt hat' } });
  });

  it('cannot go or shrink below what was picked', async () => {
    const order = await at.create({ lines: [{ productID: at.glove.id, quantityOrdered: 10 }] });
    const line = order.lines[0]!;
    await at.kernel.a.run((ctx) =>
      sql`with picked as (update commerce.sales_order_line set quantity_picked = 4
        where account_id = ${ctx.account.id} and id = ${line.id})
        update commerce.sales_order set quantity_picked = 4
        where account_id = ${ctx.account.id} and id = ${order.id}`.execute(ctx.em.query()),
    );
    const params = { orderID: order.id, salesOrderLineID: line.id };
    expect(await at.admin.call(getSalesOrder, { params })).toMatchObject({
      pickProgress: 0.4,
      lines: [{ quantityPicked: { measure: 4 } }],
    });
    for (const call of [
      () => at.admin.call(deleteSalesOrderLine, { params }),
      () => at.admin.call(updateSalesOrderLine, { params, body: { quantityOrdered: 3 } }),
      () => at.admin.call(updateSalesOrderLine, { params, body: { productID: at.hat.id } }),
    ])
      expect(await apiRefusal(call())).toMatchObject({ status: 409, code: 'line_in_progress' });
    expect(await at.admin.call(updateSalesOrderLine, { params, body: { quantityOrdered: 4 } })).toMatchObject({
      quantityOrdered: { measure: 4 },
    });
  });
});

describe('deleting', () => {
  it('hides an estimate, keeps its number taken and lets go of what it used', async () => {
    const order = await at.create();
    const params = { orderID: order.id };
    await at.admin.call(deleteSalesOrder, { params });
    expect(await apiRefusal(at.admin.call(getSalesOrder, { params }))).toMatchObject({ status: 404 });
    expect(await apiRefusal(at.admin.call(deleteSalesOrder, { params }))).toMatchObject({ status: 404 });
    expect(await apiRefusal(at.admin.call(updateSalesOrder, { params, body: {} }))).toMatchObject({ status: 404 });
    expect(await apiRefusal(at.create({ number: order.number }))).toMatchObject({ code: 'number_taken' });
    expect(await at.violations()).toEqual([]);
  });

  it('is refused for customers and products that orders name', async () => {
    await at.create({ lines: [{ productID: at.freight.id, quantityOrdered: 1 }] });
    const customer = await apiRefusal(at.admin.call(deleteCustomer, { params: { customerID: at.customer.id } }));
    expect(customer).toMatchObject({ status: 409, code: 'in_use' });
    expect(customer.message).toContain('sales order');
    const product = await apiRefusal(at.admin.call(deleteProduct, { params: { itemID: at.freight.id } }));
    expect(product).toMatchObject({ status: 409, code: 'in_use' });
  });

  it('is not for another account', async () => {
    const order = await at.create();
    const other = await at.kernel.b.as('admin');
    const params = { orderID: order.id };
    for (const call of [
      () => other.call(getSalesOrder, { params }),
      () => other.call(updateSalesOrder, { params, body: { customerPO: 'Mine' } }),
      () => other.call(deleteSalesOrder, { params }),
      () => other.call(createSalesOrderLine, { params, body: { productID: at.glove.id, quantityOrdered: 1 } }),
    ])
      expect(await apiRefusal(call())).toMatchObject({ status: 404 });
    const foreign = await apiRefusal(other.call(createSalesOrder, { body: { customerID: at.customer.id, lines: [] } }));
    expect(foreign.errors).toEqual([{ path: 'customerID', message: 'There is no such customer' }]);
  });
});
