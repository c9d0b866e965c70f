import {
  ApiError,
  decimal,
  type EndpointInput,
  getChangeSet,
  listChangeSetRows,
  newID,
  undoChangeSet,
} from '@millwright/core/contracts';
import { createParty, sql } from '@millwright/core/server';
import { sharedKernel, type TestKernel, type TestPerson, until } from '@millwright/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bulkReconcile,
  createInventoryReceipt,
  getItemInventory,
  largestReconcile,
  listInventoryChangeLogs,
  StockPort,
  updateItemInventory,
  updateStorageLocation,
  voidInventoryChange,
} from '../../../contracts/index.ts';
import { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import inventory from '../../plugin.ts';
import { applyStock } from '../../stock/ledger/operation/stock-ledger.ts';
import { createPlaces, createStockItem, expectLaws, type StockPlaces } from '../../stock/ledger/stock-fixture.ts';

type Body = EndpointInput<typeof bulkReconcile>['body'];

let kernel: TestKernel;
let admin: TestPerson;
let places: StockPlaces;
let made = 0;
let items: string[];
let skus: string[];

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
  places = await createPlaces(kernel.a);
});
beforeEach(async () => {
  made += 1;
  skus = [`RC-${made}-A`, `RC-${made}-B`];
  items = [await createStockItem(admin, skus[0] ?? ''), await createStockItem(admin, skus[1] ?? '')];
});
afterAll(async () => {
  await expectLaws(kernel.a);
  await kernel.stop();
});

const reconcile = (body: Body) => admin.call(bulkReconcile, { body });
const count = (data: Body['data'], more: Omit<Body, 'data'> = {}) => reconcile({ data, ...more });
const row = (quantity: number | string | null, more: Partial<Body['data'][number]> = {}, sku = skus[0] ?? '') => ({
  sku,
  unit: 'each',
  quantity,
  ...more,
});
const refusal = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error('It was not refused', { cause: error });
  return error;
};
const onHand = async (at = 0) =>
  (await admin.call(getItemInventory, { params: { itemID: items[at] ?? '' } })).onHand.measure;
const receive = (quantity: number, unitCost: number, storageLocationID: string, receivedAt: string) =>
  admin.call(createInventoryReceipt, {
    body: { itemID: items[0] ?? '', quantity, unitCost, storageLocationID, receivedAt },
  });
/** Of the first item: what lies where. */
const lying = async (): Promise<Record<string, number>> =>
  kernel.a.run(async (ctx) => {
    const { rows } = await sql<{
      name: string;
      onHand: string;
    }>`select location.name, sum(balance.on_hand)::text as "onHand"
      from inventory.balance balance join inventory.storage_location location
        on location.account_id = balance.account_id and location.id = balance.location_id
      where balance.account_id = ${ctx.account.id} and balance.item_id = ${items[0]} and balance.on_hand > 0
      group by location.name order by 1`.execute(ctx.em.query());
    return Object.fromEntries(rows.map(({ name, onHand: amount }) => [name, Number(amount)]));
  });
const layers = async (): Promise<[number, number][]> =>
  kernel.a.run(async (ctx) => {
    const { rows } = await sql<{
      cost: string;
      remaining: string;
    }>`select round(value / quantity, 6) as cost, sum(remaining)::text as remaining
      from inventory.cost_layer where account_id = ${ctx.account.id} and item_id = ${items[0]} and is_left
      group by received_at, 1 order by received_at`.execute(ctx.em.query());
    return rows.map(({ cost, remaining }) => [Number(cost), Number(remaining)]);
  });
const rowsWritten = async (): Promise<unknown> =>
  kernel.a.run(async (ctx) => {
    const tables = ['movement', 'balance', 'cost_layer', 'item_position', 'storage_location', 'lot'];
    const counts = tables.map(
      (name) => `select '${name}' as name, count(*)::int, max(updated_at)::text from inventory.${name}`,
    );
    const text = counts.map((each) =>
      each.replace('max(updated_at)', each.includes("'movement'") ? 'max(created_at)' : 'max(updated_at)'),
    );
    const sets = `select 'change_set', count(*)::int, max(updated_at)::text from core.change_set`;
    return (await sql.raw([...text, sets].join(' union all ')).execute(ctx.em.query())).rows;
  });

