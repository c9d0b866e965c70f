import { applyChangeSet, createImport, getTimeline, listEmailLogs, undoChangeSet } from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import {
  createStorageLocation,
  type Product,
  SupplyPort,
  updateItemInventory,
  updateStorageLocation,
} from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkChangeSalesOrderStatus,
  changeSalesOrderStatus,
  getPick,
  getSalesOrder,
  getWalkList,
  listPickShipments,
  listPicks,
  type Pick,
  packPick,
  pickAll,
  pickPickLine,
  releasePicks,
  type SalesOrder,
  type SalesOrderStatus,
  updateCustomer,
  updatePick,
  updatePickLine,
  updateSalesOrder,
  updateSalesOrderLine,
  voidPick,
  voidPickLine,
} from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture, productOf } from '../../sales/sales-order/record/sales-order-fixture.ts';
import { unpack } from './plan/pack-pick.ts';

let at: OrderFixture;
let aisle: Record<'a1' | 'a2' | 'a10', string>;

beforeAll(async () => {
  at = await orderFixture();
  const place = async (name: string): Promise<string> =>
    (await at.admin.call(createStorageLocation, { body: { name, type: 'bin' } })).id;
  aisle = { a1: await place('A1'), a2: await place('A2'), a10: await place('A10') };
});
afterAll(() => at?.kernel.stop());

/** Adds stock of a product in a place, optionally in a lot. */
const put = (product: Product, measure: number, locationID: string, lotNumber?: string): Promise<unknown> =>
  at.kernel.a.run((ctx) =>
    at.kernel.services
      .get(SupplyPort)
      .receive(ctx, { type: 'delivery', id: `exr_${product.sku}${measure}${locationID}${lotNumber}`, number: 'D1' }, [
        {
          lineID: 'one',
          itemID: product.id,
          measure: String(measure),
          unitID: product.defaultUnit.id,
          unitCost: '1',
          locationID,
          ...(lotNumber ? { lotNumber } : {}),
        },
      ]),
  );
const issued = (lines: readonly (readonly [Product, number])[], more: object = {}): Promise<SalesOrder> =>
  at.create({
    status: 'issued',
    lines: lines.map(([product, quantityOrdered]) => ({ productID: product.id, quantityOrdered })),
    ...more,
  });
const orderOf = (order: { id: string }): Promise<SalesOrder> =>
  at.admin.call(getSalesOrder, { params: { orderID: order.id } });
const pickOf = async (order: { id: string }): Promise<Pick> =>
  at.admin.call(getPick, { params: { pickID: (await orderOf(order)).pickID ?? '' } });
const release = (...picks: { id: string }[]) =>
  at.admin.call(releasePicks, { body: { pickIDs: picks.map(({ id }) => id) } });
const give = (order: { id: string }, statusChange: SalesOrderStatus): Promise<SalesOrder> =>
  at.admin.call(changeSalesOrderStatus, { params: { orderID: order.id }, body: { statusChange } });
const settle = async (): Promise<void> => (await at.kernel.jobs()).idle();

/** Short texts of the lines: 'planned 3 GLOVE from A1'. */
const words = ({ lines }: Pick): string[] =>
  lines.map(({ state, baseQuantity, orderLine, storageLocation, lot }) =>
    [
      `${state} ${baseQuantity.measure} ${orderLine.product.sku} from ${storageLocation?.fullName}`,
      ...(lot ? [`lot ${lot.lotNumber}`] : []),
    ].join(' '),
  );
const line = ({ id, lines }: Pick, index = 0) => ({ pickID: id, pickLineID: lines[index]?.id ?? '' });
const refused = apiRefusal;

