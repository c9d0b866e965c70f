import { type Big, decimal, greaterOf, lesserOf, newID, roundUnitPrice, zero } from '@millwright/core/contracts';
import type { ReservationState } from '../../../contracts/index.ts';
import { placeStates } from '../../../contracts/index.ts';
import type { Positions } from './positions.ts';
import type { BalanceRow, LayerRow, StockLocation } from './stock-facts.queries.ts';

/** What an item has in one place, by owner and lot. */
export interface StockKey {
  itemID: string;
  ownerID: string;
  locationID: string;
  lotID: string | null;
}

/** What lies in one place of an item, by owner and lot, as the operation leaves it. */
export interface PlannedBalance extends StockKey {
  /** Null for a place where the item may not have lain yet: the row is made or found as it is written. */
  id: string | null;
  change: Big;
  /** Of what is set aside. */
  allocatedChange: Big;
}

/** A balance with what there is of it. */
export interface HeldBalance extends PlannedBalance {
  /** Set aside for documents. */
  allocated: Big;
  onHand: Big;
  /** Of the place, but of a blocked lot in an open one: reserved, nothing of it is promised. */
  state: ReservationState;
  /** Of the place alone. */
  placeState: ReservationState;
  /** Whether its lot is blocked. */
  isBlocked: boolean;
  /** Name of the place. */
  place: string;
  isPacking: boolean;
  /** Whether stock left that is set aside, as a matter of fact: allocations are cut to what is there. */
  isCut: boolean;
}

/** What stock that moves keeps. */
export interface LayerOrigin {
  receivedAt: Date;
  reference: string | null;
  /** The layer that it came in as; undefined for what comes in now. */
  originID?: string | undefined;
  /** See `CostLayer`. */
  likeness: string;
}

/** A cost layer as the operation leaves it. */
export interface PlannedLayer extends StockKey, LayerOrigin {
  /** Of the stored layer, as soon as it is known that a new one joins it. */
  id: string;
  originID: string;
  isStored: boolean;
  /** What is left. */
  remaining: Big;
  remainingValue: Big;
  /** What of that the operation does. */
  change: Big;
  valueChange: Big;
  /** What came in. */
  added: Big;
  addedValue: Big;
}

/** A layer with where it lies. */
export interface HeldLayer extends PlannedLayer {
  lotNumber: string | null;
  /** Of its lot, as ISO date: what expires first is taken first. */
  expiresOn: string | null;
  state: ReservationState;
  balance: HeldBalance;
}

/** A layer, and how much of it comes or goes: both 0 or more. */
export interface Taken {
  layer: HeldLayer;
  quantity: Big;
  value: Big;
}

/** Behind every date. */
const never = '9999-12-31';

/** What counts of a place and a lot. */
const stateOf = (place: ReservationState, isBlocked: boolean): ReservationState =>
  isBlocked && placeStates.is.open(place) ? 'reserved' : place;

const keyOf = (...parts: (string | null)[]): string => parts.map((part) => part ?? '').join(' ');

/** A value is kept to six decimals: rounded once, where it comes in or is shared. */
export const roundValue = roundUnitPrice;

/** The share of a value that a part of the quantity has; all of it for the last piece. */
export const shareOf = (value: Big, part: Big, whole: Big): Big =>
  part.eq(whole) ? value : roundValue(value.times(part).div(whole));

/** Sum of the values of parts. */
export const sumOfValues = (parts: readonly { value: Big }[]): Big =>
  parts.reduce((sum, { value }) => sum.plus(value), zero);

/** Layers and balances of the positions that are locked, as the operation leaves them. */
export class StockBook {
  readonly #layers = new Map<string, HeldLayer>();
  readonly #positions: Positions;
  /** What is taken first comes first, by item and owner. */
  readonly #inTurn = new Map<string, HeldLayer[]>();
  /** Layers that came in by this operation, by place and likeness. */
  readonly #made = new Map<string, HeldLayer>();
  readonly #balances = new Map<string, HeldBalance>();

  constructor(positions: Positions, layers: readonly LayerRow[], balances: readonly BalanceRow[]) {
    this.#positions = positions;
    for (const row of balances) this.#balanceOf(row, row);
    for (const row of layers) this.known(row);
  }

