import { z } from 'zod';
import { Problem } from '../endpoints/problem.ts';
import {
  arithmeticProblems,
  type Big,
  type DecimalSource,
  decimal,
  decimalPlaces,
  fromScaledInteger,
  NumberOutOfRangeError,
  scaledIntegerOf,
  scaledText,
  toColumn,
  toScaledInteger,
} from '../numbers/decimal.ts';
import { compareFractions, type Fraction, fraction, fractionOf } from '../numbers/fraction.ts';
import { wireDecimal } from '../numbers/wire-number.ts';

/** Decimals of a stored quantity: numeric(18,6). */
export const quantityScale = 6;

/** A measure of either sign: numeric(18,6). */
export const measure = wireDecimal({ scale: quantityScale });

/** A measure of 0 or more. */
export const nonNegativeMeasure = wireDecimal({ scale: quantityScale, min: 0 });

/** A measure above 0. */
export const positiveMeasure = wireDecimal({ scale: quantityScale, above: 0 });

/** A quantity in replies, in the unit in which it was entered. `unit` is the unit's name. */
export const quantity = z.object({ id: z.string(), measure: z.number(), unitID: z.string(), unit: z.string() });
export type QuantityAnswer = z.output<typeof quantity>;

/** A rate in replies: `value` units of `unitID` per one `perUnitID` (dollars per hour, seconds per each). */
export const rate = z.object({ id: z.string(), value: z.number(), unitID: z.string(), perUnitID: z.string() });
export type RateAnswer = z.output<typeof rate>;

const unitReference = z.string({ error: 'Unit is required' }).min(1, { error: 'Unit is required' }).max(100);

const quantityInputOf = (bounded: typeof measure) =>
  z.union([bounded, z.strictObject({ measure: bounded, unitID: unitReference })], {
    // A union's own message says nothing, so this takes the message of the variant that the sender meant.
    error: (issue) => unionMessage(issue.errors, typeof issue.input === 'object' && issue.input !== null),
  });

const unionMessage = (
  branches: { message?: string; path: PropertyKey[] }[][] | undefined,
  isObject: boolean,
): string => {
  const first = branches?.[isObject ? 1 : 0]?.[0];
  if (!isObject) return first?.message ?? 'Must be a number';
  return first
    ? [first.path.join('.'), first.message].filter(Boolean).join(': ')
    : 'Must be a number or {measure, unitID}';
};

/** A quantity above 0 in requests: a bare number in the default unit, or `{measure, unitID}`. */
export const quantityInput = quantityInputOf(positiveMeasure);
/** A quantity of 0 or more in requests. */
export const nonNegativeQuantityInput = quantityInputOf(nonNegativeMeasure);
/** A quantity of either sign in requests: inventory changes, returns. */
export const signedQuantityInput = quantityInputOf(measure);
export type QuantityInput = z.output<typeof quantityInput>;

/** A rate of 0 or more in requests: a bare number in the default units, or `{value, unitID, perUnitID}`. */
export const rateInput = z.union(
  [nonNegativeMeasure, z.strictObject({ value: nonNegativeMeasure, unitID: unitReference, perUnitID: unitReference })],
  { error: (issue) => unionMessage(issue.errors, typeof issue.input === 'object' && issue.input !== null) },
);
export type RateInput = z.output<typeof rateInput>;

/** The measure and unit of an input; a bare number is in the default unit. */
export const enteredQuantity = (input: QuantityInput, defaultUnitID: string): { measure: Big; unitID: string } =>
  typeof input === 'number'
    ? { measure: decimal(input), unitID: defaultUnitID }
    : { measure: decimal(input.measure), unitID: input.unitID };

/** The value and units of an input; a bare number is in the default units. */
export const enteredRate = (
  input: RateInput,
  defaults: { unitID: string; perUnitID: string },
): { value: Big; unitID: string; perUnitID: string } =>
  typeof input === 'number' ? { value: decimal(input), ...defaults } : { ...input, value: decimal(input.value) };

/** The parts of a derived id: the record that has the number, and its field. */
export interface DerivedIDParts {
  ownerID: string;
  field: string;
}

const derivedID = /^(qty|rate)_([a-z][a-z_]{0,40}_[0-9a-z]{26})\.([a-z][A-Za-z0-9]{0,62})$/;

