import { type Big, decimal, newID, zero } from '@millwright/core/contracts';
import { type AccountContext, plannedOnce, sql } from '@millwright/core/server';
import type { ReconcileType } from '../../../contracts/index.ts';
import { freeExpiredHolds } from '../demand/serve-shorts.ts';
import { lockPositions, type Position, type PositionKey, Positions, positionAmounts } from '../ledger/positions.ts';
import {
  type BalanceRow,
  balancesOf,
  findLocations,
  findStockLots,
  holdItems,
  holdLocations,
  type LayerRow,
  layersToTake,
  type StockedItem,
  type StockLocation,
  type StockLot,
} from '../ledger/stock-facts.queries.ts';
import { layersWanted, takingsOf } from '../ledger/stock-ledger.ts';
import type { StockTarget } from '../ledger/stock-operation.ts';

/** A row of a count, resolved. Places and lots that do not exist yet have the ids of `newPlaces` and `newLots`. */
export interface CountLine extends StockTarget {
  /** The unit that it was counted in, in base units. */
  factor: { numerator: bigint; denominator: bigint };
}

/** What a dry run pretends is there. */
export interface PlannedNames {
  /** Names of places by the id they would have. */
  newPlaces: ReadonlyMap<string, string>;
  /** Items of lots by the id they would have. */
  newLots: ReadonlyMap<string, string>;
}

/** What the books say of the items of a count. */
export interface CountBooks {
  items: ReadonlyMap<string, StockedItem>;
  locations: ReadonlyMap<string, StockLocation>;
  lots: ReadonlyMap<string, StockLot>;
  positions: Positions;
  /** Amounts of the positions before the count, for what is to be written. */
  before: ReadonlyMap<Position, string>;
  /** What lies where, by `groupKey`. */
  balances: ReadonlyMap<string, BalanceRow[]>;
  /** The oldest layers as far as the count takes from them, by `groupKey`. */
  layers: ReadonlyMap<string, LayerRow[]>;
}

/** Items of one owner are counted together. */
export const groupKey = (itemID: string, ownerID: string): string => `${itemID} ${ownerID}`;

/**
 * The positions as they are, without locks: those that are missing are empty, and what holds that ran out held of them
 * is free.
 */
export async function readPositions(ctx: AccountContext, lines: readonly PositionKey[]): Promise<Positions> {
  const keys = new Map(
    lines.map(({ itemID, ownerID = ctx.account.id }) => [groupKey(itemID, ownerID), { itemID, ownerID }]),
  );
  const wanted = [...keys.values()];
  const { rows } = await sql<{
    itemID: string;
    ownerID: string;
    onHand: string;
    value: string;
    withheld: string;
    held: string;
    reserved: string;
    demanded: string;
  }>`select ${plannedOnce} position.item_id as "itemID", position.owner_id as "ownerID", position.on_hand as "onHand",
      position.value, position.withheld, position.reserved, position.demanded,
        position.held - case when position.owner_id = ${ctx.account.id} then
        coalesce((select sum(line.quantity) from inventory.hold_line line where line.account_id = position.account_id
          and line.item_id = position.item_id and line.expires_at <= ${ctx.clock.now()}), 0) else 0 end as held
    from inventory.item_position position
    where position.account_id = ${ctx.account.id} and (position.item_id, position.owner_id) in
      (select * from unnest(${wanted.map(({ itemID }) => itemID)}::text[], ${wanted.map(({ ownerID }) => ownerID)}::text[]))`.execute(
    ctx.em.query(),
  );
  const found = new Map(rows.map((row) => [groupKey(row.itemID, row.ownerID), row]));
  const amount = (text: string | undefined): Big => decimal(text ?? '0');
  return new Positions(
    ctx.account.id,
    wanted.map(({ itemID, ownerID }): Position => {
      const row = found.get(groupKey(itemID, ownerID));
      return {
        ...{ id: newID('pos'), itemID, ownerID, holdsExpireAt: null },
        onHand: amount(row?.onHand),
        value: amount(row?.value),
        withheld: amount(row?.withheld),
        held: amount(row?.held),
        reserved: amount(row?.reserved),
        demanded: amount(row?.demanded),
      };
    }),
  );
}

const lossesOf = (lines: readonly CountLine[]) =>
  lines.flatMap((line) => (line.quantity.lt(zero) ? { ...line, quantity: line.quantity.abs() } : []));

/**
 * Reads what a count of these lines has to know; the items exist. For a dry run nothing is locked or written, else the
 * positions
 * are locked, and what holds that ran out held of them is free.
 */
export async function openBooks(
  ctx: AccountContext,
  lines: readonly CountLine[],
  { isDryRun, mode, planned }: { isDryRun: boolean; mode: ReconcileType; planned?: PlannedNames },
): Promise<CountBooks> {
  const named = lines.flatMap(({ locationID }) => locationID ?? []);
  const keys = [
    ...new Map(lines.map((line) => [groupKey(line.itemID, line.ownerID ?? ctx.account.id), line])).values(),
  ];
  // One after the other, but sent together: the answers are read while the next ones are found.
  const [items, , positions] = await Promise.all([
    holdItems(
      ctx,
      lines.map(({ itemID }) => itemID),
    ),
    isDryRun ? undefined : holdLocations(ctx, named),
    isDryRun ? readPositions(ctx, lines) : lockPositions(ctx, lines),
  ]);
  const balances = await balancesOf(ctx, keys);
  const before = new Map(positions.all().map((position) => [position, positionAmounts(position)]));
  if (!isDryRun) await freeExpiredHolds(ctx, positions.all());
  const layers = await layersToTake(
    ctx,
    layersWanted(mode === 'addition' ? lossesOf(lines) : takingsOf(lines, balances, ctx.account.id)),
  );
  // Places that no line names matter too: items counted in all places are taken from them.
  const locations = await findLocations(ctx, [...named, ...balances.map(({ locationID }) => locationID)]);
  const lots = await findStockLots(
    ctx,
    lines.flatMap(({ lotID }) => lotID ?? []),
  );
  for (const [id, name] of planned?.newPlaces ?? [])
    locations.set(id, { id, name, type: 'bin', state: 'open', isDefault: false });
  for (const [id, itemID] of planned?.newLots ?? []) lots.set(id, { itemID, lotNumber: '', expiresOn: null });
  return {
    items,
    locations,
    lots,
    positions,
    before,
    balances: Map.groupBy(balances, ({ itemID, ownerID }) => groupKey(itemID, ownerID)),
    layers: Map.groupBy(layers, ({ itemID, ownerID }) => groupKey(itemID, ownerID)),
  };
}