describe('stock that moved since it was counted', () => {
  it('sees the first stock of an item that comes while it begins', async () => {
    const counting = await kernel.a.run(async (ctx) => {
      await applyStock(ctx, { action: 'receive', changes: [{ itemID: items[0] ?? '', quantity: decimal('7') }] });
      const begun = count([row(5)]);
      begun.catch(() => {});
      await until('The count', async () => {
        const { rows } = await sql`select 1 from pg_locks
          where not granted and locktype = 'transactionid' and transactionid = pg_current_xact_id()::xid`.execute(
          ctx.em.query(),
        );
        return rows.length;
      });
      return { begun };
    });
    expect(await counting.begun).toMatchObject({ changed: 1, items: [{ before: 7, after: 5 }] });
    expect(await onHand()).toBe(5);
  });

  it('is told in the unit that people saw it in, by the preview and by the answer', async () => {
    await count([row(12)]);
    const counted = [row(1, { unit: 'dozen', expected: 12 }), row(0, { expected: 0 }, skus[1])];
    const same = await count(counted, { dryRun: true });
    expect(same.items.map(({ movedSince }) => movedSince)).toEqual([null, null]);
    await count([row(3)], { reconcileType: 'addition' });
    const movedSince = { expected: 12, now: 15, unit: 'each' };
    expect((await count(counted, { dryRun: true })).items[0]).toMatchObject({ before: 1.25, after: 1, movedSince });
    expect((await count(counted)).items[0]?.movedSince).toEqual(movedSince);
    expect(await onHand()).toBe(12);
    expect((await count([row(5)], { dryRun: true })).items[0]?.movedSince).toBeNull();
  });
});

describe('what is said of rows that cannot be read', () => {
  it('names each cell', async () => {
    const data = [
      { unit: 'each', quantity: 1 },
      { sku: ' ', unit: '', quantity: 1 },
      row('12 pieces'),
      row('1.2.3'),
      { ...row(1), quantity: true },
      row('0.1234567'),
      row('1,5'),
      row('1.000,5'),
    ];
    expect((await refusal(admin.callUnchecked(bulkReconcile, { body: { data } }))).errors).toEqual([
      { path: 'data.0.sku', message: 'SKU is required' },
      { path: 'data.1.sku', message: 'SKU is required' },
      { path: 'data.1.unit', message: 'Unit is required' },
      { path: 'data.2.quantity', message: 'Invalid number format' },
      { path: 'data.3.quantity', message: 'Invalid number format' },
      { path: 'data.4.quantity', message: 'Quantity must be a valid number' },
      { path: 'data.5.quantity', message: 'Must have at most 6 decimals' },
      { path: 'data.6.quantity', message: 'Invalid number format' },
      { path: 'data.7.quantity', message: 'Invalid number format' },
    ]);
    expect(
      (await refusal(admin.callUnchecked(bulkReconcile, { body: { data: [row(1)], reconcileType: 'set' } }))).errors,
    ).toEqual([{ path: 'reconcileType', message: 'Must be addition or force' }]);
    expect((await refusal(count([]))).errors[0]?.message).toBe('There is nothing to count');
  });

  it('writes nothing where one row names what is not there', async () => {
    const { errors } = await refusal(
      count([
        row(5),
        row(1, {}, 'NO-SUCH'),
        row(1, { unit: 'pound' }),
        row(1, { storageLocation: 'Main warehouse / Nowhere' }),
        row(1, { customerID: 'cus_01h455vb4pex5vsknk084sn02q' }),
        row(-1, { storageLocationID: places.north }),
      ]),
    );
    expect(errors).toEqual([
      { path: 'data.1.sku', message: 'There is no item NO-SUCH' },
      { path: 'data.2.unit', message: expect.stringMatching(/^The item can be measured in .*each.* only$/) },
      { path: 'data.3.storageLocation', message: 'There is no storage location Main warehouse / Nowhere' },
      { path: 'data.4.customerID', message: 'There is no such customer' },
      { path: 'data.5.quantity', message: 'Must be at least 0' },
    ]);
    expect(await onHand()).toBe(0);
  });

  it('takes as many rows as it promises, whatever they say', async () => {
    const long = {
      storageLocation: `Main warehouse / ${'x'.repeat(90)} / ${'y'.repeat(90)}`,
      lotNumber: 'z'.repeat(60),
    };
    const error = await refusal(count(Array.from({ length: largestReconcile }, () => row(1, long, 'NO-SUCH'))));
    expect(error.code).toBe('invalid_input');
  });

  it('refuses what counts the same stock twice', async () => {
    const twice = await refusal(count([row(1), row(2)]));
    expect(twice.errors).toEqual([{ path: 'data.1.quantity', message: 'The same stock is counted in row 1' }]);
    const mixed = await refusal(count([row(1), row(2, { storageLocationID: places.north })]));
    expect(mixed.errors).toEqual([{ path: 'data.0.quantity', message: 'Other rows count this item in single places' }]);
    await count([row(1), row(2)], { reconcileType: 'addition' });
    expect(await onHand()).toBe(3);
  });

  it('refuses stock in closed places', async () => {
    const { errors } = await refusal(count([row(1, { storageLocationID: places.closed })]));
    expect(errors).toEqual([{ path: 'data.0.quantity', message: 'Closed is closed' }]);
  });
});

