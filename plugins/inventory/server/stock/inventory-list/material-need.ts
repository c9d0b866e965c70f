import {
  type Big,
  decimal,
  greaterOf,
  type Ratio,
  roundSignificant,
  roundUpToWhole,
  zero,
} from '@millwright/core/contracts';

/** What is known of an item, in base units. */
export interface NeedOf {
  inventory: Big;
  demand: Big;
  orderPoint: Big | null;
}

/**
 * What is needed, in base units (spec operations section 4): nothing where there is more than is wanted; where the
 * order point is above what there is, what fills it up and serves the demand; else what the demand lacks.
 */
export function materialNeed({ inventory, demand, orderPoint }: NeedOf): Big {
  if (inventory.gt(demand)) return zero;
  if (orderPoint?.gt(inventory)) return orderPoint.minus(inventory).plus(demand);
  return greaterOf(demand.minus(inventory), zero);
}

/** A base quantity in another unit, as exact as decimals are. */
export const inUnit = (base: Big, { numerator, denominator }: Ratio): Big =>
  base.times(decimal(denominator.toString())).div(decimal(numerator.toString()));

/** A need in the unit that it is ordered in: a whole number. */
export const needInOrderUnit = (need: Big, unit: Ratio): Big => roundUpToWhole(inUnit(need, unit));

const digits = 5;
const suffixes = ['', 'K', 'M', 'B', 'T'];

/** A quantity in at most five digits: 12345, 12.346, 123.46K, 1.2346M (spec operations section 9). */
export function abbreviated(value: Big): string {
  const rounded = roundSignificant(value, digits);
  // Small fractions lose the digits that five decimals do not hold.
  if (rounded.abs().lt(decimal('1'))) return rounded.round(digits - 1, 1).toString();
  const step = rounded.abs().lt(decimal('100000')) ? 0 : Math.min(Math.floor(rounded.e / 3), suffixes.length - 1);
  return `${rounded.div(decimal(`1e${step * 3}`)).toString()}${suffixes[step]}`;
}
