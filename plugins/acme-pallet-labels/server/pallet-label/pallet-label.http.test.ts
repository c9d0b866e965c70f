import {
  changeSalesOrderStatus,
  createCustomer,
  createSalesOrder,
  type SalesOrder,
  updateSalesOrder,
} from '@millwright/commerce/contracts';
import commerce from '@millwright/commerce/server';
import { getTimeline } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { bootTestKernel, type TestKernel, type TestPerson, violationsOf } from '@millwright/core/testing';
import { createProduct, listUnitGroups, listUnits, type Product } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deletePalletQuantity,
  getPalletPlan,
  getPalletSettings,
  listPalletLabels,
  listPalletQuantities,
  markPalletLabels,
  mostLabels,
  preparePalletLabels,
  setPalletQuantity,
  updatePalletSettings,
} from '../../contracts/index.ts';
import palletLabels from '../plugin.ts';
import { PalletLabelService } from './pallet-label.service.ts';

let kernel: TestKernel;
let admin: TestPerson;
let sock: Product;
let glove: Product;
let freight: Product;
let customerID: string;

beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'a queue', plugins: [inventory, commerce, palletLabels] });
  admin = await kernel.a.as('admin');
  const units = await admin.call(listUnits, { query: { take: 500 } });
  const groups = await admin.call(listUnitGroups, { query: { query: 'Pairs' } });
  const unitGroupID = groups.items.find(({ name }) => name === 'Pairs')?.id;
  const cartonID = units.items.find(({ name }) => name === 'ct12pr')?.id;
  const product = (body: { sku: string; productType?: 'sale' | 'shipping'; defaultUnitID?: string | undefined }) =>
    admin.call(createProduct, {
      body: { unitValue: 4, ...body, ...(body.productType === 'shipping' ? {} : { unitGroupID }) },
    });
  sock = await product({ sku: 'SOCK', defaultUnitID: cartonID });
  glove = await product({ sku: 'GLOVE' });
  freight = await product({ sku: 'FREIGHT', productType: 'shipping' });
  const shipTo = { name: 'Dock <2>', line1: '12 Canal Road', city: 'Duluth', state: 'MN', country: 'US' };
  const customer = await admin.call(createCustomer, { body: { name: 'Lake & Sons', shipToAddress: shipTo } });
  customerID = customer.id;
  await kernel.jobs();
});
afterAll(() => kernel?.stop());

const pairID = (): string => sock.units.find(({ isBase }) => isBase)?.unit.id ?? '';

const order = (lines: { productID: string; quantityOrdered: number | { measure: number; unitID: string } }[]) =>
  admin.call(createSalesOrder, { body: { customerID, lines } });
const change = (to: SalesOrder, statusChange: 'issued' | 'estimate') =>
  admin.call(changeSalesOrderStatus, { params: { orderID: to.id }, body: { statusChange } });
const settled = async () => (await kernel.jobs()).idle();
const planOf = ({ id }: SalesOrder) => admin.call(getPalletPlan, { params: { orderID: id } });

describe('how much fits on a pallet', () => {
  it('is set for a product, listed with its default unit, and forgotten', async () => {
    const body = { productID: sock.id, perPallet: 36 };
    const first = await admin.call(setPalletQuantity, { body });
    expect(first).toMatchObject({ product: { sku: 'SOCK' }, perPallet: 36, unit: 'ct12pr' });
    expect((await admin.call(setPalletQuantity, { body: { ...body, perPallet: 40 } })).id).toBe(first.id);
    const { items } = await admin.call(listPalletQuantities, { query: { query: 'soc' } });
    expect(items.map(({ perPallet }) => perPallet)).toEqual([40]);
    await admin.call(deletePalletQuantity, { params: { palletQuantityID: first.id } });
    expect((await admin.call(listPalletQuantities, {})).count).toBe(0);
  });

  it('is set by several at once for a product without one', async () => {
    const wanted = [10, 20, 30, 40];
    const set = await Promise.all(
      wanted.map((perPallet) => admin.call(setPalletQuantity, { body: { productID: glove.id, perPallet } })),
    );
    expect(set.map(({ perPallet }) => perPallet)).toEqual(wanted);
    const [{ id } = { id: '' }, ...more] = (await admin.call(listPalletQuantities, {})).items;
    expect(more).toEqual([]);
    expect(set.map((each) => each.id)).toEqual(wanted.map(() => id));
    const { items } = await admin.call(getTimeline, { params: { type: 'pallet_quantity', id } });
    expect(items.map(({ action }) => action).sort()).toEqual(['created', 'updated', 'updated', 'updated']);
    await admin.call(deletePalletQuantity, { params: { palletQuantityID: id } });
  });

  it('is refused for what is no product and for what is no number of units', async () => {
    const wrong = { productID: 'itm_01jd0000000000000000000000', perPallet: 1 };
    await expect(admin.call(setPalletQuantity, { body: wrong })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'productID' }],
    });
    await expect(admin.call(setPalletQuantity, { body: { productID: sock.id, perPallet: 0 } })).rejects.toMatchObject({
      errors: [{ path: 'perPallet', message: 'Must be at least 1' }],
    });
  });
});

