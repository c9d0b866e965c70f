import { type Big, decimal, newID, type Problem, ratio, zero } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { ReconcileType } from '../../../contracts/index.ts';
import { type Freed, promisesToFree } from '../demand/freed-promises.queries.ts';
import { finish } from '../ledger/stock-ledger.ts';
import type { StockTarget } from '../ledger/stock-operation.ts';
import { type CountBooks, type CountLine, openBooks, type PlannedNames } from './count-books.ts';
import { type CountGroup, joinedPlan, planCounts } from './count-plan.ts';

/** What a row of a count does; amounts in its unit. */
export interface JudgedCount {
  fault: string | undefined;
  before: Big;
  /** The same in base units. */
  booked: Big;
  after: Big;
  /**
   * What the stock is worth more or less, to the last digit: it is rounded where it is shown, and sums are added up
   * first.
   */
  value: Big;
  /** At the first line of an item that loses stock; base units. */
  freed: readonly Freed[];
  isChanged: boolean;
  /** Name of the place; undefined where all places are counted. */
  place: string | undefined;
  movementIDs: string[];
}

/** A count that was worked out and, where `write`, written. */
export interface JudgedCounts {
  byLine: ReadonlyMap<CountLine, JudgedCount>;
  /** What the ledger refused of the first line that it refused anything of. */
  problem: Problem | undefined;
}

const six = (value: Big): Big => value.round(6, 1);

/** An amount in base units, in the unit of the line. */
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
    const losing = [...effects.values()].find(({ movements }) => movements.some(({ quantity }) => quantity.lt(zero)));
    for (const [line, { before, after, value, movements }] of effects)
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
 * Works out what a count does, item by item. With `write` it is written where nothing is wrong; without, no stock is
 * locked and nothing is written, and the answer is what writing it now would be.
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
 * Makes stock what was counted: of a place and lot, or of an item in all places. A surplus without a place comes to the
 * default place, what is missing is taken from the oldest stock. A count is a fact: where it leaves less than is
 * promised, promises are taken back (`inventory.stock.short`). What is as it was counted makes no movement.
 * @throws what the ledger refuses: `location_closed`, `insufficient_stock` where closed places have too much,
 * `invalid_input`
 */
export async function countStock(ctx: AccountContext, target: StockTarget, reason?: string): Promise<string[]> {
  const line: CountLine = { ...target, factor: ratio(1n, 1n) };
  const { byLine, problem } = await judgeCounts(ctx, [line], { mode: 'force', write: true, reason, rowOf: () => 1 });
  if (problem) throw problem;
  return byLine.get(line)?.movementIDs ?? [];
}
