import { type Big, decimal, sumOf, toColumn, zero } from '@millwright/core/contracts';
import { type AccountContext, listed, readTogether, sql } from '@millwright/core/server';
import type { ReservationState, StorageLocationType } from '../../../../contracts/index.ts';
import { isStockItem } from '../../../catalogue/item/use/item-stocked.ts';
import { placeIs } from '../../../states/states.ts';
import type { UnitSize } from '../operation/unit-size.ts';
import type { PositionKey } from './positions.ts';

/** The columns of an item that the ledger needs. */
export interface StockedItem {
  id: string;
  sku: string;
  /** False for services, charges and the like. */
  isStock: boolean;
  baseUnitID: string;
  baseUnit: string;
  defaultUnitID: string;
  defaultUnit: UnitSize;
  /** Cost of one default unit, from the catalogue. */
  unitCost: Big;
}

interface ItemRow {
  id: string;
  sku: string;
  isStock: boolean;
  unitCost: string;
  baseUnitID: string;
  baseUnit: string;
  defaultUnitID: string;
  numerator: string;
  denominator: string;
}

const selectItems = (ctx: AccountContext, ids: readonly string[]) =>
  sql<ItemRow>`select item.id, item.sku, ${isStockItem} as "isStock", item.unit_cost::text as "unitCost",
      unit_group.base_unit_id as "baseUnitID",
      base_unit.name as "baseUnit", own.unit_id as "defaultUnitID", own.numerator::text as numerator,
      own.denominator::text as denominator
    from inventory.item item
    join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
    join inventory.unit_group unit_group on unit_group.account_id = own.account_id and unit_group.id = own.unit_group_id
    join inventory.unit base_unit on base_unit.account_id = own.account_id and base_unit.id = unit_group.base_unit_id
    where item.account_id = ${ctx.account.id} and item.id = any(${listed([...new Set(ids)])})
    order by item.id for key share of item`;

const itemsOf = (rows: readonly ItemRow[]): Map<string, StockedItem> =>
  new Map(
    rows.map(({ unitCost, numerator, denominator, ...item }) => [
      item.id,
      {
        ...item,
        unitCost: decimal(unitCost),
        defaultUnit: { numerator: decimal(numerator), denominator: decimal(denominator) },
      },
    ]),
  );

/** Items by id, locked against deletion until the transaction ends; unknown ids are missing. */
export const holdItems = async (ctx: AccountContext, ids: readonly string[]): Promise<Map<string, StockedItem>> =>
  itemsOf((await selectItems(ctx, ids).execute(ctx.em.query())).rows);

export interface StockLocation {
  id: string;
  name: string;
  type: StorageLocationType;
  /** The effective state: only stock in an open place can be promised. */
  state: ReservationState;
  isDefault: boolean;
}

/**
 * Effective state of a place: everything inside a closed place is closed, and a place that is not promisable counts as
 * reserved, because its stock is only taken if the place is named.
 */
export const effectiveState = placeIs.derived(`case when location.is_closed then ${placeIs.to('closed')}
  when location.is_promisable then location.reservation_state else ${placeIs.to('reserved')} end`);

/** Whether the lot of a row of this table is blocked. */
const isLotBlocked = (table: string) => sql<boolean>`coalesce((select lot.is_blocked from inventory.lot lot
  where lot.account_id = ${sql.ref(`${table}.account_id`)} and lot.id = ${sql.ref(`${table}.lot_id`)}), false)`;

/**
 * Whether a row of this table in a `location` may be promised and used: its place is open and its lot is not blocked.
 */
export const isUsable = (table: string) =>
  sql<boolean>`(${placeIs.open(effectiveState)} and not ${isLotBlocked(table)})`;

const locationsOf = (ctx: AccountContext, ids: readonly string[]) =>
  sql<StockLocation>`select id, name, type,
      ${effectiveState} as state, is_default as "isDefault"
    from inventory.storage_location location
    where account_id = ${ctx.account.id} and (id = any(${listed([...new Set(ids)])}) or is_default)`;

