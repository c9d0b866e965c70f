import {
  applyChangeSet,
  createImport,
  createSalesTarget,
  listChangeSetRows,
  listTeamUsers,
  undoChangeSet,
} from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
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
import { packedFor } from '../../fulfilment/shipment/record/shipment-fixture.ts';
import { type OrderFixture, orderFixture, salesRepOf } from '../sales-order/record/sales-order-fixture.ts';

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
    // The same profit by customer and by order, for users who may see costs.
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
    expect(await apiRefusal(portal.call(listMargins, { query: {} }))).toMatchObject({ status: 403 });
    await at.admin.call(deleteTransaction, { params: { transactionID: memo.id } });
    expect((await at.admin.call(listMargins, { query: { orderIDs } })).totals).toMatchObject({ cost: 10, margin: 35 });
    const exempt = { isCommissionExempt: true };
    await at.admin.call(updateCustomer, { params: { customerID: at.customer.id }, body: exempt });
    const { items } = await at.admin.call(listSalesTargetResults, { query: { salesRepIDs: [userID], query: 'rep' } });
    expect(items.find(({ id }) => id === target.id)?.actual ?? 0).toBe(0);
  });

  it('come from files, by person and days, and go back', async () => {
    const rep = await salesRepOf(at);
    await at.kernel.a.as('customer', { customerID: at.customer.id });
    const upload = (lines: readonly string[]) =>
      at.admin.call(createImport, {
        query: { type: 'sales-targets', fileName: 'targets.csv' },
        body: new Blob([['Sales rep,From,To,Quota,Notes', ...lines].join('\n')]),
      });
    const written = async (lines: readonly string[]) => {
      const { id, counts } = await upload(lines);
      expect(counts).toMatchObject({ error: 0 });
      await at.admin.call(applyChangeSet, { params: { changeSetID: id }, body: {} });
      return { id, counts };
    };
    const amounts = async () =>
      (
        await at.admin.call(listSalesTargetResults, { query: { startDate: '2031-01-01', sortBy: 'startDate' } })
      ).items.map(({ startDate, amount, note }) => [startDate, amount, note]);
    const first = await written([
      `${rep.email},2031-01-01,2031-03-31,1000.50,First quarter`,
      `${rep.email},2031-04-01,2031-06-30,2000,`,
    ]);
    expect(first.counts).toMatchObject({ create: 2 });
    const second = await written([`${rep.email},2031-04-01,2031-06-30,2500,`]);
    expect(second.counts).toMatchObject({ create: 0, update: 1 });
    const [first1, second1] = [
      ['2031-01-01', 1000.5, 'First quarter'],
      ['2031-04-01', 2500, null],
    ];
    expect(await amounts()).toEqual([first1, second1]);
    const wrong = await upload([
      'nobody@alpha.test,2031-01-01,2031-03-31,1,',
      `${rep.email},2031-07-01,2031-06-30,1,`,
      `${rep.email},2031-09-01,2031-09-30,-1,`,
      `${rep.email},2031-10-01,,1,`,
      `customer-${at.customer.id.slice(-8)}@${at.kernel.a.slug}.test,2031-01-01,2031-03-31,1,`,
    ]);
    const { items } = await at.admin.call(listChangeSetRows, {
      params: { changeSetID: wrong.id },
      query: { take: 50 },
    });
    expect(items.map(({ errors }) => errors.map(({ field, message }) => `${field}: ${message}`).join())).toEqual([
      'salesRep: There is no person nobody@alpha.test',
      'endDate: The end cannot be before the start',
      'amount: Must be at least 0',
      expect.stringMatching(/^endDate: /),
      expect.stringMatching(/^salesRep: .* is not of the team$/),
    ]);
    for (const { id } of [second, first]) await at.admin.call(undoChangeSet, { params: { changeSetID: id }, body: {} });
    expect(await amounts()).toEqual([]);
  });
});
