import { ApiError, decimal, valueText } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { runsOf, violationsOf } from '@millwright/core/testing';
import {
  consumeInventory,
  createInventoryReceipt,
  createProduct,
  listUnitGroups,
  updateItemInventory,
  updateStockSettings,
} from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Customer,
  correctReceivingCost,
  createCustomer,
  createReceivingOrder,
  createSalesOrder,
  type ReceivingOrder,
  receiveReceivingOrder,
  updatePurchaseOrder,
  voidReceivingOrder,
} from '../../../../contracts/index.ts';
import commerce from '../../../plugin.ts';
import { lineID, type ReceivingFixture, receivingFixture } from '../record/receiving-fixture.ts';

let at: ReceivingFixture;
let customer: Customer;
let groupIDs: Map<string, string>;
beforeAll(async () => {
  at = await receivingFixture();
  customer = await at.admin.call(createCustomer, { body: { name: 'Buyer' } });
  const { items } = await at.admin.call(listUnitGroups, { query: { take: 500 } });
  groupIDs = new Map(items.map(({ name, id }) => [name, id]));
  await at.admin.call(updateStockSettings, { body: { largestLineQuantity: 100_000_000 } });
});
afterAll(() => at?.kernel.stop());

/** Received goods of an order, as the ledger stores them. */
const worthOf = (order: { id: string }): Promise<string[]> =>
  at.kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ value: string }>`select moved.value::text as value from inventory.v_movements moved
      where moved.account_id = ${ctx.account.id} and moved.source_id = ${order.id} and moved.action = 'receive'
      order by moved.id`.execute(ctx.em.query());
    return rows.map(({ value }) => value);
  });

it.each([
  { unit: 'kg', ordered: 12.345, price: 3.2755, came: 12.345, counted: 'kg', worth: '40.436048' },
  { unit: 'g', ordered: 1.001, price: 1.0001, came: 1.001, counted: 'g', worth: '1.001100' },
  { unit: 'dozen', ordered: 5, price: 10, came: 7, counted: 'each', worth: '5.833333' },
])(
  '$came $counted of $ordered $unit at $price are worth $worth',
  async ({ unit, ordered, price, came, counted, worth }) => {
    const { id: itemID } = await goods(unit);
    const line = { itemID, quantityOrdered: { measure: ordered, unitID: at.unit(unit) }, unitPrice: price };
    const { receiving } = await at.issued({ lines: [line] });
    const quantity = { measure: came, unitID: at.unit(counted) };
    await at.receive(receiving, { lines: [{ lineID: lineID(receiving), quantity }] });
    expect(await worthOf(receiving)).toEqual([worth]);
  },
);

const groups: Record<string, string> = { kg: 'Weight (metric)', g: 'Weight (metric)', dozen: 'Count', each: 'Count' };
let made = 0;
const goods = (unit: string) =>
  at.admin.call(createProduct, {
    body: {
      sku: `WORTH-${++made}`,
      description: 'Goods',
      unitGroupID: groupIDs.get(groups[unit] ?? '') ?? '',
      defaultUnitID: at.unit(unit),
    },
  });

/** Calls that succeeded at least once; a call that is always refused proves nothing. */
const done = new Set<string>();

/** Any answer is accepted, except a server error. */
async function answered(name: string, work: Promise<unknown>): Promise<void> {
  await work.then(
    () => done.add(name),
    (error: unknown) => {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
    },
  );
}

const measure = fc.integer({ min: 1, max: 40_000_000 }).map((millionths) => millionths / 1e6);
const price = fc.oneof(measure, fc.constantFrom(0, 0.000001, 3.333333, 9_999.999999));
const unit = fc.constantFrom('kg', 'g', 'dozen', 'each');

/** An example with which every call succeeds. */
const example = {
  unit: 'kg',
  other: 'g',
  ordered: 12.345678,
  came: 4321.3,
  price: 3.275511,
  cost: 2.000001,
  freight: 1.01,
};

