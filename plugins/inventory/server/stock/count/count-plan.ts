import { type Big, decimal, Problem, sumOfDecimals, zero } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { ReconcileType } from '../../../contracts/index.ts';
import { ServedLines } from '../allocation/served-lines.ts';
import type { WrittenPlan } from '../ledger/operation/stock-ledger.ts';
import type { Position } from '../ledger/plan/positions.ts';
import { positionKey } from '../ledger/plan/positions.ts';
import { sumOfValues } from '../ledger/plan/stock-book.ts';
import type { BalanceRow } from '../ledger/plan/stock-facts.queries.ts';
import { type PlannedMovement, StockPlan } from '../ledger/plan/stock-plan.ts';
import { isWithin } from '../ledger/plan/stock-turn.ts';
import type { CountBooks, CountLine } from './count-books.ts';

/** The effect of a line. */
export interface LineEffect {
  line: CountLine;
  /** Base units, in the line's place and lot. */
  before: Big;
  after: Big;
  /** Change of the stock's value. */
  value: Big;
  movements: readonly PlannedMovement[];
}

/** Items of one owner that are planned together; `faults` by the line's index. */
export interface CountGroup {
  position: Position;
  effects: readonly LineEffect[];
  faults: Map<CountLine, string>;
  /** The ledger's refusal. */
  problem: Problem | undefined;
  plan: StockPlan;
}

const sum = (rows: readonly BalanceRow[]): Big => sumOfDecimals(rows.map(({ onHand }) => decimal(onHand)));

const noScopes: ReadonlyMap<CountLine, CountLine> = new Map();

/**
 * Finds lines of an item whose scopes overlap, so that they would count the same stock twice. A line for any lot means
 * stock without lot if another line of the same place names a lot.
 */
function scoped(lines: readonly CountLine[], rowOf: (line: CountLine) => number, mode: ReconcileType) {
  const faults = new Map<CountLine, string>();
  if (lines.length === 1) return { scopes: noScopes, faults };
  const places = Map.groupBy(lines, ({ locationID }) => locationID);
  const scopes = new Map<CountLine, CountLine>();
  for (const placeRows of places.values()) {
    const namesLot = placeRows.some(({ lotID }) => typeof lotID === 'string');
    for (const line of placeRows)
      scopes.set(line, namesLot && line.lotID === undefined ? { ...line, lotID: null } : line);
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

/** Quantities that earlier lines of an item add to its places and lots. */
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

/** The refused line (the problem names it by index) and the message. */
function faultOf(problem: Problem, lines: readonly CountLine[]): [CountLine, string] {
  const [first] = problem.errors;
  return [lines[Number(first?.path)] ?? (lines[0] as CountLine), first?.message ?? problem.message];
}

interface CountPlanning {
  mode: ReconcileType;
  operationID: string;
  rowOf: (line: CountLine) => number;
}

function planGroup(
  ctx: AccountContext,
  books: CountBooks,
  lines: readonly CountLine[],
  { mode, operationID, now, served, rowOf }: CountPlanning & { now: Date; served: ServedLines },
): CountGroup {
  const [first] = lines as [CountLine];
  const key = positionKey(first.itemID, first.ownerID ?? ctx.account.id);
  const layers = books.layers.get(key) ?? [];
  const balances = books.balances.get(key) ?? [];
  const { items, locations, lots, positions } = books;
  const { id: accountID, timeZone } = ctx.account;
  const facts = { accountID, operationID, now, items, locations, lots, positions, layers, balances, timeZone };
  const plan = new StockPlan({ ...facts, served });
  const position = positions.of(first.itemID, first.ownerID);
  const { scopes, faults } = scoped(lines, rowOf, mode);
  const ofLine: { line: CountLine; before: Big; from: number; to: number }[] = [];
  const earlier = new EarlierLines();
  let problem: Problem | undefined;
  try {
    for (const [at, line] of lines.entries()) {
      const scope = scopes.get(line) ?? line;
      const from = plan.movements.length;
      const stored = sum(balances.filter((row) => isWithin(row, scope)));
      // An addition starts from the result of the earlier lines; other counts start from the stock before all of them.
      const before = mode === 'addition' ? earlier.within(scope).plus(stored) : stored;
      if (faults.size === 0) {
        if (mode === 'addition') plan.change('adjust', { ...scope, allowPromised: true }, at);
        else plan.count(scope, at);
      }
      ofLine.push({ line, before, from, to: plan.movements.length });
      if (mode === 'addition') earlier.add(plan.movements.slice(from));
    }
    if (faults.size === 0) plan.check();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problem = error;
    faults.set(...faultOf(error, lines));
  }
  const effects: LineEffect[] = [];
  if (faults.size === 0)
    for (const { line, before, from, to } of ofLine) {
      const movements = plan.movements.slice(from, to);
      const value = sumOfValues(movements);
      const after = mode === 'addition' ? before.plus(line.quantity) : line.quantity;
      effects.push({ line, before, after, value, movements });
    }
  return { position, effects, faults, problem, plan };
}

/** Plans every item separately, so that an error in one item does not affect the others. */
export function planCounts(
  ctx: AccountContext,
  books: CountBooks,
  lines: readonly CountLine[],
  options: CountPlanning,
): CountGroup[] {
  const now = ctx.clock.now();
  const groups = Map.groupBy(lines, ({ itemID, ownerID = ctx.account.id }) => positionKey(itemID, ownerID));
  // Counts serve no documents.
  const served = new ServedLines([], []);
  return [...groups.values()].map((own) => planGroup(ctx, books, own, { ...options, now, served }));
}

/** The plans of all items, joined for one write. */
export const joinedPlan = (groups: readonly CountGroup[]): WrittenPlan => {
  const plans = groups.map(({ plan }) => plan);
  return {
    // Each plan was checked when it was made.
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
