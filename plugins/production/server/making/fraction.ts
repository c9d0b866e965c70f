import { type Big, decimal, decimalPlaces, fromScaledInteger, toScaledInteger } from '@millwright/core/contracts';

/** An exact number of any size: what a factor of time, rates and measures comes to before it is rounded once. */
export interface Fraction {
  readonly numerator: bigint;
  /** Above 0. */
  readonly denominator: bigint;
}

const divisorOf = (left: bigint, right: bigint): bigint => {
  let [a, b] = [left < 0n ? -left : left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
};

/** In lowest terms; `denominator` is not 0. */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = divisorOf(numerator, sign * denominator) || 1n;
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
}

export const nothing = fraction(0n);

/** The number of a decimal text. */
export function fractionOf(value: string | Big): Fraction {
  const exact = decimal(value);
  const scale = decimalPlaces(exact);
  return fraction(toScaledInteger(exact, scale), 10n ** BigInt(scale));
}

export const plus = (left: Fraction, right: Fraction): Fraction =>
  fraction(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  );

export const minus = (left: Fraction, right: Fraction): Fraction =>
  plus(left, { numerator: -right.numerator, denominator: right.denominator });

export const times = (...all: readonly Fraction[]): Fraction =>
  all.reduce((left, right) => fraction(left.numerator * right.numerator, left.denominator * right.denominator));

/** @throws RangeError for a division by 0 */
export function dividedBy(left: Fraction, right: Fraction): Fraction {
  if (right.numerator === 0n) throw new RangeError('A fraction cannot be divided by 0');
  return fraction(left.numerator * right.denominator, left.denominator * right.numerator);
}

/** Below 0, 0 or above 0, as `left` is less than, equal to or greater than `right`. */
export const compare = (left: Fraction, right: Fraction): number => {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

export const lesser = (left: Fraction, right: Fraction): Fraction => (compare(left, right) <= 0 ? left : right);

const scale = 6;

/** At six decimals, half up, ties away from 0: the one rounding at the end. */
export function rounded({ numerator, denominator }: Fraction): Big {
  const sign = numerator < 0n ? -1n : 1n;
  const scaled = numerator * sign * 10n ** BigInt(scale);
  return fromScaledInteger(sign * ((2n * scaled + denominator) / (2n * denominator)), scale);
}

/** At six decimals; undefined where they cannot hold it. */
export function exactly({ numerator, denominator }: Fraction): Big | undefined {
  const scaled = numerator * 10n ** BigInt(scale);
  return scaled % denominator === 0n ? fromScaledInteger(scaled / denominator, scale) : undefined;
}

export const greater = (left: Fraction, right: Fraction): Fraction => (compare(left, right) >= 0 ? left : right);
