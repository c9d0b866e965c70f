import { type Big, decimal, problems, zero } from '@millwright/core/contracts';
import { type AccountContext, listed, type ScheduledJob, sql, todayOf, touched } from '@millwright/core/server';
import type { ClosingEffects } from '../../../contracts/index.ts';
import { listLots, listStorageLocations, locationProblems, stockProblems } from '../../../contracts/index.ts';
import { ClosedPlacesPort } from '../../locations/storage-location/places/closed-places.port.ts';
import { placesInside } from '../../locations/storage-location/places/place-columns.ts';
import { placeIs } from '../../states/states.ts';
import { cutLots, cutPlaces } from '../allocation/cut-allocations.ts';
import { shownQuantity, stockItemOf } from '../inventory-list/stock-columns.ts';
import { stockLists } from '../ledger/operation/stock-ledger.ts';
import { lockPositions, type PositionKey, readPositions, writePositions } from '../ledger/plan/positions.ts';
import { isUsable } from '../ledger/plan/stock-facts.queries.ts';
import { promisesToFree } from './freed-promises.queries.ts';
import { promisedItems } from './promised-items.ts';
import { freeExpiredHolds, freePromises, serveShorts } from './serve-shorts.ts';

interface LyingStock extends Required<PositionKey> {
  onHand: Big;
}

/** Stock in several places: its total, the part that can be promised, and the allocated part. */
interface PlacedStock extends LyingStock {
  promised: Big;
}

/** Stock in these places, by item and owner. */
async function stockIn(ctx: AccountContext, locationIDs: readonly string[]): Promise<PlacedStock[]> {
  const { rows } = await sql<{ itemID: string; ownerID: string; onHand: string; promised: string }>`
    select balance.item_id as "itemID", balance.owner_id as "ownerID",
      sum(balance.on_hand)::text as "onHand",
      sum(case when ${isUsable('balance')} then balance.on_hand else balance.allocated end)::text as promised
    from inventory.balance balance
    join inventory.storage_location location on location.account_id = balance.account_id
      and location.id = balance.location_id
    where balance.account_id = ${ctx.account.id} and balance.location_id = any(${listed(locationIDs)})
      and balance.on_hand > 0
    group by balance.item_id, balance.owner_id`.execute(ctx.em.query());
  return rows.map(({ onHand, promised, ...key }) => ({ ...key, onHand: decimal(onHand), promised: decimal(promised) }));
}

/** The withheld quantity of these positions, by the states of their places and lots. */
async function withheldOf(ctx: AccountContext, keys: readonly Required<PositionKey>[]): Promise<LyingStock[]> {
  const { rows } = await sql<{ itemID: string; ownerID: string; onHand: string }>`select
      position.item_id as "itemID", position.owner_id as "ownerID",
      coalesce((select sum(balance.on_hand - case when location.is_closed then 0 else balance.allocated end)
        from inventory.balance balance
        join inventory.storage_location location
          on location.account_id = balance.account_id and location.id = balance.location_id
        where balance.account_id = ${ctx.account.id} and balance.item_id = position.item_id
          and balance.owner_id = position.owner_id and not ${isUsable('balance')}), 0)::text as "onHand"
    from unnest(${keys.map(({ itemID }) => itemID)}::text[], ${keys.map(({ ownerID }) => ownerID)}::text[])
      as position (item_id, owner_id)`.execute(ctx.em.query());
  return rows.map(({ onHand, ...key }) => ({ ...key, onHand: decimal(onHand) }));
}

