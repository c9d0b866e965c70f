import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, fromScaledInteger, scaledIntegerOf, scaledText } from './decimal.ts';
import { percentage, scaledToWire, toWire, wireDecimal } from './wire-number.ts';

describe('a value counted in its smallest part', () => {
  it('has the text and the wire number of its decimal, and is read from the text again', () => {
    const units = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 8 }), (value, scale) => {
        const text = scaledText(value, scale);
        expect(text).toBe(fromScaledInteger(value, scale).toFixed(scale));
        expect(scaledToWire(value, scale)).toBe(toWire(fromScaledInteger(value, scale)));
        expect(scaledIntegerOf(text, scale)).toBe(value);
      }),
    );
    expect(['-0.5', '3', '1.2e1', 7].map((value) => scaledIntegerOf(value, 2))).toEqual([-50n, 300n, 1200n, 700n]);
    expect(() => scaledIntegerOf('0.001', 2)).toThrow(TypeError);
  });
});

describe('toWire', () => {
  it('carries every decimal of 15 digits there and back', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }),
        fc.integer({ min: 0, max: 6 }),
        (units, scale) => {
          const value = fromScaledInteger(units, scale);
          const read = decimal(JSON.parse(JSON.stringify(toWire(value))) as number);
          expect(read.eq(value)).toBe(true);
        },
      ),
    );
  });

  it('rounds what no JSON number could carry instead of failing the read', () => {
    expect(toWire(decimal('123456789012.123456'))).toBe(123456789012.123);
    expect(Object.is(toWire(decimal('-0')), 0)).toBe(true);
  });
});

describe('wireDecimal', () => {
  const schema = wireDecimal({ scale: 6 });
  const first = (value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

  it('accepts what the column holds', () => {
    for (const value of [0, -0, 1.5, -0.000001, 999_999_999_999, 123456789.123456])
      expect(first(value)).toBeUndefined();
  });

  it('says what is wrong', () => {
    expect(first('1')).toBe('Must be a number');
    expect(first(null)).toBe('Must be a number');
    expect(first(Number.NaN)).toBe('Must be a number');
    expect(first(Number.POSITIVE_INFINITY)).toBe('Must be a number');
    expect(first(1e308)).toBe('Must be below 1,000,000,000,000');
    expect(first(-1e12)).toBe('Must be above -1,000,000,000,000');
    expect(first(0.1234567)).toBe('Must have at most 6 decimals');
    expect(first(5e-324)).toBe('Must have at most 6 decimals');
    expect(first(Number('12345678901.123456'))).toBe('Must have at most 15 significant digits');
  });

  it('keeps percentages between 0 and 1', () => {
    expect(percentage.safeParse(0.125).success).toBe(true);
    expect(percentage.safeParse(1).success).toBe(true);
    expect(percentage.safeParse(10).error?.issues[0]?.message).toBe('Must be at most 1');
    expect(percentage.safeParse(-0.1).error?.issues[0]?.message).toBe('Must be at least 0');
  });

  it('accepts every decimal it should and never throws on any number', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const result = schema.safeParse(value);
        if (result.success) expect(decimal(value).toFixed(6)).toBe(decimal(decimal(value).toFixed(6)).toFixed(6));
      }),
    );
    fc.assert(
      fc.property(fc.maxSafeInteger(), (units) => {
        const value = toWire(fromScaledInteger(BigInt(units), 6));
        expect(schema.safeParse(value).success).toBe(true);
      }),
    );
  });
});
