import { zero } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { ReconcileType } from '../../../contracts/index.ts';
import { freeExpiredHolds } from '../demand/serve-shorts.ts';
import { layersWanted, takingsOf } from '../ledger/operation/stock-ledger.ts';
import type { StockTarget } from '../ledger/operation/stock-operation.ts';
import {
  type EarlierPositions,
  lockPositions,
  type Positions,
  positionKey,
  positionsNow,
  readPositions,
} from '../ledger/plan/positions.ts';
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
} from '../ledger/plan/stock-facts.queries.ts';

/**
 * A row of a count, with its references resolved. Places and lots that do not exist yet have the ids of `newPlaces` and
 * `newLots`.
 */
export interface CountLine extends StockTarget {
  /** Size of the unit of the count, in base units. */
  factor: { numerator: bigint; denominator: bigint };
}

/** Places and lots that a dry run treats as existing. */
export interface PlannedNames {
  /** Names of new places by their provisional id. */
  newPlaces: ReadonlyMap<string, string>;
  /** Items of new lots by their provisional id. */
  newLots: ReadonlyMap<string, string>;
}

/** The stored stock of a count's items. */
export interface CountBooks {
  items: ReadonlyMap<string, StockedItem>;
  locations: ReadonlyMap<string, StockLocation>;
  lots: ReadonlyMap<string, StockLot>;
  positions: Positions;
  /** The positions before the count; only changed positions are written. */
  before: EarlierPositions;
  /** Balances by `positionKey`. */
  balances: ReadonlyMap<string, BalanceRow[]>;
  /** The oldest layers, as far as the count may take from them, by `positionKey`. */
  layers: ReadonlyMap<string, LayerRow[]>;
}

const lossesOf = (lines: readonly CountLine[]) =>
  lines.flatMap((line) => (line.quantity.lt(zero) ? { ...line, quantity: line.quantity.abs() } : []));

/**
 * Reads the stored stock for a count of these lines; the items exist. A dry run locks and writes nothing. Otherwise the
 * positions are locked, and expired holds on them are released.
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
  // The statements are sent together and run in this order; each answer is read while the next statement runs.
  const [items, , positions] = await Promise.all([
    holdItems(
      ctx,
      lines.map(({ itemID }) => itemID),
    ),
    isDryRun ? undefined : holdLocations(ctx, named),
    isDryRun ? readPositions(ctx, lines) : lockPositions(ctx, lines),
  ]);
  const balances = await balancesOf(ctx, keys);
  const before = positionsNow(positions);
  if (!isDryRun) await freeExpiredHolds(ctx, positions.all());
  const layers = await layersToTake(
    ctx,
    layersWanted(mode === 'addition' ? lossesOf(lines) : takingsOf(lines, balances, ctx.account.id)),
  );
  // Places that no line names matter too: a count of an item in all places takes from them.
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
