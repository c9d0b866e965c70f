/** A cost layer as the model has it; amounts are whole numbers, values whole millionths, `age` orders receipts. */
export interface ModelLayer {
  /** Of the real layer; orders layers of one receipt in several places. Learned after the operation that made it. */
  id?: string;
  place: string;
  age: number;
  /** What came in, and what is left of it. */
  quantity: number;
  value: number;
  left: number;
  leftValue: number;
  /** Where it lay first; undefined for where it came in. */
  origin?: ModelLayer;
}

/** Receipts before it came in long ago, all on one day; those behind it today. */
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

/** What an operation did to layers: what a void takes back. */
type Effect = { layer: ModelLayer; by: number; worth: number }[];

const rounded = (value: number, part: number, whole: number): number =>
  Math.floor((2 * value * part + whole) / (2 * whole));

type Outcome = 'done' | 'insufficient_stock' | 'stock_used';

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** What an item costs that was never received. */
const catalogueCost = 2_000_000;

/** The warehouse of one item as simply as it can be said: every operation answers what the real one has to answer. */
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
  /** What lies where nothing is promised from counts for nobody. */
  free = (): number => this.there(this.open) - this.promised();
  value = (): number => sumOf(this.layers.map(({ leftValue }) => leftValue));

  /** What can be taken, the oldest first. */
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

  /** What came to the same place on the same day at the same cost is one layer. */
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

  /** What a surplus is worth where nobody says: as the average of what is left. */
  #usualWorth(quantity: number): number {
    const left = this.onHand();
    return left === 0 ? catalogueCost * quantity : rounded(this.value(), quantity, left);
  }

  /** Counts of places as one: promises are taken back or served after the last. */
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

  /** Use, which takes only what is free. */
  use(places: readonly string[], quantity: number): Effect | 'insufficient_stock' {
    if (this.there(places) < quantity) return 'insufficient_stock';
    if (places.every((place) => this.open.includes(place)) && this.free() < quantity) return 'insufficient_stock';
    return this.#take(places, quantity);
  }

  /** Damage and counts, which take what is there, promised or not. */
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
    // It joins what came from the same layer before, and that layer itself where it lies.
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
    // What was rounded leaves with the last piece, and goes back with the other half of a move.
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

  /** Takes promises back where too much is promised, and gives what is free to those who wait. */
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