describe('a count', () => {
  it('reads commas, and takes nothing for 0', async () => {
    await count([row('1,200.5'), row(7, {}, skus[1])]);
    expect([await onHand(0), await onHand(1)]).toEqual([1200.5, 7]);
    await count([row(''), row(null, {}, skus[1])]);
    expect([await onHand(0), await onHand(1)]).toEqual([0, 0]);
  });

  it('adds, takes away, and never below nothing', async () => {
    await count([row(10)], { reconcileType: 'addition' });
    await count([row('-4')], { reconcileType: 'addition' });
    expect(await onHand()).toBe(6);
    const { errors } = await refusal(count([row(1, {}, skus[1]), row(-7)], { reconcileType: 'addition' }));
    expect(errors).toEqual([{ path: 'data.1.quantity', message: expect.stringContaining('Only 6 of 7 each') }]);
    expect(await onHand(1)).toBe(0);
  });

  it('adds row after row to the same stock', async () => {
    await count([row(1000)]);
    const body: Body = {
      reconcileType: 'addition',
      data: [
        row(5),
        row(6),
        row(1, { storageLocationID: places.north }),
        row(2, { storageLocationID: places.north }),
        row(-4),
        row(1, {}, skus[1]),
      ],
    };
    const steps = [
      [1000, 1005],
      [1005, 1011],
      [0, 1],
      [1, 3],
      [1014, 1010],
      [0, 1],
    ];
    const shown = ({ items: rows }: Awaited<ReturnType<typeof reconcile>>) =>
      rows.map(({ before, after }) => [before, after]);
    expect(shown(await reconcile({ ...body, dryRun: true }))).toEqual(steps);
    const written = await reconcile(body);
    expect(shown(written)).toEqual(steps);
    expect([await onHand(0), await onHand(1)]).toEqual([1010, 1]);
    const set = await admin.call(listChangeSetRows, { params: { changeSetID: written.changeSetID ?? '' } });
    expect(set.items.slice(0, 2).map(({ changes }) => changes)).toMatchObject([
      [{ from: '1000 each', to: '1005 each' }],
      [{ from: '1005 each', to: '1011 each' }],
    ]);
  });

  it('says what in closed places keeps a whole item from going lower', async () => {
    const quarantine = await kernel.a.run(async (ctx) => {
      const place = ctx.em.create(StorageLocation, { id: newID('loc'), name: `Quarantine ${made}`, type: 'room' });
      await ctx.em.flush();
      return place.id;
    });
    await count([row(4, { storageLocationID: quarantine }), row(2, { storageLocationID: places.kept })]);
    await admin.call(updateStorageLocation, {
      params: { locationID: quarantine },
      body: { reservationState: 'closed' },
    });
    const { errors } = await refusal(count([row(0)]));
    expect(errors).toEqual([
      { path: 'data.0.quantity', message: `4 each of ${skus[0]} lie in closed places: Quarantine ${made}` },
    ]);
    await count([row(4)]);
    expect(await lying()).toEqual({ [`Quarantine ${made}`]: 4 });
  });

  it('counts in any unit, by place, lot and owner', async () => {
    const customer = await kernel.a.run((ctx) =>
      createParty(ctx, { id: 'cus_01h455vb4pex5vsknk084sn0zz', kind: 'customer', name: 'Owner' }),
    );
    const { items: counted } = await count([
      row(2, { unit: 'dozen', storageLocationID: places.north }),
      row(5, { storageLocationID: places.north, lotNumber: '42' }),
      row(3, { storageLocation: 'South' }),
      row(9, { customerID: customer.id, storageLocationID: places.north }),
    ]);
    expect(counted.map(({ before, after, unit, valueDifference }) => [before, after, unit, valueDifference])).toEqual([
      [0, 2, 'dozen', 48],
      [0, 5, 'each', 10],
      [0, 3, 'each', 6],
      [0, 9, 'each', 18],
    ]);
    expect(await lying()).toEqual({ North: 38, South: 3 });
    expect(await onHand()).toBe(32);
    // The same again changes nothing, and leaves no set behind.
    const again = await count([
      row(24, { storageLocationID: places.north }),
      row(5, { storageLocationID: places.north, lotNumber: '000042' }),
    ]);
    expect(again).toMatchObject({ changeSetID: null, changed: 0 });
  });

  it('adds up what the rows are worth before it rounds', async () => {
    await receive(1, 0.004, places.north, '2026-01-01');
    const counted = await count([
      row(2, { storageLocationID: places.north }),
      row(1, { storageLocationID: places.south }),
    ]);
    expect(counted.items.map(({ valueDifference }) => valueDifference)).toEqual([0, 0]);
    expect(counted.valueDifference).toBe(0.01);
  });

  it('asks before it writes what is mostly a slip of the finger', async () => {
    const send = (dryRun: boolean, headers: Record<string, string> = {}) =>
      admin.fetch(bulkReconcile.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ data: [row(10_000_001)], dryRun }),
      });
    expect((await send(true)).status).toBe(200);
    const refused = await send(false);
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { code: 'confirmation_required', errors: [{ path: 'data.0.quantity' }] },
    ]);
    expect(await onHand()).toBe(0);
    expect((await send(false, { 'x-confirm': 'large_quantity' })).status).toBe(200);
    expect(await onHand()).toBe(10_000_001);
    // As it is in the books already: nothing to ask.
    expect((await send(false)).status).toBe(200);
  });

  it('puts rows without a place where the call says', async () => {
    await count([row(4), row(5, { storageLocationID: places.south })], { storageLocationID: places.north });
    expect(await lying()).toEqual({ North: 4, South: 5 });
  });
});