describe('the pick of an order', () => {
  it('opens with it however it is issued, is withdrawn with it, and keeps its number', async () => {
    const product = await productOf(at, 'OPENED');
    const estimate = await at.create({ lines: [{ productID: product.id, quantityOrdered: 2 }] });
    expect(estimate.pickID).toBeNull();
    const order = await give(estimate, 'issued');
    const pick = await pickOf(order);
    expect(pick).toMatchObject({ stage: { code: 'to_release' }, isShort: true, lineCount: 1, plannedCount: 0 });
    const bulk = [await at.create({ lines: [{ productID: product.id, quantityOrdered: 1 }] }), estimate];
    expect((await give(estimate, 'estimate')).pickID).toBeNull();
    expect(await refused(at.admin.call(getPick, { params: { pickID: pick.id } }))).toMatchObject({ status: 404 });
    await at.admin.call(bulkChangeSalesOrderStatus, {
      body: { ids: bulk.map(({ id }) => id), statusChange: 'issued' },
    });
    expect(await pickOf(estimate)).toMatchObject({ id: pick.id, number: pick.number });
    expect((await pickOf(bulk[0] as SalesOrder)).number).toBe(String(Number(pick.number) + 1));
    // An order with only charges has no pick.
    const charge = await issued([[at.freight, 1]]);
    expect(charge.pickID).toBeNull();
    expect(await at.violations()).toEqual([]);
  });

  it('comes with imported orders, and goes with them', async () => {
    const product = await productOf(at, 'IMPORTED-PICK');
    const rows = ['Order number,Customer number,Status,SKU,Quantity'];
    rows.push(
      `9001,${at.customer.number},issued,${product.sku},2`,
      `9002,${at.customer.number},estimate,${product.sku},2`,
    );
    const { id } = await at.admin.call(createImport, {
      query: { type: 'sales-orders', fileName: 'orders.csv' },
      body: new Blob([rows.join('\n')]),
    });
    await at.admin.call(applyChangeSet, { params: { changeSetID: id }, body: {} });
    const found = (query: string) => at.admin.call(listPicks, { query: { status: 'all', query } });
    expect(await found('9001')).toMatchObject({ count: 1, items: [{ order: { number: '9001' } }] });
    expect((await found('9002')).count).toBe(0);
    await at.admin.call(undoChangeSet, { params: { changeSetID: id }, body: {} });
    expect((await found('9001')).count).toBe(0);
    expect(await at.violations()).toEqual([]);
  });

  it('is planned in the fewest places, walked by their names, and picked as a whole', async () => {
    const [one, two] = [await productOf(at, 'WALK-1'), await productOf(at, 'WALK-2')];
    await put(one, 5, aisle.a10);
    await put(two, 3, aisle.a2);
    await put(two, 2, aisle.a1);
    const first = await issued([
      [one, 4],
      [two, 2],
    ]);
    const second = await issued([[two, 3]], { priorityID: undefined });
    const picks = [await pickOf(first), await pickOf(second)];
    expect(await release(...picks)).toMatchObject({ done: 2, refused: [] });
    const walk = await at.admin.call(getWalkList, { query: { pickIDs: picks.map(({ id }) => id) } });
    // A2 comes before A10, and no stock is planned twice.
    const places = walk.items.map(({ storageLocation }) => storageLocation?.fullName ?? '');
    expect(places).toEqual([...places].sort((left, right) => left.localeCompare(right, 'en', { numeric: true })));
    const sum = walk.items
      .filter(({ orderLine }) => orderLine.product.sku === 'WALK-2')
      .reduce((total, { baseQuantity }) => total + baseQuantity.measure, 0);
    expect(sum).toBe(5);
    expect(walk.short).toEqual([]);
    const picked = await at.admin.call(pickAll, { params: { pickID: picks[0]?.id ?? '' }, body: {} });
    expect(picked).toMatchObject({ stage: { code: 'to_pack' }, pickProgress: 1, packProgress: 0, isPendingPack: true });
    expect(picked.lines.every(({ state }) => state === 'picked')).toBe(true);
    const order = await orderOf(first);
    expect(order).toMatchObject({ pickProgress: 1, pickID: picked.id });
    expect(order.lines.map(({ quantityPicked }) => quantityPicked.measure)).toEqual([4, 2]);
    expect(order.allowedStatusChanges).toEqual(['closed_short']);
    expect(await refused(at.admin.call(pickAll, { params: { pickID: picked.id }, body: {} }))).toMatchObject({
      status: 409,
      code: 'nothing_to_pick',
    });
    expect(await at.violations()).toEqual([]);
  });

  it('takes what was found: fewer, elsewhere, another lot', async () => {
    const product = await productOf(at, 'FOUND');
    await put(product, 6, aisle.a1);
    await put(product, 4, aisle.a2);
    await put(product, 4, aisle.a10, 'L-7');
    const order = await issued([[product, 6]]);
    await release(await pickOf(order));
    const planned = await pickOf(order);
    expect(words(planned)).toEqual(['planned 6 FOUND from A1']);
    const params = line(planned);
    expect(await refused(at.admin.call(pickPickLine, { params, body: { quantity: 7 } }))).toMatchObject({
      status: 409,
      code: 'more_than_planned',
      errors: [{ path: 'quantity' }],
    });
    expect(
      await refused(
        at.admin.call(pickPickLine, { params, body: { storageLocationID: aisle.a10, lotNumber: 'NO-SUCH' } }),
      ),
    ).toMatchObject({ status: 400, errors: [{ path: 'lotNumber' }] });
    // A lot of another product and a closed place are refused.
    await put(await productOf(at, 'NOT-FOUND'), 4, aisle.a10, 'L-8');
    const elsewhere = (body: object) => refused(at.admin.call(pickPickLine, { params, body }));
    expect(await elsewhere({ storageLocationID: aisle.a10, lotNumber: 'L-8' })).toMatchObject({
      status: 400,
      errors: [{ path: 'lotNumber' }],
    });
    const close = (reservationState: 'open' | 'closed') =>
      at.admin.call(updateStorageLocation, { params: { locationID: aisle.a2 }, body: { reservationState } });
    await close('closed');
    expect(await elsewhere({ storageLocationID: aisle.a2 })).toMatchObject({ status: 409, code: 'location_closed' });
    await close('open');
    // Two were found. The rest is planned in another place.
    const after = await at.admin.call(pickPickLine, { params, body: { quantity: 2 } });
    expect(after.lines[0]?.state).toBe('planned');
    expect(words(after).at(-1)).toBe('picked 2 FOUND from A1');
    expect(words(after).some((text) => text.startsWith('planned') && text.includes('A1'))).toBe(false);
    expect(after.orderLines[0]).toMatchObject({ quantityPicked: { measure: 2 }, quantityPlanned: { measure: 4 } });
    // The next pick comes from a lot in another place.
    const moved = await at.admin.call(pickPickLine, {
      params: line(after),
      body: { quantity: 1, storageLocationID: aisle.a10, lotNumber: 'L-7' },
    });
    expect(words(moved)).toContain('picked 1 FOUND from A10 lot L-7');
    expect(moved.orderLines[0]).toMatchObject({ quantityPicked: { measure: 3 } });
    expect(await at.violations()).toEqual([]);
  });

  it('offers no place that was found empty, and tells who cares', async () => {
    const product = await productOf(at, 'EMPTY');
    await put(product, 3, aisle.a1);
    const order = await issued([[product, 3]]);
    await release(await pickOf(order));
    const planned = await pickOf(order);
    const after = await at.admin.call(pickPickLine, { params: line(planned), body: { quantity: 0 } });
    expect(after.lines).toEqual([]);
    expect(after.orderLines[0]).toMatchObject({ isHeld: true, quantityToPlan: { measure: 3 }, short: { measure: 0 } });
    await settle();
    expect((await pickOf(order)).lines).toEqual([]);
    const { items } = await at.admin.call(listEmailLogs, { query: { take: 50 } });
    expect(items.map(({ subject }) => subject)).toContain(`Order ${order.number}: not all of it was found`);
    // A count removes the reservation, new stock arrives, and the pick is released again.
    await at.admin.call(updateItemInventory, {
      params: { itemID: product.id },
      body: { inventoryChange: 0, reconcile: true },
    });
    await put(product, 3, aisle.a2);
    await release(planned);
    expect(words(await pickOf(order))).toEqual(['planned 3 EMPTY from A2']);
    const { items: told } = await at.admin.call(getTimeline, { params: { type: 'pick', id: planned.id } });
    expect(told.map(({ action }) => action)).toContain('not_found');
  });

  it('is planned anew when stock is cut, and when it comes', async () => {
    const product = await productOf(at, 'CUT');
    await put(product, 2, aisle.a1);
    await put(product, 5, aisle.a2);
    const order = await issued([[product, 9]]);
    await release(await pickOf(order));
    const planned = await pickOf(order);
    expect(planned).toMatchObject({ isShort: true, stage: { code: 'to_pick' } });
    expect(planned.orderLines[0]).toMatchObject({ quantityPlanned: { measure: 7 }, short: { measure: 2 } });
    await put(product, 4, aisle.a10);
    await settle();
    expect((await pickOf(order)).orderLines[0]).toMatchObject({
      quantityPlanned: { measure: 9 },
      short: { measure: 0 },
    });
    // A count finds no stock in A2. Stock in other places is planned, the rest is short.
    await at.admin.call(updateItemInventory, {
      params: { itemID: product.id },
      body: { inventoryChange: 0, storageLocationID: aisle.a2, reconcile: true },
    });
    await settle();
    const cut = await pickOf(order);
    expect(cut.orderLines[0]).toMatchObject({ quantityPlanned: { measure: 6 }, short: { measure: 3 } });
    expect(words(cut).some((text) => text.includes('A2'))).toBe(false);
    const { items } = await at.admin.call(getTimeline, { params: { type: 'pick', id: cut.id } });
    expect(items.find(({ action }) => action === 'plan_cut')?.note).toContain('a count found less');
    expect(await at.violations()).toEqual([]);
  });

  it('is taken back line by line and whole', async () => {
    const product = await productOf(at, 'BACK');
    await put(product, 4, aisle.a1);
    const order = await issued([[product, 4]]);
    await release(await pickOf(order));
    const planned = await pickOf(order);
    const smaller = await at.admin.call(updatePickLine, { params: line(planned), body: { quantity: 3 } });
    expect(words(smaller)).toEqual(['planned 3 BACK from A1']);
    expect(
      await refused(at.admin.call(updatePickLine, { params: line(smaller), body: { storageLocationID: aisle.a2 } })),
    ).toMatchObject({ status: 409, code: 'insufficient_stock' });
    const picked = await at.admin.call(pickPickLine, { params: line(smaller), body: {} });
    expect(picked.lines[0]?.id).toBe(smaller.lines[0]?.id);
    expect(await refused(at.admin.call(updatePickLine, { params: line(picked), body: { quantity: 1 } }))).toMatchObject(
      {
        status: 409,
        code: 'pick_line_not_planned',
      },
    );
    const orderLine = order.lines[0]?.id ?? '';
    expect(
      await refused(
        at.admin.call(updateSalesOrderLine, {
          params: { orderID: order.id, salesOrderLineID: orderLine },
          body: { quantityOrdered: 2 },
        }),
      ),
    ).toMatchObject({ status: 409, code: 'line_in_progress' });
    expect(await refused(give(order, 'closed_short'))).toMatchObject({ status: 409, code: 'order_in_progress' });
    const back = await at.admin.call(voidPickLine, { params: line(picked), body: {} });
    expect(back.lines).toEqual([]);
    expect((await orderOf(order)).pickProgress).toBe(0);
    await settle();
    expect((await pickOf(order)).lines).toEqual([]);
    await at.admin.call(pickAll, { params: { pickID: back.id }, body: {} });
    const voided = await at.admin.call(voidPick, { params: { pickID: back.id }, body: {} });
    expect(voided).toMatchObject({ stage: { code: 'to_release' }, lines: [], releasedAt: null });
    expect(await refused(at.admin.call(voidPick, { params: { pickID: back.id }, body: {} }))).toMatchObject({
      code: 'nothing_to_void',
    });
    // An ordered quantity below the plan frees the difference. Closing the order frees all of it.
    await release(back);
    await at.admin.call(updateSalesOrder, {
      params: { orderID: order.id },
      body: { lines: [{ id: orderLine, productID: product.id, quantityOrdered: 1 }] },
    });
    expect(words(await pickOf(order))).toEqual(['planned 1 BACK from A1']);
    await give(order, 'closed_short');
    const closed = await pickOf(order);
    expect(closed).toMatchObject({ stage: { code: 'finished' }, lines: [] });
    expect(await refused(at.admin.call(pickAll, { params: { pickID: closed.id }, body: {} }))).toMatchObject({
      status: 409,
      code: 'pick_closed',
    });
    expect(await release(closed)).toMatchObject({ done: 0, refused: [{ label: closed.number }] });
    await give(order, 'issued');
    expect(await pickOf(order)).toMatchObject({ stage: { code: 'to_release' }, finishedAt: null });
    expect(await at.violations()).toEqual([]);
  });

  it('is packed as one shipment, and unpacked with it', async () => {
    const [one, two] = [await productOf(at, 'PACK-1'), await productOf(at, 'PACK-2')];
    await put(one, 6, aisle.a1);
    await put(two, 4, aisle.a2);
    const order = await issued([
      [one, 6],
      [two, 4],
    ]);
    const pick = await pickOf(order);
    const pack = (body: object) =>
      at.admin.call(packPick, { params: { pickID: pick.id }, body: { shipmentCaseCount: 1, ...body } });
    expect(await refused(pack({}))).toMatchObject({ status: 409, code: 'nothing_to_pack' });
    await release(pick);
    const planned = await pickOf(order);
    const first = planned.lines.findIndex(({ orderLine }) => orderLine.product.sku === 'PACK-1');
    await at.admin.call(pickPickLine, { params: line(planned, first), body: { quantity: 5 } });
    expect(await refused(pack({ shipmentCaseCount: 6 }))).toMatchObject({
      status: 400,
      code: 'more_cases_than_pieces',
    });
    const orderLineID = order.lines[0]?.id ?? '';
    const cases = [{ contents: [{ orderLineID, quantity: 3 }] }, { contents: [{ orderLineID, quantity: 1 }] }];
    expect(await refused(pack({ shipmentCaseCount: 2, cases }))).toMatchObject({ code: 'contents_do_not_sum' });
    const packed = await pack({
      shipmentCaseCount: 2,
      cases: [cases[0], { contents: [{ orderLineID, quantity: 2 }] }],
    });
    expect(packed.pick).toMatchObject({ finishedAt: null, isPendingPack: false, packProgress: 0.5 });
    expect(packed.pick.lines.filter(({ state }) => state === 'packed')).toMatchObject([
      { shipmentID: packed.shipmentID, baseQuantity: { measure: 5 } },
    ]);
    const at1 = packed.pick.lines.findIndex(({ state }) => state === 'packed');
    expect(await refused(at.admin.call(voidPickLine, { params: line(packed.pick, at1), body: {} }))).toMatchObject({
      status: 409,
      code: 'pick_line_packed',
    });
    expect(
      (await at.admin.call(listPickShipments, { params: { pickID: pick.id } })).items.map(({ number }) => number),
    ).toEqual([packed.shipmentNumber]);
    await release(pick);
    await at.admin.call(pickAll, { params: { pickID: pick.id }, body: {} });
    const whole = await pack({});
    expect(whole.pick).toMatchObject({ stage: { code: 'finished' }, packProgress: 1 });
    expect(await at.violations()).toEqual([]);
    await at.kernel.a.run((ctx) =>
      unpack(ctx, { id: whole.shipmentID, number: whole.shipmentNumber, orderID: order.id }),
    );
    const unpacked = await pickOf(order);
    expect(unpacked.finishedAt).toBeNull();
    expect(unpacked.lines.filter(({ state }) => state === 'picked').length).toBeGreaterThan(0);
  });

  it('is listed by what people look for', async () => {
    const product = await productOf(at, 'LISTED');
    await put(product, 1, aisle.a1);
    const order = await issued([[product, 1]]);
    const pick = await pickOf(order);
    const bare = await at.admin.fetch('/v1/picks');
    expect(bare.status).toBe(400);
    const listed = async (query: object): Promise<string[]> =>
      (await at.admin.call(listPicks, { query: { status: 'open', take: 500, ...query } })).items.map(({ id }) => id);
    expect(await listed({ query: order.number })).toEqual([pick.id]);
    expect(await listed({ customerIDs: [at.customer.id], stages: ['to_release'] })).toContain(pick.id);
    expect(await listed({ stages: ['to_pack'] })).not.toContain(pick.id);
    expect(await listed({ isShort: true })).not.toContain(pick.id);
    expect(await listed({ departmentIDs: ['dep_none'] })).toEqual([]);
    expect(await listed({ status: 'closed' })).not.toContain(pick.id);
    const changed = await at.admin.call(updatePick, {
      params: { pickID: pick.id },
      body: { note: 'Use the small cart', version: pick.version },
    });
    expect(changed.note).toBe('Use the small cart');
    expect(
      await refused(at.admin.call(updatePick, { params: { pickID: pick.id }, body: { assigneeID: 'mem_none' } })),
    ).toMatchObject({ status: 400 });
    // No goods are picked for a customer on hold.
    await at.admin.call(updateCustomer, { params: { customerID: at.customer.id }, body: { status: 'hold_all' } });
    expect(await release(pick)).toMatchObject({ done: 0, refused: [{ reason: expect.stringContaining('on hold') }] });
    expect(await refused(at.admin.call(pickAll, { params: { pickID: pick.id }, body: {} }))).toMatchObject({
      code: 'customer_on_hold',
    });
    await at.admin.call(updateCustomer, { params: { customerID: at.customer.id }, body: { status: 'normal' } });
  });
});
