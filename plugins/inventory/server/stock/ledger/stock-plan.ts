import {
  type Big,
  dateIn,
  decimal,
  decimalPlaces,
  type FieldError,
  newID,
  problems,
  toScaledInteger,
  zero,
} from '@millwright/core/contracts';
import { type MovementAction, stockProblems } from '../../../contracts/index.ts';
import { notStockedText } from '../../catalogue/item/item-stocked.ts';
import { excessOf, type Position, type Positions } from './positions.ts';
import {
  type HeldBalance,
  type HeldLayer,
  type PlannedBalance,
  type PlannedLayer,
  roundValue,
  StockBook,
  type StockKey,
  sumOfValues,
  type Taken,
} from './stock-book.ts';
import type { BalanceRow, LayerRow, StockItem, StockLocation } from './stock-facts.queries.ts';
import type { StockChange, StockMove, StockTarget, WrittenMovement } from './stock-operation.ts';
import { type Shortfall, shortfallProblem } from './stock-shortfall.ts';

export interface PlannedMovement extends WrittenMovement {
  action: MovementAction;
  measure: Big;
  unitID: string;
  /** Of the movement that this one mirrors; absent where the operation's own source counts. */
  source?: { type: string; id: string } | null;
  sourceLineID: string | null;
  reversesID: string | null;
  parts: MovementPart[];
}

/** What a movement takes from a layer, below 0, or puts into it. */
export interface MovementPart {
  layer: HeldLayer;
  quantity: Big;
  value: Big;
}

/** Value and quantity in lowest terms: two layers cost the same where these are the same. */
function costOf(value: Big, quantity: Big): string {
  const [whole, parts] = [toScaledInteger(value, 6), toScaledInteger(quantity, 6)];
  let [divisor, rest] = [whole, parts];
  while (rest) [divisor, rest] = [rest, divisor % rest];
  return `${whole / divisor}/${parts / divisor}`;
}

interface Entered {
  quantity: Big;
  measure?: Big | undefined;
  unitID?: string | undefined;
}

/** A part of an amount in the unit in which it was entered, or in base units where six decimals cannot hold that. */
function measureOf(part: Big, entered: Entered, item: StockItem): { measure: Big; unitID: string } {
  const { quantity, measure, unitID } = entered;
  const base = { measure: part, unitID: item.baseUnitID };
  if (unitID === undefined || unitID === item.baseUnitID) return base;
  let measured: Big;
  if (measure !== undefined && !quantity.eq(zero)) measured = part.times(measure.abs()).div(quantity.abs());
  else if (unitID === item.defaultUnitID)
    measured = part.times(item.defaultUnit.denominator).div(item.defaultUnit.numerator);
  else return base;
  return decimalPlaces(measured) > 6 || measured.eq(zero) ? base : { measure: measured, unitID };
}

/**
 * Works out, in memory and under the locks of the positions, what an operation does to places, layers and positions.
 */
export class StockPlan {
  readonly movements: PlannedMovement[] = [];
  readonly #book: StockBook;
  readonly #items: ReadonlyMap<string, StockItem>;
  readonly #locations: ReadonlyMap<string, StockLocation>;
  readonly #positions: Positions;
  readonly #lots: ReadonlyMap<string, string>;
  readonly #accountID: string;
  readonly #operationID: string;
  readonly #now: Date;
  readonly #timeZone: string;
  readonly #source: { type: string; id: string } | undefined;
  /** The mirrors of both halves of a move, by its operation. */
  readonly #mirrors = new Map<string, PlannedMovement[]>();
  readonly #errors: FieldError[] = [];
  readonly #shortfalls: Shortfall[] = [];
  /** Positions that lost stock to others than counts, with the line that did it first. */
  readonly #lost = new Map<Position, { path: string; itemID: string }>();

