import { type Big, decimal, greaterOf, lesserOf, newID, roundUnitPrice, zero } from '@millwright/core/contracts';
import type { ReservationState } from '../../../contracts/index.ts';
import type { LayerRow, StockLocation } from './stock-facts.queries.ts';

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
}

/** A balance with what there is of it. */
export interface HeldBalance extends PlannedBalance {
  /** Set aside for picks. */
  allocated: Big;
  onHand: Big;
}

/** What stock that moves keeps. */
export interface LayerOrigin {
  receivedAt: Date;
  /** Of one base unit. */
  unitCost: Big;
  reference: string | null;
}

/** A cost layer as the operation leaves it. */
export interface PlannedLayer extends StockKey, LayerOrigin {
  id: string;
  remaining: Big;
  change: Big;
  /** What came in; null where the layer was there before. */
  quantity: Big | null;
}

/** A layer with where it lies. */
export interface HeldLayer extends PlannedLayer {
  state: ReservationState;
  /** Name of the place. */
  place: string;
  balance: HeldBalance;
}

/** A layer, and how much of it comes or goes. */
export interface Taken {
  layer: HeldLayer;
  quantity: Big;
}

const keyOf = (...parts: (string | null)[]): string => parts.map((part) => part ?? '').join(' ');

/** Average of parts of layers, of one base unit. */
export const averageCost = (parts: readonly { quantity: Big; unitCost: Big }[]): Big => {
  const [first, ...others] = parts;
  if (first && others.length === 0) return first.unitCost;
  const quantity = parts.reduce((sum, part) => sum.plus(part.quantity), zero);
  const value = parts.reduce((sum, part) => sum.plus(part.quantity.times(part.unitCost)), zero);
  return roundUnitPrice(value.div(quantity));
};

/** Layers and balances of the positions that are locked, as the operation leaves them. */
export class StockBook {
  readonly #layers = new Map<string, HeldLayer[]>();
  readonly #balances = new Map<string, HeldBalance>();

  constructor(rows: readonly LayerRow[]) {
    for (const row of rows) this.known(row);
  }

  /** A layer that is stored; the same object for the same row. */
  known(row: LayerRow): HeldLayer {
    const list = this.#listOf(row.itemID, row.ownerID);
    const known = list.find(({ id }) => id === row.id);
    if (known) return known;
    const { id, itemID, ownerID, locationID, lotID, reference, state, place } = row;
    const layer: HeldLayer = {
      ...{ id, itemID, ownerID, locationID, lotID, reference, state, place },
      receivedAt: new Date(row.receivedAt),
      unitCost: decimal(row.unitCost),
      remaining: decimal(row.remaining),
      change: zero,
      quantity: null,
      balance: this.#balanceOf(row, row),
    };
    list.push(layer);
    return layer;
  }

  /** What is left of an item and owner, the oldest first. */
  leftOf(itemID: string, ownerID: string): HeldLayer[] {
    return this.#listOf(itemID, ownerID).filter(({ remaining }) => remaining.gt(zero));
  }

  /** A new layer. */
  make(key: StockKey, origin: LayerOrigin, { state, name }: StockLocation, quantity: Big): HeldLayer {
    const balance = this.#balanceOf(key);
    balance.onHand = balance.onHand.plus(quantity);
    balance.change = balance.change.plus(quantity);
    const layer = {
      id: newID('lay'),
      ...key,
      ...origin,
      remaining: quantity,
      change: zero,
      quantity,
      state,
      place: name,
      balance,
    };
    const list = this.#listOf(key.itemID, key.ownerID);
    // Among the layers by age, so that what the same operation takes afterwards takes the oldest.
    const after = list.findIndex(({ receivedAt }) => receivedAt > layer.receivedAt);
    list.splice(after === -1 ? list.length : after, 0, layer);
    return layer;
  }

  /** Takes up to `wanted` from these layers in their order, and leaves what is set aside. */
  take(layers: readonly HeldLayer[], wanted: Big): { taken: Taken[]; missing: Big } {
    const taken: Taken[] = [];
    let missing = wanted;
    for (const layer of layers) {
      if (missing.eq(zero)) break;
      const { onHand, allocated } = layer.balance;
      const quantity = lesserOf(missing, lesserOf(layer.remaining, greaterOf(onHand.minus(allocated), zero)));
      if (quantity.eq(zero)) continue;
      this.apply(layer, quantity.times(decimal('-1')));
      taken.push({ layer, quantity });
      missing = missing.minus(quantity);
    }
    return { taken, missing };
  }

  apply(layer: HeldLayer, quantity: Big): void {
    const { balance } = layer;
    layer.remaining = layer.remaining.plus(quantity);
    layer.change = layer.change.plus(quantity);
    balance.onHand = balance.onHand.plus(quantity);
    balance.change = balance.change.plus(quantity);
  }

  /** Whether more was taken than there is, or than is not set aside: only a void asks for that. */
  isOverdrawn(): boolean {
    return (
      this.#all().some(({ remaining }) => remaining.lt(zero)) ||
      [...this.#balances.values()].some(({ onHand, allocated }) => onHand.lt(allocated))
    );
  }

  /** Balances to be written. */
  balances(): PlannedBalance[] {
    return [...this.#balances.values()].filter(({ change }) => !change.eq(zero));
  }

  /** Layers to be written. */
  layers(): PlannedLayer[] {
    return this.#all().filter(({ quantity, change }) => quantity !== null || !change.eq(zero));
  }

  #all(): HeldLayer[] {
    return [...this.#layers.values()].flat();
  }

  #listOf(itemID: string, ownerID: string): HeldLayer[] {
    const key = keyOf(itemID, ownerID);
    const list = this.#layers.get(key) ?? [];
    this.#layers.set(key, list);
    return list;
  }

  #balanceOf(place: StockKey, stored?: { balanceID: string; allocated: string; onHand: string }): HeldBalance {
    const { itemID, ownerID, locationID, lotID } = place;
    const key = keyOf(itemID, ownerID, locationID, lotID);
    const balance = this.#balances.get(key) ?? {
      id: stored?.balanceID ?? null,
      ...{ itemID, ownerID, locationID, lotID },
      allocated: decimal(stored?.allocated ?? '0'),
      onHand: decimal(stored?.onHand ?? '0'),
      change: zero,
    };
    this.#balances.set(key, balance);
    return balance;
  }
}
