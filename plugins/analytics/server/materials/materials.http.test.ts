import { createSupplier, createSupplierMaterial } from '@millwright/commerce/contracts';
import { addDays, dateIn, dayLength, newID, startOfDayIn } from '@millwright/core/contracts';
import { demoRandom } from '@millwright/core/testing';
import { createStorageLocation, materialEndpoints } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyzeInventoryReceipts, analyzeMaterials, listFigureDocuments } from '../../contracts/index.ts';
import { type AnalyticsFixture, analyticsFixture, insert, lastDay, zone } from '../reports/analytics-fixture.ts';

let at: AnalyticsFixture;
const random = demoRandom(19);
const used = ['consume', 'ship'];
const rounds = Array.from({ length: 10 }, (_, round) => round);

interface Material {
  id: string;
  orderPoint: number | null;
  supplierIDs: string[];
}
interface Layer {
  id: string;
  itemID: string;
  ownerID: string;
  locationID: string;
  lotID: string | null;
  receivedAt: Date;
  isOrigin: boolean;
  quantity: number;
  cents: number;
}
const materials: Material[] = [];
const suppliers: { id: string; name: string }[] = [];
const places: string[] = [];
const lots: string[] = [];
const layers: Layer[] = [];
const balances: { itemID: string; isOwn: boolean; quantity: number }[] = [];
const demands: { itemID: string; orderID: string; quantity: number }[] = [];
const supplies: { itemID: string; open: number }[] = [];
const movements: { itemID: string; isOwn: boolean; at: Date; isUse: boolean; quantity: number; cents: number }[] = [];

const money = (cents: number): string => (cents / 100).toFixed(2);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const now = (): Date => at.kernel.clock.now();

