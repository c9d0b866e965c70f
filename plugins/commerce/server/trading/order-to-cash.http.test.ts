import { aroundStatements } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSettlement,
  getInvoice,
  packPick,
  pickAll,
  releasePicks,
  shipShipment,
  useEstimatedWeights,
} from '../../contracts/index.ts';
import { type OrderFixture, orderFixture, productOf } from '../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
beforeAll(async () => {
  at = await orderFixture();
});
afterAll(() => at?.kernel.stop());

/** Number of statements that this process sends during `work`. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const stop = aroundStatements((_client, _parts, send) => {
    count += 1;
    return send();
  });
  try {
    await work();
  } finally {
    stop();
  }
  return count;
}

describe('an order of ten lines', () => {
  it('is money in the bank after a bounded number of statements', async () => {
    const products = await Promise.all(Array.from({ length: 10 }, (_, each) => productOf(at, `CASH-${each}`)));
    for (const product of products) await at.stock(product, 50);
    const cycle = async (): Promise<Record<string, number>> => {
      const counts: Record<string, number> = {};
      const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
        const found: T[] = [];
        counts[name] = await statementsOf(async () => found.push(await work()));
        return found[0] as T;
      };
      const lines = products.map(({ id }) => ({ productID: id, quantityOrdered: 2 }));
      const order = await step('order', () => at.create({ status: 'issued', lines }));
      const params = { pickID: order.pickID ?? '' };
      await step('release', () => at.admin.call(releasePicks, { body: { pickIDs: [params.pickID] } }));
      await step('pick', () => at.admin.call(pickAll, { params, body: {} }));
      const { shipmentID } = await step('pack', () =>
        at.admin.call(packPick, { params, body: { shipmentCaseCount: 1 } }),
      );
      const shipped = { params: { shipmentID }, body: {} };
      await step('weigh', () => at.admin.call(useEstimatedWeights, shipped));
      const { invoiceID } = await step('ship', () => at.admin.call(shipShipment, shipped));
      const invoice = await at.admin.call(getInvoice, { params: { invoiceID: invoiceID ?? '' } });
      const allocations = [{ invoiceID: invoice.id, amount: invoice.open }];
      const payment = { customerID: at.customer.id, typeCode: 'payment' as const, methodCode: 'check' as const };
      await step('settle', () =>
        at.admin.call(createSettlement, {
          body: { transactions: [{ ...payment, amount: invoice.open, allocations }] },
        }),
      );
      return counts;
    };
    await cycle();
    const counts = await cycle();
    const sum = Object.values(counts).reduce((total, each) => total + each, 0);
    // All statements of the requests, including begin, commit, history and events. Some statements of background jobs
    // may be counted too.
    expect(sum, JSON.stringify(counts)).toBeLessThan(270);
    expect(sum).toBeGreaterThan(100);
  });
});
