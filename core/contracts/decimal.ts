import BigJs, { type Big } from 'big.js';
import { defineProblems, Problem } from './problem.ts';

export type { Big } from 'big.js';

/** What arithmetic accepts: wire numbers, column texts and results of earlier arithmetic. */
export type DecimalSource = string | number | Big;

/** Problems that arithmetic itself can answer. */
export const arithmeticProblems = defineProblems({
  number_out_of_range: { status: 400, message: 'A number is too large to be stored' },
  inexact_conversion: { status: 400, message: 'The quantity cannot be converted exactly to six decimals' },
});

/** A result that its column cannot hold: 400 `number_out_of_range`. */
export class NumberOutOfRangeError extends Problem {
  constructor(value: string) {
    super({ ...arithmeticProblems.declarations.number_out_of_range, code: 'number_out_of_range', details: { value } });
    this.name = 'NumberOutOfRangeError';
  }
}

// Our own constructor: configuring the shared one would change arithmetic for every other user of the package.
const Decimal = BigJs();
Decimal.strict = true;
Decimal.DP = 40;
Decimal.RM = Decimal.roundHalfUp;
Decimal.NE = -40;
Decimal.PE = 40;

const longestText = 400;
const largestExponent = 400;

/**
 * An exact decimal. Numbers go through their shortest text, so 0.1 is one tenth and not its binary neighbour.
 * The result is strict: its methods refuse JS numbers, which keeps floats out of arithmetic.
 * @throws TypeError for what is no finite decimal, or one of absurd length.
 */
export function decimal(value: DecimalSource): Big {
  const source = typeof value === 'number' ? String(value) : value;
  if (typeof source === 'string' && source.length > longestText) throw new TypeError('The decimal is too long');
  let result: Big;
  try {
    result = new Decimal(source);
  } catch {
    throw new TypeError(`Not a decimal: ${String(source).slice(0, 40)}`);
  }
  // Without this bound '1e999999999' would become a text of a gigabyte when written out.
  if (Math.abs(result.e) > largestExponent) throw new TypeError('The exponent of the decimal is too large');
  return result;
}

/** Nought. */
export const zero = decimal('0');

/** Digits after the point that the value needs: 1.50 has one. */
export const decimalPlaces = (value: Big): number => Math.max(0, value.c.length - value.e - 1);

/** Digits that carry information: 1200 has two, 0.050 has one. */
export const significantDigits = (value: Big): number => value.c.length;

/** Exact sum; nought for an empty list. */
export const sumOf = (values: Iterable<DecimalSource>): Big => {
  let total = zero;
  for (const value of values) total = total.plus(decimal(value));
  return total;
};

/** The smaller of two. */
export const lesserOf = (left: Big, right: Big): Big => (left.lte(right) ? left : right);

/** The larger of two. */
export const greaterOf = (left: Big, right: Big): Big => (left.gte(right) ? left : right);

/**
 * Text for a numeric column of this scale: money 2; unit price, cost and quantity 6; value of stock 6 with 14 integer
 * digits;
 * percentage 6 with three.
 * Never rounds: a value with more decimals is a missing call of `rounding.ts` and throws TypeError.
 * @throws NumberOutOfRangeError (400) if there are more integer digits than numeric(14,2) and numeric(18,6) hold.
 */
export function toColumn(value: Big, scale: number, integerDigits = 12): string {
  if (decimalPlaces(value) > scale)
    throw new TypeError(`${value.toFixed()} has more than ${scale} decimals; round it first`);
  if (!value.eq(zero) && value.e >= integerDigits) throw new NumberOutOfRangeError(value.toString());
  return value.eq(zero) ? zero.toFixed(scale) : value.toFixed(scale);
}

/**
 * The value counted in units of 10^-scale: 1.25 at scale 2 is 125n. The way from decimals to exact integer arithmetic.
 * @throws TypeError if the value has more decimals than that.
 */
export function toScaledInteger(value: Big, scale: number): bigint {
  if (decimalPlaces(value) > scale) throw new TypeError(`${value.toFixed()} has more than ${scale} decimals`);
  return BigInt(value.toFixed(scale).replace('.', ''));
}

const plainDecimal = /^(-?\d{1,40})(?:\.(\d+))?$/;

/** `toScaledInteger` of what a column says: its text needs no decimal in between. */
export function scaledIntegerOf(value: DecimalSource, scale: number): bigint {
  const [, whole, fraction = ''] = (typeof value === 'string' && plainDecimal.exec(value)) || [];
  return whole !== undefined && fraction.length <= scale
    ? BigInt(whole + fraction.padEnd(scale, '0'))
    : toScaledInteger(decimal(value), scale);
}

/** Text of a value counted in units of 10^-scale: -125n at scale 2 is -1.25. `scale` is above 0. */
export function scaledText(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The reverse of `toScaledInteger`: 125n at scale 2 is 1.25. */
export const fromScaledInteger = (value: bigint, scale: number): Big => decimal(`${value}e-${scale}`);
