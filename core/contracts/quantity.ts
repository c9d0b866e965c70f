import { z } from 'zod';
import {
  arithmeticProblems,
  type Big,
  type DecimalSource,
  decimal,
  decimalPlaces,
  fromScaledInteger,
  NumberOutOfRangeError,
  toScaledInteger,
} from './decimal.ts';
import { Problem } from './problem.ts';
import { wireDecimal } from './wire-number.ts';

/** Decimals of a stored quantity: numeric(18,6). */
export const quantityScale = 6;

/** A measure of either sign: numeric(18,6). */
export const measure = wireDecimal({ scale: quantityScale });

/** A measure of 0 or more. */
export const nonNegativeMeasure = wireDecimal({ scale: quantityScale, min: 0 });

/** A measure above 0. */
export const positiveMeasure = wireDecimal({ scale: quantityScale, above: 0 });

/** A quantity in answers: what was entered, in the unit it was entered in. `unit` is the unit's name. */
export const quantity = z.object({ id: z.string(), measure: z.number(), unitID: z.string(), unit: z.string() });
export type QuantityAnswer = z.output<typeof quantity>;

/** A rate in answers: `value` units of `unitID` for one of `perUnitID` (dollar per hour, seconds per each). */
export const rate = z.object({ id: z.string(), value: z.number(), unitID: z.string(), perUnitID: z.string() });
export type RateAnswer = z.output<typeof rate>;

const unitReference = z.string({ error: 'Unit is required' }).min(1, { error: 'Unit is required' }).max(100);

const quantityInputOf = (bounded: typeof measure) =>
  z.union([bounded, z.strictObject({ measure: bounded, unitID: unitReference })], {
    // A union's own message says nothing; the one of the branch that the sender meant is wanted.
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

/** The measure and unit that a request means; a bare number is in the default unit. */
export const enteredQuantity = (input: QuantityInput, defaultUnitID: string): { measure: Big; unitID: string } =>
  typeof input === 'number'
    ? { measure: decimal(input), unitID: defaultUnitID }
    : { measure: decimal(input.measure), unitID: input.unitID };

/** The value and units that a request means; a bare number is in the default units. */
export const enteredRate = (
  input: RateInput,
  defaults: { unitID: string; perUnitID: string },
): { value: Big; unitID: string; perUnitID: string } =>
  typeof input === 'number' ? { value: decimal(input), ...defaults } : { ...input, value: decimal(input.value) };

/** Where a derived id points: the record that owns the number, and its field. */
export interface DerivedIDParts {
  ownerID: string;
  field: string;
}

const derivedID = /^(qty|rate)_([a-z][a-z_]{0,40}_[0-9a-z]{26})\.([a-z][A-Za-z0-9]{0,62})$/;

const parseDerivedID = (kind: 'qty' | 'rate', id: string): DerivedIDParts | undefined => {
  const match = derivedID.exec(id);
  return match?.[1] === kind ? { ownerID: match[2] as string, field: match[3] as string } : undefined;
};

/** `qty_<owner>.<field>`: quantities have no table of their own, their id says where they are stored. */
export const quantityID = (ownerID: string, field: string): string => `qty_${ownerID}.${field}`;

/** `rate_<owner>.<field>`. */
export const rateID = (ownerID: string, field: string): string => `rate_${ownerID}.${field}`;

/** The parts of a quantity id; undefined for anything else. */
export const parseQuantityID = (id: string): DerivedIDParts | undefined => parseDerivedID('qty', id);

/** The parts of a rate id; undefined for anything else. */
export const parseRateID = (id: string): DerivedIDParts | undefined => parseDerivedID('rate', id);

/** An exact conversion factor above 0, in lowest terms; two bigint columns. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A conversion that six decimals cannot hold: 400 `inexact_conversion`. */
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

const greatestCommonDivisor = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
};

/**
 * A factor in lowest terms.
 * @throws RangeError unless both are above 0; NumberOutOfRangeError (400) if a bigint column cannot hold a term.
 */
export function ratio(numerator: bigint, denominator: bigint): Ratio {
  if (numerator <= 0n || denominator <= 0n) throw new RangeError('A conversion factor must be above 0');
  const divisor = greatestCommonDivisor(numerator, denominator);
  const lowest = { numerator: numerator / divisor, denominator: denominator / divisor };
  if (lowest.numerator > largestBigintColumn || lowest.denominator > largestBigintColumn) {
    throw new NumberOutOfRangeError(`${lowest.numerator}/${lowest.denominator}`);
  }
  return lowest;
}

/** The factor of a decimal as people enter it: 2.54 is 127/50. */
export const ratioOf = (value: DecimalSource): Ratio => {
  const exact = decimal(value);
  const scale = decimalPlaces(exact);
  return ratio(toScaledInteger(exact, scale), 10n ** BigInt(scale));
};

/** One conversion after the other. */
export const multiplyRatio = (left: Ratio, right: Ratio): Ratio =>
  ratio(left.numerator * right.numerator, left.denominator * right.denominator);

/** The way back. */
export const invertRatio = ({ numerator, denominator }: Ratio): Ratio => ratio(denominator, numerator);

/** -1, 0 or 1, as `left` is smaller than, equal to or larger than `right`. */
export const compareRatio = (left: Ratio, right: Ratio): -1 | 0 | 1 => {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/**
 * `measure x factor`, exact at six decimals.
 * @throws InexactConversionError (400) where it is not: a third of one each has no six decimals.
 */
export function convert(measure: Big, factor: Ratio): Big {
  const scale = Math.max(decimalPlaces(measure), quantityScale);
  const dividend = toScaledInteger(measure, scale) * factor.numerator;
  const divisor = factor.denominator * 10n ** BigInt(scale - quantityScale);
  if (dividend % divisor !== 0n) throw new InexactConversionError(measure, factor);
  return fromScaledInteger(dividend / divisor, quantityScale);
}

/**
 * The base unit of a group is its smallest: the one with the least `factor` towards any common unit. Where two are
 * equal the lesser id wins, so that every process picks the same one. Undefined for an empty group.
 */
export function baseUnitOf<Unit extends { id: string; factor: Ratio }>(units: readonly Unit[]): Unit | undefined {
  return units.reduce<Unit | undefined>((smallest, unit) => {
    if (!smallest) return unit;
    const order = compareRatio(unit.factor, smallest.factor);
    return order < 0 || (order === 0 && unit.id < smallest.id) ? unit : smallest;
  }, undefined);
}
