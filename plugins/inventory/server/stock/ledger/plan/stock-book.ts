import {
  type Big,
  decimal,
  greaterOf,
  lesserOf,
  newID,
  roundUnitPrice,
  sumOfDecimals,
  zero,
} from '@millwright/core/contracts';
import type { ReservationState } from '../../../../contracts/index.ts';
import { placeStates } from '../../../../contracts/index.ts';
import { type Positions, positionKey } from './positions.ts';
import type { BalanceRow, LayerRow, StockLocation } from './stock-facts.queries.ts';

/** An item in one place, by owner and lot. */
export interface StockKey {
  itemID: string;
  ownerID: string;
  locationID: string;
  lotID: string | null;
}

/** A balance as the operation leaves it. */
export interface PlannedBalance extends StockKey {
  /** Null if the row may not exist yet: it is found or inserted on writing. */
  id: string | null;
  change: Big;
  /** Change of the allocated quantity. */
  allocatedChange: Big;
}

/** A balance with its present amounts. */
export interface HeldBalance extends PlannedBalance {
  /** Allocated to documents. */
  allocated: Big;
  onHand: Big;
  /** The place's state; but `reserved` for a blocked lot in an open place, because it must not be promised. */
  state: ReservationState;
  /** State of the place alone. */
  placeState: ReservationState;
  /** Whether its lot is blocked. */
  isBlocked: boolean;
  /** Name of the place. */
  place: string;
  isPacking: boolean;
  /**
   * Whether allocated stock left without being freed (a count or damage): allocations are then cut to the stock on
   * hand.
   */
  isCut: boolean;
}

/** Facts that moved stock keeps. */
export interface LayerOrigin {
  receivedAt: Date;
  reference: string | null;
  /** The layer of the first receipt; undefined for stock that comes in now. */
  originID?: string | undefined;
  /** See `CostLayer`. */
  likeness: string;
}

/** A cost layer as the operation leaves it. */
export interface PlannedLayer extends StockKey, LayerOrigin {
  /** Id of the stored layer, as soon as a new layer is known to join it. */
  id: string;
  originID: string;
  isStored: boolean;
  /** Remaining quantity. */
  remaining: Big;
  remainingValue: Big;
  /** Change of the remainder by the operation. */
  change: Big;
  valueChange: Big;
  /** Quantity that the operation brought in. */
  added: Big;
  addedValue: Big;
}

/** A layer with its place. */
export interface HeldLayer extends PlannedLayer {
  lotNumber: string | null;
  /** Expiry of its lot, as ISO date; the first to expire is taken first. */
  expiresOn: string | null;
  state: ReservationState;
  balance: HeldBalance;
}

/** A layer and the quantity that comes or goes, with its value: both 0 or more. */
export interface Taken {
  layer: HeldLayer;
  quantity: Big;
  value: Big;
}

/** Later than every date. */
const never = '9999-12-31';

/** The state of stock from its place and lot. */
const stateOf = (place: ReservationState, isBlocked: boolean): ReservationState =>
  isBlocked && placeStates.is.open(place) ? 'reserved' : place;

const placeKey = ({ itemID, ownerID, locationID, lotID }: StockKey): string =>
  `${itemID} ${ownerID} ${locationID} ${lotID ?? ''}`;

/** Values have six decimals; they are rounded once, on receipt or when they are shared. */
export const roundValue = roundUnitPrice;

/** The share of a value for a part of the quantity; the last part takes all of the rest. */
export const shareOf = (value: Big, part: Big, whole: Big): Big =>
  part.eq(whole) ? value : roundValue(value.times(part).div(whole));

/** Sum of the values of parts. */
export const sumOfValues = (parts: readonly { value: Big }[]): Big => sumOfDecimals(parts.map(({ value }) => value));

/** Layers and balances of the locked positions, with the changes of the operation. */
export class StockBook {
  readonly #layers = new Map<string, HeldLayer>();
  readonly #positions: Positions;
  /** Layers in the order in which they are taken, by item and owner. */
  readonly #inTurn = new Map<string, HeldLayer[]>();
  /** Layers that this operation created, by place and likeness. */
  readonly #made = new Map<string, HeldLayer>();
  readonly #balances = new Map<string, HeldBalance>();

  constructor(positions: Positions, layers: readonly LayerRow[], balances: readonly BalanceRow[]) {
    this.#positions = positions;
    for (const row of balances) this.#balanceOf(row, row);
    for (const row of layers) this.known(row);
  }

  /** The layer of a stored row; the same object for every call with the same row. */
  known(row: LayerRow): HeldLayer {
    const known = this.#layers.get(row.id);
    if (known) return known;
    const { id, itemID, ownerID, locationID, lotID, lotNumber, expiresOn, reference, originID, likeness } = row;
    const balance = this.#balanceOf(row, row);
    const layer: HeldLayer = {
      id,
      itemID,
      ownerID,
      locationID,
      lotID,
      lotNumber,
      expiresOn,
      reference,
      originID,
      likeness,
      state: balance.state,
      isStored: true,
      receivedAt: new Date(row.receivedAt),
      remaining: decimal(row.remaining),
      remainingValue: decimal(row.remainingValue),
      change: zero,
      valueChange: zero,
      added: zero,
      addedValue: zero,
      balance,
    };
    this.#add(layer);
    return layer;
  }

