import { type Big, decimal, greaterOf, lesserOf, newID, Problem, zero } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { Position } from '../../stock/ledger/positions.ts';
import type { BalanceRow, LayerRow } from '../../stock/ledger/stock-facts.queries.ts';
import type { WrittenPlan } from '../../stock/ledger/stock-ledger.ts';
import { isWithin, type PlannedMovement, StockPlan } from '../../stock/ledger/stock-plan.ts';
import { type CountBooks, type CountLine, groupKey } from './count-books.ts';

/**
 * `force` makes the stock of each place what was counted, `addition` adds to it. `whole` counts items in all their places: what no
 * row names counts as 0. There a net loss is taken from the oldest stock of the places that have too much, then the rest of that
 * moves, the oldest first, to the places that have too little; only what is still wanting comes in new.
 */
export type CountMode = 'force' | 'addition' | 'whole';

/** What a line does. */
export interface LineEffect {
  line: CountLine;
  /** Base units, in the place and lot of the line. */
  before: Big;
  after: Big;
  /** What the stock is worth more or less; of a whole item at its first line. */
  value: Big;
  movements: readonly PlannedMovement[];
}

/** Items of one owner, planned together; `faults` by position of the line. */
export interface CountGroup {
  position: Position;
  effects: Map<CountLine, LineEffect>;
  faults: Map<CountLine, string>;
  /** Places of a whole item that no line names and that are empty now, at its first line. */
  others: Map<CountLine, number>;
  plan: StockPlan;
}

const none = decimal('-1');

const sum = (rows: readonly BalanceRow[]): Big => rows.reduce((total, { onHand }) => total.plus(decimal(onHand)), zero);

/**
 * Lines of an item whose scopes overlap: they count the same stock twice. A line of any lot becomes one of stock without lot where
 * another line of the same place names a lot.
 */
function scoped(lines: readonly CountLine[], rowOf: (line: CountLine) => number, mode: CountMode) {
  const places = Map.groupBy(lines, ({ locationID }) => locationID);
  const faults = new Map<CountLine, string>();
  const scopes = new Map<CountLine, CountLine>();
  for (const own of places.values()) {
    const namesLot = own.some(({ lotID }) => typeof lotID === 'string');
    for (const line of own) scopes.set(line, namesLot && line.lotID === undefined ? { ...line, lotID: null } : line);
  }
  if (mode === 'addition') return { scopes, faults };
  const seen = new Map<string, CountLine>();
  for (const line of lines) {
    const { locationID, lotID } = scopes.get(line) ?? line;
    const key = `${locationID} ${lotID}`;
    const other = seen.get(key) ?? seen.get(`${locationID} undefined`);
    if (other) faults.set(line, `The same stock is counted in row ${rowOf(other)}`);
    else if (lotID === undefined && [...seen.keys()].some((each) => each.startsWith(`${locationID} `)))
      faults.set(line, 'The stock of this place is counted by lot in another row');
    else if (places.has(undefined) && places.size > 1 && locationID === undefined)
      faults.set(line, 'Other rows count this item in single places');
    else seen.set(key, line);
  }
  return { scopes, faults };
}

/** What lies in a place beyond what was counted there, or of what was counted what is missing. */
interface Gap {
  line: CountLine;
  quantity: Big;
}

/** Levels the places of an item before they are counted, see `CountMode`. Answers how many places no line names. */
function level(
  plan: StockPlan,
  lines: readonly CountLine[],
  balances: readonly BalanceRow[],
  rows: readonly LayerRow[],
): number {
  const [first] = lines as [CountLine];
  const unnamed = new Map<string, CountLine>();
  for (const row of rows)
    if (!lines.some((line) => isWithin(row, line)))
      unnamed.set(`${row.locationID} ${row.lotID}`, {
        ...first,
        ...{ locationID: row.locationID, lotID: row.lotID, quantity: zero, measure: zero },
      });
  const targets = [...lines, ...unnamed.values()];
  const there = new Map(targets.map((line) => [line, sum(balances.filter((row) => isWithin(row, line)))]));
  const excess = new Map<CountLine, Big>();
  const wanting: Gap[] = [];
  for (const [line, quantity] of there) {
    const difference = quantity.minus(line.quantity);
    if (difference.gt(zero)) excess.set(line, difference);
    else if (difference.lt(zero)) wanting.push({ line, quantity: difference.abs() });
  }
  const total = (gaps: Iterable<Big>): Big => [...gaps].reduce((all, each) => all.plus(each), zero);
  let lost = greaterOf(total(excess.values()).minus(total(wanting.map(({ quantity }) => quantity))), zero);
  const gone = new Map<string, { row: LayerRow; line: CountLine; quantity: Big }>();
  const moves = new Map<string, { row: LayerRow; line: CountLine; to: string; quantity: Big }>();
  const add = <Part extends { quantity: Big }>(parts: Map<string, Part>, key: string, part: Part): void => {
    const known = parts.get(key);
    parts.set(key, known ? { ...known, quantity: known.quantity.plus(part.quantity) } : part);
  };
  // By age over all places, so that the oldest stock goes, and then the next oldest moves.
  for (const row of rows) {
    const line = targets.find((target) => isWithin(row, target));
    const over = line && excess.get(line);
    if (!line || !over) continue;
    let left = lesserOf(decimal(row.remaining), over);
    excess.set(line, over.minus(left));
    const from = `${row.locationID} ${row.lotID}`;
    const first = lesserOf(left, lost);
    if (first.gt(zero)) add(gone, from, { row, line, quantity: first });
    lost = lost.minus(first);
    left = left.minus(first);
    for (const gap of wanting) {
      const { locationID: to, lotID } = gap.line;
      if (to === undefined || to === row.locationID || (lotID !== undefined && lotID !== row.lotID)) continue;
      const quantity = lesserOf(left, gap.quantity);
      if (quantity.eq(zero)) continue;
      add(moves, `${from} ${to}`, { row, line, to, quantity });
      gap.quantity = gap.quantity.minus(quantity);
      left = left.minus(quantity);
    }
    // No place wants it: it is of another lot.
    if (left.gt(zero)) add(gone, from, { row, line, quantity: left });
  }
  const entered = { measure: undefined, unitID: undefined };
  for (const { row, line, quantity } of gone.values()) {
    const scope = { ...line, ...entered, locationID: row.locationID, lotID: row.lotID };
    plan.change('count', { ...scope, quantity: quantity.times(none), allowPromised: true }, 0);
  }
  for (const { row, line, to, quantity } of moves.values())
    plan.move(
      { ...line, ...entered, lotID: row.lotID, fromLocationID: row.locationID, toLocationID: to, quantity },
      newID('op'),
      0,
    );
  return unnamed.size;
}

