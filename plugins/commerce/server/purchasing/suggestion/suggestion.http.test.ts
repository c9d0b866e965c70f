import { addDays, dateIn, undoChangeSet } from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import { materialEndpoints, StockPort, updateItemInventory } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createSupplier,
  createSupplierMaterial,
  getPurchaseOrder,
  getPurchaseSuggestions,
  orderSuggestions,
} from '../../../contracts/index.ts';
import { type PurchaseFixture, purchaseFixture } from '../purchase-order/record/purchase-order-fixture.ts';

let at: PurchaseFixture;
beforeAll(async () => {
  at = await purchaseFixture();
});
afterAll(() => at?.kernel.stop());

const suggestions = (query: { itemIDs?: string[]; supplierIDs?: string[] } = {}) =>
  at.admin.call(getPurchaseSuggestions, { query });
const day = (days: number): string => addDays(dateIn('UTC', at.kernel.clock.now()), days);
const want = (quantity: string, promisedOn: string | null) =>
  at.kernel.a.run((ctx) =>
    at.kernel.services.get(StockPort).reserve(ctx, [
      {
        source: { type: 'sales_order', id: 'so_wants', number: '7001' },
        customerID: null,
        priorityRank: 2,
        promisedOn,
        issuedAt: ctx.clock.now(),
        lines: [{ lineID: 'sol_1', itemID: at.hide.id, quantity }],
      },
    ]),
  );

it('proposes what is needed where it is cheapest in time, and orders it as a set that can be undone', async () => {
  expect(await apiRefusal(at.admin.call(orderSuggestions, { body: {} }))).toMatchObject({ code: 'nothing_to_buy' });
  await at.admin.call(materialEndpoints.update, {
    params: { itemID: at.hide.id },
    body: { orderPoint: 20 },
  });
  await at.admin.call(updateItemInventory, { params: { itemID: at.hide.id }, body: { inventoryChange: 5 } });
  const fast = await at.admin.call(createSupplier, { body: { name: 'Fast Hides' } });
  await at.admin.call(createSupplierMaterial, {
    params: { supplierID: fast.id },
    body: {
      itemID: at.hide.id,
      unitPrice: 360,
      leadTimeDays: 1,
      unitID: at.unit('dozen'),
    },
  });
  // Only the order point requires it: the cheap supplier is in time.
  const [calm] = (await suggestions()).items;
  expect(calm).toMatchObject({
    item: { sku: 'HIDE' },
    need: { measure: 15, unit: 'each' },
    neededOn: null,
    why: { onHand: 5, expected: 0, drafted: 0, demanded: 0, orderPoint: 20 },
    offers: [
      { supplier: { name: 'Superior Hides' }, quantity: { measure: 15 }, total: 360, isLate: false },
      { supplier: { name: 'Fast Hides' }, quantity: { measure: 2, unit: 'dozen' }, total: 720 },
    ],
  });
  // An order waits for it: only the fast supplier is in time.
  await want('9', day(3));
  const [urgent] = (await suggestions()).items;
  expect(urgent).toMatchObject({
    need: { measure: 24 },
    neededOn: day(3),
    offers: [
      { supplier: { name: 'Fast Hides' }, arrivesOn: day(1), isLate: false },
      { supplier: { name: 'Superior Hides' }, arrivesOn: day(14), isLate: true },
    ],
  });
  expect((await suggestions({ supplierIDs: [at.tannery.id] })).items[0]?.offers).toHaveLength(1);
  // The supplier's minimum quantity.
  const made = await at.admin.call(orderSuggestions, { body: {} });
  expect(made.orders).toMatchObject([{ supplier: { name: 'Fast Hides' }, lineCount: 1, total: 720 }]);
  const orderID = made.orders[0]?.id ?? '';
  expect(await at.admin.call(getPurchaseOrder, { params: { orderID } })).toMatchObject({
    status: { code: 'estimate' },
    lines: [{ quantityOrdered: { measure: 2, unit: 'dozen' }, unitPrice: 360 }],
  });
  expect((await suggestions()).items).toEqual([]);
  await at.admin.call(undoChangeSet, { params: { changeSetID: made.changeSetID }, body: {} });
  await (await at.kernel.jobs()).idle();
  expect(await apiRefusal(at.admin.call(getPurchaseOrder, { params: { orderID } }))).toMatchObject({ status: 404 });
  expect((await suggestions()).count).toBe(1);
  const chosen = await at.admin.call(orderSuggestions, {
    body: { lines: [{ itemID: at.hide.id, supplierID: at.tannery.id, quantity: 24 }] },
  });
  expect(chosen.orders).toMatchObject([{ supplier: { name: 'Superior Hides' }, total: 576 }]);
});

it('makes one draft where two take the same suggestion', async () => {
  await at.admin.call(materialEndpoints.update, { params: { itemID: at.hide.id }, body: { orderPoint: 200 } });
  const [shown] = (await suggestions()).items;
  const need = shown?.need.measure ?? 0;
  const take = (own: object) =>
    at.admin.call(orderSuggestions, {
      body: { lines: [{ itemID: at.hide.id, supplierID: at.tannery.id, quantity: need, ...own }] },
    });
  const answers = await Promise.allSettled([take({ need }), take({ need }), take({}), take({})]);
  const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.orders : []));
  expect(made).toHaveLength(1);
  for (const answer of answers)
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({
        status: 409,
        code: 'action_changed',
        details: { needs: [{ itemID: at.hide.id, need: 0 }] },
        errors: [{ path: 'lines.0.quantity', message: 'Nothing is needed now' }],
      });
  // Of three concurrent orders of all suggestions, only one finds anything to buy.
  await at.admin.call(materialEndpoints.update, { params: { itemID: at.hide.id }, body: { orderPoint: 300 } });
  const all = await Promise.allSettled([1, 2, 3].map(() => at.admin.call(orderSuggestions, { body: {} })));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const answer of all)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'nothing_to_buy' });
  // The need is now greater than shown.
  await at.admin.call(materialEndpoints.update, { params: { itemID: at.hide.id }, body: { orderPoint: 350 } });
  expect(await apiRefusal(take({ need: 10 }))).toMatchObject({
    code: 'action_changed',
    errors: [{ message: expect.stringMatching(/^\d+ each of HIDE are needed now$/) }],
  });
});
