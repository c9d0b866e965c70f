/** A cost layer of the model: quantities are whole numbers, values whole millionths, `age` orders receipts. */
export interface ModelLayer {
  /**
   * Id of the real layer, known after the operation that made it; it orders layers of one receipt in several places.
   */
  id?: string;
  place: string;
  age: number;
  /** Received and remaining quantity. */
  quantity: number;
  value: number;
  left: number;
  leftValue: number;
  /** The layer in the place of receipt; undefined for that layer itself. */
  origin?: ModelLayer;
}

/** Receipts with a smaller age came long ago, all on one day; receipts with a greater age came today. */
const today = 1e9;

interface ModelDemand {
  document: string;
  rank: number;
  issued: number;
  quantity: number;
  reserved: number;
}

interface ModelHold {
  id: string;
  seconds: number;
  quantity: number;
}

/** Changes of layers by an operation. A void undoes them. */
type Effect = { layer: ModelLayer; by: number; worth: number }[];

const rounded = (value: number, part: number, whole: number): number =>
  Math.floor((2 * value * part + whole) / (2 * whole));

type Outcome = 'done' | 'insufficient_stock' | 'stock_used';

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Catalogue cost of the item, in millionths, used if it was never received. */
const catalogueCost = 2_000_000;

/** A simple model of one item's stock: every operation answers what the real ledger has to answer. */
export class StockModel {
  readonly open: readonly string[];
  layers: ModelLayer[] = [];
  demands: ModelDemand[] = [];
  holds: ModelHold[] = [];
  #time = 0;

  constructor(openPlaces: readonly string[]) {
    this.open = openPlaces;
  }

  /** Ages of receipts and documents. */
  next(): number {
    this.#time += 1;
    return this.#time;
  }

  onHand = (): number => sumOf(this.layers.map(({ left }) => left));
  promised = (): number =>
    sumOf(
      [...this.holds, ...this.demands.map(({ reserved }) => ({ quantity: reserved }))].map(({ quantity }) => quantity),
    );
  /** Free stock; stock outside open places cannot be promised. */
  free = (): number => this.there(this.open) - this.promised();
  value = (): number => sumOf(this.layers.map(({ leftValue }) => leftValue));

  /** Remaining layers in these places, the oldest first. */
  #within(places: readonly string[]): ModelLayer[] {
    return this.layers
      .filter(({ place, left }) => left > 0 && places.includes(place))
      .sort((a, b) => a.age - b.age || ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
  }

  there = (places: readonly string[]): number => sumOf(this.#within(places).map(({ left }) => left));

  put(place: string, quantity: number, cost: number, age: number): Effect {
    const effect = this.#come(place, quantity, quantity * cost, age);
    this.#settle();
    return effect;
  }

  /** Adds stock: equal place, day and cost are one layer. */
  #come(place: string, quantity: number, worth: number, age: number): Effect {
    const alike = this.layers.find(
      (layer) =>
        layer.place === place &&
        !layer.origin &&
        layer.age > today === age > today &&
        layer.value * quantity === worth * layer.quantity,
    );
    return [this.#add(alike ?? this.#layer(place, age), quantity, worth)];
  }

  #layer(place: string, age: number, origin?: ModelLayer): ModelLayer {
    const layer = { place, age, quantity: 0, value: 0, left: 0, leftValue: 0, ...(origin ? { origin } : {}) };
    this.layers.push(layer);
    return layer;
  }