/** What the lines of an item so far bring to its places and lots. */
class EarlierLines {
  readonly #changes = new Map<string, { locationID: string; lotID: string | null; quantity: Big }>();

  add(movements: readonly PlannedMovement[]): void {
    for (const { locationID, lotID, quantity } of movements) {
      const key = `${locationID} ${lotID}`;
      const before = this.#changes.get(key)?.quantity ?? zero;
      this.#changes.set(key, { locationID, lotID, quantity: before.plus(quantity) });
    }
  }

  within(scope: CountLine): Big {
    return [...this.#changes.values()]
      .filter((change) => isWithin(change, scope))
      .reduce((total, { quantity }) => total.plus(quantity), zero);
  }
}

/** What the plan refused, at the line that it names by its position. */
function faultOf(error: unknown, lines: readonly CountLine[]): [CountLine, string] {
  if (!(error instanceof Problem)) throw error;
  const [first] = error.errors;
  return [lines[Number(first?.path)] ?? (lines[0] as CountLine), first?.message ?? error.message];
}

function planGroup(
  ctx: AccountContext,
  books: CountBooks,
  lines: readonly CountLine[],
  { mode, operationID, rowOf }: { mode: CountMode; operationID: string; rowOf: (line: CountLine) => number },
): CountGroup {
  const [first] = lines as [CountLine];
  const ownerID = first.ownerID ?? ctx.account.id;
  const rows = books.layers.get(groupKey(first.itemID, ownerID)) ?? [];
  const balances = books.balances.get(groupKey(first.itemID, ownerID)) ?? [];
  const plan = new StockPlan({
    ...{ accountID: ctx.account.id, operationID, now: ctx.clock.now() },
    ...{ items: books.items, locations: books.locations, lots: books.lots, positions: books.positions, layers: rows },
    ...{ balances, timeZone: ctx.account.timeZone },
  });
  const position = books.positions.of(first.itemID, ownerID);
  const { scopes, faults } = scoped(lines, rowOf, mode);
  const ofLine = new Map<CountLine, { before: Big; from: number; to: number }>();
  const others = new Map<CountLine, number>();
  const earlier = new EarlierLines();
  const isWhole = mode === 'whole' && lines.every(({ locationID }) => locationID !== undefined);
  try {
    const own = lines.map((line) => scopes.get(line) ?? line);
    if (faults.size === 0 && isWhole) others.set(first, level(plan, own, balances, rows));
    for (const [at, line] of lines.entries()) {
      const scope = scopes.get(line) ?? line;
      const from = isWhole && line === first ? 0 : plan.movements.length;
      const stored = sum(balances.filter((row) => isWithin(row, scope)));
      // Additions to the same stock follow one another; other counts are of what was there before any of them.
      const before = mode === 'addition' ? earlier.within(scope).plus(stored) : stored;
      if (faults.size === 0) {
        if (mode === 'addition') plan.change('adjust', { ...scope, allowPromised: true }, at);
        else plan.count(scope, at);
      }
      ofLine.set(line, { before, from, to: plan.movements.length });
      earlier.add(plan.movements.slice(from));
    }
    if (faults.size === 0) plan.check();
  } catch (error) {
    faults.set(...faultOf(error, lines));
  }
  const effects = new Map<CountLine, LineEffect>();
  if (faults.size === 0)
    for (const [line, { before, from, to }] of ofLine) {
      const movements = plan.movements.slice(from, to);
      const value = movements.reduce((all, movement) => all.plus(movement.value), zero);
      const after = mode === 'addition' ? before.plus(line.quantity) : line.quantity;
      effects.set(line, { line, before, after, value, movements });
    }
  return { position, effects, faults, others, plan };
}

/** Plans every item by itself, so that what is wrong with one says nothing about the others. */
export function planCounts(
  ctx: AccountContext,
  books: CountBooks,
  lines: readonly CountLine[],
  options: { mode: CountMode; operationID: string; rowOf: (line: CountLine) => number },
): CountGroup[] {
  const groups = Map.groupBy(lines, ({ itemID, ownerID = ctx.account.id }) => groupKey(itemID, ownerID));
  return [...groups.values()].map((own) => planGroup(ctx, books, own, options));
}

/** The plans of all items as the ledger writes them. */
export const joinedPlan = (groups: readonly CountGroup[]): WrittenPlan => {
  const plans = groups.map(({ plan }) => plan);
  return {
    // Each was checked when it was planned.
    check: () => undefined,
    balances: () => plans.flatMap((plan) => plan.balances()),
    layers: () => plans.flatMap((plan) => plan.layers()),
    movements: plans.flatMap(({ movements }) => movements),
  };
};
