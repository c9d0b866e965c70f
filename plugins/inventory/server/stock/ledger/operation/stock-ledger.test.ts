import { decimal, newID, Problem } from '@millwright/core/contracts';
import { type AccountContext, createParty, sql } from '@millwright/core/server';
import { sharedKernel, type TestKernel } from '@millwright/core/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import inventory from '../../../plugin.ts';
import { countStock } from '../../count/judge-counts.ts';
import { createFixtureLot, createPlaces, createStockItem, expectLaws, type StockPlaces } from '../stock-fixture.ts';
import { applyStock, moveStock } from './stock-ledger.ts';
import type { StockChange } from './stock-operation.ts';
import { voidMovements } from './void-movements.ts';

let kernel: TestKernel;
let places: StockPlaces;
let item: string;
let made = 0;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  places = await createPlaces(kernel.a);
});
beforeEach(async () => {
  made += 1;
  item = await createStockItem(await kernel.a.as('admin'), `LED-${made}`);
});
afterEach(() => expectLaws(kernel.a));
afterAll(() => kernel?.stop());

const big = (value: number) => decimal(value);
const run = <T>(work: (ctx: AccountContext) => Promise<T>) => kernel.a.run(work);
const refusal = async (work: Promise<unknown>): Promise<Problem> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Problem)) throw new Error('It was not refused', { cause: error });
  return error;
};
const receive = (quantity: number, unitCost: number, more: Partial<StockChange> = {}) =>
  run((ctx) =>
    applyStock(ctx, {
      action: 'receive',
      changes: [{ itemID: item, quantity: big(quantity), unitCost: big(unitCost), ...more }],
    }),
  );
const take = (quantity: number, more: Partial<StockChange> = {}) =>
  run((ctx) => applyStock(ctx, { action: 'consume', changes: [{ itemID: item, quantity: big(-quantity), ...more }] }));

/** Stock by place: `main 3, north 2`, and its unit costs by age. */
const stock = () =>
  run(async (ctx) => {
    const { rows } = await sql<{ place: string; lot: string | null; remaining: string; unitCost: string }>`
      select location.name as place, lot.lot_number as lot, trim_scale(layer.remaining)::text as remaining,
        trim_scale(round(layer.value / layer.quantity, 6))::text as "unitCost"
      from inventory.cost_layer layer
      join inventory.storage_location location
        on location.account_id = layer.account_id and location.id = layer.location_id
      left join inventory.lot lot on lot.account_id = layer.account_id and lot.id = layer.lot_id
      where layer.account_id = ${ctx.account.id} and layer.item_id = ${item} and layer.is_left
      order by layer.received_at, layer.id`.execute(ctx.em.query());
    return rows.map(({ place, lot, remaining, unitCost }) =>
      [place.split(' ')[0], lot, `${remaining} at ${unitCost}`].filter(Boolean).join(' '),
    );
  });

/** Reserves for a document, as an issued order does. */
const demand = (quantity: number, reserved: number) =>
  run(async (ctx) => {
    await sql`insert into inventory.demand (account_id, id, item_id, source_type, source_id,
        source_number, line_id, quantity, reserved, issued_at, created_at, updated_at)
      values (${ctx.account.id}, ${newID('dem')}, ${item}, 'sales_order', ${newID('so')}, '1000',
        ${newID('sol')}, ${quantity}, ${reserved}, now(), now(), now())`.execute(ctx.em.query());
    await sql`update inventory.item_position set reserved = reserved + ${reserved}, demanded = demanded + ${quantity}
      where account_id = ${ctx.account.id} and item_id = ${item} and owner_id = account_id`.execute(ctx.em.query());
  });
const position = () =>
  run(async (ctx) => {
    const { rows } = await sql<{ onHand: string; reserved: string }>`select trim_scale(on_hand)::text as "onHand",
        trim_scale(reserved)::text as reserved from inventory.item_position
      where account_id = ${ctx.account.id} and item_id = ${item} and owner_id = account_id`.execute(ctx.em.query());
    return rows[0];
  });