/** Refuses to close a packing place that has picked goods. */
async function refusePicked(ctx: AccountContext, locationIDs: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select location.name from inventory.storage_location location
    where location.account_id = ${ctx.account.id} and location.id = any(${listed(locationIDs)})
      and location.type = 'packing'
      and exists (select from inventory.allocation allocation where allocation.account_id = location.account_id
        and allocation.location_id = location.id)`.execute(ctx.em.query());
  const [first] = rows;
  if (first)
    throw stockProblems.packing_place({
      message: `${first.name} has picked goods; ship them or put them back first`,
      errors: [{ path: 'reservationState', message: 'Picked goods wait here' }],
    });
}

/**
 * Applies the states of these places, and of the places around them, to all stock inside. Stock in closed places cannot
 * leave, so it cannot be promised. If less can leave than is promised, promises are taken back
 * (`inventory.stock.short`); stock that opens serves waiting demand. The caller has locked the tree of places.
 * @throws 409 `default_location` if the default place would be closed
 */
export async function settleClosed(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Locked in the order in which stock movements lock places; from here on no stock arrives in them.
  await sql`select id from inventory.storage_location
    where account_id = ${ctx.account.id} and id in ${placesInside(ctx, ids)} order by id for no key update`.execute(
    ctx.em.query(),
  );
  const { rows: settled } = await sql<{ id: string; closed: boolean; isDefault: boolean }>`with recursive state as (
      select place.id, ${placeIs.closed('place.reservation_state')} or coalesce(above.is_closed, false) as closed
      from inventory.storage_location place
      left join inventory.storage_location above on above.account_id = place.account_id and above.id = place.parent_id
      where place.account_id = ${ctx.account.id} and place.id = any(${listed(ids)})
      union
      select place.id, ${placeIs.closed('place.reservation_state')} or state.closed from state
      join inventory.storage_location place on place.account_id = ${ctx.account.id} and place.parent_id = state.id),
    settled as (select id, bool_or(closed) as closed from state group by id)
    select place.id, settled.closed, place.is_default as "isDefault" from settled
    join inventory.storage_location place on place.account_id = ${ctx.account.id} and place.id = settled.id
    where place.is_closed <> settled.closed`.execute(ctx.em.query());
  if (settled.some(({ isDefault }) => isDefault))
    throw locationProblems.default_location({
      message: 'The default place lies inside and has to stay open; make another place the default first',
    });
  const changed = settled.map(({ id }) => id);
  if (changed.length) {
    await sql`update inventory.storage_location set is_closed = not is_closed
      where account_id = ${ctx.account.id} and id = any(${listed(changed)})`.execute(ctx.em.query());
    touched(ctx, listStorageLocations);
  }
  // A named place may also have become reserved or not promisable, which changes no `is_closed`.
  await settleStock(
    ctx,
    [...new Set([...ids, ...changed])],
    settled.flatMap(({ id, closed }) => (closed ? id : [])),
  );
}

/** Updates the withheld quantity of all stock in these places. */
async function settleStock(
  ctx: AccountContext,
  locationIDs: readonly string[],
  closedNow: readonly string[],
): Promise<void> {
  await refusePicked(ctx, closedNow);
  // Stock may still leave until the positions are locked, so the withheld quantity is summed up again after the lock.
  const stock = await stockIn(ctx, locationIDs);
  const before = await readPositions(ctx, stock);
  const keys = (await withheldOf(ctx, stock)).filter(
    ({ itemID, ownerID, onHand }) => !before.of(itemID, ownerID).withheld.eq(onHand),
  );
  await settleWithheld(ctx, keys, () => cutPlaces(ctx, closedNow, 'place_closed'));
}

/**
 * Updates the withheld quantity of these positions from their places and lots. Takes promises back if too little can
 * leave, and serves waiting demand if more can.
 */
async function settleWithheld(
  ctx: AccountContext,
  keys: readonly Required<PositionKey>[],
  cut: () => Promise<void>,
  cause?: 'lot_expired',
): Promise<void> {
  if (keys.length === 0) return;
  const positions = await lockPositions(ctx, keys);
  await freeExpiredHolds(ctx, positions.all());
  await cut();
  for (const { itemID, ownerID, onHand } of await withheldOf(ctx, keys))
    positions.of(itemID, ownerID).withheld = onHand;
  await freePromises(ctx, positions.all(), cause);
  await serveShorts(ctx, positions.all());
  await writePositions(ctx, positions.all());
  touched(ctx, ...stockLists);
  await ctx.em.flush();
}

/** Lots per run of the job; the next run takes the rest. */
const largestSweep = 1000;

/**
 * Blocks lots that have expired on the account's day and unblocks the others. Withheld quantities, promises and waiting
 * demand follow. Called when an expiry date is written, and by a job as the day begins; without `lotIDs` for all lots.
 */
export async function settleLots(ctx: AccountContext, lotIDs?: readonly string[]): Promise<void> {
  const today = todayOf(ctx);
  const named = lotIDs ? sql`and id = any(${listed(lotIDs)})` : sql``;
  const { rows } = await sql<{ id: string; isBlocked: boolean }>`select id, is_blocked as "isBlocked"
    from inventory.lot
    where account_id = ${ctx.account.id} ${named} and (not is_blocked and expires_on < ${today}::date
      or is_blocked and (expires_on is null or expires_on >= ${today}::date))
    order by id limit ${largestSweep} for no key update`.execute(ctx.em.query());
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await sql`update inventory.lot set is_blocked = not is_blocked
    where account_id = ${ctx.account.id} and id = any(${listed(ids)})`.execute(ctx.em.query());
  touched(ctx, listLots);
  const { rows: stock } = await sql<Required<PositionKey>>`select distinct balance.item_id as "itemID",
      balance.owner_id as "ownerID"
    from inventory.balance balance
    where balance.account_id = ${ctx.account.id} and balance.lot_id = any(${listed(ids)})
      and balance.on_hand > 0`.execute(ctx.em.query());
  const blocked = rows.flatMap(({ id, isBlocked }) => (isBlocked ? [] : id));
  await settleWithheld(ctx, stock, () => cutLots(ctx, blocked, 'lot_expired'), 'lot_expired');
}

/**
 * Runs every five minutes, so that lots expire in the first minutes of the account's day. A blocked lot before the end
 * of its day belongs to an account with a changed time zone. Each day begins first in Kiritimati and last in Samoa.
 */
export const expiredLotsJob: ScheduledJob = {
  name: 'inventory.block-expired-lots',
  cron: '*/5 * * * *',
  due: {
    isByDay: true,
    sql: `select account_id, expires_on + 1 as from_day, null::date as until_day from inventory.lot
        where not is_blocked and expires_on < ($1::timestamptz at time zone 'Pacific/Kiritimati')::date
      union all
      select account_id, null, expires_on from inventory.lot
        where is_blocked and expires_on >= ($1::timestamptz at time zone 'Pacific/Pago_Pago')::date
      union all
      select account_id, null, null from inventory.lot where is_blocked and expires_on is null`,
    sample: "update inventory.lot set expires_on = '2026-01-01', is_blocked = false",
  },
  handle: (ctx) => settleLots(ctx),
};

/** Places that would close with a place, and the promises that would be taken back; locks and writes nothing. */
export async function findClosingEffects(ctx: AccountContext, locationID: string): Promise<ClosingEffects> {
  const { rows } = await sql<{ id: string; isClosed: boolean }>`select id, is_closed as "isClosed"
    from inventory.storage_location
    where account_id = ${ctx.account.id} and id in ${placesInside(ctx, [locationID])}`.execute(ctx.em.query());
  if (rows.length === 0) throw problems.not_found();
  const open = rows.filter(({ isClosed }) => !isClosed).map(({ id }) => id);
  const stock = await stockIn(ctx, open);
  const positions = await readPositions(ctx, stock);
  for (const { itemID, ownerID, promised } of stock) {
    const position = positions.of(itemID, ownerID);
    position.withheld = position.withheld.plus(promised);
  }
  const freed = await promisesToFree(ctx, positions.all());
  const items = await promisedItems(ctx, [...freed.keys()], []);
  return {
    placeCount: open.length,
    itemCount: new Set(stock.map(({ itemID }) => itemID)).size,
    freedPromises: [...freed].flatMap(([itemID, promises]) => {
      const item = items.get(itemID);
      if (!item) return [];
      return promises
        .filter(({ quantity }) => quantity.gt(zero))
        .map(({ source, quantity }) => ({
          item: stockItemOf(item),
          type: source?.type ?? 'hold',
          id: source?.id ?? null,
          number: source?.number ?? null,
          quantity: shownQuantity(item, quantity, itemID, 'freed'),
        }));
    }),
  };
}

/** The stock ledger's part when places close or open. */
export class ClosedPlaces extends ClosedPlacesPort {
  settle = settleClosed;
}
