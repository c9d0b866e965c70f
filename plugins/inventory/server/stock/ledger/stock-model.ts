/** A cost layer as the model has it; amounts are whole numbers, costs whole millionths, `age` orders receipts. */
export interface ModelLayer {
  /** Of the real layer; orders layers of one receipt in several places. Learned after the operation that made it. */
  id?: string;
  place: string;
  age: number;
  cost: number;
  left: number;
}

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
type Effect = { layer: ModelLayer; by: number }[];

export type Outcome = 'done' | 'insufficient_stock' | 'stock_used';

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
  free = (): number => this.onHand() - this.promised();
  value = (): number => sumOf(this.layers.map(({ left, cost }) => left * cost));

  /** What can be taken, the oldest first. */
  #within(places: readonly string[]): ModelLayer[] {
    return this.layers
      .filter(({ place, left }) => left > 0 && places.includes(place))
      .sort((a, b) => a.age - b.age || ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
  }

  there = (places: readonly string[]): number => sumOf(this.#within(places).map(({ left }) => left));

  put(place: string, quantity: number, cost: number, age: number): Effect {
    const layer = { place, age, cost, left: quantity };
    this.layers.push(layer);
    this.#settle();
    return [{ layer, by: quantity }];
  }

  /** What a surplus costs where nobody says: the average of what is left. */
  #usualCost(): number {
    const left = this.onHand();
    return left === 0 ? catalogueCost : Math.floor((2 * this.value() + left) / (2 * left));
  }

  /** Counts of places as one: promises are taken back or served after the last. */
  countPlaces(counts: readonly { place: string; quantity: number }[], age: number): Effect {
    const effect = counts.flatMap(({ place, quantity }) => {
      const difference = quantity - this.there([place]);
      if (difference <= 0) return this.#take([place], -difference);
      const layer = { place, age, cost: this.#usualCost(), left: difference };
      this.layers.push(layer);
      return [{ layer, by: difference }];
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
      layer.left -= by;
      missing -= by;
      effect.push({ layer, by: -by });
    }
    return effect;
  }

  /** Use, which takes only what is free. */
  use(places: readonly string[], quantity: number): Effect | 'insufficient_stock' {
    if (this.there(places) < quantity || this.free() < quantity) return 'insufficient_stock';
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
    const taken = this.#take([from], quantity);
    const made = new Map<string, { layer: ModelLayer; by: number }>();
    for (const { layer, by } of taken) {
      const key = `${layer.age} ${layer.cost}`;
      const part = made.get(key) ?? { layer: { place: to, age: layer.age, cost: layer.cost, left: 0 }, by: 0 };
      part.layer.left -= by;
      part.by -= by;
      made.set(key, part);
    }
    const parts = [...made.values()];
    this.layers.push(...parts.map(({ layer }) => layer));
    return [...taken, ...parts];
  }

  void(effect: Effect): Outcome {
    if (effect.some(({ layer, by }) => layer.left - by < 0)) return 'stock_used';
    const difference = -sumOf(effect.map(({ by }) => by));
    if (difference < 0 && this.free() + difference < 0) return 'insufficient_stock';
    for (const { layer, by } of effect) layer.left -= by;
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