describe('stock that comes and leaves', () => {
  it('makes a layer for each receipt and takes the oldest first', async () => {
    await receive(5, 2, { receivedAt: new Date('2026-01-02') });
    await receive(5, 3, { receivedAt: new Date('2026-01-01'), locationID: places.north });
    expect(await stock()).toEqual(['North 5 at 3', 'Main 5 at 2']);
    const { movements } = await take(7);
    expect(movements.map(({ quantity, value }) => [quantity.toString(), value.toString()])).toEqual([
      ['-5', '-15'],
      ['-2', '-4'],
    ]);
    expect(await stock()).toEqual(['Main 3 at 2']);
  });

  it('takes of a named place and lot only what lies there', async () => {
    const lotID = await createFixtureLot(kernel.a, item, 'A1');
    await receive(5, 1, { locationID: places.north });
    await receive(5, 2, { locationID: places.south, lotID });
    await take(2, { locationID: places.south });
    await take(1, { lotID });
    expect(await stock()).toEqual(['North 5 at 1', 'South A1 2 at 2']);
    const refused = await refusal(take(3, { lotID, path: 'lines.0.quantity' }));
    expect(refused).toMatchObject({
      code: 'insufficient_stock',
      status: 409,
      errors: [{ path: 'lines.0.quantity' }],
      details: { lines: [{ itemID: item, shortfall: 1 }] },
    });
    await refusal(take(1, { locationID: places.south, lotID: null }));
  });

  it('names the shortfall of every line at once', async () => {
    await receive(1, 1);
    const refused = await refusal(
      run((ctx) =>
        applyStock(ctx, {
          action: 'consume',
          changes: [
            { itemID: item, quantity: big(-2), locationID: places.north, path: 'lines.0' },
            { itemID: item, quantity: big(-3), locationID: places.south, path: 'lines.1' },
          ],
        }),
      ),
    );
    expect(refused.errors.map(({ path }) => path)).toEqual(['lines.0', 'lines.1']);
    expect(await stock()).toEqual(['Main 1 at 1']);
  });

  it('leaves what is kept back to those who name the place, and closed places to nobody', async () => {
    await receive(4, 1, { locationID: places.kept });
    expect((await refusal(take(1))).code).toBe('insufficient_stock');
    await take(1, { locationID: places.kept });
    expect((await refusal(receive(1, 1, { locationID: places.closed }))).code).toBe('location_closed');
    expect((await refusal(take(1, { locationID: places.closed }))).code).toBe('location_closed');
  });

  it('never takes what is promised to others', async () => {
    await receive(5, 1);
    await demand(4, 4);
    const refused = await refusal(take(2));
    expect(refused.code).toBe('insufficient_stock');
    await take(1);
    expect(await position()).toEqual({ onHand: '4', reserved: '4' });
  });

  it('serves shorts with what comes in', async () => {
    await receive(1, 1);
    await demand(4, 1);
    await receive(2, 1);
    expect(await position()).toEqual({ onHand: '3', reserved: '3' });
  });

  it('uses the average of what is there for a cost that nobody knows, else the cost of the item', async () => {
    await run((ctx) => applyStock(ctx, { action: 'adjust', changes: [{ itemID: item, quantity: big(1) }] }));
    await receive(3, 6);
    await run((ctx) => applyStock(ctx, { action: 'adjust', changes: [{ itemID: item, quantity: big(1) }] }));
    expect(await stock()).toEqual(['Main 1 at 2', 'Main 3 at 6', 'Main 1 at 5']);
  });

  it('keeps owners apart', async () => {
    const ownerID = await run(async (ctx) => {
      const id = newID('cus');
      await createParty(ctx, { id, kind: 'customer', name: `Owner ${made}` });
      return id;
    });
    await receive(3, 1, { ownerID });
    expect((await refusal(take(1))).code).toBe('insufficient_stock');
    await take(1, { ownerID });
    expect(await stock()).toEqual(['Main 2 at 1']);
  });

  it('refuses items, places and lots that are not there', async () => {
    const other = await createStockItem(await kernel.a.as('admin'), `OTHER-${made}`);
    const lotID = await createFixtureLot(kernel.a, other, 'B1');
    expect((await refusal(receive(1, 1, { lotID }))).errors).toEqual([
      { path: '0', message: 'The item has no such lot' },
    ]);
    expect((await refusal(receive(1, 1, { locationID: 'loc_none', path: 'storageLocationID' }))).errors).toEqual([
      { path: 'storageLocationID', message: 'There is no such storage location' },
    ]);
    expect((await refusal(receive(1, 1, { itemID: 'itm_none' }))).errors[0]?.message).toBe('There is no such item');
  });
});

describe('a count', () => {
  const count = (quantity: number, more: { locationID?: string; lotID?: string | null } = {}) =>
    run((ctx) => countStock(ctx, { itemID: item, quantity: big(quantity), ...more }));

  it('of the item puts a surplus to the default place and takes what is missing from the oldest', async () => {
    await receive(5, 2, { locationID: places.north });
    await count(7);
    expect(await stock()).toEqual(['North 5 at 2', 'Main 2 at 2']);
    await count(1);
    expect(await stock()).toEqual(['Main 1 at 2']);
    expect(await count(1)).toEqual([]);
  });

  it('of a place leaves other places alone', async () => {
    await receive(5, 2, { locationID: places.north });
    await count(3, { locationID: places.south });
    await count(0, { locationID: places.north });
    expect(await stock()).toEqual(['South 3 at 2']);
  });

  it('takes promises back where less is there', async () => {
    await receive(5, 2);
    await demand(5, 4);
    await count(2);
    expect(await position()).toEqual({ onHand: '2', reserved: '2' });
  });

  it('takes what open places lack from those that are kept back', async () => {
    await receive(2, 1, { locationID: places.north });
    await receive(2, 1, { locationID: places.kept });
    await count(1);
    expect(await stock()).toEqual(['Kept 1 at 1']);
  });
});

