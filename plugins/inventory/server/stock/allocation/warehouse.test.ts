import { decimal, newID, Problem } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentDemand, StockPort, SupplyPort } from '../../../contracts/index.ts';
import { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import { demandDocument, PromiseBench } from '../../promises/promise/promise-fixture.ts';
import { countStock } from '../count/judge-counts.ts';
import { settleClosed } from '../demand/closed-stock.ts';
import { applyStock, moveStock } from '../ledger/operation/stock-ledger.ts';
import { Lot } from '../lot/lot.entity.ts';

/*
 * Warehouse work through the port that other domains call: stock is allocated, picked, shipped and returned; goods
 * arrive at the dock, are put away and taken back.
 */

let bench: PromiseBench;
let port: StockPort;
let supply: SupplyPort;
let packing: string;
let dock: string;
let quarantine: string;
let shelfA: string;
let shelfB: string;
let made = 0;

const place = (name: string): Promise<string> =>
  bench.run(async (ctx) => {
    const { id } = ctx.em.create(StorageLocation, { id: newID('loc'), name, type: 'shelf' });
    await ctx.em.flush();
    return id;
  });

beforeAll(async () => {
  bench = await PromiseBench.open();
  port = bench.kernel.services.get(StockPort);
  supply = bench.kernel.services.get(SupplyPort);
  [packing, dock, quarantine] = (await bench.run(async (ctx) => {
    const ids: string[] = [];
    for (const type of ['packing', 'dock', 'quarantine'] as const) ids.push((await port.defaultPlace(ctx, type)).id);
    return ids;
  })) as [string, string, string];
  [shelfA, shelfB] = [await place('Shelf A'), await place('Shelf B')];
});
afterEach(async () => expect(await bench.violations()).toEqual([]));
afterAll(() => bench?.kernel.stop());

const run = <T>(work: (ctx: AccountContext) => Promise<T>): Promise<T> => bench.run(work);
const refusal = (work: Promise<unknown>): Promise<Problem> =>
  work.then(
    () => Promise.reject(new Error('It was not refused')),
    (error: unknown) => (error instanceof Problem ? error : Promise.reject(error)),
  );

const put = (itemID: string, locationID: string, quantity: number, unitCost = 1, lotID?: string) =>
  run((ctx) =>
    applyStock(ctx, {
      action: 'receive',
      changes: [{ itemID, locationID, lotID, quantity: decimal(quantity), unitCost: decimal(unitCost) }],
    }),
  );
const lot = (itemID: string, lotNumber: string, expiresOn: string) =>
  run(async (ctx) => {
    const item = [ctx.account.id, itemID];
    const { id } = ctx.em.create(Lot, { id: newID('lot'), item, lotNumber, expiresOn });
    await ctx.em.flush();
    return id;
  });

/** An order of one line for this item, issued. */
async function order(itemID: string, quantity: number, turn: Parameters<typeof demandDocument>[2] = {}) {
  made += 1;
  const document = demandDocument(`W${made}`, [[itemID, quantity]], turn);
  await run((ctx) => port.reserve(ctx, [document]));
  const { source } = document;
  return { document, source, lineID: document.lines[0]?.lineID as string, demand: demandOf(document) };
}
type Order = Awaited<ReturnType<typeof order>>;
const demandOf = ({ source, lines: [line] }: DocumentDemand) => ({
  type: source.type,
  id: source.id,
  lineID: line?.lineID as string,
});
const item = () => bench.product(`W-${newID('sku')}`);

const allocate = ({ source, lineID }: Order, wish: object = {}) =>
  run((ctx) => port.allocate(ctx, [{ source, lines: [{ lineID, ...wish }] }]));
/** Moves the allocated stock of an order to packing. */
const pick = async ({ source, demand }: Order) => {
  const planned = await run((ctx) => port.allocationsOf(ctx, source.type, [source.id]));
  return run((ctx) =>
    port.move(
      ctx,
      { type: 'pick', id: `pick_${source.id}`, number: '' },
      planned.map(({ itemID, quantity, locationID, lotID }) => ({
        lineID: demand.lineID,
        itemID,
        quantity,
        lotID,
        demand,
        fromLocationID: locationID,
        toLocationID: packing,
      })),
    ),
  );
};
const shipment = ({ source }: Order) => ({ type: 'shipment', id: `shp_${source.id}`, number: '' });
const ship = (own: Order, itemID: string, quantity: number, more: object = { locationID: packing }) =>
  run((ctx) =>
    port.issue(ctx, 'ship', shipment(own), [
      { lineID: own.lineID, itemID, quantity: String(quantity), demand: own.demand, ...more },
    ]),
  );

/** Allocated quantities by place: `{ 'Shelf A': 3 }`. */
const aside = ({ source }: Order) =>
  run(async (ctx) => {
    const { rows } = await sql<{
      name: string;
      quantity: number;
    }>`select location_name as name, quantity::float as quantity
      from inventory.v_allocations where account_id = ${ctx.account.id} and source_id = ${source.id}
      order by location_name`.execute(ctx.em.query());
    return Object.fromEntries(rows.map(({ name, quantity }) => [name, quantity]));
  });
/** On hand, withheld, reserved, demanded. */
const figures = (itemID: string) =>
  run(async (ctx) => {
    const { rows } = await sql<{ text: string }>`select concat_ws(' ', trim_scale(on_hand), trim_scale(withheld),
        trim_scale(reserved), trim_scale(demanded)) as text
      from inventory.item_position where account_id = ${ctx.account.id} and item_id = ${itemID}
        and owner_id = account_id`.execute(ctx.em.query());
    return rows[0]?.text;
  });
const cutsTold = (itemID: string) =>
  run(async (ctx) => {
    const { rows } = await sql<{ text: string }>`select concat_ws(' ', payload->>'cause', cut->>'lineID',
        trim_scale((cut->>'quantity')::numeric), trim_scale((cut->>'left')::numeric)) as text
      from core.event_outbox, jsonb_array_elements(payload->'cut') as cut
      where account_id = ${ctx.account.id} and type = 'inventory.allocation.cut' and cut->>'itemID' = ${itemID}
      order by id`.execute(ctx.em.query());
    return rows.map(({ text }) => text);
  });

describe('stock is set aside', () => {
  it('as far as it is reserved and there, in as few places as that allows', async () => {
    const itemID = await item();
    await put(itemID, shelfA, 3);
    await put(itemID, shelfB, 8);
    const own = await order(itemID, 7);
    const rows = await allocate(own);
    expect(rows.map(({ locationID, quantity }) => [locationID, quantity])).toEqual([[shelfB, '7.000000']]);
    const other = await order(itemID, 10);
    await allocate(other);
    // The short part of the order gets no place.
    expect(await aside(other)).toEqual({ 'Shelf A': 3, 'Shelf B': 1 });
    expect(await figures(itemID)).toBe('11 0 11 17');
    expect((await refusal(allocate(own, { quantity: '1' }))).code).toBe('not_reserved');
    // Stock that is allocated to another document is neither used nor moved.
    const move = { itemID, fromLocationID: shelfB, toLocationID: shelfA, quantity: decimal('1') };
    expect((await refusal(run((ctx) => moveStock(ctx, { lines: [move] })))).code).toBe('insufficient_stock');
    await run((ctx) => port.release(ctx, own.source.type, [own.source.id]));
    expect(await aside(own)).toEqual({});
    expect(await cutsTold(itemID)).toEqual([`reservation ${own.lineID} 7 0`]);
    await run((ctx) => port.reserve(ctx, [demandDocument(other.source.number, [[itemID, 2]])]));
    expect(Object.values(await aside(other)).reduce((sum, each) => sum + each, 0)).toBe(2);
  });

  it('from what expires first and has not expired; other places where one was found empty', async () => {
    const itemID = await item();
    const [late, soon, gone] = [
      await lot(itemID, 'LATE01', '2999-01-01'),
      await lot(itemID, 'SOON01', '2998-01-01'),
      await lot(itemID, 'GONE01', '2001-01-01'),
    ];
    for (const [lotID, shelf] of [
      [late, shelfA],
      [soon, shelfB],
      [gone, shelfA],
    ] as const)
      await put(itemID, shelf, 4, 1, lotID);
    await put(itemID, shelfA, 4);
    const own = await order(itemID, 10);
    const rows = await allocate(own);
    expect(rows.map(({ lotNumber, quantity }) => [lotNumber, quantity])).toEqual([
      ['SOON01', '4.000000'],
      ['LATE01', '4.000000'],
      [null, '2.000000'],
    ]);
    expect((await refusal(allocate(await order(itemID, 1), { lotID: gone, quantity: '1' }))).code).toBe('lot_expired');
    expect((await refusal(ship(own, itemID, 1, { lotID: gone }))).code).toBe('lot_expired');
    const [first] = rows;
    await run((ctx) => port.free(ctx, [{ allocationID: first?.id ?? '', quantity: '3' }]));
    const again = await allocate(own, { exceptLocationIDs: [shelfB] });
    expect(again.map(({ locationID }) => locationID)).not.toContain(shelfB);
    // An expired lot can still be used up if it is named.
    await run((ctx) =>
      applyStock(ctx, {
        action: 'consume',
        changes: [{ itemID, quantity: decimal('-4'), locationID: shelfA, lotID: gone }],
      }),
    );
  });

  it('and cut by counts and closing places, in the reverse order of serving, which says so', async () => {
    const itemID = await item();
    await put(itemID, shelfA, 10);
    await put(itemID, shelfB, 10);
    const first = await order(itemID, 6, { priorityRank: 2 });
    const last = await order(itemID, 3);
    await allocate(first, { locationID: shelfA, quantity: '6' });
    await allocate(last, { locationID: shelfA, quantity: '3' });
    await run((ctx) => countStock(ctx, { itemID, locationID: shelfA, quantity: decimal('7') }));
    expect([await aside(first), await aside(last)]).toEqual([{ 'Shelf A': 6 }, { 'Shelf A': 1 }]);
    // The order stays reserved, because other places have enough.
    expect(await figures(itemID)).toBe('17 0 9 9');
    await run(async (ctx) => {
      ctx.em.assign(await ctx.em.getForUpdate(StorageLocation, shelfA), { reservationState: 'closed' });
      await ctx.em.flush();
      await settleClosed(ctx, [shelfA]);
    });
    expect([await aside(first), await aside(last)]).toEqual([{}, {}]);
    expect(await figures(itemID)).toBe('17 7 9 9');
    expect(await cutsTold(itemID)).toEqual(
      [
        `count ${last.lineID} 2 1`,
        ...[`place_closed ${first.lineID} 6 0`, `place_closed ${last.lineID} 1 0`].sort(),
      ].sort((a, b) => (a.startsWith('count') ? -1 : b.startsWith('count') ? 1 : a < b ? -1 : 1)),
    );
    await run(async (ctx) => {
      ctx.em.assign(await ctx.em.getForUpdate(StorageLocation, shelfA), { reservationState: 'open' });
      await ctx.em.flush();
      await settleClosed(ctx, [shelfA]);
    });
    // A count below the reserved quantity takes reservations from the lines that are served last, and their plans with
    // them.
    await allocate(last);
    await run((ctx) => countStock(ctx, { itemID, quantity: decimal('7') }));
    expect(await figures(itemID)).toBe('7 0 7 9');
    expect(await aside(last)).toEqual({ [Object.keys(await aside(last))[0] as string]: 1 });
  });
});

describe('picked goods', () => {
  it('stay reserved and in place until they ship, at the value they came in with', async () => {
    const itemID = await item();
    await put(itemID, shelfA, 3, 2);
    await put(itemID, shelfB, 5, 3);
    const own = await order(itemID, 8);
    await allocate(own);
    const picked = await pick(own);
    expect(picked.reduce((sum, { value }) => sum + Number(value), 0)).toBe(21);
    expect(await aside(own)).toEqual({ Packing: 8 });
    expect(await figures(itemID)).toBe('8 0 8 8');
    // Picked goods cannot be counted, moved or closed away.
    const count = run((ctx) => countStock(ctx, { itemID, locationID: packing, quantity: decimal('1') }));
    expect((await refusal(count)).code).toBe('packing_place');
    const move = { itemID, fromLocationID: packing, toLocationID: shelfA, quantity: decimal('1') };
    expect((await refusal(run((ctx) => moveStock(ctx, { lines: [move] })))).code).toBe('insufficient_stock');
    const close = run(async (ctx) => {
      ctx.em.assign(await ctx.em.getForUpdate(StorageLocation, packing), { reservationState: 'closed' });
      await ctx.em.flush();
      await settleClosed(ctx, [packing]);
    });
    expect((await refusal(close)).code).toBe('packing_place');

    const [part] = await ship(own, itemID, 5);
    const [rest] = await ship(own, itemID, 3);
    expect(Number(part?.value) + Number(rest?.value)).toBe(21);
    expect(part?.quantity).toBe('5.000000');
    expect(await figures(itemID)).toBe('0 0 0 0');
    expect(await aside(own)).toEqual({});
  });

  it('come back from a shipment with demand, reservation and value, or as nobody’s', async () => {
    const itemID = await item();
    await put(itemID, shelfA, 9, 2);
    const own = await order(itemID, 6);
    const other = await order(itemID, 5);
    await allocate(own);
    await pick(own);
    await ship(own, itemID, 6);
    expect(await figures(itemID)).toBe('3 0 3 5');
    const back = await run((ctx) => port.returnIssued(ctx, shipment(own), [own.lineID], [own.document]));
    expect(back).toMatchObject([{ lineID: own.lineID, quantity: '6.000000', value: '12.000000' }]);
    expect(await figures(itemID)).toBe('9 0 9 11');
    expect(await aside(own)).toEqual({ Packing: 6 });
    // Each shipment is given back only once.
    expect(await run((ctx) => port.returnIssued(ctx, shipment(own), undefined))).toEqual([]);
    await ship(own, itemID, 6);
    await run((ctx) => port.returnIssued(ctx, shipment(own)));
    expect(await figures(itemID)).toBe('9 6 3 5');
    expect(await aside(own)).toEqual({});
    // Goods that are put away serve the waiting orders.
    await run((ctx) =>
      port.move(ctx, { type: 'task', id: 'task_1', number: '' }, [
        { lineID: 'one', itemID, quantity: '6', fromLocationID: packing, toLocationID: shelfB },
      ]),
    );
    expect(await figures(itemID)).toBe('9 0 5 5');
    expect(await bench.promises(other.source.number)).toEqual({ [other.source.number]: '5/5' });
  });

  it('are never given up for others; put back they are planned anew, freed they are nobody’s', async () => {
    const itemID = await item();
    await put(itemID, shelfA, 10);
    const picker = await order(itemID, 4);
    const first = await order(itemID, 6, { priorityRank: 5 });
    await allocate(picker);
    await pick(picker);
    await run((ctx) => countStock(ctx, { itemID, locationID: shelfA, quantity: decimal('4') }));
    expect(await bench.promises(picker.source.number, first.source.number)).toEqual({
      [picker.source.number]: '4/4',
      [first.source.number]: '4/6',
    });
    await run((ctx) =>
      port.move(ctx, { type: 'pick', id: 'pick_back', number: '' }, [
        {
          lineID: picker.lineID,
          itemID,
          quantity: '1',
          demand: picker.demand,
          staysAllocated: false,
          fromLocationID: packing,
          toLocationID: shelfA,
        },
      ]),
    );
    expect(await aside(picker)).toEqual({ Packing: 3 });
    expect(await figures(itemID)).toBe('8 0 8 10');
    const [row] = await run((ctx) => port.allocationsOf(ctx, 'sales_order', [picker.source.id]));
    await run((ctx) => port.free(ctx, [{ allocationID: row?.id ?? '' }]));
    expect(await figures(itemID)).toBe('8 3 5 10');
  });

  it('are found elsewhere than planned, and issued without a pick where nobody planned', async () => {
    const itemID = await item();
    await put(itemID, shelfA, 4);
    await put(itemID, shelfB, 4);
    const own = await order(itemID, 4);
    await allocate(own, { locationID: shelfA, quantity: '4' });
    await ship(own, itemID, 3, { from: [shelfB] });
    // The order's planned allocation is used up first; the rest of the plan equals the rest of the demand.
    expect(await aside(own)).toEqual({ 'Shelf A': 1 });
    await ship(own, itemID, 1, { locationID: shelfB });
    expect(await aside(own)).toEqual({});
    expect(await figures(itemID)).toBe('4 0 0 0');
  });
});

describe('goods that come', () => {
  const purchase = { type: 'purchase_order', id: 'po_1', number: 'PO 1' };
  const delivery = { type: 'delivery', id: 'dlv_1', number: 'D 1' };
  const open = (lineID: string) =>
    run(async (ctx) => {
      const { rows } = await sql<{ received: number; isOpen: boolean }>`select received::float as received,
          closed_at is null as "isOpen" from inventory.supply
        where account_id = ${ctx.account.id} and line_id = ${lineID}`.execute(ctx.em.query());
      return rows[0];
    });

  it('wait at the dock until they are stocked, and can be taken back until they are used', async () => {
    const itemID = await item();
    const unitID = await bench.unitID('each');
    const waiting = await order(itemID, 4);
    const line = { lineID: 'pol_1', itemID, measure: '6', unitID };
    await run((ctx) => supply.expect(ctx, purchase, [{ ...line, dueOn: '2999-01-01' }]));
    const [came] = await run((ctx) =>
      supply.receive(ctx, delivery, [
        {
          ...line,
          lineID: 'dll_1',
          value: '10',
          locationID: dock,
          lotNumber: 'A77',
          expiresOn: '2999-05-01',
          supply: { ...purchase, lineID: 'pol_1' },
        },
      ]),
    );
    expect(came).toMatchObject({
      quantity: '6.000000',
      value: '10.000000',
      lots: [{ lotNumber: 'A77', expiresOn: '2999-05-01' }],
    });
    expect(await figures(itemID)).toBe('6 6 0 4');
    expect(await open('pol_1')).toEqual({ received: 0, isOpen: true });
    const stock = (quantity: string, toLocationID: string) =>
      run((ctx) =>
        port.move(ctx, delivery, [
          {
            lineID: 'dll_1',
            itemID,
            quantity,
            fromLocationID: dock,
            toLocationID,
            supply: { ...purchase, lineID: 'pol_1' },
          },
        ]),
      );
    await stock('5', shelfA);
    expect(await figures(itemID)).toBe('6 1 4 4');
    expect(await open('pol_1')).toEqual({ received: 5, isOpen: true });
    await stock('1', shelfB);
    expect(await open('pol_1')).toEqual({ received: 6, isOpen: false });
    const promised = await refusal(run((ctx) => supply.unreceive(ctx, delivery)));
    expect([promised.code, promised.details]).toMatchObject([
      'receipt_in_use',
      { uses: [{ type: 'sales_order', id: waiting.source.id }] },
    ]);
    await run((ctx) => port.release(ctx, 'sales_order', [waiting.source.id]));
    const gone = await run((ctx) => supply.unreceive(ctx, delivery, ['dll_1']));
    expect(gone).toMatchObject([{ lineID: 'dll_1', quantity: '6.000000', value: '10.000000' }]);
    expect(await figures(itemID)).toBe('0 0 0 0');
    expect(await open('pol_1')).toEqual({ received: 0, isOpen: true });
  });

  it('are produced at an exact value, used from places in order, and name what used them', async () => {
    const itemID = await item();
    const batch = { type: 'batch', id: 'bat_1', number: '1000-1' };
    const [output] = await run((ctx) =>
      supply.produce(ctx, batch, [
        { lineID: 'out', itemID, quantity: '3', value: '10', lotNumber: 'B1', locationID: shelfA },
      ]),
    );
    expect(output?.value).toBe('10.000000');
    await put(itemID, shelfB, 5);
    const user = { type: 'batch', id: 'bat_2', number: '1000-2' };
    const [used] = await run((ctx) =>
      port.issue(ctx, 'consume', user, [{ lineID: 'in', itemID, quantity: '6', from: [shelfB] }]),
    );
    expect(used?.lots.map(({ locationID, quantity, value }) => [locationID, quantity, value])).toEqual([
      [shelfB, '5.000000', '5.000000'],
      [shelfA, '1.000000', '3.333333'],
    ]);
    const refused = await refusal(run((ctx) => supply.unreceive(ctx, batch)));
    expect([refused.code, refused.details]).toMatchObject([
      'receipt_in_use',
      { uses: [{ type: 'batch', id: 'bat_2', itemID, quantity: '1.000000' }] },
    ]);
    await run((ctx) => port.returnIssued(ctx, user));
    await run((ctx) => supply.unreceive(ctx, batch));
    expect(await figures(itemID)).toBe('5 0 0 0');
  });

  it('are put into quarantine where they are bad, promised or not', async () => {
    const itemID = await item();
    await put(itemID, shelfA, 5);
    const own = await order(itemID, 5);
    const bad = (toLocationID: string) =>
      run((ctx) =>
        moveStock(ctx, { lines: [{ itemID, fromLocationID: shelfA, toLocationID, quantity: decimal('2') }] }),
      );
    expect((await refusal(bad(dock))).code).toBe('insufficient_stock');
    await bad(quarantine);
    expect(await bench.promises(own.source.number)).toEqual({ [own.source.number]: '3/5' });
  });
});