  /** A layer that is stored; the same object for the same row. */
  known(row: LayerRow): HeldLayer {
    const known = this.#layers.get(row.id);
    if (known) return known;
    const { id, itemID, ownerID, locationID, lotID, lotNumber, expiresOn, reference, originID, likeness } = row;
    const balance = this.#balanceOf(row, row);
    const layer: HeldLayer = {
      ...{ id, itemID, ownerID, locationID, lotID, lotNumber, expiresOn, reference, originID, likeness },
      state: balance.state,
      isStored: true,
      receivedAt: new Date(row.receivedAt),
      remaining: decimal(row.remaining),
      remainingValue: decimal(row.remainingValue),
      ...{ change: zero, valueChange: zero, added: zero, addedValue: zero },
      balance,
    };
    this.#add(layer);
    return layer;
  }

  /** What is left of an item and owner, as far as it was read: the first to expire first, then the oldest. */
  leftOf(itemID: string, ownerID: string): HeldLayer[] {
    return (this.#inTurn.get(keyOf(itemID, ownerID)) ?? []).filter(({ remaining }) => remaining.gt(zero));
  }

  /** What lies where of an item and owner, as far as it was read. */
  balancesOf(itemID: string, ownerID: string): HeldBalance[] {
    return [...this.#balances.values()].filter((each) => each.itemID === itemID && each.ownerID === ownerID);
  }

  /** Stock that comes to a place: joins what is alike and came by the same operation. */
  make(
    key: StockKey,
    origin: LayerOrigin & Pick<HeldLayer, 'lotNumber' | 'expiresOn'>,
    place: StockLocation,
    isBlocked: boolean,
    part: { quantity: Big; value: Big },
  ): HeldLayer {
    const alike = keyOf(key.itemID, key.ownerID, key.locationID, key.lotID, origin.likeness);
    let layer = this.#made.get(alike);
    if (!layer) {
      const id = newID('lay');
      const balance = this.#balanceOf(key, undefined, place, isBlocked);
      layer = {
        ...{ id, ...key, ...origin, originID: origin.originID ?? id, isStored: false, state: balance.state },
        ...{ remaining: zero, remainingValue: zero, change: zero, valueChange: zero, added: zero, addedValue: zero },
        balance,
      };
      this.#made.set(alike, layer);
      this.#add(layer);
    }
    layer.added = layer.added.plus(part.quantity);
    layer.addedValue = layer.addedValue.plus(part.value);
    this.apply(layer, part.quantity, part.value);
    return layer;
  }

  /** The balance of a place and lot, where something of it was read or came in. */
  balanceAt({ itemID, ownerID, locationID, lotID }: StockKey): HeldBalance | undefined {
    return this.#balances.get(keyOf(itemID, ownerID, locationID, lotID));
  }

  /** Sets stock of a balance aside for a document, or, below 0, gives it up. */
  setAside(balance: HeldBalance, quantity: Big): void {
    balance.allocated = balance.allocated.plus(quantity);
    balance.allocatedChange = balance.allocatedChange.plus(quantity);
    this.#withhold(balance, zero.minus(quantity));
  }

  /** What was cut of the allocations of a balance, in the table already. */
  wasCut(balance: HeldBalance, quantity: Big): void {
    balance.allocated = balance.allocated.minus(quantity);
    this.#withhold(balance, quantity);
  }

  /** What lies where nothing is promised from, and is nobody's. */
  #withhold({ itemID, ownerID, state }: HeldBalance, quantity: Big): void {
    if (placeStates.is.open(state)) return;
    const position = this.#positions.of(itemID, ownerID);
    position.withheld = position.withheld.plus(quantity);
  }

  /**
   * Takes up to `wanted` from these layers in their order, and leaves what is set aside, but for who finds that it is
   * not there.
   */
  take(
    layers: readonly HeldLayer[],
    wanted: Big,
    { evenAllocated = false }: { evenAllocated?: boolean } = {},
  ): { taken: Taken[]; missing: Big } {
    const taken: Taken[] = [];
    let missing = wanted;
    for (const layer of layers) {
      if (missing.eq(zero)) break;
      const { onHand, allocated } = layer.balance;
      const free = evenAllocated ? onHand : greaterOf(onHand.minus(allocated), zero);
      const quantity = lesserOf(missing, lesserOf(layer.remaining, free));
      if (quantity.eq(zero)) continue;
      layer.balance.isCut ||= evenAllocated;
      const value = shareOf(layer.remainingValue, quantity, layer.remaining);
      this.apply(layer, zero.minus(quantity), zero.minus(value));
      taken.push({ layer, quantity, value });
      missing = missing.minus(quantity);
    }
    return { taken, missing };
  }

  apply(layer: HeldLayer, quantity: Big, value: Big): void {
    const { balance } = layer;
    layer.remaining = layer.remaining.plus(quantity);
    layer.change = layer.change.plus(quantity);
    layer.remainingValue = layer.remainingValue.plus(value);
    layer.valueChange = layer.valueChange.plus(value);
    balance.onHand = balance.onHand.plus(quantity);
    balance.change = balance.change.plus(quantity);
    this.#withhold(balance, quantity);
  }

  /** Balances that have less than is set aside, because it was not there. */
  overdrawn(): HeldBalance[] {
    return [...this.#balances.values()].filter(({ isCut, onHand, allocated }) => isCut && onHand.lt(allocated));
  }

  /** Whether more was taken than there is, or than is not set aside: only a void asks for that. */
  isOverdrawn(): boolean {
    return (
      [...this.#layers.values()].some(({ remaining }) => remaining.lt(zero)) ||
      [...this.#balances.values()].some(({ isCut, onHand, allocated }) => onHand.lt(isCut ? zero : allocated))
    );
  }

  /** Balances to be written. */
  balances(): PlannedBalance[] {
    return [...this.#balances.values()].filter(
      ({ change, allocatedChange }) => !(change.eq(zero) && allocatedChange.eq(zero)),
    );
  }

  /** Layers to be written. */
  layers(): PlannedLayer[] {
    return [...this.#layers.values()].filter(
      ({ change, valueChange, added }) => !(change.eq(zero) && valueChange.eq(zero) && added.eq(zero)),
    );
  }

  /** Among the layers in their turn, so that what the same operation takes afterwards takes the first. */
  #add(layer: HeldLayer): void {
    this.#layers.set(layer.id, layer);
    const key = keyOf(layer.itemID, layer.ownerID);
    const list = this.#inTurn.get(key) ?? [];
    this.#inTurn.set(key, list);
    const day = layer.expiresOn ?? never;
    const isLater = (other: HeldLayer): boolean => {
      const otherDay = other.expiresOn ?? never;
      if (otherDay !== day) return otherDay > day;
      return +other.receivedAt === +layer.receivedAt ? other.id > layer.id : other.receivedAt > layer.receivedAt;
    };
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isLater(list[middle] as HeldLayer)) high = middle;
      else low = middle + 1;
    }
    list.splice(low, 0, layer);
  }

  #balanceOf(
    place: StockKey,
    stored?: Pick<BalanceRow, 'balanceID' | 'allocated' | 'onHand' | 'state' | 'place' | 'placeType' | 'isBlocked'>,
    location?: StockLocation,
    isBlocked = stored?.isBlocked ?? false,
  ): HeldBalance {
    const { itemID, ownerID, locationID, lotID } = place;
    const key = keyOf(itemID, ownerID, locationID, lotID);
    const placeState = stored?.state ?? location?.state ?? 'open';
    const balance = this.#balances.get(key) ?? {
      id: stored?.balanceID ?? null,
      ...{ itemID, ownerID, locationID, lotID },
      allocated: decimal(stored?.allocated ?? '0'),
      onHand: decimal(stored?.onHand ?? '0'),
      change: zero,
      allocatedChange: zero,
      ...{ state: stateOf(placeState, isBlocked), placeState, isBlocked },
      place: stored?.place ?? location?.name ?? '',
      isPacking: (stored?.placeType ?? location?.type) === 'packing',
      isCut: false,
    };
    this.#balances.set(key, balance);
    return balance;
  }
}
