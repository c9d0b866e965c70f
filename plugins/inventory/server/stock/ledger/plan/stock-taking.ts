import { type Big, dateIn, type FieldError, lesserOf, zero } from '@millwright/core/contracts';
import { type DemandLine, type MovementAction, placeStates, stockProblems } from '../../../../contracts/index.ts';
import { notStockedText } from '../../../catalogue/item/use/item-stocked.ts';
import type { AllocationRow } from '../../allocation/allocation-rows.ts';
import { ServedLines } from '../../allocation/served-lines.ts';
import type { Positions } from './positions.ts';
import { type HeldBalance, StockBook, type Taken } from './stock-book.ts';
import type { BalanceRow, LayerRow, StockedItem, StockLocation, StockLot } from './stock-facts.queries.ts';
import { expiredText, type Shortfall } from './stock-shortfall.ts';
import { inTurn, isWithin, type StockScope } from './stock-turn.ts';

/** The stock that an operation works on, under the locks of the positions. */
export interface StockFacts {
  accountID: string;
  operationID: string;
  now: Date;
  items: ReadonlyMap<string, StockedItem>;
  locations: ReadonlyMap<string, StockLocation>;
  lots: ReadonlyMap<string, StockLot>;
  positions: Positions;
  layers: readonly LayerRow[];
  /** All balances of the counted items. */
  balances?: readonly BalanceRow[];
  timeZone: string;
  source?: { type: string; id: string } | undefined;
  served?: ServedLines | undefined;
}

/** The scope of a taking, and the line it serves. */
export interface TakenScope extends StockScope {
  demand?: DemandLine | undefined;
}

/** The facts of a stock operation, its refusals, and the choice of the stock to take. */
export abstract class StockTaking {
  /** The served document lines; empty if the operation serves none. */
  readonly served: ServedLines;
  protected readonly book: StockBook;
  protected readonly items: ReadonlyMap<string, StockedItem>;
  protected readonly locations: ReadonlyMap<string, StockLocation>;
  protected readonly positions: Positions;
  protected readonly lots: ReadonlyMap<string, StockLot>;
  protected readonly accountID: string;
  protected readonly now: Date;
  protected readonly timeZone: string;
  protected readonly errors: FieldError[] = [];
  protected readonly shortfalls: Shortfall[] = [];

  constructor(facts: StockFacts) {
    this.accountID = facts.accountID;
    this.now = facts.now;
    this.items = facts.items;
    this.locations = facts.locations;
    this.lots = facts.lots;
    this.positions = facts.positions;
    this.timeZone = facts.timeZone;
    this.served = facts.served ?? new ServedLines([], []);
    this.book = new StockBook(facts.positions, facts.layers, facts.balances ?? []);
  }

  protected ownerOf({ ownerID }: { ownerID?: string | undefined }): string {
    return ownerID ?? this.accountID;
  }

  /** Whether the item, places and lot of a line exist and belong together. */
  protected isKnown(
    line: { itemID: string; lotID?: string | null | undefined },
    locationIDs: readonly (string | undefined)[],
    path: string,
  ): boolean {
    const unknown = !this.items.has(line.itemID)
      ? 'There is no such item'
      : locationIDs.some((id) => id !== undefined && !this.locations.has(id))
        ? 'There is no such storage location'
        : line.lotID && this.lots.get(line.lotID)?.itemID !== line.itemID
          ? 'The item has no such lot'
          : undefined;
    if (unknown) this.errors.push({ path, message: unknown });
    return unknown === undefined;
  }

  protected refuseService(itemID: string, path: string): void {
    const item = this.items.get(itemID);
    if (item?.isStock === false)
      throw stockProblems.item_not_stocked({ errors: [{ path, message: notStockedText(item.sku) }] });
  }

  protected closed(location: StockLocation, path: string): never {
    const message = `${location.name} is closed`;
    throw stockProblems.location_closed({
      message,
      errors: [{ path, message }],
      details: { storageLocationID: location.id },
    });
  }

  protected isClosed(locationID: string, path: string): boolean {
    const location = this.locations.get(locationID);
    if (placeStates.is.closed(location?.state)) this.closed(location, path);
    return false;
  }

