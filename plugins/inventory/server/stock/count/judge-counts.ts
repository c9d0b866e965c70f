import { type Big, decimal, newID, type Problem, ratio, zero } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { ReconcileType } from '../../../contracts/index.ts';
import { type Freed, promisesToFree } from '../demand/freed-promises.queries.ts';
import { finish } from '../ledger/operation/stock-ledger.ts';
import type { StockTarget } from '../ledger/operation/stock-operation.ts';
import { type CountBooks, type CountLine, openBooks, type PlannedNames } from './count-books.ts';
import { type CountGroup, joinedPlan, planCounts } from './count-plan.ts';

/** The result of one row of a count; amounts in the row's unit. */
export interface JudgedCount {
  fault: string | undefined;
  before: Big;
  /** The counted difference in base units. */
  booked: Big;
  after: Big;
  /** Change of the stock's value, unrounded: sums are added up before they are rounded for display. */
  value: Big;
  /** Promises that the count takes back, at the first line of an item that loses stock; base units. */
  freed: readonly Freed[];
  isChanged: boolean;
  /** Name of the place; undefined for a count of all places. */
  place: string | undefined;
  movementIDs: string[];
}

/** The result of a count; written if `write` was set. */
export interface JudgedCounts {
  byLine: ReadonlyMap<CountLine, JudgedCount>;
  /** The ledger's refusal of the first refused line. */
  problem: Problem | undefined;
}

const six = (value: Big): Big => value.round(6, 1);

/** Converts base units to the unit of the line. */
export const inUnitOf = ({ factor }: Pick<CountLine, 'factor'>, base: Big): Big =>
  factor.numerator === factor.denominator
    ? base
    : six(base.times(decimal(`${factor.denominator}`)).div(decimal(`${factor.numerator}`)));

const noPromises: readonly Freed[] = [];

function judged(
  groups: readonly CountGroup[],
  freed: ReadonlyMap<string, Freed[]>,
  { locations }: CountBooks,
  accountID: string,
) {
  const byLine = new Map<CountLine, JudgedCount>();
  for (const { position, effects, faults } of groups) {
    const gone = position.ownerID === accountID ? (freed.get(position.itemID) ?? noPromises) : noPromises;
    const losing = effects.find(({ movements }) => movements.some(({ quantity }) => quantity.lt(zero)));
    for (const { line, before, after, value, movements } of effects)
      byLine.set(line, {
        fault: undefined,
        before: inUnitOf(line, before),
        booked: before,
        after: inUnitOf(line, after),
        value,
        freed: losing?.line === line ? gone : noPromises,
        isChanged: movements.length > 0 || !before.eq(after),
        place: line.locationID === undefined ? undefined : locations.get(line.locationID)?.name,
        movementIDs: movements.map(({ id }) => id),
      });
    for (const [line, fault] of faults) {
      const nothing = {
        before: zero,
        booked: zero,
        after: zero,
        value: zero,
        freed: noPromises,
        movementIDs: [],
      };
      byLine.set(line, { ...nothing, fault, place: undefined, isChanged: false });
    }
  }
  return byLine;
}

/**
 * Calculates a count item by item. With `write` it is stored if there are no errors. Without `write` nothing is locked
 * or stored, and the answer is what storing it now would give.
 */
export async function judgeCounts(
  ctx: AccountContext,
  lines: readonly CountLine[],
  options: {
    mode: ReconcileType;
    write: boolean;
    rowOf: (line: CountLine) => number;
    planned?: PlannedNames;
    reason?: string | undefined;
  },
): Promise<JudgedCounts> {
  const { mode, write, planned } = options;
  if (lines.length === 0) return { byLine: new Map(), problem: undefined };
  const books: CountBooks = await openBooks(ctx, lines, { isDryRun: !write, mode, ...(planned ? { planned } : {}) });
  const groups = planCounts(ctx, books, lines, { mode, operationID: newID('op'), rowOf: options.rowOf });
  const sound = groups.every(({ faults }) => faults.size === 0);
  const freed = await promisesToFree(
    ctx,
    groups.flatMap(({ position, faults }) => (faults.size ? [] : position)),
  );
  if (write && sound) {
    const { positions, before } = books;
    await finish(ctx, { plan: joinedPlan(groups), positions, before }, { reason: options.reason });
  }
  return {
    byLine: judged(groups, freed, books, ctx.account.id),
    problem: groups.find(({ problem }) => problem)?.problem,
  };
}

/**
 * Sets the stock of a place and lot, or of an item in all places, to the counted quantity. A surplus without a place
 * goes to the default place; a shortage is taken from the oldest stock. If less is left than was promised, promises are
 * taken back (`inventory.stock.short`). A count without a difference makes no movement.
 * @throws the ledger's problems: `location_closed`, `insufficient_stock` if closed places hold too much,
 * `invalid_input`
 */
export async function countStock(ctx: AccountContext, target: StockTarget, reason?: string): Promise<string[]> {
  const line: CountLine = { ...target, factor: ratio(1n, 1n) };
  const { byLine, problem } = await judgeCounts(ctx, [line], { mode: 'force', write: true, reason, rowOf: () => 1 });
  if (problem) throw problem;
  return byLine.get(line)?.movementIDs ?? [];
}
