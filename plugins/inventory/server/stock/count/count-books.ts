import { zero } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { ReconcileType } from '../../../contracts/index.ts';
import { freeExpiredHolds } from '../demand/serve-shorts.ts';
import {
  lockPositions,
  type Position,
  type Positions,
  positionAmounts,
  positionKey,
  readPositions,
} from '../ledger/positions.ts';
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
  /** What lies where, by `positionKey`. */
  balances: ReadonlyMap<string, BalanceRow[]>;
  /** The oldest layers as far as the count takes from them, by `positionKey`. */
  layers: ReadonlyMap<string, LayerRow[]>;
}

const lossesOf = (lines: readonly CountLine[]) =>
  lines.flatMap((line) => (line.quantity.lt(zero) ? { ...line, quantity: line.quantity.abs() } : []));

/**
 * Reads what a count of these lines has to know; the items exist. For a dry run nothing is locked or written, else the
 * positions are locked, and what holds that ran out held of them is free.
 */
export async function openBooks(
  ctx: AccountContext,
  lines: readonly CountLine[],
  { isDryRun, mode, planned }: { isDryRun: boolean; mode: ReconcileType; planned?: PlannedNames },
): Promise<CountBooks> {
  const named = lines.flatMap(({ locationID }) => locationID ?? []);
  const keys = [
    ...new Map(lines.map((line) => [positionKey(line.itemID, line.ownerID ?? ctx.account.id), line])).values(),
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
  for (const [id, itemID] of planned?.newLots ?? [])
    lots.set(id, { itemID, lotNumber: '', expiresOn: null, isBlocked: false });
  return {
    items,
    locations,
    lots,
    positions,
    before,
    balances: Map.groupBy(balances, ({ itemID, ownerID }) => positionKey(itemID, ownerID)),
    layers: Map.groupBy(layers, ({ itemID, ownerID }) => positionKey(itemID, ownerID)),
  };
}
