import { z } from 'zod';
import { madeOnce } from '../endpoints/made-once.ts';
import { type Big, decimal, decimalPlaces, fromScaledInteger, scaledText, significantDigits } from './decimal.ts';
import { roundSignificant } from './rounding.ts';

/** Decimals of up to this many significant digits survive conversion to a double and back. */
export const wireDigits = 15;

/**
 * The JSON number of a decimal. Exact for all money of numeric(14,2) and for all values of at most 15 significant
 * digits. Longer values (a quantity above one billion with six decimals) are rounded to 15 digits, the limit of JSON
 * readers.
 */
export const toWire = (value: Big): number => Number(roundSignificant(value, wireDigits).toString());

/** Like `toWire`, for a value in units of 10^-scale. */
export const scaledToWire = (value: bigint, scale: number): number => {
  const text = scaledText(value, scale);
  return text.length <= wireDigits ? Number(text) : toWire(fromScaledInteger(value, scale));
};

export interface WireDecimalBounds {
  /** Largest number of digits after the point. */
  scale: number;
  /** Largest number of digits before the point; 12 fits numeric(14,2) and numeric(18,6). */
  integerDigits?: number;
  /** Lowest allowed value. */
  min?: number;
  /** Exclusive lower bound. */
  above?: number;
  /** Highest allowed value. */
  max?: number;
}

/** A JSON number that a numeric column holds exactly: bounded, at most `scale` decimals and 15 significant digits. */
export const wireDecimal = madeOnce(({ scale, integerDigits = 12, min, above, max }: WireDecimalBounds) => {
  const limit = 10 ** integerDigits;
  const limitText = limit.toLocaleString('en-US');
  let schema = z.number({ error: 'Must be a number' });
  if (above !== undefined) schema = schema.gt(above, { error: `Must be above ${above}` });
  else if (min !== undefined) schema = schema.gte(min, { error: `Must be at least ${min}` });
  else schema = schema.gt(-limit, { error: `Must be above -${limitText}` });
  schema =
    max === undefined
      ? schema.lt(limit, { error: `Must be below ${limitText}` })
      : schema.lte(max, { error: `Must be at most ${max}` });
  return schema
    .refine((value) => decimalPlaces(decimal(value)) <= scale, { error: `Must have at most ${scale} decimals` })
    .refine((value) => significantDigits(decimal(value)) <= wireDigits, {
      error: `Must have at most ${wireDigits} significant digits`,
    });
});

/** A share between 0 and 1, where 0.1 is ten percent; column numeric(9,6). */
export const percentage = wireDecimal({ scale: 6, integerDigits: 3, min: 0, max: 1 });
