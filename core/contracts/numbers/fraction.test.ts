import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimal } from './decimal.ts';
import {
  addFractions,
  compareFractions,
  divideFractions,
  exactDecimal,
  fraction,
  fractionOf,
  greaterFraction,
  lesserFraction,
  multiplyFractions,
  noFraction,
  roundFraction,
  subtractFractions,
} from './fraction.ts';

const fractions = fc
  .tuple(fc.bigInt(-1_000_000n, 1_000_000n), fc.bigInt(1n, 1_000_000n))
  .map(([numerator, denominator]) => fraction(numerator, denominator));

it('is in lowest terms, with its sign above', () => {
  expect(fraction(6n, -8n)).toEqual({ numerator: -3n, denominator: 4n });
  expect(fraction(0n, 7n)).toEqual(noFraction);
  expect(fractionOf('2.54')).toEqual({ numerator: 127n, denominator: 50n });
  expect(() => fraction(1n, 0n)).toThrow(RangeError);
  expect(() => divideFractions(fraction(1n), noFraction)).toThrow(RangeError);
});

it('loses nothing, whatever it is added to and multiplied by', () => {
  fc.assert(
    fc.property(fractions, fractions, (left, right) => {
      expect(subtractFractions(addFractions(left, right), right)).toEqual(left);
      if (compareFractions(right, noFraction) !== 0)
        expect(divideFractions(multiplyFractions(left, right), right)).toEqual(left);
      const [least, greatest] = [lesserFraction(left, right), greaterFraction(left, right)];
      expect(compareFractions(least, greatest)).toBeLessThanOrEqual(0);
      expect(addFractions(least, greatest)).toEqual(addFractions(left, right));
    }),
  );
});

it('is rounded once, at six decimals, half up and away from 0', () => {
  expect(roundFraction(fraction(2n, 3n)).toString()).toBe('0.666667');
  expect(roundFraction(fraction(-1n, 2_000_000n)).eq(decimal('-0.000001'))).toBe(true);
  expect(exactDecimal(fraction(1n, 3n))).toBeUndefined();
  expect(exactDecimal(fraction(1n, 8n))?.toString()).toBe('0.125');
});
