import { type Big, dateIn, lesserOf, sumOf, zero } from '@millwright/core/contracts';
import { placeStates } from '../../../../contracts/index.ts';
import type { HeldBalance, HeldLayer, StockKey } from './stock-book.ts';

/** Place and lot of the meant stock. */
export interface StockScope {
  /** Only this place. */
  locationID?: string | undefined;
  /** These places in order, then any open place. */
  from?: readonly string[] | undefined;
  /** Places that are not used. */
  except?: readonly string[] | undefined;
  /** Absent: any; null: stock without lot. */
  lotID?: string | null | undefined;
  /** ISO date: lots that expired before are left out. */
  freshOn?: string | undefined;
}

/** Whether a place and lot match the scope; an absent part matches everything. */
export const isWithin = (
  stock: Pick<StockKey, 'locationID' | 'lotID'>,
  { locationID, lotID }: { locationID?: string | undefined; lotID?: string | null | undefined },
): boolean =>
  (locationID === undefined || stock.locationID === locationID) && (lotID === undefined || stock.lotID === lotID);

/**
 * Whether stock may be taken for this scope: never from closed places; from other places that are not open, and of
 * blocked lots, only if the place or lot is named.
 */
function isGiven({ state, locationID, lotID, balance }: HeldLayer, scope: StockScope): boolean {
  const { locationID: named, from = [] } = scope;
  if (placeStates.is.closed(state)) return false;
  if (named !== undefined) return true;
  if (balance.isBlocked) return placeStates.is.open(balance.placeState) && lotID === scope.lotID;
  return from.includes(locationID) || placeStates.is.open(state);
}

const isFresh = ({ expiresOn }: HeldLayer, { freshOn }: StockScope): boolean =>
  freshOn === undefined || expiresOn === null || expiresOn >= freshOn;

/** The layers of the scope, in the order in which they are taken. */
export function inTurn(layers: readonly HeldLayer[], scope: StockScope): HeldLayer[] {
  const given = layers.filter(
    (layer) =>
      isWithin(layer, scope) &&
      isGiven(layer, scope) &&
      isFresh(layer, scope) &&
      !scope.except?.includes(layer.locationID),
  );
  const { from } = scope;
  if (!from?.length) return given;
  const rank = ({ locationID }: HeldLayer): number =>
    from.includes(locationID) ? from.indexOf(locationID) : from.length;
  // The sort is stable, so layers of one place keep their order.
  return given.sort((left, right) => rank(left) - rank(right));
}

/** The quantity of a balance to allocate. */
export interface PlannedTaking {
  balance: HeldBalance;
  quantity: Big;
}

/**
 * Plans allocations of these layers, given in taking order. Among layers with the same expiry and day of receipt, it
 * chooses those with the fewest stops. `visited` are places that the picker goes to anyway.
 */
export function fewestStops(
  layers: readonly HeldLayer[],
  wanted: Big,
  { visited, timeZone }: { visited: ReadonlySet<string>; timeZone: string },
): { planned: PlannedTaking[]; missing: Big } {
  // Stock of a place that is already allocated is the stock that would be taken first.
  const spoken = new Map<HeldBalance, Big>();
  const alike = Map.groupBy(layers, ({ expiresOn, receivedAt }) => `${expiresOn} ${dateIn(timeZone, receivedAt)}`);
  const taken = new Map<HeldBalance, Big>();
  let missing = wanted;
  for (const group of alike.values()) {
    const free = new Map<HeldBalance, Big>();
    for (const { balance, remaining } of group) {
      const before = spoken.get(balance) ?? balance.allocated;
      const passed = lesserOf(before, remaining);
      spoken.set(balance, before.minus(passed));
      if (remaining.gt(passed)) free.set(balance, (free.get(balance) ?? zero).plus(remaining.minus(passed)));
    }
    const perPlace = Map.groupBy(free, ([{ locationID }]) => locationID);
    const places = [...perPlace].map(([locationID, own]) => ({
      own,
      isVisited: visited.has(locationID) || [...taken.keys()].some((each) => each.locationID === locationID),
      amount: sumOf(own.map(([, amount]) => amount)),
    }));
    places.sort((left, right) => Number(right.isVisited) - Number(left.isVisited) || right.amount.cmp(left.amount));
    for (const { own } of places)
      for (const [balance, amount] of own) {
        const quantity = lesserOf(amount, missing);
        if (quantity.eq(zero)) continue;
        taken.set(balance, (taken.get(balance) ?? zero).plus(quantity));
        missing = missing.minus(quantity);
      }
  }
  return { planned: [...taken].map(([balance, quantity]) => ({ balance, quantity })), missing };
}
