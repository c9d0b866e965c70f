import { z } from 'zod';
import { type Big, decimal, decimalPlaces, fromScaledInteger, scaledText, significantDigits } from './decimal.ts';
import { roundSignificant } from './rounding.ts';

/** A double carries every decimal of at most this many significant digits there and back unchanged. */
export const wireDigits = 15;

/**
 * The JSON number of a decimal. Exact for all money of numeric(14,2) and for everything of at most 15 significant
 * digits;
 * beyond (a quantity above a thousand million with six decimals) rounded to 15, since no JSON reader could keep more.
 */
export const toWire = (value: Big): number => Number(roundSignificant(value, wireDigits).toString());

/** `toWire` of a value counted in units of 10^-scale. */
export const scaledToWire = (value: bigint, scale: number): number => {
  const text = scaledText(value, scale);
  return text.length <= wireDigits ? Number(text) : toWire(fromScaledInteger(value, scale));
};

export interface WireDecimalBounds {
  /** Most digits after the point. */
  scale: number;
  /** Most digits before the point; 12 fits numeric(14,2) and numeric(18,6). */
  integerDigits?: number;
  /** Lowest value allowed. */
  min?: number;
  /** Value that must be exceeded. */
  above?: number;
  /** Highest value allowed. */
  max?: number;
}

/** A JSON number that a numeric column holds exactly: bounded, at most `scale` decimals and 15 significant digits. */
export function wireDecimal({ scale, integerDigits = 12, min, above, max }: WireDecimalBounds) {
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
}

/** A share between 0 and 1, where 0.1 is ten percent; column numeric(9,6). */
export const percentage = wireDecimal({ scale: 6, integerDigits: 3, min: 0, max: 1 });
