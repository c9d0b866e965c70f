import { type Big, type DecimalSource, decimal, decimalPlaces, fromScaledInteger, toScaledInteger } from './decimal.ts';
import { roundQuotient } from './rounding.ts';

/**
 * An exact fraction in lowest terms, for calculating times, rates and measures that are rounded only once at the end.
 */
export interface Fraction {
  readonly numerator: bigint;
  /** Above 0. */
  readonly denominator: bigint;
}

const greatestCommonDivisor = (left: bigint, right: bigint): bigint => {
  let [a, b] = [left < 0n ? -left : left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
};

/** `numerator / denominator` in lowest terms. @throws RangeError if the denominator is 0 */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator === 0n) throw new RangeError('A fraction cannot be divided by 0');
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = greatestCommonDivisor(numerator, sign * denominator);
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
}

export const noFraction: Fraction = fraction(0n);

/** The fraction of a decimal: 2.54 is 127/50. */
export function fractionOf(value: DecimalSource): Fraction {
  const exact = decimal(value);
  const scale = decimalPlaces(exact);
  return fraction(toScaledInteger(exact, scale), 10n ** BigInt(scale));
}

/** `left + right` */
export const addFractions = (left: Fraction, right: Fraction): Fraction =>
  fraction(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  );

/** `left - right` */
export const subtractFractions = (left: Fraction, right: Fraction): Fraction =>
  addFractions(left, { numerator: -right.numerator, denominator: right.denominator });

/** The product of the fractions. */
export const multiplyFractions = (...all: readonly Fraction[]): Fraction =>
  all.reduce((left, right) => fraction(left.numerator * right.numerator, left.denominator * right.denominator));

/** `left / right`. @throws RangeError for a division by 0 */
export const divideFractions = (left: Fraction, right: Fraction): Fraction =>
  fraction(left.numerator * right.denominator, left.denominator * right.numerator);

/** -1, 0 or 1 where `left` is less than, equal to or greater than `right`. */
export const compareFractions = (left: Fraction, right: Fraction): -1 | 0 | 1 => {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

export const lesserFraction = (left: Fraction, right: Fraction): Fraction =>
  compareFractions(left, right) <= 0 ? left : right;

export const greaterFraction = (left: Fraction, right: Fraction): Fraction =>
  compareFractions(left, right) >= 0 ? left : right;

/** Decimals of quantities, costs and times. */
const scale = 6;

/** Rounds to six decimals, half up, ties away from 0; to be called once at the end. */
export const roundFraction = ({ numerator, denominator }: Fraction): Big =>
  roundQuotient(numerator, denominator, scale);

/** The fraction as a decimal; undefined if it needs more than six decimals. */
export function exactDecimal({ numerator, denominator }: Fraction): Big | undefined {
  const scaled = numerator * 10n ** BigInt(scale);
  return scaled % denominator === 0n ? fromScaledInteger(scaled / denominator, scale) : undefined;
}
