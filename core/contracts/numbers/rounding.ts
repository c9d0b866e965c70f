import { type Big, decimalPlaces, fromScaledInteger, sumOf, toColumn, toScaledInteger, zero } from './decimal.ts';

/*
 * All rounding happens in this file. Every rule is "half up" as on paper: a tie rounds away from zero, so that a credit
 * mirrors its sale exactly: roundMoney(-x) = -roundMoney(x).
 */

const halfAwayFromZero = 1;

const withoutMinusZero = (value: Big): Big => (value.eq(zero) ? zero : value);

/** Half up to this many decimals, ties away from zero: 1.005 is 1.01 and -1.005 is -1.01. */
export const roundHalfUp = (value: Big, digits: number): Big => withoutMinusZero(value.round(digits, halfAwayFromZero));

/**
 * The quotient of two whole numbers, half up, in units of 10^-digits: two thirds at 2 digits are 67n.
 * @throws RangeError unless the denominator is above 0
 */
export function roundScaledQuotient(numerator: bigint, denominator: bigint, digits: number): bigint {
  if (denominator <= 0n) throw new RangeError('A denominator must be above 0');
  const doubled = 2n * (numerator < 0n ? -numerator : numerator) * 10n ** BigInt(digits);
  const rounded = (doubled + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/**
 * The quotient of two whole numbers, half up to this many decimals. For sums of exact ratios that no decimal can hold.
 * @throws RangeError unless the denominator is above 0
 */
export const roundQuotient = (numerator: bigint, denominator: bigint, digits: number): Big =>
  fromScaledInteger(roundScaledQuotient(numerator, denominator, digits), digits);

/** Rounds to cents: line totals, discounts, allocations (spec commerce section 9). */
export const roundMoney = (value: Big): Big => roundHalfUp(value, 2);

/** Rounds to the six decimals of unit prices, unit costs and quantities. */
export const roundUnitPrice = (value: Big): Big => roundHalfUp(value, 6);

/**
 * The text of a stock value, half up to six decimals. Every write to a column `numeric(20,6)` uses it.
 * @throws NumberOutOfRangeError (400) beyond fourteen digits before the point
 */
export const valueText = (value: Big): string => toColumn(roundUnitPrice(value), 6, 14);

/** Rounds to this many significant digits; only for the limit of JSON numbers. */
export const roundSignificant = (value: Big, digits: number): Big =>
  withoutMinusZero(value.prec(digits, halfAwayFromZero));

/** Rounds up to the next whole number, for material needs (spec operations section 9). */
export const roundUpToWhole = (value: Big): Big => {
  const whole = value.round(0, 0);
  return withoutMinusZero(value.gt(whole) ? whole.plus('1') : whole);
};

/**
 * Allocates a total by weight so that the parts always add up to the total. Each part is cut to `digits` decimals
 * towards zero; the left-over units go to the largest remainders, of equal ones to the earlier part. Each part differs
 * from its exact share by less than one unit. If all weights are 0, the parts are equal. A negative total mirrors the
 * positive.
 * @throws RangeError for a negative weight, or for a total other than 0 without weights.
 * @throws TypeError if the total has more than `digits` decimals.
 */
export function allocateLargestRemainder(total: Big, weights: readonly Big[], digits = 2): Big[] {
  if (weights.some((weight) => weight.lt(zero))) throw new RangeError('A weight is negative');
  if (weights.length === 0) {
    if (!total.eq(zero)) throw new RangeError('There is nothing to share the total among');
    return [];
  }
  const weightScale = Math.max(...weights.map(decimalPlaces));
  const allEqual = sumOf(weights).eq(zero);
  const shares = weights.map((weight) => (allEqual ? 1n : toScaledInteger(weight, weightScale)));
  const whole = shares.reduce((sum, share) => sum + share, 0n);
  const units = toScaledInteger(total.abs(), digits);

  const parts = shares.map((share) => (units * share) / whole);
  const remainders = shares.map((share) => (units * share) % whole);
  const left = Number(units - parts.reduce((sum, part) => sum + part, 0n));
  const byRemainder = remainders.map((_, index) => index);
  byRemainder.sort((a, b) => {
    const [left, right] = [remainders[a] as bigint, remainders[b] as bigint];
    return left === right ? a - b : left > right ? -1 : 1;
  });
  for (const index of byRemainder.slice(0, left)) parts[index] = (parts[index] as bigint) + 1n;
  return parts.map((part) => fromScaledInteger(total.lt(zero) ? -part : part, digits));
}
