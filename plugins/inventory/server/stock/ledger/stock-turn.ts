import { type Big, dateIn, lesserOf, sumOf, zero } from '@millwright/core/contracts';
import { placeStates } from '../../../contracts/index.ts';
import type { HeldBalance, HeldLayer, StockKey } from './stock-book.ts';

/** Where and of what lot stock is meant. */
export interface StockScope {
  /** Only this place. */
  locationID?: string | undefined;
  /** These places in their order, then any open one. */
  from?: readonly string[] | undefined;
  /** Places that are passed over. */
  except?: readonly string[] | undefined;
  /** Absent: any; null: stock without lot. */
  lotID?: string | null | undefined;
  /** ISO date: what expired before it is left. */
  freshOn?: string | undefined;
}

/** Whether stock lies in the place and lot that somebody means; absent is all of them. */
export const isWithin = (
  stock: Pick<StockKey, 'locationID' | 'lotID'>,
  { locationID, lotID }: { locationID?: string | undefined; lotID?: string | null | undefined },
): boolean =>
  (locationID === undefined || stock.locationID === locationID) && (lotID === undefined || stock.lotID === lotID);

/**
 * Whether what is in the place may be taken for this: closed places never, others than open ones where they are
 * named, and blocked lots where they or their place are named.
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

/** The layers that somebody means, in the order in which they are taken. */
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
  // A stable sort: within a place their turn stays.
  return given.sort((left, right) => rank(left) - rank(right));
}

/** What of a balance is set aside for a line. */
export interface PlannedTaking {
  balance: HeldBalance;
  quantity: Big;
}

/**
 * What to set aside of these layers, which are in their turn: what is alike, expiring and received on the same day, is
 * taken where it makes the fewest stops. `visited` are places that are gone to anyway.
 */
export function fewestStops(
  layers: readonly HeldLayer[],
  wanted: Big,
  { visited, timeZone }: { visited: ReadonlySet<string>; timeZone: string },
): { planned: PlannedTaking[]; missing: Big } {
  // What is set aside already is what goes first of its place.
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