describe('a move', () => {
  it('carries dates, costs and lots, and changes no promise', async () => {
    const lotID = await createFixtureLot(kernel.a, item, 'M1');
    await receive(2, 1, { locationID: places.north, receivedAt: new Date('2026-01-01') });
    await receive(3, 2, { locationID: places.north, lotID, receivedAt: new Date('2026-01-02') });
    await demand(5, 5);
    const { movements } = await run((ctx) =>
      moveStock(ctx, {
        lines: [{ itemID: item, fromLocationID: places.north, toLocationID: places.south, quantity: big(4) }],
      }),
    );
    expect(movements).toHaveLength(4);
    expect(new Set(movements.map(({ operationID }) => operationID)).size).toBe(1);
    expect(await stock()).toEqual(['South 2 at 1', 'North M1 1 at 2', 'South M1 2 at 2']);
    expect(await position()).toEqual({ onHand: '5', reserved: '5' });
    const [half] = movements;
    await run((ctx) => voidMovements(ctx, [half?.id ?? '']));
    expect(await stock()).toEqual(['North 2 at 1', 'North M1 3 at 2']);
  });

  it('is refused for more than the place has, and into closed places', async () => {
    await receive(2, 1, { locationID: places.north });
    const move = (quantity: number, toLocationID: string) =>
      run((ctx) =>
        moveStock(ctx, {
          lines: [{ itemID: item, fromLocationID: places.north, toLocationID, quantity: big(quantity) }],
        }),
      );
    expect((await refusal(move(3, places.south))).code).toBe('insufficient_stock');
    expect((await refusal(move(1, places.closed))).code).toBe('location_closed');
    expect((await refusal(move(1, places.north))).code).toBe('invalid_input');
  });
});

describe('a void', () => {
  const undo = (...ids: (string | undefined)[]) =>
    run((ctx) =>
      voidMovements(
        ctx,
        ids.map((id) => id ?? ''),
      ),
    );

  it('puts back what left into the layers it came from, once', async () => {
    await receive(2, 1);
    await receive(2, 3);
    const { movements } = await take(3);
    await undo(movements[0]?.id);
    expect(await stock()).toEqual(['Main 2 at 1', 'Main 2 at 3']);
    expect((await refusal(undo(movements[0]?.id))).code).toBe('movement_voided');
  });

  it('is refused where what came in has been used, or is promised', async () => {
    const { movements } = await receive(3, 1);
    await take(1);
    expect((await refusal(undo(movements[0]?.id))).code).toBe('stock_used');
    const second = await receive(1, 1);
    await demand(3, 3);
    expect((await refusal(undo(second.movements[0]?.id))).code).toBe('insufficient_stock');
  });

  it('undoes movements that followed one another together', async () => {
    const received = await receive(3, 1);
    const used = await take(2);
    await undo(received.movements[0]?.id, used.movements[0]?.id);
    expect(await stock()).toEqual([]);
    expect((await refusal(undo('mov_none'))).code).toBe('not_found');
  });

  it('is no movement to void again', async () => {
    const { movements } = await receive(3, 1);
    const voided = await undo(movements[0]?.id);
    expect((await refusal(undo(voided.movements[0]?.id))).code).toBe('movement_is_void');
  });
});

describe('many at once', () => {
  it('takes unsorted lines of two writers without a deadlock', async () => {
    const admin = await kernel.a.as('admin');
    const items = await Promise.all(Array.from({ length: 6 }, (_, n) => createStockItem(admin, `MANY-${made}-${n}`)));
    const lines = items.map((itemID) => ({ itemID, quantity: big(1), unitCost: big(1) }));
    await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        run((ctx) => applyStock(ctx, { action: 'receive', changes: n % 2 ? lines : [...lines].reverse() })),
      ),
    );
    const { positions } = await run((ctx) =>
      applyStock(ctx, { action: 'consume', changes: items.map((itemID) => ({ itemID, quantity: big(-16) })) }),
    );
    expect(positions.all().map(({ onHand }) => onHand.toString())).toEqual(items.map(() => '0'));
  });

  it('gives the last units to one of two', async () => {
    await receive(5, 1);
    const results = await Promise.allSettled([take(3), take(3), take(3)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await position()).toEqual({ onHand: '2', reserved: '0' });
  });
});
