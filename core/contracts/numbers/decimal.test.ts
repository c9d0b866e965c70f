import BigJs from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../endpoints/problem.ts';
import {
  columnTextOf,
  decimal,
  decimalPlaces,
  fromScaledInteger,
  NumberOutOfRangeError,
  sumOf,
  sumOfDecimals,
  toColumn,
  toScaledInteger,
} from './decimal.ts';

describe('decimal', () => {
  it('takes numbers by their text, and adds exactly', () => {
    expect(decimal(0.1).plus(decimal(0.2)).toString()).toBe('0.3');
    expect(decimal('12345678901.123456').times(decimal('98765432109.654321')).toFixed()).toBe(
      (12345678901123456n * 98765432109654321n).toString().replace(/(\d{12})$/, '.$1'),
    );
  });

  it('refuses JS numbers in arithmetic and leaves the shared constructor alone', () => {
    expect(() => decimal('1').plus(1)).toThrow();
    expect(() => decimal('1').valueOf()).toThrow();
    expect(BigJs.strict).toBe(false);
    expect(() => decimal(new BigJs(1)).plus(1)).toThrow();
  });

  it('refuses what is no decimal', () => {
    for (const bad of [
      '',
      ' ',
      'abc',
      '1,000',
      '0x10',
      Number.NaN,
      Number.POSITIVE_INFINITY,
      '1e999999999',
      '9'.repeat(401),
    ]) {
      expect(() => decimal(bad), String(bad).slice(0, 20)).toThrow(TypeError);
    }
  });

  it('counts decimals', () => {
    expect(['1.50', '0.001', '1200', '0', '1e-6'].map((text) => decimalPlaces(decimal(text)))).toEqual([1, 3, 0, 0, 6]);
  });
});

describe('toColumn', () => {
  it('writes at scale without rounding', () => {
    expect(toColumn(decimal('1.5'), 2)).toBe('1.50');
    expect(toColumn(decimal('-0'), 2)).toBe('0.00');
    expect(() => toColumn(decimal('1.005'), 2)).toThrow(TypeError);
  });

  it('answers 400 for what the column cannot hold', () => {
    expect(toColumn(decimal('-999999999999.99'), 2)).toBe('-999999999999.99');
    expect(() => toColumn(decimal('1000000000000'), 2)).toThrow(NumberOutOfRangeError);
    expect(() => toColumn(decimal('1000'), 6, 3)).toThrow(Problem);
    expect(toColumn(decimal('999.999999'), 6, 3)).toBe('999.999999');
  });
});

const anyDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 8 }))
  .map(([value, scale]) => fromScaledInteger(value, scale));
const answerOf = (work: () => string): string => {
  try {
    return work();
  } catch (error) {
    return (error as Error).constructor.name;
  }
};

describe('column texts', () => {
  it('are what big.js writes at their scale', () => {
    fc.assert(
      fc.property(anyDecimal, fc.integer({ min: 8, max: 10 }), (value, scale) => {
        expect(toColumn(value, scale, 21)).toBe(value.toFixed(scale));
      }),
    );
    expect(toColumn(decimal('120'), 0)).toBe('120');
    expect(toColumn(decimal('0'), 0)).toBe('0');
  });

  it('are the same of a text as of its decimal, faults included', () => {
    const texts = fc.oneof(
      anyDecimal.map((value) => value.toFixed()),
      fc.constantFrom('0', '-0', '007', '1.50', '0.000001', '1e3', '999999999999.5', '1000000000000', '1.1234567'),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(answerOf(() => columnTextOf(text, 6))).toBe(answerOf(() => toColumn(decimal(text), 6)));
      }),
    );
  });
});

describe('scaled integers', () => {
  it('go there and back', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        fc.integer({ min: 0, max: 6 }),
        (value, scale) => {
          expect(toScaledInteger(fromScaledInteger(value, scale), scale)).toBe(value);
        },
      ),
    );
  });

  it('add up as integers do', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n })), (cents) => {
        const total = sumOf(cents.map((each) => fromScaledInteger(each, 2)));
        expect(toScaledInteger(total, 2)).toBe(cents.reduce((sum, each) => sum + each, 0n));
      }),
    );
  });
});

describe('sumOfDecimals', () => {
  it('is the sum of any number of decimals', () => {
    fc.assert(
      fc.property(fc.array(anyDecimal), (values) => {
        expect(sumOfDecimals(values).toFixed()).toBe(sumOf(values).toFixed());
      }),
    );
  });
});
