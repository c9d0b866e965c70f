/** A line of a document in the model; whole numbers stand for quantities. */
interface ModelDemand {
  document: string;
  item: number;
  quantity: number;
  reserved: number;
  rank: number;
  promisedOn: string | null;
  issued: number;
}

interface ModelHold {
  expires: number;
  lines: Map<number, number>;
}

export interface ModelTurn {
  rank: number;
  promisedOn: string | null;
  issued: number;
}

/** The higher priority first, then the earlier promise, the earlier issue. */
const inTurn = (left: ModelDemand, right: ModelDemand): number =>
  right.rank - left.rank ||
  (left.promisedOn ?? '9999').localeCompare(right.promisedOn ?? '9999') ||
  left.issued - right.issued;

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, amount) => total + amount, 0);

/** What the promise ledger should do, said as simply as can be: all in memory, one thing after the other. */
export class PromiseModel {
  now = 0;
  readonly onHand: number[];
  holds = new Map<string, ModelHold>();
  demands: ModelDemand[] = [];

  constructor(items: number) {
    this.onHand = Array.from({ length: items }, () => 0);
  }

  held(item: number): number {
    return sum([...this.holds.values()].map(({ lines }) => lines.get(item) ?? 0));
  }

  reserved(item: number): number {
    return sum(this.demands.filter((demand) => demand.item === item).map(({ reserved }) => reserved));
  }

  free(item: number): number {
    return (this.onHand[item] as number) - this.held(item) - this.reserved(item);
  }

  /** `onHand held reserved demanded` */
  position(item: number): string {
    const demanded = sum(this.demands.filter((demand) => demand.item === item).map(({ quantity }) => quantity));
    return `${this.onHand[item]} ${this.held(item)} ${this.reserved(item)} ${demanded}`;
  }

  /** Frees what ran out. */
  #lock(items: Iterable<number>): void {
    for (const item of items)
      for (const hold of this.holds.values()) if (hold.expires <= this.now) hold.lines.delete(item);
  }

  #serve(items: Iterable<number>): void {
    for (const item of items)
      for (const demand of this.demands.filter((each) => each.item === item).sort(inTurn)) {
        const given = Math.min(demand.quantity - demand.reserved, this.free(item));
        demand.reserved += given;
      }
  }

  hold(id: string, lines: ReadonlyMap<number, number>, expires: number): void {
    const items = new Set([...lines.keys(), ...(this.holds.get(id)?.lines.keys() ?? [])]);
    this.#lock(items);
    this.#serve(items);
    this.holds.set(id, { expires, lines: new Map() });
    const taken = new Map([...lines].map(([item, quantity]) => [item, Math.min(quantity, this.free(item))]));
    this.holds.set(id, { expires, lines: taken });
    this.#serve(items);
  }

  releaseHold(id: string): void {
    const items = [...(this.holds.get(id)?.lines.keys() ?? [])];
    this.holds.delete(id);
    this.#lock(items);
    this.#serve(items);
  }

  /** False where it is refused; then nothing has changed. */
  reserve(
    document: string,
    lines: ReadonlyMap<number, number>,
    turn: ModelTurn,
    options: { holdID?: string | undefined; refuseShort: boolean },
  ): boolean {
    const hold = options.holdID === undefined ? undefined : this.holds.get(options.holdID);
    const documentDemands = () => this.demands.filter((demand) => demand.document === document);
    const items = new Set([
      ...lines.keys(),
      ...documentDemands().map(({ item }) => item),
      ...(hold?.lines.keys() ?? []),
    ]);
    const before = structuredClone({ demands: this.demands, holds: this.holds });
    this.#lock(items);
    this.#serve(items);
    if (options.holdID !== undefined) this.holds.delete(options.holdID);
    for (const demand of documentDemands()) {
      demand.quantity = lines.get(demand.item) ?? 0;
      demand.reserved = Math.min(demand.reserved, demand.quantity);
      Object.assign(demand, turn);
    }
    this.demands = this.demands.filter(({ quantity }) => quantity > 0);
    for (const [item, quantity] of lines) {
      let demand = documentDemands().find((each) => each.item === item);
      if (!demand) {
        demand = { document, item, quantity, reserved: 0, ...turn };
        this.demands.push(demand);
      }
      demand.reserved += Math.min(quantity - demand.reserved, this.free(item));
    }
    if (options.refuseShort && documentDemands().some(({ quantity, reserved }) => reserved < quantity)) {
      Object.assign(this, before);
      return false;
    }
    this.#serve(items);
    return true;
  }

  release(document: string): void {
    const items = new Set(this.demands.filter((demand) => demand.document === document).map(({ item }) => item));
    this.#lock(items);
    this.demands = this.demands.filter((demand) => demand.document !== document);
    this.#serve(items);
  }

  /** False where it is refused. */
  change(item: number, quantity: number): boolean {
    const before = structuredClone(this.holds);
    this.#lock([item]);
    if (quantity < 0 && this.free(item) < -quantity) {
      this.holds = before;
      return false;
    }
    this.onHand[item] = (this.onHand[item] as number) + quantity;
    this.#serve([item]);
    return true;
  }

  count(item: number, quantity: number): void {
    this.#lock([item]);
    this.onHand[item] = quantity;
    const holds = [...this.holds].sort(([a, left], [b, right]) => right.expires - left.expires || (a < b ? 1 : -1));
    for (const [, { lines }] of holds) {
      const cut = Math.min(Math.max(-this.free(item), 0), lines.get(item) ?? 0);
      if (cut) lines.set(item, (lines.get(item) ?? 0) - cut);
    }
    for (const demand of this.demands.filter((each) => each.item === item).sort((a, b) => inTurn(b, a)))
      demand.reserved -= Math.min(Math.max(-this.free(item), 0), demand.reserved);
    this.#serve([item]);
  }
}
