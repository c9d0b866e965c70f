import {
  type Big,
  decimal,
  greaterOf,
  type Ratio,
  roundSignificant,
  roundUpToWhole,
  zero,
} from '@millwright/core/contracts';

/** Figures of an item, in base units. */
export interface NeedOf {
  inventory: Big;
  demand: Big;
  orderPoint: Big | null;
}

/**
 * Needed quantity in base units (spec operations section 4). Nothing if the stock exceeds the demand. If the order
 * point is above the stock: enough to serve the demand and fill up to the order point. Otherwise the part of the demand
 * that the stock does not cover.
 */
export function materialNeed({ inventory, demand, orderPoint }: NeedOf): Big {
  if (inventory.gt(demand)) return zero;
  if (orderPoint?.gt(inventory)) return orderPoint.minus(inventory).plus(demand);
  return greaterOf(demand.minus(inventory), zero);
}

/** Converts base units to another unit, at the full precision of decimals. */
export const inUnit = (base: Big, { numerator, denominator }: Ratio): Big =>
  base.times(decimal(denominator.toString())).div(decimal(numerator.toString()));

/** Converts a need to its order unit, rounded up to a whole number. */
export const needInOrderUnit = (need: Big, unit: Ratio): Big => roundUpToWhole(inUnit(need, unit));

const digits = 5;
const suffixes = ['', 'K', 'M', 'B', 'T'];

/** A quantity in at most five digits: 12345, 12.346, 123.46K, 1.2346M (spec operations section 9). */
export function abbreviated(value: Big): string {
  const rounded = roundSignificant(value, digits);
  // Below 1, digits beyond the fifth decimal are cut off.
  if (rounded.abs().lt(decimal('1'))) return rounded.round(digits - 1, 1).toString();
  const step = rounded.abs().lt(decimal('100000')) ? 0 : Math.min(Math.floor(rounded.e / 3), suffixes.length - 1);
  return `${rounded.div(decimal(`1e${step * 3}`)).toString()}${suffixes[step]}`;
}
