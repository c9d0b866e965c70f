import { type Big, dateIn, decimal, newID, problems, sumOfDecimals, zero } from '@millwright/core/contracts';
import { type DemandLine, type MovementAction, placeStates, stockProblems } from '../../../../contracts/index.ts';
import type { AllocationRow } from '../../allocation/allocation-rows.ts';
import type { CutAllocation } from '../../allocation/served-lines.ts';
import type { StockChange, StockMove, StockTarget, StockWish, WrittenMovement } from '../operation/stock-operation.ts';
import { excessOf, type Position } from './positions.ts';
import { costOf, type Entered, measureOf, receivedAtOf, unitCostOf } from './stock-amounts.ts';
import {
  type HeldBalance,
  type HeldLayer,
  type LinePart,
  type PlannedBalance,
  type PlannedLayer,
  roundValue,
  type StockKey,
  sumOfValues,
  type Taken,
} from './stock-book.ts';
import type { LayerRow, StockedItem, StockLocation } from './stock-facts.queries.ts';
import { shortfallProblem } from './stock-shortfall.ts';
import { type StockFacts, StockTaking, type TakenScope } from './stock-taking.ts';
import { fewestStops, inTurn, isWithin } from './stock-turn.ts';

export interface PlannedMovement extends WrittenMovement {
  action: MovementAction;
  measure: Big;
  unitID: string;
  /** Source of the mirrored movement; absent if the operation's own source applies. */
  source?: { type: string; id: string } | null;
  sourceLineID: string | null;
  served: DemandLine | null;
  reversesID: string | null;
  parts: MovementPart[];
}

/** The part of a movement that comes from a layer (below 0) or goes into it. */
export interface MovementPart {
  layer: HeldLayer;
  quantity: Big;
  value: Big;
}

/** The line that a movement belongs to. */
interface WrittenFor {
  lineID?: string | undefined;
  served?: DemandLine | undefined;
  operationID?: string;
}

/**
 * Plans, in memory and under the locks of the positions, the effect of an operation on places, layers and positions.
 */
export class StockPlan extends StockTaking {
  readonly movements: PlannedMovement[] = [];
  /** Stock that each line took or added, by the line's index. */
  readonly parts = new Map<number, LinePart[]>();
  readonly #operationID: string;
  readonly #source: { type: string; id: string } | undefined;
  /** The mirrors of both halves of a move, by the move's operation. */
  readonly #mirrors = new Map<string, PlannedMovement[]>();
  /** Positions that lost stock to an operation that must not take promised stock, with the first such line. */
  readonly #lost = new Map<Position, { path: string; itemID: string }>();

  constructor(facts: StockFacts) {
    super(facts);
    this.#operationID = facts.operationID;
    this.#source = facts.source;
  }

