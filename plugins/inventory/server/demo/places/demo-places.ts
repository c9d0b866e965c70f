import { addDays } from '@millwright/core/contracts';
import { type AccountContext, type DemoRandom, sql, todayOf } from '@millwright/core/server';
import {
  expandNames,
  fullNameOf,
  placeStates,
  type ReservationState,
  type StorageLocationType,
} from '../../../contracts/index.ts';
import { Department } from '../../locations/department/department.entity.ts';
import { placesOfPaths } from '../../locations/storage-location/places/location-paths.ts';
import { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import { settleClosed, settleLots } from '../../stock/demand/closed-stock.ts';
import { Lot } from '../../stock/lot/lot.entity.ts';
import { lotKey, lotsOf } from '../../stock/lot/lots-of.ts';

/** Places as name patterns, from the root on, with the type of each level. */
type DemoTree = readonly (readonly [
  patterns: readonly string[],
  types: readonly StorageLocationType[],
  state?: ReservationState,
  notes?: string,
])[];

const main = 'Main warehouse';

const trees: Readonly<Record<string, DemoTree>> = {
  northfield: [
    [
      [main, 'Receiving dock'],
      ['warehouse', 'dock'],
    ],
    [
      [main, 'Zone A', 'A{1..3}', '{01..08}'],
      ['warehouse', 'zone', 'rack', 'bin'],
    ],
    [
      [main, 'Zone B', 'B{1..2}', '{01..06}'],
      ['warehouse', 'zone', 'rack', 'bin'],
    ],
    [[main, 'Overflow'], ['warehouse', 'zone'], 'reserved', 'Season stock: only what is sent here by name.'],
    [[main, 'Quarantine'], ['warehouse', 'room'], 'closed', 'Waiting for quality control. Nothing goes in or out.'],
    [
      ['Mill', 'Knitting floor', 'Rack {1..2}'],
      ['building', 'work_area', 'rack'],
    ],
    [
      ['Mill', 'Dye house'],
      ['building', 'work_area'],
    ],
    [
      ['Mill', 'Tool crib', '{A..C}', '{1..4}'],
      ['building', 'room', 'shelf', 'bin'],
    ],
    [['Consignment store'], ['external'], 'reserved', 'Our goods on the shelves of a customer, theirs to sell first.'],
  ],
  harbor: [
    [
      [main, 'Dock {1..2}'],
      ['warehouse', 'dock'],
    ],
    [
      [main, 'Aisle {1..3}', '{A..D}', '{01..04}'],
      ['warehouse', 'aisle', 'rack', 'bin'],
    ],
    [[main, 'Bulk floor'], ['warehouse', 'zone'], 'reserved', 'Pallets for the large accounts.'],
    [[main, 'Returns cage'], ['warehouse', 'room'], 'closed', 'Returned goods until they are inspected.'],
    [['Delivery van {1..2}'], ['vehicle'], 'reserved'],
  ],
};

/** Departments that pick stock in these places themselves. */
const departments: Readonly<Record<string, readonly (readonly [path: readonly string[], department: string])[]>> = {
  northfield: [
    [[main, 'Zone A'], 'Packing'],
    [[main, 'Zone B'], 'Sewing'],
    [['Mill', 'Knitting floor'], 'Knitting'],
  ],
  harbor: [
    [[main, 'Dock 1'], 'Receiving'],
    [[main, 'Aisle 1'], 'Repacking'],
    [[main, 'Aisle 2'], 'Shipping'],
  ],
};

/** All combinations of the names of the levels. */
const pathsOf = (patterns: readonly string[]): string[][] =>
  patterns.reduce<string[][]>(
    (paths, pattern) => {
      const names = expandNames(pattern);
      return paths.flatMap((path) => names.map((name) => [...path, name]));
    },
    [[]],
  );

/** Creates the warehouse of a demo account, and lots of some of its items; does nothing for other accounts. */
export async function createDemoPlaces(ctx: AccountContext, random: DemoRandom): Promise<void> {
  const tree = trees[ctx.account.slug];
  if (!tree) return;
  const places = tree.flatMap(([patterns, types, state = 'open', notes = null]) =>
    pathsOf(patterns).map((path) => ({ path, types, state, notes })),
  );
  const typeOf = new Map<string, StorageLocationType>();
  for (const { path, types } of places)
    for (const [depth, type] of types.entries()) {
      const fullName = fullNameOf(path.slice(0, depth + 1));
      if (!typeOf.has(fullName)) typeOf.set(fullName, type);
    }
  const { ids } = await placesOfPaths(
    ctx,
    places.map(({ path }) => path),
    { create: { types: (names) => typeOf.get(fullNameOf(names)) as StorageLocationType } },
  );
  const idOf = (path: readonly string[]): string => ids.get(fullNameOf(path)) as string;
  const special = new Map(
    places.filter(({ state }) => !placeStates.is.open(state)).map((place) => [idOf(place.path), place]),
  );
  for (const place of await ctx.em.find(StorageLocation, {
    accountID: ctx.account.id,
    id: { $in: [...special.keys()] },
  })) {
    const { state = 'open', notes = null } = special.get(place.id) ?? {};
    ctx.em.assign(place, { reservationState: state, notes });
  }
  const known = await ctx.em.find(Department, { accountID: ctx.account.id });
  for (const [path, name] of departments[ctx.account.slug] ?? []) {
    const department = known.find((each) => each.name === name);
    const place = await ctx.em.findOne(StorageLocation, { accountID: ctx.account.id, id: idOf(path) });
    if (place && department) ctx.em.assign(place, { department });
  }
  await ctx.em.flush();
  await settleClosed(ctx, [...special.keys()]);
  await createDemoLots(ctx, random);
}

/** Two or three lots of every ninth item, some of them close to their expiry. */
async function createDemoLots(ctx: AccountContext, random: DemoRandom): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from inventory.item
    where account_id = ${ctx.account.id} and (product_type = 'sale' or type <> 'product') order by sku`.execute(
    ctx.em.query(),
  );
  const wanted = rows
    .filter((_, index) => index % 9 === 4)
    .flatMap(({ id }) =>
      Array.from({ length: random.integer(2, 3) }, (_, index) => ({
        itemID: id,
        lotNumber:
          index === 0 ? String(random.integer(1000, 9999)) : `L${random.integer(24, 26)}-${random.integer(100, 999)}`,
      })),
    );
  const ids = await lotsOf(ctx, wanted, { create: true });
  const today = todayOf(ctx);
  const records = new Map(
    (await ctx.em.find(Lot, { accountID: ctx.account.id, id: { $in: [...ids.values()] } })).map((lot) => [lot.id, lot]),
  );
  // In the order of the items, because ids differ from run to run but the demo data must not.
  for (const [index, lot] of wanted.entries()) {
    if (index % 3 === 0) continue;
    const record = records.get(ids.get(lotKey(lot)) ?? '') as Lot;
    // After the demo's last shipment, because expired lots cannot be shipped.
    ctx.em.assign(record, { expiresOn: addDays(today, random.integer(-1, 500)) });
  }
  await ctx.em.flush();
  await settleLots(ctx, [...records.keys()]);
}