beforeAll(async () => {
  at = await analyticsFixture(7, { orders: 12 });
  const { admin, db, kernel } = at;
  const stamps = { account_id: kernel.a.id, created_at: now(), updated_at: now() };
  const other = at.customers[0]?.id ?? '';
  for (const name of ['Cotton', 'Hide'])
    suppliers.push({ id: (await admin.call(createSupplier, { body: { name: `${name} Mill` } })).id, name });
  for (const name of ['North', 'South'])
    places.push((await admin.call(createStorageLocation, { body: { name, type: 'bin' } })).id);
  for (let number = 0; number < 8; number += 1) {
    const orderPoint = random.next() < 0.6 ? random.integer(1, 60) : null;
    const { id } = await admin.call(materialEndpoints.create, {
      body: { sku: `M${number}`, description: 'Material', ...(orderPoint === null ? {} : { orderPoint }) },
    });
    const supplierIDs = suppliers.filter(() => random.next() < 0.5).map((supplier) => supplier.id);
    for (const supplierID of supplierIDs)
      await admin.call(createSupplierMaterial, { params: { supplierID }, body: { itemID: id } });
    materials.push({ id, orderPoint, supplierIDs });
    lots.push(newID('lot'));
    await insert(db, 'inventory.lot', [
      { ...stamps, id: lots[number], version: 1, item_id: id, lot_number: `L${number}` },
    ]);
  }
  const { rows } = await db.query<{ id: string }>(
    "select id from inventory.unit where account_id = $1 and name = 'each'",
    [kernel.a.id],
  );
  const unit = { unit_id: rows[0]?.id };
  // Days on which the clocks change, and midnights of this zone, which are not midnights of other zones.
  const changes = ['2026-03-08', '2026-11-01', '2025-11-02', '2026-10-22', '2026-10-21'];
  const moment = (): Date => {
    const day = random.next() < 0.4 ? addDays(random.pick(changes), random.integer(0, 1)) : undefined;
    const began = startOfDayIn(zone, day ?? addDays(lastDay, -random.integer(1, 400))).getTime();
    return new Date(began + random.integer(day ? -3_600_000 : 0, 3_600_000));
  };
  const written: Record<string, Record<string, unknown>[]> = {};
  const write = (table: string, row: Record<string, unknown>): void => {
    written[table] = [...(written[table] ?? []), { ...stamps, ...row }];
  };
  for (const [index, { id: itemID }] of materials.entries()) {
    for (let count = random.integer(0, 14); count > 0; count -= 1) {
      const id = newID('lay');
      const layer: Layer = {
        id,
        itemID,
        ownerID: random.next() < 0.8 ? kernel.a.id : other,
        locationID: random.pick(places),
        lotID: random.next() < 0.5 ? (lots[index] ?? null) : null,
        receivedAt: moment(),
        isOrigin: random.next() < 0.8,
        quantity: random.integer(1, 90),
        cents: random.integer(0, 90_000),
      };
      layers.push(layer);
      const value = money(layer.cents);
      write('inventory.cost_layer', {
        id,
        version: 1,
        item_id: itemID,
        owner_id: layer.ownerID,
        location_id: layer.locationID,
        lot_id: layer.lotID,
        received_at: layer.receivedAt,
        quantity: layer.quantity,
        remaining: layer.quantity,
        value,
        remaining_value: value,
        origin_id: layer.isOrigin ? id : newID('lay'),
        likeness: id,
      });
    }
    for (const [place, locationID] of places.entries())
      for (const isOwn of [true, false]) {
        if (random.next() < 0.4) continue;
        const quantity = random.integer(0, 80);
        balances.push({ itemID, isOwn, quantity });
        write('inventory.balance', {
          id: newID('bal'),
          version: 1,
          item_id: itemID,
          owner_id: isOwn ? kernel.a.id : other,
          location_id: locationID,
          lot_id: place ? lots[index] : null,
          on_hand: quantity,
          allocated: 0,
        });
      }
    for (let count = random.integer(0, 3); count > 0; count -= 1) {
      const orderID = random.pick(at.orders).id;
      const quantity = random.integer(1, 50);
      demands.push({ itemID, orderID, quantity });
      write('inventory.demand', {
        id: newID('dem'),
        version: 1,
        item_id: itemID,
        source_type: 'sales_order',
        source_id: orderID,
        source_number: '1',
        line_id: newID('sol'),
        quantity,
        reserved: 0,
        priority_rank: 2,
        allocated: 0,
        issued_at: now(),
      });
    }
    for (let count = random.integer(0, 3); count > 0; count -= 1) {
      const quantity = random.integer(1, 50);
      const received = random.integer(0, 60);
      const isClosed = random.next() < 0.3;
      supplies.push({ itemID, open: isClosed ? 0 : Math.max(quantity - received, 0) });
      write('inventory.supply', {
        id: newID('sup'),
        version: 1,
        item_id: itemID,
        source_type: 'purchase_order',
        source_id: newID('po'),
        source_number: '1',
        measure: quantity,
        ...unit,
        quantity,
        received,
        due_on: lastDay,
        closed_at: isClosed ? now() : null,
        cost_numerator: 1,
        cost_denominator: 1,
      });
    }
    for (let count = random.integer(0, 10); count > 0; count -= 1) {
      const action = random.pick(['consume', 'ship', 'count', 'adjust', 'receive']);
      const isOwn = random.next() < 0.8;
      // Times before and after the beginning of the last thirty days.
      const when = new Date(now().getTime() - random.integer(20, 40) * dayLength + random.integer(1, 80_000_000));
      const [quantity, cents] = [random.integer(1, 30), random.integer(1, 9000)];
      const id = newID('mov');
      const move = (own: Record<string, unknown>, sign: number, undoneBy?: string): void => {
        movements.push({
          itemID,
          isOwn,
          at: when,
          isUse: used.includes(undoneBy ?? action),
          quantity: -sign * quantity,
          cents: -sign * cents,
        });
        write('inventory.movement', {
          operation_id: newID('op'),
          item_id: itemID,
          owner_id: isOwn ? kernel.a.id : other,
          ...unit,
          location_id: places[0],
          quantity: sign * quantity,
          measure: sign * quantity,
          actor_name: 'Test',
          value: money(sign * cents),
          book_amount: money(sign * cents),
          reverses_id: null,
          ...own,
          created_at: when,
        });
      };
      const sign = action === 'receive' ? 1 : -1;
      move({ id, action }, sign);
      if (random.next() < 0.3) move({ id: newID('mov'), action: 'void', reverses_id: id }, -sign);
    }
  }
  for (const [table, rowsOfIt] of Object.entries(written)) {
    const plain = table === 'inventory.movement' ? rowsOfIt.map(({ updated_at: _, ...row }) => row) : rowsOfIt;
    await insert(db, table, plain);
  }
});
afterAll(() => at?.stop());

/** The rule of the spec: nothing if the stock exceeds the demand, else enough for the order point and the demand. */
function needOf(onHand: number, demand: number, orderPoint: number | null): number {
  if (onHand > demand) return 0;
  return orderPoint !== null && orderPoint > onHand ? orderPoint - onHand + demand : demand - onHand;
}