const parseDerivedID = (kind: 'qty' | 'rate', id: string): DerivedIDParts | undefined => {
  const match = derivedID.exec(id);
  return match?.[1] === kind ? { ownerID: match[2] as string, field: match[3] as string } : undefined;
};

/** `qty_<owner>.<field>`. Quantities have no table of their own; the id names the record and field that store them. */
export const quantityID = (ownerID: string, field: string): string => `qty_${ownerID}.${field}`;

/** `rate_<owner>.<field>`. */
export const rateID = (ownerID: string, field: string): string => `rate_${ownerID}.${field}`;

/** The parts of a quantity id; undefined for any other text. */
export const parseQuantityID = (id: string): DerivedIDParts | undefined => parseDerivedID('qty', id);

/** The parts of a rate id; undefined for any other text. */
export const parseRateID = (id: string): DerivedIDParts | undefined => parseDerivedID('rate', id);

/** An exact conversion factor above 0; stored in two bigint columns. */
export type Ratio = Fraction;

/** A conversion whose result needs more than six decimals: 400 `inexact_conversion`. */
export class InexactConversionError extends Problem {
  constructor(measure: Big, factor: Ratio) {
    super({
      ...arithmeticProblems.declarations.inexact_conversion,
      code: 'inexact_conversion',
      details: { measure: measure.toString(), factor: `${factor.numerator}/${factor.denominator}` },
    });
    this.name = 'InexactConversionError';
  }
}

const largestBigintColumn = 2n ** 63n - 1n;
/** Counted in the decimals of a quantity. */
const firstTooLarge = 10n ** 18n;

/**
 * A factor in lowest terms.
 * @throws RangeError unless both are above 0; NumberOutOfRangeError (400) if a bigint column cannot hold a term.
 */
export function ratio(numerator: bigint, denominator: bigint): Ratio {
  if (numerator <= 0n || denominator <= 0n) throw new RangeError('A conversion factor must be above 0');
  const lowest = fraction(numerator, denominator);
  if (lowest.numerator > largestBigintColumn || lowest.denominator > largestBigintColumn) {
    throw new NumberOutOfRangeError(`${lowest.numerator}/${lowest.denominator}`);
  }
  return lowest;
}

/** The factor of an entered decimal: 2.54 is 127/50. */
export const ratioOf = (value: DecimalSource): Ratio => {
  const { numerator, denominator } = fractionOf(value);
  return ratio(numerator, denominator);
};

/** The factor of two conversions in sequence. */
export const multiplyRatio = (left: Ratio, right: Ratio): Ratio =>
  ratio(left.numerator * right.numerator, left.denominator * right.denominator);

/** The factor of the reverse conversion. */
export const invertRatio = ({ numerator, denominator }: Ratio): Ratio => ratio(denominator, numerator);

/**
 * `measure x factor`, exact at six decimals.
 * @throws InexactConversionError (400) if six decimals cannot hold the result, such as a third of one each.
 */
export function convert(measure: Big, factor: Ratio): Big {
  const scale = Math.max(decimalPlaces(measure), quantityScale);
  const dividend = toScaledInteger(measure, scale) * factor.numerator;
  const divisor = factor.denominator * 10n ** BigInt(scale - quantityScale);
  if (dividend % divisor !== 0n) throw new InexactConversionError(measure, factor);
  return fromScaledInteger(dividend / divisor, quantityScale);
}

/**
 * The column text of `convert` of a decimal text with six decimals at most.
 * @throws as `convert` and `toColumn` do
 */
export function convertedText(measure: string, factor: Ratio): string {
  const dividend = scaledIntegerOf(measure, quantityScale) * factor.numerator;
  const converted = dividend / factor.denominator;
  const isPlain = dividend % factor.denominator === 0n && converted >= 0n && converted < firstTooLarge;
  return isPlain ? scaledText(converted, quantityScale) : toColumn(convert(decimal(measure), factor), quantityScale);
}

/**
 * The base unit of a group is its smallest: the unit with the least `factor` to any common unit. Of equal units the one
 * with the lesser id is chosen, so that every process chooses the same. Undefined for an empty group.
 */
export function baseUnitOf<Unit extends { id: string; factor: Ratio }>(units: readonly Unit[]): Unit | undefined {
  return units.reduce<Unit | undefined>((smallest, unit) => {
    if (!smallest) return unit;
    const order = compareFractions(unit.factor, smallest.factor);
    return order < 0 || (order === 0 && unit.id < smallest.id) ? unit : smallest;
  }, undefined);
}
