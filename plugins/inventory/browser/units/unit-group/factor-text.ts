import {
  type Big,
  convert,
  decimal,
  invertRatio,
  multiplyRatio,
  type Ratio,
  ratioOf,
} from '@millwright/core/contracts';
import { type ConversionFactor, ratioOfFactor } from '../../../contracts/index.ts';

const asDecimal = (factor: Ratio): Big | undefined => {
  try {
    return convert(decimal('1'), factor);
  } catch {
    return undefined;
  }
};

/** A factor exactly: 12, 2.54, or 1/3 if six decimals are not exact. */
export function exactText(factor: ConversionFactor): string {
  const exact = asDecimal(ratioOfFactor(factor));
  return exact ? exact.toString() : `${factor.numerator}/${factor.denominator}`;
}

/** The factor as a fraction: 127/50; undefined for whole numbers. */
export const fractionText = ({ numerator, denominator }: ConversionFactor): string | undefined =>
  denominator === '1' ? undefined : `${numerator}/${denominator}`;

/**
 * An example that people can check: '5 ct10ea = 50 each'. A fraction uses as many units as make a whole number of base
 * units.
 */
export function exampleText(unit: string, factor: ConversionFactor, baseUnit: string): string {
  return `${factor.denominator === '1' ? '1' : factor.denominator} ${unit} = ${factor.numerator} ${baseUnit}`;
}

/** The factor of '`amount` units are `ofAmount` of another'. */
export function factorOfAmounts(amount: number, ofAmount: number): ConversionFactor {
  const { numerator, denominator } = multiplyRatio(ratioOf(ofAmount), invertRatio(ratioOf(amount)));
  return { numerator: `${numerator}`, denominator: `${denominator}` };
}