describe('a dry run', () => {
  it('says what would happen and writes nothing', async () => {
    await receive(10, 4, places.north, '2026-01-01');
    const before = await rowsWritten();
    const body = {
      data: [row(7, { storageLocationID: places.north }), row(6, { lotNumber: 'NEW' }, skus[1])],
      dryRun: true,
    };
    const dry = await reconcile(body);
    expect(dry).toEqual({
      changeSetID: null,
      changed: 2,
      valueDifference: 0,
      items: [
        {
          index: 0,
          itemID: items[0],
          sku: skus[0],
          unit: 'each',
          before: 10,
          after: 7,
          difference: -3,
          valueDifference: -12,
          movedSince: null,
          freedPromises: [],
        },
        {
          index: 1,
          itemID: items[1],
          sku: skus[1],
          unit: 'each',
          before: 0,
          after: 6,
          difference: 6,
          valueDifference: 12,
          movedSince: null,
          freedPromises: [],
        },
      ],
    });
    expect(await rowsWritten()).toEqual(before);
    const done = await reconcile({ ...body, dryRun: false });
    expect(done.items).toEqual(dry.items);
    expect([await onHand(0), await onHand(1)]).toEqual([7, 6]);
  });

  it('names the promises that a loss takes back, and the count takes just those', async () => {
    await count([row(10)]);
    const port = kernel.services.get(StockPort);
    const order = (id: string, quantity: string, priorityRank: number) => ({
      source: { type: 'sales_order', id, number: id.slice(-3) },
      customerID: null,
      priorityRank,
      promisedOn: '2026-12-01',
      issuedAt: new Date('2026-11-01T00:00:00Z'),
      lines: [{ lineID: `${id}-1`, itemID: items[0] ?? '', quantity }],
    });
    await kernel.a.run((ctx) => port.reserve(ctx, [order(`so_${made}_101`, '4', 5), order(`so_${made}_102`, '6', 1)]));
    const freed = [
      { type: 'sales_order', id: `so_${made}_102`, number: '102', quantity: 6 },
      { type: 'sales_order', id: `so_${made}_101`, number: '101', quantity: 1 },
    ];
    const dry = await count([row(3)], { dryRun: true });
    expect(dry.items[0]?.freedPromises).toEqual(freed);
    const { items: counted, changeSetID } = await count([row(3)]);
    expect(counted[0]?.freedPromises).toEqual(freed);
    const figures = () =>
      admin
        .call(getItemInventory, { params: { itemID: items[0] ?? '' } })
        .then(({ onHand: all, reserved, short }) => [all.measure, reserved.measure, short.measure]);
    expect(await figures()).toEqual([3, 3, 7]);
    const { items: rows } = await admin.call(listChangeSetRows, { params: { changeSetID: changeSetID ?? '' } });
    expect(rows[0]?.warnings.map(({ message }) => message)).toEqual([
      'Takes back 6 each of sales order 102',
      'Takes back 1 each of sales order 101',
    ]);
    // What comes back serves them again.
    await admin.call(undoChangeSet, { params: { changeSetID: changeSetID ?? '' }, body: {} });
    expect(await figures()).toEqual([10, 10, 0]);
  });
});