  /** Remaining layers of an item and owner, as far as they were read: the first to expire first, then the oldest. */
  leftOf(itemID: string, ownerID: string): HeldLayer[] {
    return (this.#inTurn.get(positionKey(itemID, ownerID)) ?? []).filter(({ remaining }) => remaining.gt(zero));
  }

  /** Balances of an item and owner, as far as they were read. */
  balancesOf(itemID: string, ownerID: string): HeldBalance[] {
    return [...this.#balances.values()].filter((each) => each.itemID === itemID && each.ownerID === ownerID);
  }

  /** Adds stock to a place; it joins an equal layer that the same operation created. */
  make(
    key: StockKey,
    origin: LayerOrigin & Pick<HeldLayer, 'lotNumber' | 'expiresOn'>,
    place: StockLocation,
    isBlocked: boolean,
    part: { quantity: Big; value: Big },
  ): HeldLayer {
    const alike = `${placeKey(key)} ${origin.likeness}`;
    let layer = this.#made.get(alike);
    if (!layer) {
      const id = newID('lay');
      const balance = this.#balanceOf(key, undefined, place, isBlocked);
      layer = {
        id,
        ...key,
        ...origin,
        originID: origin.originID ?? id,
        isStored: false,
        state: balance.state,
        remaining: zero,
        remainingValue: zero,
        change: zero,
        valueChange: zero,
        added: zero,
        addedValue: zero,
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

  /** The balance of a place and lot, if it was read or received stock. */
  balanceAt(place: StockKey): HeldBalance | undefined {
    return this.#balances.get(placeKey(place));
  }

  /** Allocates stock of a balance, or gives it up with a negative quantity. */
  setAside(balance: HeldBalance, quantity: Big): void {
    balance.allocated = balance.allocated.plus(quantity);
    balance.allocatedChange = balance.allocatedChange.plus(quantity);
    this.#withhold(balance, zero.minus(quantity));
  }

  /** Notes allocations of a balance that were cut in the table already. */
  wasCut(balance: HeldBalance, quantity: Big): void {
    balance.allocated = balance.allocated.minus(quantity);
    this.#withhold(balance, quantity);
  }

  /** Stock that no document has, in a place that is not open, counts as withheld. */
  #withhold({ itemID, ownerID, state }: HeldBalance, quantity: Big): void {
    if (placeStates.is.open(state)) return;
    const position = this.#positions.of(itemID, ownerID);
    position.withheld = position.withheld.plus(quantity);
  }

  /**
   * Takes up to `wanted` from these layers, in order. Allocated stock is left, except with `evenAllocated` (the stock
   * is gone in fact).
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

  /** Balances with less stock than is allocated. */
  overdrawn(): HeldBalance[] {
    return [...this.#balances.values()].filter(({ isCut, onHand, allocated }) => isCut && onHand.lt(allocated));
  }

  /** Whether more was taken than exists or is unallocated; only a void can try that. */
  isOverdrawn(): boolean {
    return (
      [...this.#layers.values()].some(({ remaining }) => remaining.lt(zero)) ||
      [...this.#balances.values()].some(({ isCut, onHand, allocated }) => onHand.lt(isCut ? zero : allocated))
    );
  }

  /** Balances to write. */
  balances(): PlannedBalance[] {
    return [...this.#balances.values()].filter(
      ({ change, allocatedChange }) => !(change.eq(zero) && allocatedChange.eq(zero)),
    );
  }

  /** Layers to write. */
  layers(): PlannedLayer[] {
    return [...this.#layers.values()].filter(
      ({ change, valueChange, added }) => !(change.eq(zero) && valueChange.eq(zero) && added.eq(zero)),
    );
  }

  /** Inserts a layer in taking order, because a later line of the same operation may take from it. */
  #add(layer: HeldLayer): void {
    this.#layers.set(layer.id, layer);
    const key = positionKey(layer.itemID, layer.ownerID);
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
    const key = placeKey(place);
    const known = this.#balances.get(key);
    if (known) return known;
    const placeState = stored?.state ?? location?.state ?? 'open';
    const balance: HeldBalance = {
      id: stored?.balanceID ?? null,
      itemID,
      ownerID,
      locationID,
      lotID,
      allocated: decimal(stored?.allocated ?? '0'),
      onHand: decimal(stored?.onHand ?? '0'),
      change: zero,
      allocatedChange: zero,
      state: stateOf(placeState, isBlocked),
      placeState,
      isBlocked,
      place: stored?.place ?? location?.name ?? '',
      isPacking: (stored?.placeType ?? location?.type) === 'packing',
      isCut: false,
    };
    this.#balances.set(key, balance);
    return balance;
  }
}

/** A part of the stock that a line took or added, in one place and lot: 0 or more. */
export interface LinePart {
  layer: HeldLayer;
  quantity: Big;
  value: Big;
}
