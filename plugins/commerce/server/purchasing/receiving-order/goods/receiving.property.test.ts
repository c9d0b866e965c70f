import { ApiError } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { runsOf, violationsOf } from '@millwright/core/testing';
import { createStorageLocation, updateItemInventory } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  changePurchaseOrderStatus,
  getPurchaseOrder,
  getReceivingOrder,
  type PurchaseOrder,
  receiveReceivingOrder,
  stockReceivingOrder,
  updatePurchaseOrder,
  updatePurchasingSettings,
  voidReceivingOrder,
  voidReceivingOrderLine,
} from '../../../../contracts/index.ts';
import { type PurchaseFixture, purchaseFixture } from '../../purchase-order/record/purchase-order-fixture.ts';

let at: PurchaseFixture;
let places: string[];

beforeAll(async () => {
  at = await purchaseFixture();
  const place = async (name: string): Promise<string> =>
    (await at.admin.call(createStorageLocation, { body: { name, type: 'bin' } })).id;
  places = [await place('P1'), await place('P2'), await place('P3')];
  await at.admin.call(updatePurchasingSettings, { body: { overReceiptPercent: 10 } });
});
afterAll(() => at?.kernel.stop());

const of = <Value>(values: readonly Value[], seed: number): Value => values[seed % values.length] as Value;

/** Hides by the piece and the dozen, at a price without exact fractions, and gloves. */
const issue = (seed: number): Promise<PurchaseOrder> =>
  at.order({
    status: 'issued',
    lines: [
      { itemID: at.hide.id, quantityOrdered: 1 + (seed % 30), unitPrice: 3.333333 },
      { itemID: at.hide.id, quantityOrdered: { measure: 1 + (seed % 3), unitID: at.unit('dozen') }, unitPrice: 10 },
      { itemID: at.glove.id, quantityOrdered: 1 + ((seed >> 2) % 9), unitPrice: 0.1 },
    ],
  });

const receivingOf = (order: PurchaseOrder) => ({ receivingOrderID: order.receivingOrder?.id ?? '' });
const change = (order: PurchaseOrder, statusChange: 'closed_short' | 'issued' | 'estimate') =>
  at.admin.call(changePurchaseOrderStatus, { params: { orderID: order.id }, body: { statusChange } });

/** Steps of people at the dock or in the office; a refused step changes nothing. */
const steps: Record<string, (order: PurchaseOrder, seed: number) => Promise<unknown>> = {
  async receive(order, seed) {
    const params = receivingOf(order);
    const { lines } = await at.admin.call(getReceivingOrder, { params });
    const line = of(lines, seed);
    const quantity = 1 + ((seed >> 3) % 7);
    const body = {
      lines: [
        {
          lineID: line.id,
          quantity: seed % 2 ? quantity : { measure: quantity, unitID: line.quantity.unitID },
          ...(seed % 5 === 0 ? { rejectedQuantity: (seed >> 4) % (quantity + 1), reason: 'Wet' } : {}),
          ...(seed % 3 === 0 ? { lotNumber: `L${seed % 4}` } : {}),
        },
      ],
      raiseOrder: seed % 11 === 0,
    };
    return at.admin.call(receiveReceivingOrder, { params, body });
  },
  receiveAll: (order) => at.admin.call(receiveReceivingOrder, { params: receivingOf(order), body: {} }),
  async stock(order, seed) {
    const params = receivingOf(order);
    const { lines } = await at.admin.call(getReceivingOrder, { params });
    const waiting = lines.filter(({ atDock }) => atDock.length).slice(0, 1 + (seed % 3));
    const share = (measure: number, seedOf: number) => ({ storageLocationID: of(places, seedOf), quantity: measure });
    return at.admin.call(stockReceivingOrder, {
      params,
      body: {
        lines: waiting.map(({ id: lineID, quantityAtDock: { measure } }) => ({
          lineID,
          storageAllocations:
            measure > 1 && seed % 2
              ? [share(1, seed), share(Math.round((measure - 1) * 1e6) / 1e6, seed >> 2)]
              : [share(measure, seed)],
        })),
      },
    });
  },
  void: (order) => at.admin.call(voidReceivingOrder, { params: receivingOf(order), body: {} }),
  async voidPart(order, seed) {
    const params = receivingOf(order);
    const { lines, deliveries } = await at.admin.call(getReceivingOrder, { params });
    const deliveryID = of(deliveries, seed)?.id;
    return seed % 2 && deliveryID
      ? at.admin.call(voidReceivingOrder, { params, body: { deliveryID } })
      : at.admin.call(voidReceivingOrderLine, { params: { ...params, lineID: of(lines, seed).id }, body: {} });
  },
  close: (order) => change(order, 'closed_short'),
  reopen: (order) => change(order, 'issued'),
  draft: (order) => change(order, 'estimate'),
  async edit(order, seed) {
    const { lines } = await at.admin.call(getPurchaseOrder, { params: { orderID: order.id } });
    return at.admin.call(updatePurchaseOrder, {
      params: { orderID: order.id },
      body: {
        lines: lines.map(({ id, item, quantityOrdered: { measure, unitID } }, index) => ({
          id,
          itemID: item.id,
          quantityOrdered: { measure: index === seed % 3 ? measure + 1 : measure, unitID },
        })),
      },
    });
  },
  use: (_, seed) =>
    at.admin.call(updateItemInventory, {
      params: { itemID: seed % 2 ? at.hide.id : at.glove.id },
      body: { inventoryChange: -1, storageLocationID: of(places, seed) },
    }),
};