it('is kept to six decimals, whatever quantities and prices every call multiplies', async () => {
  const calls = fc.record({ unit, other: unit, ordered: measure, came: measure, price, cost: price, freight: price });
  await fc.assert(
    fc.asyncProperty(calls, async ({ unit: own, other: wanted, ordered, came, price: unitPrice, cost, freight }) => {
      const other = groups[wanted] === groups[own] ? wanted : own;
      const { id: itemID } = await goods(own);
      const quantity = { measure: ordered, unitID: at.unit(own) };
      const part = { measure: came, unitID: at.unit(other) };
      const bodyOf = { itemID, quantityOrdered: quantity, unitPrice };
      const orders: ReceivingOrder[] = [];
      await answered(
        'order',
        at.issued({ lines: [bodyOf] }).then(async ({ order, receiving }) => {
          orders.push(receiving);
          const raised = { id: order.lines[0]?.id ?? '', itemID, quantityOrdered: part, unitPrice: cost };
          await answered(
            'raise',
            at.admin.call(updatePurchaseOrder, { params: { orderID: order.id }, body: { lines: [raised] } }),
          );
        }),
      );
      const own2 = { supplierID: at.tannery.id, lines: [{ itemID, quantity, unitCost: unitPrice }] };
      await answered(
        'own',
        at.admin.call(createReceivingOrder, { body: own2 }).then((order) => {
          orders.push(order);
        }),
      );
      for (const order of orders) {
        const params = { receivingOrderID: order.id };
        const lines = [{ lineID: lineID(order), quantity: part, rejectedQuantity: Number((came / 3).toFixed(6)) }];
        await answered('receive', at.admin.call(receiveReceivingOrder, { params, body: { lines, raiseOrder: true } }));
        const corrections = [{ lineID: lineID(order), unitCost: cost }];
        await answered(
          'correct',
          at.admin.call(correctReceivingCost, { params, body: { lines: corrections, freight } }),
        );
        const dock = (await at.read(order)).lines[0]?.quantityAtDock.measure ?? 0;
        await answered('stock', at.stock(await at.read(order), [at.shelf, dock]));
        await answered('rest', at.admin.call(receiveReceivingOrder, { params, body: {} }));
      }
      await answered(
        'receipt',
        at.admin.call(createInventoryReceipt, { body: { itemID, quantity: part, unitCost: cost } }),
      );
      await answered(
        'adjust',
        at.admin.call(updateItemInventory, { params: { itemID }, body: { inventoryChange: came, unitCost: cost } }),
      );
      const counted = { inventoryChange: part, reconcile: true, storageLocationID: at.bin };
      await answered('count', at.admin.call(updateItemInventory, { params: { itemID }, body: counted }));
      await answered('consume', at.admin.call(consumeInventory, { body: { lines: [{ itemID, quantity: ordered }] } }));
      await answered(
        'sell',
        at.admin.call(createSalesOrder, {
          body: { customerID: customer.id, lines: [{ productID: itemID, quantityOrdered: part, unitPrice: cost }] },
        }),
      );
      for (const { id } of orders)
        await answered('void', at.admin.call(voidReceivingOrder, { params: { receivingOrderID: id }, body: {} }));
    }),
    { numRuns: runsOf(30), examples: [[example]] },
  );
  const all = 'order raise own receive correct stock rest receipt adjust count consume sell void'.split(' ');
  expect([...done].sort()).toEqual(all.sort());
  expect(await violationsOf(at.kernel.a, inventory)).toEqual([]);
  expect(await violationsOf(at.kernel.a, commerce)).toEqual([]);
});

it('rounds half up once, away from zero', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (tenths) => {
      const exact = decimal(`${tenths}e-7`);
      const difference = decimal(valueText(exact)).minus(exact).abs();
      expect(difference.lte('0.0000005')).toBe(true);
      expect(valueText(exact.times('-1'))).toBe(decimal(valueText(exact)).times('-1').toFixed(6));
    }),
  );
});
