import { applyChangeSet, createImport } from '@millwright/core/contracts';
import { apiRefusal, runsOf, type TestPerson } from '@millwright/core/testing';
import { createProduct, type Product, updateProduct } from '@millwright/inventory/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  answerEstimate,
  bulkEditSalesOrders,
  createOrderDiscount,
  createSalesOrderLine,
  getOwnOrder,
  getSalesOrder,
  type OwnOrder,
  repriceSalesOrder,
  updateSalesOrder,
} from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
let buyer: TestPerson;
let product: Product;
let orderDiscountID: string;

beforeAll(async () => {
  at = await orderFixture();
  buyer = await at.kernel.a.as('customer', { customerID: at.customer.id });
  product = await at.admin.call(createProduct, {
    body: { sku: 'OFFERED', description: 'Offered', productType: 'service', unitValue: 80 },
  });
  const discount = await at.admin.call(createOrderDiscount, {
    body: { name: 'Ten off', code: 'TEN', type: 'percentage', percentage: 0.1 },
  });
  orderDiscountID = discount.id;
});
afterAll(() => at?.kernel.stop());

/** The parts of an offer that a customer sees. */
const seenOf = ({ offerVersion: _, isPaid: __, ...order }: OwnOrder) => ({ ...order, lines: order.lines.map(lineOf) });
const lineOf = ({ id: _, firstDate: __, ...line }: OwnOrder['lines'][number]) => line;

type Step = { kind: string; amount: number };
const day = (amount: number): string => `2199-01-${String(amount).padStart(2, '0')}`;

async function take({ kind, amount }: Step, order: { id: string; number: string }): Promise<unknown> {
  const params = { orderID: order.id };
  const change = (body: object) => at.admin.call(updateSalesOrder, { params, body });
  switch (kind) {
    case 'list price':
      return at.admin.call(updateProduct, { params: { itemID: product.id }, body: { unitValue: 80 + amount } });
    case 'internal note':
      return change({ note: `Note ${amount}` });
    case 'note':
      return change({ customerNote: `Note ${amount}` });
    case 'lines':
      return change({ lines: [{ productID: product.id, quantityOrdered: amount }] });
    case 'price':
      return change({ lines: [{ productID: product.id, quantityOrdered: 1, unitPrice: amount }] });
    case 'line more':
      return at.admin.call(createSalesOrderLine, { params, body: { productID: product.id, quantityOrdered: amount } });
    case 'discount':
      return change({ orderDiscountID: amount % 2 ? orderDiscountID : null });
    case 'promise':
      return change({ promisedAt: day(amount) });
    case 'bulk':
      return at.admin.call(bulkEditSalesOrders, {
        body: { ids: [order.id], changes: { expiredAt: day(20 + amount) } },
      });
    case 'file': {
      const row = `${order.number},${at.customer.number},OFFERED,${amount},PO ${amount}`;
      const text = `Order number,Customer number,SKU,Quantity,Customer PO\n${row}`;
      const { id } = await at.admin.call(createImport, {
        query: { type: 'sales-orders', fileName: 'offers.csv' },
        body: new Blob([text]),
      });
      return at.admin.call(applyChangeSet, { params: { changeSetID: id }, body: { skipErrors: true } });
    }
    case 'anew':
      return at.admin.call(repriceSalesOrder, { params, body: {} });
  }
  return undefined;
}

const kinds = [
  'look',
  'look',
  'list price',
  'internal note',
  'note',
  'lines',
  'price',
  'line more',
  'discount',
  'promise',
  'bulk',
  'file',
  'anew',
];
const steps = fc.array(fc.record({ kind: fc.constantFrom(...kinds), amount: fc.integer({ min: 1, max: 5 }) }), {
  minLength: 1,
  maxLength: 7,
});

it('an offer is accepted as it was seen or not at all, and its prices move where somebody moves them', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      await at.admin.call(updateProduct, { params: { itemID: product.id }, body: { unitValue: 80 } });
      const order = await at.offered({ lines: [{ productID: product.id, quantityOrdered: 1 }] });
      const params = { orderID: order.id };
      const look = () => buyer.call(getOwnOrder, { params });
      let shown = await look();
      for (const step of taken) {
        const before = await look();
        if (step.kind === 'look') shown = before;
        else await take(step, order);
        const after = await look();
        // Exactly the visible changes are counted.
        const isOther = JSON.stringify(seenOf(after)) !== JSON.stringify(seenOf(before));
        expect([step.kind, after.offerVersion]).toEqual([step.kind, before.offerVersion + (isOther ? 1 : 0)]);
        if (['list price', 'internal note', 'note', 'promise', 'bulk'].includes(step.kind))
          expect([step.kind, after.total]).toEqual([step.kind, before.total]);
      }
      const now = await look();
      const { offerVersion } = shown;
      const answer = buyer.call(answerEstimate, { params, body: { answer: 'accept', offerVersion } });
      if (offerVersion === now.offerVersion) {
        await answer;
        const issued = await at.admin.call(getSalesOrder, { params });
        expect(issued).toMatchObject({ status: { code: 'issued' }, total: shown.total });
        expect(issued.lines.map(({ unitPrice, total }) => [unitPrice, total])).toEqual(
          shown.lines.map(({ unitPrice, total }) => [unitPrice, total]),
        );
      } else
        expect(await apiRefusal(answer)).toMatchObject({
          code: 'estimate_changed',
          details: { offerVersion: now.offerVersion, total: now.total },
        });
      expect(await at.violations()).toEqual([]);
    }),
    {
      numRuns: runsOf(12),
      examples: [
        [
          [
            { kind: 'list price', amount: 5 },
            { kind: 'internal note', amount: 1 },
          ],
        ],
        [
          [
            { kind: 'list price', amount: 5 },
            { kind: 'anew', amount: 1 },
          ],
        ],
        [
          [
            { kind: 'list price', amount: 5 },
            { kind: 'file', amount: 2 },
            { kind: 'look', amount: 1 },
          ],
        ],
      ],
    },
  );
});