  constructor(parts: {
    accountID: string;
    operationID: string;
    now: Date;
    items: ReadonlyMap<string, StockItem>;
    locations: ReadonlyMap<string, StockLocation>;
    lots: ReadonlyMap<string, string>;
    positions: Positions;
    layers: readonly LayerRow[];
    /** Of the items that are counted, all. */
    balances?: readonly BalanceRow[];
    timeZone: string;
    source?: { type: string; id: string } | undefined;
  }) {
    this.#accountID = parts.accountID;
    this.#operationID = parts.operationID;
    this.#now = parts.now;
    this.#items = parts.items;
    this.#locations = parts.locations;
    this.#lots = parts.lots;
    this.#positions = parts.positions;
    this.#timeZone = parts.timeZone;
    this.#source = parts.source;
    this.#book = new StockBook(parts.layers, parts.balances ?? []);
  }

  /** Stock that comes or leaves. */
  change(action: MovementAction, change: StockChange, at: number): void {
    const path = change.path ?? `${at}`;
    if (!this.#isKnown(change, [change.locationID], path)) return;
    if (change.quantity.gt(zero)) this.#put(action, change, change.quantity, change, path);
    else if (change.quantity.lt(zero))
      this.#leave(action, change, change.quantity.abs(), path, { allowPromised: change.allowPromised === true });
  }

  /** What was counted: the difference to what the books say comes or leaves. */
  count(target: StockTarget, at: number): void {
    const path = target.path ?? `${at}`;
    if (!this.#isKnown(target, [target.locationID], path)) return;
    if (target.quantity.lt(zero)) {
      this.#errors.push({ path, message: 'Must be at least 0' });
      return;
    }
    const there = this.#book
      .balancesOf(target.itemID, this.#ownerOf(target))
      .filter((balance) => isWithin(balance, target))
      .reduce((sum, { onHand }) => sum.plus(onHand), zero);
    const difference = target.quantity.minus(there);
    if (difference.gt(zero)) this.#put('count', target, difference, target, path);
    else if (difference.lt(zero))
      this.#leave('count', target, difference.abs(), path, { allowPromised: true, anywhere: true });
  }

  /** Stock that goes to another place; a movement of its own for both halves, in the operation given. */
  move(line: StockMove, operationID: string, at: number): void {
    const path = line.path ?? `${at}`;
    if (!this.#isKnown(line, [line.fromLocationID, line.toLocationID], path)) return;
    if (line.fromLocationID === line.toLocationID) {
      this.#errors.push({ path, message: 'The stock is in this place already' });
      return;
    }
    if (this.#isClosed(line.toLocationID, path)) return;
    const from = { ...line, locationID: line.fromLocationID };
    const taken = this.#take(from, line.quantity, path);
    for (const [, parts] of this.#writeOut('move', from, taken, { operationID }))
      this.#arrive(line, parts, operationID);
  }

  /** The mirror of a movement; `parts` are its layers. What is left of them is looked at in `check`. */
  reverse(
    movement: Omit<PlannedMovement, 'operationID' | 'action' | 'reversesID' | 'parts'>,
    parts: readonly (LayerRow & { quantity: string; value: string })[],
    { path, moveID }: { path: string; moveID: string | undefined },
  ): void {
    const location = this.#locations.get(movement.locationID);
    if (location?.state === 'closed') {
      this.#closed(location, path);
      return;
    }
    const mirrored = parts.map((row) => {
      const layer = this.#book.known(row);
      const part = { layer, quantity: zero.minus(decimal(row.quantity)), value: zero.minus(decimal(row.value)) };
      this.#book.apply(layer, part.quantity, part.value);
      return part;
    });
    const mirror: PlannedMovement = {
      ...movement,
      id: newID('mov'),
      operationID: this.#operationID,
      action: 'void',
      quantity: zero.minus(movement.quantity),
      value: zero.minus(movement.value),
      measure: zero.minus(movement.measure),
      reversesID: movement.id,
      parts: mirrored,
    };
    this.#post(mirror, path, false);
    this.movements.push(mirror);
    if (moveID) this.#mirrors.set(moveID, [...(this.#mirrors.get(moveID) ?? []), mirror]);
  }

  /**
   * What shares were rounded by may lie in a layer that a void empties, where others joined it or took from it
   * meanwhile: it leaves
   * with the last piece, and goes back with the other half of a move.
   */
  #settleVoids(): void {
    const residueOf = ({ remaining, remainingValue }: HeldLayer): Big =>
      remaining.eq(zero) || remainingValue.lt(zero) ? remainingValue : zero;
    const add = (movement: PlannedMovement, part: MovementPart, value: Big): void => {
      part.value = part.value.plus(value);
      movement.value = movement.value.plus(value);
      this.#book.apply(part.layer, zero, value);
      const position = this.#positions.of(movement.itemID, movement.ownerID);
      position.value = position.value.plus(value);
    };
    // From the newest on, as they were mirrored: what one half gives back, the other has to carry on.
    for (const movement of this.movements)
      for (const part of movement.parts) {
        const residue = residueOf(part.layer);
        if (residue.eq(zero) || part.quantity.gt(zero)) continue;
        add(movement, part, zero.minus(residue));
        const halves = [...this.#mirrors.values()].find((both) => both.includes(movement));
        const other = halves?.find((half) => half !== movement);
        const [first] = other?.parts ?? [];
        if (other && first) add(other, first, residue);
      }
  }

  /** @throws what was wrong with the lines, all at once */
  check(): void {
    if (this.#errors.length) throw problems.invalid_input({ errors: this.#errors });
    if (this.#book.isOverdrawn()) throw stockProblems.stock_used();
    this.#settleVoids();
    for (const [position, { path, itemID }] of this.#lost) {
      const missing = excessOf(position);
      if (missing.gt(zero) && !this.#shortfalls.some((other) => other.path === path))
        this.#short(path, itemID, missing, position.onHand.lt(zero) ? 'on hand' : 'free of promises');
    }
    if (this.#shortfalls.length) throw shortfallProblem(this.#shortfalls);
  }

  balances(): PlannedBalance[] {
    return this.#book.balances();
  }

  layers(): PlannedLayer[] {
    return this.#book.layers();
  }

  #ownerOf({ ownerID }: { ownerID?: string | undefined }): string {
    return ownerID ?? this.#accountID;
  }

  /** Whether item, places and lot of a line exist and belong together. */
  #isKnown(
    line: { itemID: string; lotID?: string | null | undefined },
    locationIDs: readonly (string | undefined)[],
    path: string,
  ): boolean {
    const unknown = !this.#items.has(line.itemID)
      ? 'There is no such item'
      : locationIDs.some((id) => id !== undefined && !this.#locations.has(id))
        ? 'There is no such storage location'
        : line.lotID && this.#lots.get(line.lotID) !== line.itemID
          ? 'The item has no such lot'
          : undefined;
    if (unknown) this.#errors.push({ path, message: unknown });
    return unknown === undefined;
  }

  #refuseService(itemID: string, path: string): void {
    const item = this.#items.get(itemID);
    if (item?.isStock === false)
      throw stockProblems.item_not_stocked({ errors: [{ path, message: notStockedText(item.sku) }] });
  }

  #closed(location: StockLocation, path: string): never {
    const message = `${location.name} is closed`;
    throw stockProblems.location_closed({
      message,
      errors: [{ path, message }],
      details: { storageLocationID: location.id },
    });
  }

  #isClosed(locationID: string, path: string): boolean {
    const location = this.#locations.get(locationID);
    if (location?.state === 'closed') this.#closed(location, path);
    return false;
  }

  /** What is left of an item in a place and lot, or in all of them. */
  #within(scope: StockTarget | StockChange): HeldLayer[] {
    return this.#book.leftOf(scope.itemID, this.#ownerOf(scope)).filter((layer) => isWithin(layer, scope));
  }

  #put(
    action: MovementAction,
    entered: StockChange | StockTarget,
    quantity: Big,
    facts: StockChange,
    path: string,
  ): void {
    this.#refuseService(entered.itemID, path);
    const locationID = entered.locationID ?? [...this.#locations.values()].find(({ isDefault }) => isDefault)?.id;
    const location = locationID === undefined ? undefined : this.#locations.get(locationID);
    if (!location) throw stockProblems.no_default_location({ errors: [{ path, message: 'Name a storage location' }] });
    this.#isClosed(location.id, path);
    if (facts.receivedAt && facts.receivedAt > this.#now)
      this.#errors.push({ path: receivedAtOf(path), message: 'Must not be in the future' });
    const item = this.#items.get(entered.itemID) as StockItem;
    const value = this.#worth(item, this.#ownerOf(entered), quantity, facts);
    const { receivedAt = this.#now, reference = null } = facts;
    const layer = this.#book.make(
      {
        itemID: entered.itemID,
        ownerID: this.#ownerOf(entered),
        locationID: location.id,
        lotID: entered.lotID ?? null,
      },
      {
        receivedAt,
        reference,
        likeness: JSON.stringify([
          dateIn(this.#timeZone, receivedAt),
          costOf(value, quantity),
          reference ?? '',
          ...(this.#source ? [this.#source.id, facts.lineID ?? ''] : []),
        ]),
      },
      location,
      { quantity, value },
    );
    const written = this.#write(action, layer, entered, [{ layer, quantity, value }], { lineID: facts.lineID });
    this.#post(written, path, true);
  }

  /**
   * What stock is worth that comes in. Where nobody says: as the average of what is there, else by the cost of the
   * item.
   */
  #worth(item: StockItem, ownerID: string, quantity: Big, { unitCost, costUnit }: StockChange): Big {
    const position = this.#positions.of(item.id, ownerID);
    if (unitCost === undefined && position.onHand.gt(zero))
      return roundValue(position.value.times(quantity).div(position.onHand));
    const cost = unitCost ?? item.unitCost;
    const unit = unitCost === undefined ? item.defaultUnit : costUnit;
    return roundValue(unit ? cost.times(quantity).times(unit.denominator).div(unit.numerator) : cost.times(quantity));
  }

  #leave(
    action: MovementAction,
    entered: StockChange | StockTarget,
    wanted: Big,
    path: string,
    { allowPromised, anywhere = false }: { allowPromised: boolean; anywhere?: boolean },
  ): void {
    const taken = this.#take(entered, wanted, path, anywhere);
    this.#post(
      {
        itemID: entered.itemID,
        ownerID: this.#ownerOf(entered),
        quantity: zero.minus(wanted),
        value: zero.minus(sumOfValues(taken)),
      },
      path,
      allowPromised,
    );
    this.#writeOut(action, entered, taken, { lineID: (entered as StockChange).lineID });
  }

  /** Takes from the layers that the line means, the oldest first. */
  #take(scope: StockChange | StockTarget, wanted: Big, path: string, anywhere = false): Taken[] {
    if (scope.locationID !== undefined) this.#isClosed(scope.locationID, path);
    const within = this.#within(scope);
    const named = scope.locationID !== undefined;
    const open = within.filter(({ state }) => (named ? state !== 'closed' : state === 'open'));
    // Who counts everything also counts what lies in places that are kept back.
    const usable = anywhere && !named ? [...open, ...within.filter(({ state }) => state === 'reserved')] : open;
    const { taken, missing } = this.#book.take(usable, wanted);
    if (missing.eq(zero)) return taken;
    const closed =
      anywhere && !named
        ? this.#book
            .balancesOf(scope.itemID, this.#ownerOf(scope))
            .filter((balance) => balance.state === 'closed' && isWithin(balance, scope))
        : [];
    this.#short(path, scope.itemID, missing, named ? 'in this place' : 'in open places', { wanted, closed });
    return taken;
  }

  /** A movement for each place and lot that was taken from. */
  #writeOut(
    action: MovementAction,
    entered: Entered & { itemID: string },
    taken: readonly Taken[],
    more: { lineID?: string | undefined; operationID?: string },
  ): Map<HeldBalance, Taken[]> {
    const byBalance = Map.groupBy(taken, ({ layer }) => layer.balance);
    for (const parts of byBalance.values()) {
      const [first] = parts as [Taken];
      const out = parts.map(({ layer, quantity, value }) => ({
        layer,
        quantity: zero.minus(quantity),
        value: zero.minus(value),
      }));
      this.#write(action, first.layer, entered, out, more);
    }
    return byBalance;
  }

  /** The second half of a move: layers like those that were taken, in the new place. */
  #arrive(line: StockMove, taken: readonly Taken[], operationID: string): void {
    const to = this.#locations.get(line.toLocationID) as StockLocation;
    const alike = Map.groupBy(taken, ({ layer }) => layer.originID);
    const parts = [...alike].map(([originID, same]) => {
      const [{ layer }] = same as [Taken];
      const quantity = same.reduce((sum, part) => sum.plus(part.quantity), zero);
      const value = sumOfValues(same);
      const place = { itemID: line.itemID, ownerID: layer.ownerID, locationID: line.toLocationID, lotID: layer.lotID };
      const { receivedAt, reference } = layer;
      const origin = { receivedAt, reference, originID, likeness: originID };
      return { layer: this.#book.make(place, origin, to, { quantity, value }), quantity, value };
    });
    const [first] = parts as [Taken];
    this.#write('move', first.layer, line, parts, { operationID });
  }

  #write(
    action: MovementAction,
    place: StockKey,
    entered: Entered,
    parts: readonly Taken[],
    { lineID, operationID = this.#operationID }: { lineID?: string | undefined; operationID?: string },
  ): PlannedMovement {
    const quantity = parts.reduce((sum, part) => sum.plus(part.quantity), zero);
    const item = this.#items.get(place.itemID) as StockItem;
    const movement: PlannedMovement = {
      id: newID('mov'),
      operationID,
      action,
      itemID: place.itemID,
      ownerID: place.ownerID,
      locationID: place.locationID,
      lotID: place.lotID,
      quantity,
      ...measureOf(quantity, entered, item),
      value: sumOfValues(parts),
      sourceLineID: lineID ?? null,
      reversesID: null,
      parts: [...parts],
    };
    this.movements.push(movement);
    return movement;
  }

  /** Writes the sums of a position on. */
  #post(
    { itemID, ownerID, quantity, value }: Pick<PlannedMovement, 'itemID' | 'ownerID' | 'quantity' | 'value'>,
    path: string,
    allowPromised: boolean,
  ): void {
    const position = this.#positions.of(itemID, ownerID);
    position.onHand = position.onHand.plus(quantity);
    position.value = position.value.plus(value);
    if (quantity.lt(zero) && !allowPromised && !this.#lost.has(position)) this.#lost.set(position, { path, itemID });
  }

  #short(
    path: string,
    itemID: string,
    missing: Big,
    where: string,
    { wanted, closed = [] }: { wanted?: Big; closed?: readonly HeldBalance[] } = {},
  ): void {
    const item = this.#items.get(itemID) as StockItem;
    this.#shortfalls.push({ path, item, missing, where, wanted, closed });
  }
}

/** Where the date of a line stands beside its quantity. */
const receivedAtOf = (path: string): string =>
  path.endsWith('quantity') ? path.replace(/quantity$/, 'receivedAt') : `${path}.receivedAt`;

/** Whether stock lies in the place and lot that somebody means; absent is all of them. */
export const isWithin = (
  stock: Pick<StockKey, 'locationID' | 'lotID'>,
  { locationID, lotID }: { locationID?: string | undefined; lotID?: string | null | undefined },
): boolean =>
  (locationID === undefined || stock.locationID === locationID) && (lotID === undefined || stock.lotID === lotID);
