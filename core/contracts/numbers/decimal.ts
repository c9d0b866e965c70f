import BigJs, { type Big } from 'big.js';
import { defineProblems, Problem } from '../endpoints/problem.ts';

export type { Big } from 'big.js';

/** Inputs of arithmetic: JSON numbers, texts of columns and results of earlier arithmetic. */
export type DecimalSource = string | number | Big;

/** Refusals of arithmetic itself. */
export const arithmeticProblems = defineProblems({
  number_out_of_range: { status: 400, message: 'A number is too large to be stored' },
  inexact_conversion: { status: 400, message: 'The quantity cannot be converted exactly to six decimals' },
});

/** A result too large for its column: 400 `number_out_of_range`. */
export class NumberOutOfRangeError extends Problem {
  constructor(value: string) {
    super({ ...arithmeticProblems.declarations.number_out_of_range, code: 'number_out_of_range', details: { value } });
    this.name = 'NumberOutOfRangeError';
  }
}

// A constructor of our own: configuring the shared one would change arithmetic for all other users of the package.
const Decimal = BigJs();
Decimal.strict = true;
Decimal.DP = 40;
Decimal.RM = Decimal.roundHalfUp;
Decimal.NE = -40;
Decimal.PE = 40;

/** Zero. */
export const zero = new Decimal('0');
/** The texts that quantity columns contain most often. */
const isZeroText = (source: string): boolean => source === '0' || source === '0.000000';

const longestText = 400;
const largestExponent = 400;

/**
 * An exact decimal. Numbers are converted through their shortest text, so 0.1 is exactly one tenth. The result is
 * strict: its methods refuse JS numbers, which keeps floats out of arithmetic.
 * @throws TypeError for a value that is no finite decimal or has an absurd length.
 */
export function decimal(value: DecimalSource): Big {
  const source = typeof value === 'number' ? String(value) : value;
  if (typeof source === 'string') {
    if (isZeroText(source)) return zero;
    if (source.length > longestText) throw new TypeError('The decimal is too long');
  }
  let result: Big;
  try {
    result = new Decimal(source);
  } catch {
    throw new TypeError(`Not a decimal: ${String(source).slice(0, 40)}`);
  }
  // Without this limit the text of '1e999999999' would have a gigabyte.
  if (Math.abs(result.e) > largestExponent) throw new TypeError('The exponent of the decimal is too large');
  return result;
}

/** Number of decimals of the value: 1.50 has one. */
export const decimalPlaces = (value: Big): number => Math.max(0, value.c.length - value.e - 1);

/** Number of significant digits: 1200 has two, 0.050 has one. */
export const significantDigits = (value: Big): number => value.c.length;

/** Exact sum; zero for an empty list. */
export const sumOf = (values: Iterable<DecimalSource>): Big => {
  let total = zero;
  for (const value of values) total = total.plus(decimal(value));
  return total;
};

/** Exact sum of decimals; zero for an empty list. A single decimal is returned as it is. */
export const sumOfDecimals = (values: readonly Big[]): Big =>
  values.length < 2 ? (values[0] ?? zero) : values.reduce((total, value) => total.plus(value));

/** The smaller of two. */
export const lesserOf = (left: Big, right: Big): Big => (left.lte(right) ? left : right);

/** The larger of two. */
export const greaterOf = (left: Big, right: Big): Big => (left.gte(right) ? left : right);

/**
 * Text for a numeric column of this scale: money 2; unit price, cost and quantity 6; stock value 6 with 14 integer
 * digits; percentage 6 with three. Never rounds: a value with more decimals is a bug (a missing call of `rounding.ts`)
 * and throws TypeError.
 * @throws NumberOutOfRangeError (400) if there are more integer digits than numeric(14,2) and numeric(18,6) hold.
 */
export function toColumn(value: Big, scale: number, integerDigits = 12): string {
  if (decimalPlaces(value) > scale)
    throw new TypeError(`${value.toFixed()} has more than ${scale} decimals; round it first`);
  if (value.c[0] === 0) return scale > 0 ? `0.${'0'.repeat(scale)}` : '0';
  if (value.e >= integerDigits) throw new NumberOutOfRangeError(value.toString());
  // The value needs no rounding, which `toFixed` would copy it for.
  const digits = value.c.join('');
  const sign = value.s < 0 ? '-' : '';
  if (value.e < 0) return `${sign}0.${'0'.repeat(-value.e - 1)}${digits}`.padEnd(sign.length + 2 + scale, '0');
  const whole = digits.slice(0, value.e + 1).padEnd(value.e + 1, '0');
  return scale > 0 ? `${sign}${whole}.${digits.slice(value.e + 1).padEnd(scale, '0')}` : sign + whole;
}

/**
 * The value in units of 10^-scale: 1.25 at scale 2 is 125n. Converts decimals for exact integer arithmetic.
 * @throws TypeError if the value has more than `scale` decimals.
 */
export function toScaledInteger(value: Big, scale: number): bigint {
  if (decimalPlaces(value) > scale) throw new TypeError(`${value.toFixed()} has more than ${scale} decimals`);
  return BigInt(value.toFixed(scale).replace('.', ''));
}

const plainDecimal = /^(-?\d{1,40})(?:\.(\d+))?$/;

/** Like `toScaledInteger`, but reads the plain text of a column directly, which is faster than through a decimal. */
export function scaledIntegerOf(value: DecimalSource, scale: number): bigint {
  const [, whole, fraction = ''] = (typeof value === 'string' && plainDecimal.exec(value)) || [];
  return whole !== undefined && fraction.length <= scale
    ? BigInt(whole + fraction.padEnd(scale, '0'))
    : toScaledInteger(decimal(value), scale);
}

const plainPositive = /^(?:0|[1-9]\d*)(?:\.(\d+))?$/;

/** `toColumn` of a decimal text. A plain text is padded without a decimal in between. */
export function columnTextOf(text: string, scale: number, integerDigits = 12): string {
  const [plain, fraction = ''] = plainPositive.exec(text) ?? [];
  const whole = text.length - (fraction ? fraction.length + 1 : 0);
  if (plain === undefined || fraction.length > scale || whole > integerDigits)
    return toColumn(decimal(text), scale, integerDigits);
  return (fraction ? text : `${text}.`) + '0'.repeat(scale - fraction.length);
}

/** Text of a value in units of 10^-scale: -125n at scale 2 is -1.25. `scale` must be above 0. */
export function scaledText(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The reverse of `toScaledInteger`: 125n at scale 2 is 1.25. */
export const fromScaledInteger = (value: bigint, scale: number): Big => decimal(`${value}e-${scale}`);
