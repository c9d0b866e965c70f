import { type Big, decimal, Problem, zero } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { ReconcileType } from '../../../contracts/index.ts';
import { ServedLines } from '../allocation/served-lines.ts';
import type { Position } from '../ledger/positions.ts';
import { positionKey } from '../ledger/positions.ts';
import type { BalanceRow } from '../ledger/stock-facts.queries.ts';
import type { WrittenPlan } from '../ledger/stock-ledger.ts';
import { type PlannedMovement, StockPlan } from '../ledger/stock-plan.ts';
import { isWithin } from '../ledger/stock-turn.ts';
import type { CountBooks, CountLine } from './count-books.ts';

/** What a line does. */
export interface LineEffect {
  line: CountLine;
  /** Base units, in the place and lot of the line. */
  before: Big;
  after: Big;
  /** What the stock is worth more or less. */
  value: Big;
  movements: readonly PlannedMovement[];
}

/** Items of one owner, planned together; `faults` by position of the line. */
export interface CountGroup {
  position: Position;
  effects: Map<CountLine, LineEffect>;
  faults: Map<CountLine, string>;
  /** What the ledger refused, as it says it. */
  problem: Problem | undefined;
  plan: StockPlan;
}

const sum = (rows: readonly BalanceRow[]): Big => rows.reduce((total, { onHand }) => total.plus(decimal(onHand)), zero);

/**
 * Lines of an item whose scopes overlap: they count the same stock twice. A line of any lot becomes one of stock
 * without lot where another line of the same place names a lot.
 */
function scoped(lines: readonly CountLine[], rowOf: (line: CountLine) => number, mode: ReconcileType) {
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
function faultOf(problem: Problem, lines: readonly CountLine[]): [CountLine, string] {
  const [first] = problem.errors;
  return [lines[Number(first?.path)] ?? (lines[0] as CountLine), first?.message ?? problem.message];
}

function planGroup(
  ctx: AccountContext,
  books: CountBooks,
  lines: readonly CountLine[],
  { mode, operationID, rowOf }: { mode: ReconcileType; operationID: string; rowOf: (line: CountLine) => number },
): CountGroup {
  const [first] = lines as [CountLine];
  const ownerID = first.ownerID ?? ctx.account.id;
  const rows = books.layers.get(positionKey(first.itemID, ownerID)) ?? [];
  const balances = books.balances.get(positionKey(first.itemID, ownerID)) ?? [];
  const plan = new StockPlan({
    ...{ accountID: ctx.account.id, operationID, now: ctx.clock.now() },
    ...{ items: books.items, locations: books.locations, lots: books.lots, positions: books.positions, layers: rows },
    ...{ balances, timeZone: ctx.account.timeZone },
  });
  const position = books.positions.of(first.itemID, ownerID);
  const { scopes, faults } = scoped(lines, rowOf, mode);
  const ofLine = new Map<CountLine, { before: Big; from: number; to: number }>();
  const earlier = new EarlierLines();
  let problem: Problem | undefined;
  try {
    for (const [at, line] of lines.entries()) {
      const scope = scopes.get(line) ?? line;
      const from = plan.movements.length;
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
    if (!(error instanceof Problem)) throw error;
    problem = error;
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
  return { position, effects, faults, problem, plan };
}

/** Plans every item by itself, so that what is wrong with one says nothing about the others. */
export function planCounts(
  ctx: AccountContext,
  books: CountBooks,
  lines: readonly CountLine[],
  options: { mode: ReconcileType; operationID: string; rowOf: (line: CountLine) => number },
): CountGroup[] {
  const groups = Map.groupBy(lines, ({ itemID, ownerID = ctx.account.id }) => positionKey(itemID, ownerID));
  return [...groups.values()].map((own) => planGroup(ctx, books, own, options));
}

/** The plans of all items as the ledger writes them. */
export const joinedPlan = (groups: readonly CountGroup[]): WrittenPlan => {
  const plans = groups.map(({ plan }) => plan);
  return {
    // Each was checked when it was planned.
    check: () => undefined,
    balances: () => plans.flatMap((plan) => plan.balances()),
    parts: new Map(),
    served: new ServedLines([], []),
    settleServed: () => [],
    overdrawn: () => plans.flatMap((plan) => plan.overdrawn()),
    wasCut: (balance, quantity) => plans[0]?.wasCut(balance, quantity),
    layers: () => plans.flatMap((plan) => plan.layers()),
    movements: plans.flatMap(({ movements }) => movements),
  };
};
