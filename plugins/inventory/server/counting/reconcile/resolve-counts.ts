import { type Big, convert, decimal, Problem, ratio } from '@millwright/core/contracts';
import { type AccountContext, listed, sql } from '@millwright/core/server';
import { fullNameOf, pathNamesOf } from '../../../contracts/index.ts';
import { isStockItem } from '../../catalogue/item/use/item-stocked.ts';
import { locationsByPath, newPlaceTypes } from '../../locations/storage-location/places/location-paths.ts';
import type { CountLine, PlannedNames } from '../../stock/count/count-books.ts';
import { lotKey, lotsOf } from '../../stock/lot/lots-of.ts';

/** A row of a count as it was entered. */
export interface EnteredCount {
  sku: string;
  /** Absent: the item's default unit. */
  unit?: string | undefined;
  /** Decimal text. */
  quantity: string;
  storageLocationID?: string | null | undefined;
  /** As people write it. */
  storageLocation?: string | undefined;
  /** Absent: any lot; '' and null: stock without lot. */
  lotNumber?: string | null | undefined;
  customerID?: string | null | undefined;
  customerNumber?: string | undefined;
  /** What the books said to who counted, in the item's default unit. */
  expected?: number | undefined;
}

/** A line as it was entered. */
export type EnteredLine = CountLine & { measure: Big; unitID: string };

/** A row that was found, or what is wrong with it by field. */
export interface ResolvedCount {
  line: EnteredLine | undefined;
  /** Name of the unit. */
  unit: string;
  itemID: string | null;
  /** SKU of an item that is no stock: a service or charge. */
  service: string | undefined;
  /** The item's default unit, in which people see what the books say; undefined for unknown items. */
  shownIn: { unit: string; factor: CountLine['factor'] } | undefined;
  faults: { field: string; message: string }[];
  /** Path of a place that will be made. */
  newPlace: string | undefined;
}

/** A unit that an item can be measured in. */
interface MeasuringUnit {
  unitID: string;
  unit: string;
  numerator: bigint;
  denominator: bigint;
}

interface FoundItem {
  itemID: string;
  isStock: boolean;
  /** As the row names it; undefined where the item cannot be measured in it. */
  measured: MeasuringUnit | undefined;
  /** The item's default unit. */
  shownIn: MeasuringUnit;
  /** All that it can be measured in, the smallest first. */
  units: readonly MeasuringUnit[];
}

/** Item and unit of each row; undefined where there is no such item. */
async function itemsOfRows(
  ctx: AccountContext,
  rows: readonly { sku: string; unit?: string | undefined }[],
): Promise<(FoundItem | undefined)[]> {
  const skus = [...new Set(rows.map(({ sku }) => sku))];
  const { rows: items } = await sql<{
    id: string;
    sku: string;
    isStock: boolean;
    conversionID: string;
  }>`select id, sku, ${isStockItem} as "isStock", default_conversion_id as "conversionID"
    from inventory.item item where account_id = ${ctx.account.id} and sku = any(${listed(skus)})`.execute(
    ctx.em.query(),
  );
  // A few groups of units serve all items.
  const { rows: conversions } = await sql<{
    id: string;
    groupID: string;
    unitID: string;
    unit: string;
    numerator: string;
    denominator: string;
  }>`select conversion.id, conversion.unit_group_id as "groupID",
      conversion.unit_id as "unitID", unit.name as unit,
      conversion.numerator::text as numerator, conversion.denominator::text as denominator
    from inventory.unit_conversion conversion
    join inventory.unit unit on unit.account_id = conversion.account_id and unit.id = conversion.unit_id
    where conversion.account_id = ${ctx.account.id} and conversion.unit_group_id in (select basic.unit_group_id
      from inventory.unit_conversion basic where basic.account_id = ${ctx.account.id}
        and basic.id = any(${listed([...new Set(items.map(({ conversionID }) => conversionID))])}))
    order by conversion.numerator::numeric / conversion.denominator`.execute(ctx.em.query());
  const units = conversions.map(({ numerator, denominator, ...unit }) => ({
    ...unit,
    numerator: BigInt(numerator),
    denominator: BigInt(denominator),
  }));
  const byID = new Map(units.map((unit) => [unit.id, unit]));
  const byGroup = Map.groupBy(units, ({ groupID }) => groupID);
  const bySku = new Map(items.map((item) => [item.sku, item]));
  return rows.map(({ sku, unit: name }) => {
    const item = bySku.get(sku);
    const shownIn = item && byID.get(item.conversionID);
    if (!item || !shownIn) return undefined;
    const groupUnits = byGroup.get(shownIn.groupID) ?? [];
    const isNamed = (unit: MeasuringUnit): boolean => unit.unit.toLowerCase() === name?.toLowerCase();
    const measured =
      name === undefined ? shownIn : (groupUnits.find(({ unit }) => unit === name) ?? groupUnits.find(isNamed));
    return { itemID: item.id, isStock: item.isStock, measured, shownIn, units: groupUnits };
  });
}

