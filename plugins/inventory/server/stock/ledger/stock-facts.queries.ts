import { type Big, decimal, roundUnitPrice } from '@millwright/core/contracts';
import { type AccountContext, listed, plannedOnce, sql } from '@millwright/core/server';
import type { ReservationState } from '../../../contracts/index.ts';
import type { PositionKey } from './positions.ts';

/** What the ledger has to know of an item. */
export interface StockItem {
  id: string;
  sku: string;
  baseUnitID: string;
  baseUnit: string;
  defaultUnitID: string;
  /** The default unit in base units. */
  numerator: bigint;
  denominator: bigint;
  /** Of one default unit, from the catalogue. */
  unitCost: Big;
}

/** What one base unit costs by the catalogue. */
export const baseUnitCost = ({ unitCost, numerator, denominator }: StockItem): Big =>
  numerator === denominator
    ? unitCost
    : roundUnitPrice(unitCost.times(decimal(`${denominator}`)).div(decimal(`${numerator}`)));

/** Items by id, held against deletion until the transaction ends; what does not exist is missing. */
export async function holdItems(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, StockItem>> {
  const { rows } = await sql<{
    id: string;
    sku: string;
    unitCost: string;
    baseUnitID: string;
    baseUnit: string;
    defaultUnitID: string;
    numerator: string;
    denominator: string;
  }>`select ${plannedOnce} item.id, item.sku, item.unit_cost as "unitCost", unit_group.base_unit_id as "baseUnitID",
      base_unit.name as "baseUnit", own.unit_id as "defaultUnitID", own.numerator::text as numerator,
      own.denominator::text as denominator
    from inventory.item item
    join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
    join inventory.unit_group unit_group on unit_group.account_id = own.account_id and unit_group.id = own.unit_group_id
    join inventory.unit base_unit on base_unit.account_id = own.account_id and base_unit.id = unit_group.base_unit_id
    where item.account_id = ${ctx.account.id} and item.id = any(${listed([...new Set(ids)])})
    order by item.id for key share of item`.execute(ctx.em.query());
  return new Map(
    rows.map(({ unitCost, numerator, denominator, ...item }) => [
      item.id,
      { ...item, unitCost: decimal(unitCost), numerator: BigInt(numerator), denominator: BigInt(denominator) },
    ]),
  );
}

export interface StockLocation {
  id: string;
  name: string;
  state: ReservationState;
  isDefault: boolean;
}

const locationsOf = (ctx: AccountContext, ids: readonly string[]) =>
  sql<StockLocation>`select ${plannedOnce} id, name,
      case when is_closed then 'closed' else reservation_state end as state, is_default as "isDefault"
    from inventory.storage_location location
    where account_id = ${ctx.account.id} and (id = any(${listed([...new Set(ids)])}) or is_default)`;

/** These places, and the default one; what does not exist is missing. */
export async function findLocations(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, StockLocation>> {
  const { rows } = await locationsOf(ctx, ids).execute(ctx.em.query());
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The same places, held until the transaction ends: nobody opens or closes them, or makes another one the default. Places are
 * locked before positions, by those who move stock as by those who close a place; so what lies in closed places can be summed up.
 * Places that nobody names need no lock: stock only leaves them, under the lock of a position that closing them takes as well.
 */
export async function holdLocations(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, StockLocation>> {
  const { rows } = await sql<StockLocation>`${locationsOf(ctx, ids)} order by id for share of location`.execute(
    ctx.em.query(),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The item of each of these lots; what does not exist is missing. */
export async function itemsOfLots(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    itemID: string;
  }>`select ${plannedOnce} id, item_id as "itemID" from inventory.lot
    where account_id = ${ctx.account.id} and id = any(${listed([...new Set(ids)])})`.execute(ctx.em.query());
  return new Map(rows.map(({ id, itemID }) => [id, itemID]));
}

/** A cost layer with the place that it lies in. */
export interface LayerRow {
  id: string;
  itemID: string;
  ownerID: string;
  locationID: string;
  lotID: string | null;
  receivedAt: Date | string;
  remaining: string;
  unitCost: string;
  reference: string | null;
  balanceID: string;
  /** Of the place and lot. */
  onHand: string;
  allocated: string;
  state: ReservationState;
  /** Name of the place. */
  place: string;
}

/*
 * Rows are looked up one by one, whatever PostgreSQL believes about tables that have just been filled: `offset 0` keeps it from
 * joining them in an order of its own.
 */
const layerColumns = sql`layer.id, layer.item_id as "itemID", layer.owner_id as "ownerID", layer.location_id as "locationID",
  layer.lot_id as "lotID", layer.received_at as "receivedAt", layer.remaining, layer.unit_cost as "unitCost", layer.reference,
  balance.id as "balanceID", balance.on_hand as "onHand", balance.allocated,
  location.state, location.place`;
const withPlace = sql`cross join lateral (select balance.id, balance.on_hand, balance.allocated from inventory.balance balance
    where balance.account_id = layer.account_id and balance.item_id = layer.item_id and balance.owner_id = layer.owner_id
      and balance.location_id = layer.location_id and balance.lot_id is not distinct from layer.lot_id offset 0) balance
  cross join lateral (select case when location.is_closed then 'closed' else location.reservation_state end as state,
      location.name as place from inventory.storage_location location
    where location.account_id = layer.account_id and location.id = layer.location_id offset 0) location`;

/** What is left of these items and owners, the oldest first. Balances and layers are only written under the lock of their position. */
export async function layersOf(ctx: AccountContext, keys: readonly PositionKey[]): Promise<LayerRow[]> {
  if (keys.length === 0) return [];
  const owners = keys.map(({ ownerID }) => ownerID ?? ctx.account.id);
  const { rows } = await sql<LayerRow>`select ${plannedOnce} ${layerColumns}
    from unnest(${keys.map(({ itemID }) => itemID)}::text[], ${owners}::text[]) as wanted (item_id, owner_id)
    cross join lateral (select * from inventory.cost_layer layer where layer.account_id = ${ctx.account.id}
      and layer.item_id = wanted.item_id and layer.owner_id = wanted.owner_id and layer.is_left offset 0) layer
    ${withPlace}
    order by layer.received_at, layer.id`.execute(ctx.em.query());
  return rows;
}

/** What these movements took from layers (below 0) or put into them, with the layers as they are now. */
export async function layersOfMovements(
  ctx: AccountContext,
  movementIDs: readonly string[],
): Promise<(LayerRow & { movementID: string; quantity: string })[]> {
  const { rows } = await sql<LayerRow & { movementID: string; quantity: string }>`select ${plannedOnce} ${layerColumns},
      part.movement_id as "movementID", part.quantity
    from unnest(${[...movementIDs]}::text[]) as wanted (movement_id)
    cross join lateral (select * from inventory.movement_layer part where part.account_id = ${ctx.account.id}
      and part.movement_id = wanted.movement_id offset 0) part
    cross join lateral (select * from inventory.cost_layer layer where layer.account_id = part.account_id
      and layer.id = part.layer_id offset 0) layer
    ${withPlace}
    order by layer.received_at, layer.id`.execute(ctx.em.query());
  return rows;
}