  /** Adds or takes stock. */
  change(action: MovementAction, change: StockChange, at: number): void {
    const path = change.path ?? `${at}`;
    if (!this.isKnown(change, [change.locationID], path)) return;
    const { quantity, allowPromised = false, demand } = change;
    if (allowPromised) this.refusePacking(change.locationID, path);
    if (quantity.gt(zero)) this.parts.set(at, [this.#put(action, change, quantity, change, path)]);
    else this.#refuseCost(change, path);
    if (quantity.lt(zero)) {
      const freshOn = this.freshOn(action, change, path);
      const scope = { ...change, freshOn };
      this.parts.set(at, this.#leave(action, scope, quantity.abs(), path, { allowPromised }));
      if (demand) this.served.serve(demand, change.itemID, quantity.abs(), this.positions.of(change.itemID));
    }
  }

  /** Allocates stock to a line as far as it is in stock and reserved. Answers the new allocations. */
  allocate(wish: StockWish, at: number): AllocationRow[] {
    const path = wish.path ?? `${at}`;
    if (!this.isKnown(wish, [wish.locationID], path)) return [];
    const open = this.served.openOf(wish.demand);
    const wanted = wish.quantity ?? open;
    if (wanted.gt(open))
      throw stockProblems.not_reserved({
        errors: [{ path, message: `Only ${open.toString()} more are reserved for the line` }],
      });
    if (wish.locationID !== undefined) this.isClosed(wish.locationID, path);
    const scope = { ...wish, freshOn: this.freshOn('ship', wish, path) };
    const layers = inTurn(this.book.leftOf(wish.itemID, this.accountID), scope);
    const visited = new Set(this.served.allocations().map(({ locationID }) => locationID));
    const { planned, missing } = fewestStops(layers, wanted, { visited, timeZone: this.timeZone });
    if (missing.gt(zero) && wish.locationID !== undefined && wish.quantity)
      this.short(path, wish.itemID, missing, 'free in this place', { wanted });
    return planned.map(({ balance, quantity }) => {
      this.book.setAside(balance, quantity);
      return this.served.setAside(wish.demand, balance, quantity);
    });
  }

  /** Gives up part of an allocation. In a place that is not open the line loses its reservation too. */
  free(row: AllocationRow, quantity: Big): void {
    const line = { type: row.sourceType, id: row.sourceID, lineID: row.lineID };
    this.served.setAside(line, row, zero.minus(quantity));
    const balance = this.#release(row, quantity);
    if (!placeStates.is.open(balance?.state)) this.served.unreserve(line, quantity, this.positions.of(row.itemID));
  }

  /** Reserves returned stock for its document line again, and allocates it if its place is not open. */
  restore(demand: DemandLine, part: LinePart): void {
    const { itemID, balance } = part.layer;
    const gained = this.served.restore(demand, part.quantity, this.positions.of(itemID));
    if (placeStates.is.open(balance.state) || gained.eq(zero)) return;
    this.served.setAside(demand, balance, gained);
    this.book.setAside(balance, gained);
  }

  #release(row: AllocationRow, quantity: Big): HeldBalance | undefined {
    const balance = this.book.balanceAt({ ...row, ownerID: this.accountID });
    if (balance) this.book.setAside(balance, zero.minus(quantity));
    return balance;
  }

  /** Adds or takes the difference between the counted and the stored quantity. */
  count(target: StockTarget, at: number): void {
    const path = target.path ?? `${at}`;
    if (!this.isKnown(target, [target.locationID], path)) return;
    this.refusePacking(target.locationID, path);
    if (target.quantity.lt(zero)) {
      this.errors.push({ path, message: 'Must be at least 0' });
      return;
    }
    const there = this.book
      .balancesOf(target.itemID, this.ownerOf(target))
      .filter((balance) => isWithin(balance, target))
      .reduce((sum, { onHand }) => sum.plus(onHand), zero);
    const difference = target.quantity.minus(there);
    if (difference.gt(zero)) void this.#put('count', target, difference, target, path);
    else this.#refuseCost(target, path);
    if (difference.lt(zero))
      void this.#leave('count', target, difference.abs(), path, { allowPromised: true, anywhere: true });
  }

  #refuseCost({ unitCost }: { unitCost?: Big | undefined }, path: string): void {
    if (unitCost !== undefined) this.errors.push({ path: unitCostOf(path), message: 'Nothing comes in: use Revalue' });
  }

  /** Moves stock to another place: one movement for each half, both in the given operation. */
  move(line: StockMove, operationID: string, at: number): void {
    const path = line.path ?? `${at}`;
    if (!this.isKnown(line, [line.fromLocationID, line.toLocationID], path)) return;
    if (line.fromLocationID === line.toLocationID) {
      this.errors.push({ path, message: 'The stock is in this place already' });
      return;
    }
    if (this.isClosed(line.toLocationID, path)) return;
    const to = this.locations.get(line.toLocationID) as StockLocation;
    const from = { ...line, locationID: line.fromLocationID };
    const taken = this.take(from, line.quantity, path);
    this.parts.set(at, taken);
    const { demand, staysAllocated = true } = line;
    const more = { operationID, lineID: line.lineID, served: demand ?? line.supply };
    for (const [, parts] of this.#writeOut('move', from, taken, more)) {
      const { balance } = this.#arrive(line, to, parts, more);
      if (!demand || !staysAllocated) continue;
      const quantity = parts.reduce((sum, part) => sum.plus(part.quantity), zero);
      this.book.setAside(balance, quantity);
      this.served.setAside(demand, balance, quantity);
    }
    const position = this.positions.of(line.itemID, this.ownerOf(line));
    if (demand && !staysAllocated && !placeStates.is.open(to.state))
      this.served.unreserve(demand, line.quantity, position);
    if (demand && this.served.isBeyond(demand))
      throw stockProblems.not_reserved({ errors: [{ path, message: 'More than is reserved for the line' }] });
    // Bad goods go to quarantine even if they are promised. A move to any other place that is not open must not take
    // promised stock away from its documents.
    if (!placeStates.is.open(to.state) && to.type !== 'quarantine' && !this.#lost.has(position))
      this.#lost.set(position, { path, itemID: line.itemID });
  }

  /** Changes the value of a layer's remainder, written as one movement out and one back in. */
  revalue(row: LayerRow, value: Big, lineID?: string): void {
    const layer = this.book.known(row);
    const { remaining: quantity, remainingValue: before } = layer;
    const change = value.minus(before);
    if (change.eq(zero)) return;
    this.book.apply(layer, zero, change);
    layer.addedValue = layer.addedValue.plus(change);
    const out = { layer, quantity: zero.minus(quantity), value: zero.minus(before) };
    this.#write('revalue', layer, { quantity }, [out], { lineID });
    this.#write('revalue', layer, { quantity }, [{ layer, quantity, value }], { lineID });
    const position = this.positions.of(layer.itemID, layer.ownerID);
    position.value = position.value.plus(change);
  }

  /** Writes the mirror of a movement; `parts` are its layers. `check` later verifies that enough is left of them. */
  reverse(
    movement: Omit<PlannedMovement, 'operationID' | 'action' | 'reversesID' | 'parts'>,
    parts: readonly (LayerRow & { quantity: string; value: string })[],
    { path, moveID, isRevalued }: { path: string; moveID: string | undefined; isRevalued: boolean },
  ): MovementPart[] {
    const location = this.locations.get(movement.locationID);
    if (placeStates.is.closed(location?.state)) this.closed(location, path);
    const mirrored = parts.map((row) => {
      const layer = this.book.known(row);
      const part = { layer, quantity: zero.minus(decimal(row.quantity)), value: zero.minus(decimal(row.value)) };
      this.book.apply(layer, part.quantity, part.value);
      if (isRevalued) layer.addedValue = layer.addedValue.plus(part.value);
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
    this.#post(mirror, path, false, false);
    this.movements.push(mirror);
    if (moveID) this.#mirrors.set(moveID, [...(this.#mirrors.get(moveID) ?? []), mirror]);
    return mirrored;
  }

  /**
   * Moves rounding differences out of layers that a void has emptied. Such a difference appears if other stock joined
   * the layer or was taken from it meanwhile. It leaves with the last piece and goes back with the other half of a
   * move.
   */
  #settleVoids(): void {
    const residueOf = ({ remaining, remainingValue }: HeldLayer): Big =>
      remaining.eq(zero) || remainingValue.lt(zero) ? remainingValue : zero;
    const add = (movement: PlannedMovement, part: MovementPart, value: Big): void => {
      part.value = part.value.plus(value);
      movement.value = movement.value.plus(value);
      this.book.apply(part.layer, zero, value);
      const position = this.positions.of(movement.itemID, movement.ownerID);
      position.value = position.value.plus(value);
    };
    // In the order of mirroring, the newest first: a difference that one half of a move gives up is carried on by the
    // other.
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

  /** @throws all errors of the lines together */
  check(): void {
    if (this.errors.length) throw problems.invalid_input({ errors: this.errors });
    if (this.book.isOverdrawn()) throw stockProblems.stock_used();
    this.#settleVoids();
    for (const [position, { path, itemID }] of this.#lost) {
      const missing = excessOf(position);
      if (missing.gt(zero) && !this.shortfalls.some((other) => other.path === path))
        this.short(path, itemID, missing, position.onHand.lt(zero) ? 'on hand' : 'free of promises');
    }
    if (this.shortfalls.length) throw shortfallProblem(this.shortfalls);
  }

  balances(): PlannedBalance[] {
    return this.book.balances();
  }

  layers(): PlannedLayer[] {
    return this.book.layers();
  }

  /** Balances with less stock than is allocated: their allocations have to be cut. */
  overdrawn(): HeldBalance[] {
    return this.book.overdrawn();
  }

  /** Notes the cut allocations of a place. */
  wasCut(balance: HeldBalance, quantity: Big): void {
    this.book.wasCut(balance, quantity);
  }

  /** Cuts allocations beyond the reservations of their lines: planned ones first, then picked goods. */
  settleServed(): CutAllocation[] {
    const isPlanned = (row: AllocationRow): boolean =>
      placeStates.is.open(this.book.balanceAt({ ...row, ownerID: this.accountID })?.state);
    return this.served.settle(isPlanned, (row, quantity) => void this.#release(row, quantity));
  }

  #put(
    action: MovementAction,
    entered: StockChange | StockTarget,
    quantity: Big,
    facts: StockChange,
    path: string,
  ): LinePart {
    this.refuseService(entered.itemID, path);
    const locationID = entered.locationID ?? [...this.locations.values()].find(({ isDefault }) => isDefault)?.id;
    const location = locationID === undefined ? undefined : this.locations.get(locationID);
    if (!location) throw stockProblems.no_default_location({ errors: [{ path, message: 'Name a storage location' }] });
    this.isClosed(location.id, path);
    if (facts.receivedAt && facts.receivedAt > this.now)
      this.errors.push({ path: receivedAtOf(path), message: 'Must not be in the future' });
    const item = this.items.get(entered.itemID) as StockedItem;
    const value = this.#worth(item, this.ownerOf(entered), quantity, facts);
    const { receivedAt = this.now, reference = null } = facts;
    const lot = entered.lotID ? this.lots.get(entered.lotID) : undefined;
    const layer = this.book.make(
      {
        itemID: entered.itemID,
        ownerID: this.ownerOf(entered),
        locationID: location.id,
        lotID: entered.lotID ?? null,
      },
      {
        receivedAt,
        reference,
        lotNumber: lot?.lotNumber ?? null,
        expiresOn: lot?.expiresOn ?? null,
        likeness: JSON.stringify([
          dateIn(this.timeZone, receivedAt),
          costOf(value, quantity),
          reference ?? '',
          ...(this.#source ? [this.#source.id, facts.lineID ?? ''] : []),
        ]),
      },
      location,
      lot?.isBlocked ?? false,
      { quantity, value },
    );
    const part = { layer, quantity, value };
    const written = this.#write(action, layer, entered, [part], { lineID: facts.lineID, served: facts.supply });
    this.#post(written, path, true);
    return part;
  }

  /**
   * Value of received stock. Without a given cost: the average of the stock on hand, else the last cost, else the
   * item's catalogue cost.
   */
  #worth(item: StockedItem, ownerID: string, quantity: Big, { value, unitCost, costUnit }: StockChange): Big {
    if (value !== undefined) return roundValue(value);
    const position = this.positions.of(item.id, ownerID);
    if (unitCost === undefined && position.onHand.gt(zero))
      return roundValue(position.value.times(quantity).div(position.onHand));
    if (unitCost === undefined && position.lastQuantity.gt(zero))
      return roundValue(position.lastValue.times(quantity).div(position.lastQuantity));
    const cost = unitCost ?? item.unitCost;
    const unit = unitCost === undefined ? item.defaultUnit : costUnit;
    return roundValue(unit ? cost.times(quantity).times(unit.denominator).div(unit.numerator) : cost.times(quantity));
  }

  #leave(
    action: MovementAction,
    entered: (StockChange | StockTarget) & TakenScope,
    wanted: Big,
    path: string,
    { allowPromised, anywhere = false }: { allowPromised: boolean; anywhere?: boolean },
  ): Taken[] {
    const taken = this.take(entered, wanted, path, { anywhere, evenAllocated: allowPromised });
    this.#post(
      {
        itemID: entered.itemID,
        ownerID: this.ownerOf(entered),
        quantity: zero.minus(wanted),
        value: zero.minus(sumOfValues(taken)),
      },
      path,
      allowPromised,
    );
    const { lineID, demand } = entered as StockChange;
    this.#writeOut(action, entered, taken, { lineID, served: demand });
    return taken;
  }

  /** Writes one movement per place and lot. */
  #writeOut(
    action: MovementAction,
    entered: Entered & { itemID: string },
    taken: readonly Taken[],
    more: WrittenFor,
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

  /** Writes the second half of a move: layers equal to the taken ones, in the new place. Answers one of them. */
  #arrive(line: StockMove, to: StockLocation, taken: readonly Taken[], more: WrittenFor): HeldLayer {
    const alike = Map.groupBy(taken, ({ layer }) => layer.originID);
    const parts = [...alike].map(([originID, same]) => {
      const [{ layer }] = same as [Taken];
      const quantity = same.reduce((sum, part) => sum.plus(part.quantity), zero);
      const value = sumOfValues(same);
      const place = { itemID: line.itemID, ownerID: layer.ownerID, locationID: line.toLocationID, lotID: layer.lotID };
      const { receivedAt, reference, lotNumber, expiresOn } = layer;
      const origin = { receivedAt, reference, lotNumber, expiresOn, originID, likeness: originID };
      const made = this.book.make(place, origin, to, layer.balance.isBlocked, { quantity, value });
      return { layer: made, quantity, value };
    });
    const [first] = parts as [Taken];
    this.#write('move', first.layer, line, parts, more);
    return first.layer;
  }

  #write(
    action: MovementAction,
    place: StockKey,
    entered: Entered,
    parts: readonly Taken[],
    { lineID, served, operationID = this.#operationID }: WrittenFor,
  ): PlannedMovement {
    const quantity = sumOfDecimals(parts.map((part) => part.quantity));
    const item = this.items.get(place.itemID) as StockedItem;
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
      served: served ?? null,
      reversesID: null,
      parts: [...parts],
    };
    this.movements.push(movement);
    return movement;
  }

  /** Adds to the sums of a position. With `isKept`, a position that runs out keeps its value as its last cost. */
  #post(
    { itemID, ownerID, quantity, value }: Pick<PlannedMovement, 'itemID' | 'ownerID' | 'quantity' | 'value'>,
    path: string,
    allowPromised: boolean,
    isKept = true,
  ): void {
    const position = this.positions.of(itemID, ownerID);
    const { onHand: before, value: worth } = position;
    position.onHand = position.onHand.plus(quantity);
    position.value = position.value.plus(value);
    // Mistaken stock that is voided must not set a last cost.
    if (isKept && before.gt(zero) && position.onHand.eq(zero))
      [position.lastQuantity, position.lastValue] = [before, worth];
    if (quantity.lt(zero) && !allowPromised && !this.#lost.has(position)) this.#lost.set(position, { path, itemID });
  }
}