it.each(rounds)('materials say what there is, what is wanted and what was used, round %i', async (round) => {
  const supplierIDs = round % 3 === 1 ? [random.pick(suppliers).id] : [];
  const salesOrderIDs = round % 3 === 2 ? at.orders.filter(() => random.next() < 0.4).map(({ id }) => id) : [];
  const answer = await at.admin.call(analyzeMaterials, { body: { supplierIDs, salesOrderIDs } });
  const isOf = (orderID: string): boolean => !salesOrderIDs.length || salesOrderIDs.includes(orderID);
  const since = now().getTime() - 30 * dayLength;
  const wanted = materials
    .map(({ id, orderPoint, supplierIDs: own }) => {
      const of = <Row extends { itemID: string }>(rows: readonly Row[]): Row[] =>
        rows.filter(({ itemID }) => itemID === id);
      const onHand = sum(of(balances).map(({ isOwn, quantity }) => (isOwn ? quantity : 0)));
      const asked = of(demands).filter(({ orderID }) => isOf(orderID));
      const demand = sum(asked.map(({ quantity }) => quantity));
      const uses = of(movements).filter(({ isOwn, isUse, at: when }) => isOwn && isUse && when.getTime() >= since);
      const own30 = sum(uses.map(({ quantity }) => quantity));
      return {
        itemID: id,
        onHand,
        demand,
        orderPoint,
        need: needOf(onHand, demand, orderPoint),
        used: own30,
        expected: sum(of(supplies).map(({ open }) => open)),
        onHandCents: sum(of(layers).map(({ ownerID, cents }) => (ownerID === at.kernel.a.id ? cents : 0))),
        usedCents: sum(uses.map(({ cents }) => cents)),
        daysLeft: own30 > 0 ? Math.floor((onHand * 30) / own30) : null,
        isAsked: asked.length > 0,
        isSupplied: supplierIDs.every((supplierID) => own.includes(supplierID)),
      };
    })
    .filter(({ isAsked, isSupplied }) => isSupplied && (isAsked || !salesOrderIDs.length));
  expect(new Map(answer.materials.map((row) => [row.itemID, row]))).toEqual(
    new Map(
      wanted.map(({ onHandCents, usedCents: _, isAsked: __, isSupplied: ___, ...row }) => [
        row.itemID,
        expect.objectContaining({ ...row, onHandValue: onHandCents / 100 }),
      ]),
    ),
  );
  expect(answer).toMatchObject({
    materialCount: wanted.length,
    needCount: wanted.filter(({ need }) => need > 0).length,
    onHandValue: sum(wanted.map(({ onHandCents }) => onHandCents)) / 100,
    usedValue: sum(wanted.map(({ usedCents }) => usedCents)) / 100,
  });
});

it.each(rounds)('receipts are what came in on days of the account, with the layers behind them, round %i', async () => {
  const some = (ids: readonly string[]): string[] => (random.next() < 0.6 ? [] : ids.filter(() => random.next() < 0.5));
  const length = random.pick([0, 1, 29, 90, 364]);
  const endDate =
    random.next() < 0.4 ? random.pick(['2026-03-08', '2026-11-01']) : addDays(lastDay, -random.integer(0, 200));
  const asked = {
    startDate: addDays(endDate, -length),
    endDate,
    itemIDs: some(materials.map(({ id }) => id)),
    storageLocationIDs: some(places),
    lotIDs: some(lots),
  };
  const among = (ids: readonly string[], id: string | null): boolean => !ids.length || (!!id && ids.includes(id));
  const came = layers.filter(
    (layer) =>
      layer.isOrigin &&
      layer.ownerID === at.kernel.a.id &&
      among(asked.itemIDs, layer.itemID) &&
      among(asked.storageLocationIDs, layer.locationID) &&
      among(asked.lotIDs, layer.lotID),
  );
  const within = (from: string, to: string): Layer[] =>
    came.filter(({ receivedAt }) => dateIn(zone, receivedAt) >= from && dateIn(zone, receivedAt) <= to);
  const worthOf = (found: readonly Layer[]): number => sum(found.map(({ cents }) => cents)) / 100;
  const wanted = within(asked.startDate, asked.endDate);
  const answer = await at.admin.call(analyzeInventoryReceipts, { body: asked });
  expect(answer).toMatchObject({ value: worthOf(wanted), receiptCount: wanted.length });
  for (const { startDate, endDate: last, value } of answer.trend.points.slice(answer.trend.padding))
    expect({ startDate, value: value ?? 0 }).toEqual({ startDate, value: worthOf(within(startDate, last)) });
  const items = Map.groupBy(wanted, ({ itemID }) => itemID);
  expect(new Map(answer.items.map((item) => [item.itemID, [item.quantity, item.receiptCount, item.value]]))).toEqual(
    new Map([...items].map(([id, own]) => [id, [sum(own.map(({ quantity }) => quantity)), own.length, worthOf(own)]])),
  );
  const documents = await at.admin.call(listFigureDocuments, { body: { figure: 'receipts', ...asked, take: 500 } });
  expect(documents).toMatchObject({ count: wanted.length, total: worthOf(wanted) });
  expect(sum(documents.items.map(({ amount }) => Math.round(amount * 100))) / 100).toBe(documents.total);
});