/** Ids of customers by number; and of those ids that are customers. */
async function ownersOf(ctx: AccountContext, rows: readonly EnteredCount[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ customerID }) => customerID || []);
  const numbers = rows.flatMap(({ customerNumber }) => customerNumber || []);
  if (ids.length + numbers.length === 0) return new Map();
  const { rows: found } = await sql<{
    id: string;
    number: string | null;
  }>`select id, number from core.v_parties
    where account_id = ${ctx.account.id} and kind <> 'supplier'
      and (id = any(${ids}::text[]) or (kind = 'customer' and number = any(${numbers}::text[])))`.execute(
    ctx.em.query(),
  );
  return new Map(found.flatMap(({ id, number }) => [[id, id] as const, [`#${number}`, id] as const]));
}

/** Places of rows by id, and by path with their full names. */
async function placesOfRows(ctx: AccountContext, rows: readonly EnteredCount[], create: boolean) {
  const ids = [...new Set(rows.flatMap(({ storageLocationID }) => storageLocationID || []))];
  const paths = new Map(
    rows.flatMap(({ storageLocation }) => (storageLocation ? [[storageLocation, pathNamesOf(storageLocation)]] : [])),
  );
  const known = ids.length
    ? await sql<{ id: string }>`select id from inventory.storage_location
        where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query())
    : { rows: [] };
  const found = paths.size
    ? await locationsByPath(ctx, [...paths.values()], create ? { create: newPlaceTypes } : {})
    : new Map<string, string>();
  return {
    known: new Set(known.rows.map(({ id }) => id)),
    found,
    nameOf: (path: string) => fullNameOf(paths.get(path) ?? []),
  };
}

/**
 * Looks up what the rows of a count name, each kind in a fixed number of statements. Without `write` nothing is made:
 * lots that are missing, and places where `mayCreatePlaces`, have ids of their own in `planned`.
 */
export async function resolveCounts(
  ctx: AccountContext,
  rows: readonly EnteredCount[],
  { write, mayCreatePlaces }: { write: boolean; mayCreatePlaces: boolean },
): Promise<{ resolved: ResolvedCount[]; planned: PlannedNames }> {
  const items = await itemsOfRows(ctx, rows);
  const owners = await ownersOf(ctx, rows);
  const places = await placesOfRows(ctx, rows, write && mayCreatePlaces);
  const namedLots = rows.flatMap(({ lotNumber, quantity }, index) => {
    const itemID = items[index]?.itemID;
    return itemID && lotNumber ? [{ itemID, lotNumber, isNeeded: quantity !== '0' }] : [];
  });
  const lots = await lotsOf(
    ctx,
    namedLots.filter(({ isNeeded }) => isNeeded),
    { create: write },
  );
  const idle = namedLots.filter((lot) => !lots.has(lotKey(lot)));
  for (const [key, id] of await lotsOf(ctx, idle)) lots.set(key, id);
  const newPlaces = new Map<string, string>();
  const newLots = new Map<string, string>();
  for (const lot of idle)
    if (!lots.has(lotKey(lot))) {
      lots.set(lotKey(lot), `new ${lotKey(lot)}`);
      newLots.set(`new ${lotKey(lot)}`, lot.itemID);
    }
  const resolved = rows.map((row, index): ResolvedCount => {
    const found = items[index];
    const faults: ResolvedCount['faults'] = [];
    const fault = (field: string, message: string): void => void faults.push({ field, message });
    if (!found) fault('sku', `There is no item ${row.sku}`);
    else if (!found.measured)
      fault('unit', `The item can be measured in ${found.units.map(({ unit }) => unit).join(', ')} only`);
    const ownerID = row.customerID ? owners.get(row.customerID) : owners.get(`#${row.customerNumber}`);
    if ((row.customerID || row.customerNumber) && ownerID === undefined)
      fault(row.customerID ? 'customerID' : 'customer', 'There is no such customer');
    let locationID = row.storageLocationID ?? undefined;
    let newPlace: string | undefined;
    if (locationID !== undefined && !places.known.has(locationID))
      fault('storageLocationID', 'There is no such storage location');
    if (row.storageLocation && locationID === undefined) {
      const name = places.nameOf(row.storageLocation);
      locationID = places.found.get(name);
      if (locationID === undefined && mayCreatePlaces && name) {
        newPlace = name;
        locationID = `new ${name}`;
        newPlaces.set(locationID, name);
      } else if (locationID === undefined) fault('storageLocation', `There is no storage location ${name}`);
    }
    const nothing = {
      line: undefined,
      unit: found?.measured?.unit ?? row.unit ?? '',
      itemID: found?.itemID ?? null,
      service: found && !found.isStock ? row.sku : undefined,
      shownIn: found && { unit: found.shownIn.unit, factor: found.shownIn },
      faults,
      newPlace,
    };
    if (!found?.measured || faults.length) return nothing;
    const { lotNumber } = row;
    const lot = lotNumber ? lots.get(lotKey({ itemID: found.itemID, lotNumber })) : undefined;
    const { unitID, numerator, denominator } = found.measured;
    try {
      const measure = decimal(row.quantity);
      const line: EnteredLine = {
        itemID: found.itemID,
        ownerID,
        locationID,
        measure,
        unitID,
        factor: { numerator, denominator },
        lotID: lotNumber === undefined ? undefined : (lot ?? null),
        quantity: convert(measure, ratio(numerator, denominator)),
      };
      return { ...nothing, line };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      fault('quantity', error.message);
      return nothing;
    }
  });
  return { resolved, planned: { newPlaces, newLots } };
}