describe('the change set of a count', () => {
  it('shows rows and is undone as one', async () => {
    await receive(10, 4, places.north, '2026-01-01');
    const { changeSetID } = await count([row(7, { storageLocationID: places.north }), row(6, {}, skus[1])]);
    const params = { changeSetID: changeSetID ?? '' };
    expect(await admin.call(getChangeSet, { params })).toMatchObject({
      action: 'inventory.reconcile',
      title: 'Count of 2 rows',
      status: 'applied',
      canUndo: true,
      counts: { update: 2 },
    });
    const { items: rows } = await admin.call(listChangeSetRows, { params });
    expect(rows[0]).toMatchObject({
      label: `${skus[0]} in North`,
      recordID: items[0],
      isApplied: true,
      changes: [{ label: 'On hand in North', from: '10 each', to: '7 each' }],
    });
    expect(await admin.call(undoChangeSet, { params, body: {} })).toMatchObject({ status: 'undone' });
    expect([await onHand(0), await onHand(1)]).toEqual([10, 0]);
    expect(await layers()).toEqual([[4, 10]]);
    const { items: logs } = await admin.call(listInventoryChangeLogs, { query: { itemIDs: [items[0] ?? ''] } });
    expect(logs.map(({ actionType }) => actionType).sort()).toEqual(['count', 'receive', 'void']);
  });

  it('is not undone where something depends on it', async () => {
    const reasons = async (changeSetID: string | null) => {
      const error = await refusal(admin.call(undoChangeSet, { params: { changeSetID: changeSetID ?? '' }, body: {} }));
      expect(error.code).toBe('undo_refused');
      return (error.details as { refusals: { row: number; label: string; reason: string }[] }).refusals;
    };
    const first = await count([row(10, { storageLocationID: places.north }), row(1, {}, skus[1])]);
    kernel.clock.advance(1000);
    const second = await count([row(8, { storageLocationID: places.north })]);
    expect(await reasons(first.changeSetID)).toEqual([
      { row: 1, label: `${skus[0]} in North`, reason: 'it was counted again since' },
    ]);
    await admin.call(undoChangeSet, { params: { changeSetID: second.changeSetID ?? '' }, body: {} });
    await admin.call(updateItemInventory, { params: { itemID: items[0] ?? '' }, body: { inventoryChange: -3 } });
    expect(await reasons(first.changeSetID)).toMatchObject([{ reason: 'what came in was moved or used since' }]);
    const { items: logs } = await admin.call(listInventoryChangeLogs, {
      query: { itemIDs: [items[0] ?? ''], actionTypeCodes: ['adjust'] },
    });
    await admin.call(voidInventoryChange, { params: { inventoryChangeLogID: logs[0]?.id ?? '' }, body: {} });
    await admin.call(undoChangeSet, { params: { changeSetID: first.changeSetID ?? '' }, body: {} });
    expect([await onHand(0), await onHand(1)]).toEqual([0, 0]);
  });
});

describe('rights', () => {
  it('needs the right to change stock', async () => {
    const rep = await kernel.a.as('sales_rep');
    const error = await refusal(rep.call(bulkReconcile, { body: { data: [row(1)] } }));
    expect(error.status).toBe(403);
    const scanner = await kernel.a.as('scanner');
    const { changeSetID } = await scanner.call(bulkReconcile, { body: { data: [row(1)] } });
    const undone = await scanner.call(undoChangeSet, { params: { changeSetID: changeSetID ?? '' }, body: {} });
    expect(undone.status).toBe('undone');
  });
});
