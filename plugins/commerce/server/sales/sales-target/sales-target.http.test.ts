import { createSalesTarget, listTeamUsers } from '@millwright/core/contracts';
import { refusal } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  creditInvoice,
  deleteTransaction,
  getInvoice,
  listMargins,
  listSalesTargetResults,
  shipShipment,
  updateCustomer,
  useEstimatedWeights,
} from '../../../contracts/index.ts';
import { packedFor } from '../../fulfilment/shipment/shipment-fixture.ts';
import { type OrderFixture, orderFixture, salesRepOf } from '../sales-order/sales-order-fixture.ts';

let at: OrderFixture;
beforeAll(async () => {
  at = await orderFixture();
});
afterAll(() => at?.kernel.stop());

describe('sales targets', () => {
  it('are told with what was invoiced less credits, without what is exempt from commission', async () => {
    const rep = await salesRepOf(at);
    const accountID = at.kernel.a.id;
    const team = await at.admin.call(listTeamUsers, { params: { accountID }, query: {} });
    const userID = team.items.find(({ email }) => email === rep.email)?.id ?? '';
    const period = (startDate: string, endDate: string, amount: number) =>
      at.admin.call(createSalesTarget, { params: { accountID, userID }, body: { amount, startDate, endDate } });
    await period('2001-01-01', '2001-12-31', 500);
    await at.stock(at.glove, 20);
    const order = await at.create({
      status: 'issued',
      lines: [
        { productID: at.glove.id, quantityOrdered: 10 },
        { productID: at.freight.id, quantityOrdered: 1 },
      ],
    });
    const shipment = await packedFor(at, order, 1, 1);
    const params = { shipmentID: shipment.id };
    await at.admin.call(useEstimatedWeights, { params, body: {} });
    const { invoiceID } = await at.admin.call(shipShipment, { params, body: {} });
    const invoice = await at.admin.call(getInvoice, { params: { invoiceID: invoiceID ?? '' } });
    expect(invoice).toMatchObject({ cost: 10, margin: 35 });
    const target = await period(invoice.date, invoice.date, 60);
    const told = async (query: object = {}) => {
      const { items } = await at.admin.call(listSalesTargetResults, { query });
      return items.map(({ amount, actual, ratio }) => [amount, actual, ratio]);
    };
    expect(await told()).toEqual([
      [60, 45, 0.75],
      [500, 0, 0],
    ]);
    const lines = [{ invoiceLineID: invoice.lines[0]?.id ?? '', quantity: 2 }];
    const memo = await at.admin.call(creditInvoice, {
      params: { invoiceID: invoice.id },
      body: { lines, reason: 'Two too many' },
    });
    expect(await told({ sortBy: 'actual', sortOrder: 'desc', startDate: invoice.date })).toEqual([[60, 36, 0.6]]);
    expect(await at.admin.call(getInvoice, { params: { invoiceID: invoice.id } })).toMatchObject({
      cost: 8,
      margin: 28,
    });
    // By customer and by order the same, for those who may see costs.
    const earned = { revenue: 36, cost: 8, margin: 28, percentage: 77.8, invoiceCount: 1 };
    const orderIDs = [order.id];
    for (const groupBy of ['customer', 'order'] as const) {
      const { items, count, totals } = await at.admin.call(listMargins, { query: { groupBy, orderIDs } });
      const id = groupBy === 'order' ? order.id : at.customer.id;
      expect({ items, count, totals }).toMatchObject({ items: [{ id, ...earned }], count: 1, totals: earned });
    }
    const before = { orderIDs, endDate: '2001-12-31' };
    expect(await at.admin.call(listMargins, { query: before })).toMatchObject({ count: 0, totals: { margin: 0 } });
    const portal = await at.kernel.a.as('customer', { customerID: at.customer.id });
    expect(await refusal(portal.call(listMargins, { query: {} }))).toMatchObject({ status: 403 });
    await at.admin.call(deleteTransaction, { params: { transactionID: memo.id } });
    expect((await at.admin.call(listMargins, { query: { orderIDs } })).totals).toMatchObject({ cost: 10, margin: 35 });
    const exempt = { isCommissionExempt: true };
    await at.admin.call(updateCustomer, { params: { customerID: at.customer.id }, body: exempt });
    const { items } = await at.admin.call(listSalesTargetResults, { query: { salesRepIDs: [userID], query: 'rep' } });
    expect(items.find(({ id }) => id === target.id)?.actual ?? 0).toBe(0);
  });
});