describe('the pallets of an order', () => {
  it('come from its lines, in whatever unit they are ordered', async () => {
    await admin.call(setPalletQuantity, { body: { productID: sock.id, perPallet: 10 } });
    await admin.call(updatePalletSettings, { body: { defaultPerPallet: 100 } });
    const made = await order([
      { productID: sock.id, quantityOrdered: 14 },
      { productID: sock.id, quantityOrdered: { measure: 12, unitID: pairID() } },
      { productID: glove.id, quantityOrdered: 50 },
      { productID: freight.id, quantityOrdered: 1 },
    ]);
    const plan = await planOf(made);
    // 14 cartons plus the carton that twelve pairs make, ten per pallet; half a pallet of gloves fits beside them.
    expect(plan).toMatchObject({ pallets: 2, labels: [] });
    expect(plan.lines).toMatchObject([
      { sku: 'SOCK', perPallet: 10, isDefault: false, unit: 'ct12pr', pallets: 1.5 },
      { sku: 'GLOVE', perPallet: 100, isDefault: true, pallets: 0.5 },
    ]);
    await admin.call(updatePalletSettings, { body: { mixesProducts: false } });
    expect((await planOf(made)).pallets).toBe(3);
    await admin.call(updatePalletSettings, { body: { mixesProducts: true } });
    expect(await admin.call(getPalletSettings, {})).toEqual({
      defaultPerPallet: 100,
      mixesProducts: true,
      keptDays: 90,
    });
  });

  it('get labels when it is issued, other ones when its lines change, none when it is an estimate again', async () => {
    const made = await order([{ productID: sock.id, quantityOrdered: 25 }]);
    expect((await planOf(made)).labels).toEqual([]);
    await change(made, 'issued');
    await settled();
    const { labels } = await planOf(made);
    expect(labels.map(({ position, count }) => [position, count])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    await admin.call(updateSalesOrder, {
      params: { orderID: made.id },
      body: { lines: [{ productID: sock.id, quantityOrdered: 11 }] },
    });
    await settled();
    expect((await planOf(made)).labels.map(({ count }) => count)).toEqual([2, 2]);
    const history = await admin.call(getTimeline, { params: { type: 'sales_order', id: made.id }, query: {} });
    expect(history.items.filter(({ action }) => action === 'pallet_labels_set')).toHaveLength(2);
    await change(made, 'estimate');
    await settled();
    expect((await planOf(made)).labels).toEqual([]);
  });

  it('are not made for more pallets than anybody ships; up to there they are', async () => {
    const huge = await admin.fetch('/v1/sales-orders', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-confirm': 'large_quantity' },
      body: JSON.stringify({
        customerID,
        status: 'issued',
        lines: [{ productID: sock.id, quantityOrdered: 300_000_000, unitPrice: 0.01 }],
      }),
    });
    const made = (await huge.json()) as SalesOrder;
    await settled();
    expect(await planOf(made)).toMatchObject({ pallets: 30_000_000, labels: [] });
    await expect(admin.call(preparePalletLabels, { params: { orderID: made.id } })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('needs 30,000,000 pallets'),
    });
    const most = await order([{ productID: sock.id, quantityOrdered: 20_000 }]);
    expect((await admin.call(preparePalletLabels, { params: { orderID: most.id } })).labels.at(-1)).toMatchObject({
      position: mostLabels,
      count: mostLabels,
    });
    const more = { productID: sock.id, quantityOrdered: 20_001 };
    await admin.call(updateSalesOrder, { params: { orderID: most.id }, body: { lines: [more] } });
    await change(most, 'issued');
    await settled();
    expect(await planOf(most)).toMatchObject({ pallets: mostLabels + 1, labels: [] });
  });

  it('can be asked for by hand, and stay as they are when nothing has changed', async () => {
    const made = await order([{ productID: sock.id, quantityOrdered: 20 }]);
    const params = { orderID: made.id };
    const first = await admin.call(preparePalletLabels, { params });
    expect(first.labels).toHaveLength(2);
    await admin.call(markPalletLabels, { body: { ids: first.labels.map(({ id }) => id) } });
    const again = await admin.call(preparePalletLabels, { params });
    expect(again.labels.map(({ id }) => id)).toEqual(first.labels.map(({ id }) => id));
    expect(again.labels.every(({ printedAt }) => printedAt !== null)).toBe(true);
    const printed = await admin.call(listPalletLabels, { query: { isPrinted: true, query: made.number } });
    expect(printed.count).toBe(2);
  });

  it('come all at once where an account begins with the plugin; those that are right stay', async () => {
    const orders = await Promise.all(
      [20, 30, 40].map((quantityOrdered) => order([{ productID: sock.id, quantityOrdered }])),
    );
    for (const made of orders) await change(made, 'issued');
    await settled();
    const [right, without, wrong] = orders.map(({ id }) => id);
    const { labels } = await planOf(orders[0] as SalesOrder);
    await admin.call(markPalletLabels, { body: { ids: labels.map(({ id }) => id) } });
    await kernel.a.run(async (ctx) => {
      await sql`delete from acme_pallet_labels.pallet_label where account_id = ${ctx.account.id}
        and (order_id = ${without} or order_id = ${wrong} and position = 1)`.execute(ctx.em.query());
    });
    expect(await violationsOf(kernel.a, palletLabels)).toHaveLength(1);
    await kernel.a.run((ctx) => kernel.services.get(PalletLabelService).labelAllOrders(ctx));
    const plans = await Promise.all(orders.map(planOf));
    expect(plans.map((plan) => plan.labels.map(({ position, count }) => [position, count]))).toEqual(
      [2, 3, 4].map((count) => Array.from({ length: count }, (_, index) => [index + 1, count])),
    );
    expect(plans[0]?.labels.map(({ id }) => id)).toEqual(labels.map(({ id }) => id));
    expect(plans.map((plan) => plan.labels.map(({ printedAt }) => printedAt !== null))).toEqual([
      [true, true],
      [false, false, false],
      [false, false, false, false],
    ]);
    const entries = await Promise.all(
      [right, without, wrong].map(async (id = '') => {
        const history = await admin.call(getTimeline, { params: { type: 'sales_order', id }, query: {} });
        return history.items.filter(({ action }) => action === 'pallet_labels_set').length;
      }),
    );
    expect(entries).toEqual([1, 2, 2]);
    expect(await violationsOf(kernel.a, palletLabels)).toEqual([]);
  });

  it('are printed as a page without a way for names to become markup', async () => {
    const made = await order([{ productID: sock.id, quantityOrdered: 1 }]);
    await admin.call(preparePalletLabels, { params: { orderID: made.id } });
    const response = await admin.fetch(`/v1/x/acme-pallet-labels/orders/${made.id}/sheet`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expect(page.match(/<article>/g)).toHaveLength(1);
    expect(page).toContain('Lake &#38; Sons');
    expect(page).toContain('Dock &#60;2&#62;<br>12 Canal Road');
  });

  it('are forgotten once the last label was printed long ago', async () => {
    const made = await order([{ productID: sock.id, quantityOrdered: 20 }]);
    await admin.call(preparePalletLabels, { params: { orderID: made.id } });
    const count = async () => (await admin.call(listPalletLabels, { query: { orderID: made.id } })).count;
    const printed = (lastPosition: number) =>
      kernel.a.run(async (ctx) => {
        await sql`update acme_pallet_labels.pallet_label
          set printed_at = ${ctx.clock.now()}::timestamptz - interval '91 days'
          where account_id = ${ctx.account.id} and order_id = ${made.id} and position <= ${lastPosition}`.execute(
          ctx.em.query(),
        );
      });
    const jobs = await kernel.jobs();
    await printed(1);
    await jobs.runNow('acme-pallet-labels.forget-old');
    await jobs.idle();
    expect(await count()).toBe(2);
    await printed(2);
    await jobs.runNow('acme-pallet-labels.forget-old');
    await jobs.idle();
    expect(await count()).toBe(0);
  });

  it('of another account, or of none, are not found', async () => {
    const made = await order([{ productID: sock.id, quantityOrdered: 1 }]);
    const other = await kernel.b.as('admin');
    const params = { orderID: made.id };
    await expect(other.call(getPalletPlan, { params })).rejects.toMatchObject({ status: 404 });
    await expect(other.call(preparePalletLabels, { params })).rejects.toMatchObject({ status: 404 });
  });
});