/** A refusal is a valid answer; any other error fails the test. */
const attempt = (name: string, order: PurchaseOrder, seed: number): Promise<unknown> =>
  Promise.resolve()
    .then(() => steps[name]?.(order, seed))
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
    });

/** Rules that no table constraint checks; no rows is right. */
const broken = (): Promise<string[]> =>
  at.kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ text: string }>`
      with line
        as (select wanted.item_id, sum(came.base_quantity - came.base_rejected) filter (where came.voided_at is null) as
            accepted, sum(came.base_stocked) as stocked, sum(came.value) filter (where came.voided_at is null) as value
          from commerce.receiving_order_line wanted
          join commerce.delivery_line came on came.account_id = wanted.account_id and came.receiving_line_id = wanted.id
          where wanted.account_id = ${ctx.account.id} group by 1)
      select 'dock of ' || line.item_id || ': ' || coalesce(dock.on_hand,
        0) || ' of ' || line.accepted - line.stocked as text
      from line left join (select item_id, sum(on_hand) as on_hand from inventory.v_stock_on_hand stock
          join inventory.v_locations place on place.account_id = stock.account_id and place.id = stock.location_id
            and place.type = 'dock'
          where stock.account_id = ${ctx.account.id} group by 1) dock on dock.item_id = line.item_id
      where coalesce(dock.on_hand, 0) <> line.accepted - line.stocked
      union all
      select 'value of ' || line.item_id || ': ' || coalesce(moved.value, 0) || ' of ' || line.value
      from line left join (select item_id, sum(value) as value from inventory.v_movements
          where account_id = ${ctx.account.id} and source_type = 'receiving_order' group by 1) moved
        on moved.item_id = line.item_id
      where coalesce(moved.value, 0) <> coalesce(line.value, 0)
      union all
      select 'supply of ' || ordered.id || ': ' || coalesce(supply.open, 0) || ' of ' ||
        greatest(ordered.base_quantity - ordered.quantity_stocked, 0)
      from commerce.purchase_order_line ordered
      join commerce.purchase_order bought on bought.account_id = ordered.account_id and bought.id = ordered.order_id
        and bought.status = 'issued'
      left join (select line_id, open from inventory.v_supplies where account_id = ${ctx.account.id}) supply
        on supply.line_id = ordered.id
      where ordered.account_id = ${ctx.account.id}
        and coalesce(supply.open, 0) <> greatest(ordered.base_quantity - ordered.quantity_stocked, 0)`.execute(
      ctx.em.query(),
    );
    return rows.map(({ text }) => text);
  });
const laws = async (): Promise<string[]> => [
  ...(await broken()),
  ...(await at.violations()),
  ...(await violationsOf(at.kernel.a, inventory)),
];

const step = fc.tuple(
  fc.constantFrom('receive', 'receive', 'receiveAll', 'stock', 'stock', ...Object.keys(steps)),
  fc.nat(1000),
);

it('keeps its laws whatever happens one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.array(step, { minLength: 4, maxLength: 14 }), async (seed, sequence) => {
      const order = await issue(seed);
      for (const [name, with_] of sequence) await attempt(name, order, with_);
      expect(await laws()).toEqual([]);
    }),
    { numRuns: runsOf(8) },
  );
});

it('keeps them with eight clients at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1000),
      fc.array(fc.array(step, { minLength: 2, maxLength: 5 }), { minLength: 8, maxLength: 8 }),
      async (seed, clients) => {
        const orders = [await issue(seed), await issue(seed + 1)];
        await Promise.all(
          clients.map(async (sequence, client) => {
            for (const [name, with_] of sequence) await attempt(name, of(orders, client + with_), with_);
          }),
        );
        expect(await laws()).toEqual([]);
      },
    ),
    { numRuns: runsOf(3) },
  );
});

it('keeps them where goods are put away while their order is closed', async () => {
  const order = await issue(6);
  for (const name of ['receiveAll', 'close', 'stock', 'reopen']) await attempt(name, order, 3);
  expect(await laws()).toEqual([]);
});