  #add(layer: ModelLayer, by: number, worth: number): Effect[number] {
    layer.quantity += by;
    layer.value += worth;
    layer.left += by;
    layer.leftValue += worth;
    return { layer, by, worth };
  }

  /** Value of a surplus without a given cost: the average of the remaining stock. */
  #usualWorth(quantity: number): number {
    const left = this.onHand();
    return left === 0 ? catalogueCost * quantity : rounded(this.value(), quantity, left);
  }

  /** Several counts in one operation: promises are taken back or served after the last. */
  countPlaces(counts: readonly { place: string; quantity: number }[], age: number): Effect {
    const effect = counts.flatMap(({ place, quantity }) => {
      const difference = quantity - this.there([place]);
      if (difference <= 0) return this.#take([place], -difference);
      return this.#come(place, difference, this.#usualWorth(difference), age);
    });
    this.#settle();
    return effect;
  }

  #take(places: readonly string[], quantity: number): Effect {
    let missing = quantity;
    const effect: Effect = [];
    for (const layer of this.#within(places)) {
      const by = Math.min(missing, layer.left);
      if (by === 0) break;
      const worth = by === layer.left ? layer.leftValue : rounded(layer.leftValue, by, layer.left);
      layer.left -= by;
      layer.leftValue -= worth;
      missing -= by;
      effect.push({ layer, by: -by, worth: -worth });
    }
    return effect;
  }

  /** A use takes only free stock. */
  use(places: readonly string[], quantity: number): Effect | 'insufficient_stock' {
    if (this.there(places) < quantity) return 'insufficient_stock';
    if (places.every((place) => this.open.includes(place)) && this.free() < quantity) return 'insufficient_stock';
    return this.#take(places, quantity);
  }

  /** Damage and counts take stock whether it is promised or not. */
  lose(placesInOrder: readonly (readonly string[])[], quantity: number): Effect | 'insufficient_stock' {
    if (this.there(placesInOrder.flat()) < quantity) return 'insufficient_stock';
    let missing = quantity;
    const effect: Effect = [];
    for (const places of placesInOrder) {
      const taken = this.#take(places, missing);
      missing += sumOf(taken.map(({ by }) => by));
      effect.push(...taken);
    }
    this.#settle();
    return effect;
  }

  move(from: string, to: string, quantity: number): Effect | 'insufficient_stock' {
    if (this.there([from]) < quantity) return 'insufficient_stock';
    const isPutAside = this.open.includes(from) && !this.open.includes(to);
    if (isPutAside && this.free() < quantity) return 'insufficient_stock';
    const taken = this.#take([from], quantity);
    // Moved stock joins a layer of the same origin, or the origin itself if it lies in the new place.
    const parts = taken.map(({ layer, by, worth }) => {
      const origin = layer.origin ?? layer;
      const there = this.layers.find((each) => each.place === to && (each === origin || each.origin === origin));
      return this.#add(there ?? this.#layer(to, layer.age, origin), -by, -worth);
    });
    this.#settle();
    return [...taken, ...parts];
  }

  void(effect: Effect): Outcome {
    const back = (sign: number): void => {
      for (const { layer, by, worth } of effect) {
        layer.left += sign * by;
        layer.leftValue += sign * worth;
      }
    };
    back(-1);
    if (effect.some(({ layer }) => layer.left < 0)) {
      back(1);
      return 'stock_used';
    }
    if (this.free() < 0) {
      back(1);
      return 'insufficient_stock';
    }
    // A rounding difference leaves with the last piece, and goes back with the other half of a move.
    const isMove = effect.some(({ by }) => by < 0);
    for (const { layer, by } of effect) {
      const residue = by > 0 && (layer.left === 0 || layer.leftValue < 0) ? layer.leftValue : 0;
      layer.leftValue -= residue;
      if (isMove && effect[0]) effect[0].layer.leftValue += residue;
    }
    this.#settle();
    return 'done';
  }

  reserve(document: string, rank: number, quantity: number): void {
    const reserved = Math.min(quantity, this.free());
    this.demands.push({ document, rank, issued: this.next(), quantity, reserved });
  }

  release(document: string): void {
    this.demands = this.demands.filter((demand) => demand.document !== document);
    this.#settle();
  }

  ship(document: string, quantity: number): Effect | 'insufficient_stock' {
    const demand = this.demands.find((known) => known.document === document) as ModelDemand;
    const used = Math.min(quantity, demand.reserved);
    if (this.there(this.open) < quantity || this.free() + used < quantity) return 'insufficient_stock';
    demand.reserved -= used;
    demand.quantity -= Math.min(quantity, demand.quantity);
    this.demands = this.demands.filter((known) => known.quantity > 0);
    const effect = this.#take(this.open, quantity);
    this.#settle();
    return effect;
  }

  hold(id: string, seconds: number, quantity: number): void {
    this.holds.push({ id, seconds, quantity: Math.min(quantity, this.free()) });
  }

  dropHold(id: string): void {
    this.holds = this.holds.filter((hold) => hold.id !== id);
    this.#settle();
  }

  /** Takes back excess promises, and reserves free stock for waiting demand. */
  #settle(): void {
    const inTurn = [...this.demands].sort((a, b) => b.rank - a.rank || a.issued - b.issued);
    let over = -Math.min(this.free(), 0);
    for (const hold of [...this.holds].sort((a, b) => b.seconds - a.seconds)) {
      const by = Math.min(over, hold.quantity);
      hold.quantity -= by;
      over -= by;
    }
    for (const demand of [...inTurn].reverse()) {
      const by = Math.min(over, demand.reserved);
      demand.reserved -= by;
      over -= by;
    }
    for (const demand of inTurn)
      demand.reserved += Math.max(Math.min(this.free(), demand.quantity - demand.reserved), 0);
  }
}