/** These places and the default place; unknown ids are missing. */
export async function findLocations(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, StockLocation>> {
  const { rows } = await locationsOf(ctx, ids).execute(ctx.em.query());
  return new Map(rows.map((row) => [row.id, row]));
}

const selectHeldLocations = (ctx: AccountContext, ids: readonly string[]) =>
  sql<StockLocation>`${locationsOf(ctx, ids)} order by id for share of location`;

/** The same places, locked until the transaction ends; see `StockFacts`. */
export async function holdLocations(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, StockLocation>> {
  const { rows } = await selectHeldLocations(ctx, ids).execute(ctx.em.query());
  return new Map(rows.map((row) => [row.id, row]));
}

/** The columns of a lot that the ledger needs. */
export interface StockLot {
  itemID: string;
  lotNumber: string;
  /** ISO date; null for a lot that does not expire. */
  expiresOn: string | null;
  isBlocked: boolean;
}

/** Lots by id; unknown ids are missing. */
const selectLots = (ctx: AccountContext, ids: readonly string[]) =>
  sql<StockLot & { id: string }>`select id, item_id as "itemID", lot_number as "lotNumber",
      expires_on::text as "expiresOn", is_blocked as "isBlocked"
    from inventory.lot where account_id = ${ctx.account.id} and id = any(${listed([...new Set(ids)])})`;

const lotsOf = (rows: readonly (StockLot & { id: string })[]): Map<string, StockLot> =>
  new Map(rows.map(({ id, ...lot }) => [id, lot]));

/** Lots by id; unknown ids are missing. */
export const findStockLots = async (ctx: AccountContext, ids: readonly string[]): Promise<Map<string, StockLot>> =>
  ids.length ? lotsOf((await selectLots(ctx, ids).execute(ctx.em.query())).rows) : new Map();

/** The records that an operation names, by id; unknown ids are missing. */
interface StockFacts {
  /** Locked against deletion until the transaction ends. */
  items: Map<string, StockedItem>;
  /**
   * Named places and the default place, locked until the transaction ends, so that no other transaction opens or closes
   * them or changes the default. Stock movements and closings both lock places before positions, so a closing can sum
   * up the stock inside. Places that no line names need no lock: stock only leaves them, under the lock of a position
   * that a closing takes too.
   */
  locations: Map<string, StockLocation>;
  lots: Map<string, StockLot>;
}

/** Reads and locks the records that an operation names, in one statement. */
export async function holdFacts(
  ctx: AccountContext,
  { itemIDs, locationIDs, lotIDs }: Record<'itemIDs' | 'locationIDs' | 'lotIDs', readonly string[]>,
): Promise<StockFacts> {
  const { items, locations, lots } = await readTogether(ctx, {
    items: selectItems(ctx, itemIDs),
    locations: selectHeldLocations(ctx, locationIDs),
    // A shared lock keeps lots from being blocked while stock of them arrives.
    lots: sql<StockLot & { id: string }>`${selectLots(ctx, lotIDs)} order by id for share`,
  });
  return {
    items: itemsOf(items),
    locations: new Map(locations.map((row) => [row.id, row])),
    lots: lotsOf(lots),
  };
}

/** Stock of an item in a place, by owner and lot. */
export interface BalanceRow {
  balanceID: string;
  itemID: string;
  ownerID: string;
  locationID: string;
  lotID: string | null;
  onHand: string;
  allocated: string;
  state: ReservationState;
  /** Name of the place. */
  place: string;
  placeType: StorageLocationType;
  /** Whether its lot is blocked. */
  isBlocked: boolean;
}

/** A cost layer with its balance and place. */
export interface LayerRow extends BalanceRow {
  id: string;
  receivedAt: Date | string;
  remaining: string;
  remainingValue: string;
  originID: string;
  likeness: string;
  reference: string | null;
  lotNumber: string | null;
  expiresOn: string | null;
}

/*
 * `offset 0` keeps PostgreSQL from reordering the joins by wrong estimates of newly filled tables, so that rows are
 * looked up one by one.
 */
const layerColumns = sql`layer.id, layer.item_id as "itemID", layer.owner_id as "ownerID",
  layer.location_id as "locationID", layer.lot_id as "lotID", layer.received_at as "receivedAt", layer.remaining,
  layer.remaining_value as "remainingValue", layer.origin_id as "originID", layer.likeness, layer.reference,
  lot.lot_number as "lotNumber", lot.expires_on::text as "expiresOn", balance.id as "balanceID",
  balance.on_hand as "onHand", balance.allocated, location.state, location.place, location.type as "placeType",
  coalesce(lot.is_blocked, false) as "isBlocked"`;
const withLocation = (
  table: string,
) => sql`cross join lateral (select ${effectiveState} as state, location.name as place, location.type
    from inventory.storage_location location where location.account_id = ${sql.ref(`${table}.account_id`)}
      and location.id = ${sql.ref(`${table}.location_id`)} offset 0) location`;
const withPlace = sql`cross join lateral (select balance.id, balance.on_hand, balance.allocated
    from inventory.balance balance
    where balance.account_id = layer.account_id and balance.item_id = layer.item_id
      and balance.owner_id = layer.owner_id and balance.location_id = layer.location_id
      and balance.lot_id is not distinct from layer.lot_id offset 0) balance
  ${withLocation('layer')}
  left join inventory.lot lot on lot.account_id = layer.account_id and lot.id = layer.lot_id`;

/** Balances of these items and owners. Balances and layers are only written under the lock of their position. */
export async function balancesOf(ctx: AccountContext, keys: readonly PositionKey[]): Promise<BalanceRow[]> {
  if (keys.length === 0) return [];
  const owners = keys.map(({ ownerID }) => ownerID ?? ctx.account.id);
  const { rows } = await sql<BalanceRow>`select balance.id as "balanceID", balance.item_id as "itemID",
      balance.owner_id as "ownerID", balance.location_id as "locationID", balance.lot_id as "lotID",
      balance.on_hand as "onHand", balance.allocated, location.state, location.place, location.type as "placeType",
      ${isLotBlocked('balance')} as "isBlocked"
    from unnest(${keys.map(({ itemID }) => itemID)}::text[], ${owners}::text[]) as wanted (item_id, owner_id)
    cross join lateral (select * from inventory.balance balance where balance.account_id = ${ctx.account.id}
      and balance.item_id = wanted.item_id and balance.owner_id = wanted.owner_id
      and balance.on_hand > 0 offset 0) balance
    ${withLocation('balance')}`.execute(ctx.em.query());
  return rows;
}

/** The scope of a search for layers: an item in a place and lot, or in all places of a state. */
export interface WantedLayers extends PositionKey {
  /** Absent: all places in `state`. */
  locationID?: string | undefined;
  state?: ReservationState | undefined;
  /** Absent: any lot; null: stock without lot. */
  lotID?: string | null | undefined;
  /** ISO date: lots that expired before are left out. */
  freshOn?: string | undefined;
  /** Base units; undefined for everything. */
  quantity: Big | undefined;
}

/** Layers per item in the first read; most operations take from one or two. */
const firstLayers = 8;

/**
 * The first `most` layers of each scope, with the scope's index: expiring lots first, by date, then the oldest layers.
 * Each half reads an index, so the cost does not depend on the item's other stock.
 */
async function oldestLayers(
  ctx: AccountContext,
  wanted: readonly WantedLayers[],
  most: number,
): Promise<(LayerRow & { at: number })[]> {
  if (wanted.length === 0) return [];
  const column = (value: (each: WantedLayers) => string | null | undefined) =>
    wanted.map((each) => value(each) ?? null);
  const isPlaced = wanted[0]?.locationID !== undefined;
  // A place is read by its own index, all places by age within a state.
  const there = isPlaced
    ? sql`layer.location_id = wanted.location_id`
    : sql`(select case when wanted.is_any_lot and ${placeIs.open(effectiveState)} and ${isLotBlocked('layer')}
          then 'reserved' else ${effectiveState} end from inventory.storage_location location
        where location.account_id = layer.account_id and location.id = layer.location_id) = wanted.state`;
  const { rows } = await sql<LayerRow & { at: number }>`select ${layerColumns}, (wanted.at - 1)::int as at
    from unnest(${column(({ itemID }) => itemID)}::text[],
      ${column(({ ownerID }) => ownerID ?? ctx.account.id)}::text[],
      ${column(({ locationID }) => locationID)}::text[], ${column(({ state }) => state)}::text[],
      ${column(({ lotID }) => lotID)}::text[], ${wanted.map(({ lotID }) => lotID === undefined)}::boolean[],
      ${column(({ freshOn }) => freshOn)}::date[])
      with ordinality as wanted (item_id, owner_id, location_id, state, lot_id, is_any_lot, fresh_on, at)
    cross join lateral (
      select * from (
        (select layer.*, perishable.expires_on from inventory.lot perishable
          join inventory.cost_layer layer on layer.account_id = perishable.account_id and layer.lot_id = perishable.id
          where perishable.account_id = ${ctx.account.id} and perishable.item_id = wanted.item_id
            and perishable.expires_on is not null
            and (wanted.fresh_on is null or perishable.expires_on >= wanted.fresh_on)
            and layer.owner_id = wanted.owner_id and ${there} and layer.is_left
            and (wanted.is_any_lot or layer.lot_id = wanted.lot_id)
          order by perishable.expires_on, layer.received_at, layer.id limit ${most}::int)
        union all
        (select layer.*, null::date from inventory.cost_layer layer where layer.account_id = ${ctx.account.id}
          and layer.item_id = wanted.item_id and layer.owner_id = wanted.owner_id and ${there} and layer.is_left
          and (wanted.is_any_lot or layer.lot_id is not distinct from wanted.lot_id)
          and not exists (select from inventory.lot perishable where perishable.account_id = layer.account_id
            and perishable.id = layer.lot_id and perishable.expires_on is not null)
          order by layer.received_at, layer.id limit ${most}::int)) found
      order by expires_on nulls last, received_at, id limit ${most}::int) layer
    ${withPlace}
    order by wanted.at, layer.expires_on nulls last, layer.received_at, layer.id`.execute(ctx.em.query());
  return rows;
}

/**
 * The oldest layers of each scope, as far as they are needed: a small quantity reads few layers, however many an item
 * has. Earlier lines may take from the same layers, so `quantity` is the total that all lines take of the item.
 */
export async function layersToTake(ctx: AccountContext, wanted: readonly WantedLayers[]): Promise<LayerRow[]> {
  const found = new Map<string, LayerRow>();
  for (const same of [wanted.filter(({ locationID }) => locationID), wanted.filter(({ locationID }) => !locationID)]) {
    let open = same;
    for (let most = firstLayers; open.length; most *= 16) {
      const rows = Map.groupBy(await oldestLayers(ctx, open, most), ({ at }) => at);
      open = open.filter(({ quantity }, at) => {
        const rowsAt = rows.get(at) ?? [];
        for (const row of rowsAt) found.set(row.id, row);
        if (rowsAt.length < most) return false;
        if (quantity === undefined) return true;
        const allocated = new Map(rowsAt.map((row) => [row.balanceID, decimal(row.allocated)]));
        const free = rowsAt.reduce((sum, { remaining }) => sum.plus(decimal(remaining)), zero);
        return [...allocated.values()].reduce((sum, each) => sum.minus(each), free).lt(quantity);
      });
    }
  }
  return [...found.values()];
}

/** The remaining stock, in any place, of the goods received for these document lines, and the received quantity. */
export async function layersLeftOf(
  ctx: AccountContext,
  source: { type: string; id: string },
  lineIDs: readonly string[],
): Promise<{ lineID: string; itemID: string; came: string; layers: LayerRow[] }[]> {
  const { rows: origins } = await sql<{ lineID: string; itemID: string; layerID: string; came: string }>`
    select movement.source_line_id as "lineID", movement.item_id as "itemID", part.layer_id as "layerID",
      sum(part.quantity)::text as came
    from inventory.movement movement
    join inventory.movement_layer part on part.account_id = movement.account_id and part.movement_id = movement.id
    where movement.account_id = ${ctx.account.id} and movement.source_type = ${source.type}
      and movement.source_id = ${source.id} and movement.source_line_id = any(${[...lineIDs]}::text[])
      and movement.action = 'receive' and not exists (select from inventory.movement mended
        where mended.account_id = movement.account_id and mended.reverses_id = movement.id)
    group by 1, 2, 3 order by 1, 2, 3`.execute(ctx.em.query());
  const { rows } = await sql<LayerRow>`select ${layerColumns}
    from unnest(${origins.map(({ layerID }) => layerID)}::text[], ${origins.map(({ itemID }) => itemID)}::text[])
      as origin (id, item_id)
    join inventory.cost_layer layer on layer.account_id = ${ctx.account.id} and layer.item_id = origin.item_id
      and layer.origin_id = origin.id and layer.remaining > 0
    ${withPlace}
    order by layer.received_at, layer.id`.execute(ctx.em.query());
  const byOrigin = Map.groupBy(rows, ({ originID }) => originID);
  return [...Map.groupBy(origins, ({ lineID }) => lineID)].map(([lineID, own]) => ({
    lineID,
    itemID: own[0]?.itemID ?? '',
    came: toColumn(sumOf(own.map(({ came }) => came)), 6),
    layers: own.flatMap(({ layerID }) => byOrigin.get(layerID) ?? []),
  }));
}

/** Remaining layers of the account's own stock of an item, or of one lot; null is stock without lot. */
export async function layersLeftIn(
  ctx: AccountContext,
  itemID: string,
  lotID: string | null | undefined,
): Promise<LayerRow[]> {
  const { rows } = await sql<LayerRow>`select ${layerColumns} from inventory.cost_layer layer ${withPlace}
    where layer.account_id = ${ctx.account.id} and layer.item_id = ${itemID} and layer.owner_id = ${ctx.account.id}
      and layer.is_left and (${lotID === undefined}::boolean or layer.lot_id is not distinct from ${lotID ?? null})
    order by layer.received_at, layer.id`.execute(ctx.em.query());
  return rows;
}

/** The layer parts of these movements (negative for issued stock), with the layers in their present state. */
export async function layersOfMovements(
  ctx: AccountContext,
  movementIDs: readonly string[],
): Promise<(LayerRow & { movementID: string; quantity: string; value: string })[]> {
  type Row = LayerRow & { movementID: string; quantity: string; value: string };
  const { rows } = await sql<Row>`select ${layerColumns},
      part.movement_id as "movementID", part.quantity, part.value
    from unnest(${[...movementIDs]}::text[]) as wanted (movement_id)
    cross join lateral (select * from inventory.movement_layer part where part.account_id = ${ctx.account.id}
      and part.movement_id = wanted.movement_id offset 0) part
    cross join lateral (select * from inventory.cost_layer layer where layer.account_id = part.account_id
      and layer.id = part.layer_id offset 0) layer
    ${withPlace}
    order by layer.received_at, layer.id`.execute(ctx.em.query());
  return rows;
}
