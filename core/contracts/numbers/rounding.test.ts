import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Big, decimal, fromScaledInteger, sumOf, toScaledInteger } from './decimal.ts';
import { allocateLargestRemainder, roundHalfUp, roundMoney, roundUnitPrice, roundUpToWhole } from './rounding.ts';

const texts = (values: readonly Big[]) => values.map((value) => value.toString());
const millionths = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map((value) => fromScaledInteger(value, 6));
const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
const weights = fc.array(
  fc.bigInt({ min: 0n, max: 10n ** 12n }).map((value) => fromScaledInteger(value, 4)),
  { minLength: 1, maxLength: 30 },
);

describe('roundHalfUp', () => {
  it('sends ties away from zero', () => {
    expect(
      texts(
        ['1.005', '1.004999', '-1.005', '-1.004', '0.005', '-0.004', '2.675'].map((text) => roundMoney(decimal(text))),
      ),
    ).toEqual(['1.01', '1', '-1.01', '-1', '0.01', '0', '2.68']);
    expect(roundUnitPrice(decimal('0.0000005')).toString()).toBe('0.000001');
  });

  it('mirrors credits, is at most half a cent off, and does nothing twice', () => {
    fc.assert(
      fc.property(millionths, (value) => {
        const rounded = roundMoney(value);
        expect(roundMoney(value.neg()).eq(rounded.neg())).toBe(true);
        expect(rounded.minus(value).abs().lte('0.005')).toBe(true);
        expect(roundMoney(rounded).eq(rounded)).toBe(true);
      }),
    );
  });

  it('agrees with integer arithmetic', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 6 }), (value, digits) => {
        const unit = 10n ** BigInt(6 - digits);
        const expected = (value * 2n + unit) / (unit * 2n);
        expect(toScaledInteger(roundHalfUp(fromScaledInteger(value, 6), digits), digits)).toBe(expected);
      }),
    );
  });

  it('never yields minus zero', () => {
    expect(Object.is(Number(roundMoney(decimal('-0.001')).toFixed()), 0)).toBe(true);
  });
});

describe('roundUpToWhole', () => {
  it('goes up, never away from zero', () => {
    expect(texts(['1', '1.000001', '0', '-1.5', '-0.2'].map((text) => roundUpToWhole(decimal(text))))).toEqual([
      '1',
      '2',
      '0',
      '-1',
      '0',
    ]);
  });
});

describe('allocateLargestRemainder', () => {
  it('gives left-over cents to the largest remainders, the earlier first', () => {
    expect(texts(allocateLargestRemainder(decimal('100'), ['1', '1', '1'].map(decimal)))).toEqual([
      '33.34',
      '33.33',
      '33.33',
    ]);
    expect(texts(allocateLargestRemainder(decimal('0.05'), ['1', '3', '1'].map(decimal)))).toEqual([
      '0.01',
      '0.03',
      '0.01',
    ]);
    expect(texts(allocateLargestRemainder(decimal('0.10'), ['1', '2', '4'].map(decimal)))).toEqual([
      '0.01',
      '0.03',
      '0.06',
    ]);
    expect(texts(allocateLargestRemainder(decimal('7'), ['1', '1'].map(decimal), 0))).toEqual(['4', '3']);
  });

  it('shares equally where nothing weighs', () => {
    expect(texts(allocateLargestRemainder(decimal('0.03'), ['0', '0'].map(decimal)))).toEqual(['0.02', '0.01']);
  });

  it('refuses what cannot be shared out', () => {
    expect(() => allocateLargestRemainder(decimal('1'), [])).toThrow(RangeError);
    expect(allocateLargestRemainder(decimal('0'), [])).toEqual([]);
    expect(() => allocateLargestRemainder(decimal('1'), [decimal('-1'), decimal('2')])).toThrow(RangeError);
    expect(() => allocateLargestRemainder(decimal('1.001'), [decimal('1')])).toThrow(TypeError);
  });

  it('always sums to the whole, each part within a cent of its share, mirrored for credits', () => {
    fc.assert(
      fc.property(cents, weights, (amount, shares) => {
        const total = fromScaledInteger(amount, 2);
        const parts = allocateLargestRemainder(total, shares);
        expect(sumOf(parts).eq(total)).toBe(true);
        const whole = sumOf(shares);
        if (whole.gt('0')) {
          parts.forEach((part, index) => {
            const distance = part
              .times(whole)
              .minus(total.times(shares[index] as Big))
              .abs();
            expect(distance.lt(whole.times('0.01'))).toBe(true);
          });
        }
        expect(texts(allocateLargestRemainder(total.neg(), shares))).toEqual(
          texts(parts.map((part) => (part.eq('0') ? part : part.neg()))),
        );
      }),
    );
  });
});