  /** Goods in packing belong to picks and shipments, so they cannot be counted or moved directly. */
  protected refusePacking(locationID: string | undefined, path: string): void {
    const location = locationID === undefined ? undefined : this.locations.get(locationID);
    if (location?.type !== 'packing') return;
    const message = `What lies in ${location.name} is counted through its shipments`;
    throw stockProblems.packing_place({ message, errors: [{ path, message }] });
  }

  /**
   * The first day on which lots must not have expired: expired lots are never shipped, and only used up if the lot is
   * named.
   */
  protected freshOn(
    action: MovementAction,
    { lotID }: { lotID?: string | null | undefined },
    path: string,
  ): string | undefined {
    if (action !== 'ship' && action !== 'consume') return undefined;
    const today = dateIn(this.timeZone, this.now);
    const lot = lotID ? this.lots.get(lotID) : undefined;
    if (!lot?.expiresOn || lot.expiresOn >= today) return today;
    if (action === 'consume') return undefined;
    const message = expiredText(lot.lotNumber, lot.expiresOn, today);
    throw stockProblems.lot_expired({ message, errors: [{ path, message }] });
  }

  /** Takes the stock allocated to the served line first, then from the matching layers in order. */
  protected take(
    scope: TakenScope & { itemID: string; ownerID?: string | undefined },
    wanted: Big,
    path: string,
    { anywhere = false, evenAllocated = false }: { anywhere?: boolean; evenAllocated?: boolean } = {},
  ): Taken[] {
    const named = scope.locationID !== undefined;
    if (scope.locationID !== undefined) this.isClosed(scope.locationID, path);
    const taken = scope.demand ? this.takeOwn(scope, scope.demand, wanted) : [];
    let missing = taken.reduce((sum, { quantity }) => sum.minus(quantity), wanted);
    const left = this.book.leftOf(scope.itemID, this.ownerOf(scope));
    const usable = inTurn(left, scope).filter(({ balance }) => named || !anywhere || !balance.isPacking);
    // A count of all places also takes from reserved places, except goods at packing.
    if (anywhere && !named)
      usable.push(
        ...left.filter(
          (layer) => placeStates.is.reserved(layer.state) && isWithin(layer, scope) && !layer.balance.isPacking,
        ),
      );
    for (const even of evenAllocated ? [false, true] : [false]) {
      const more = this.book.take(usable, missing, { evenAllocated: even });
      taken.push(...more.taken);
      missing = more.missing;
    }
    if (missing.eq(zero)) return taken;
    const kept =
      anywhere && !named
        ? this.book
            .balancesOf(scope.itemID, this.ownerOf(scope))
            .filter((each) => (placeStates.is.closed(each.state) || each.isPacking) && isWithin(each, scope))
        : [];
    this.short(path, scope.itemID, missing, named ? 'in this place' : 'in open places', { wanted, closed: kept });
    return taken;
  }

  /** Takes stock allocated to a line, in the given places and lots. */
  protected takeOwn(scope: TakenScope & { itemID: string }, demand: DemandLine, wanted: Big): Taken[] {
    const taken: Taken[] = [];
    let missing = wanted;
    const { from = [] } = scope;
    const rank = ({ locationID }: AllocationRow): number =>
      from.includes(locationID) ? from.indexOf(locationID) : from.length;
    const rows = this.served.allocationsOf(demand).filter((row) => row.itemID === scope.itemID && isWithin(row, scope));
    for (const row of rows.sort((left, right) => rank(left) - rank(right))) {
      const layers = this.book
        .leftOf(scope.itemID, this.accountID)
        .filter(({ locationID, lotID }) => locationID === row.locationID && lotID === row.lotID);
      const usableLayers = inTurn(layers, { locationID: row.locationID, freshOn: scope.freshOn });
      const [first] = usableLayers;
      const quantity = lesserOf(missing, row.quantity);
      if (!first || quantity.eq(zero)) continue;
      this.served.setAside(demand, row, zero.minus(quantity));
      this.book.setAside(first.balance, zero.minus(quantity));
      const part = this.book.take(usableLayers, quantity);
      taken.push(...part.taken);
      missing = missing.minus(quantity).plus(part.missing);
    }
    return taken;
  }

  protected short(
    path: string,
    itemID: string,
    missing: Big,
    where: string,
    { wanted, closed = [] }: { wanted?: Big; closed?: readonly HeldBalance[] } = {},
  ): void {
    const item = this.items.get(itemID) as StockedItem;
    this.shortfalls.push({ path, item, missing, where, wanted, closed });
  }
}
