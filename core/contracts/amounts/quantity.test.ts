import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../endpoints/problem.ts';
import { decimal, fromScaledInteger, NumberOutOfRangeError, toColumn } from '../numbers/decimal.ts';
import { compareFractions } from '../numbers/fraction.ts';
import {
  baseUnitOf,
  convert,
  convertedText,
  enteredQuantity,
  enteredRate,
  InexactConversionError,
  invertRatio,
  multiplyRatio,
  parseQuantityID,
  parseRateID,
  quantityID,
  quantityInput,
  rateID,
  rateInput,
  ratio,
  ratioOf,
  signedQuantityInput,
} from './quantity.ts';

const term = fc.bigInt({ min: 1n, max: 10n ** 9n });
const anyRatio = fc.tuple(term, term).map(([n, d]) => ratio(n, d));
const anyMeasure = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map((value) => fromScaledInteger(value, 6));

describe('inputs', () => {
  it('take a bare number or a measure with its unit', () => {
    expect(quantityInput.parse(2.5)).toBe(2.5);
    expect(enteredQuantity(quantityInput.parse(2.5), 'unit_a')).toEqual({ measure: decimal('2.5'), unitID: 'unit_a' });
    expect(enteredQuantity(quantityInput.parse({ measure: 3, unitID: 'unit_b' }), 'unit_a')).toEqual({
      measure: decimal('3'),
      unitID: 'unit_b',
    });
    expect(enteredRate(rateInput.parse(4), { unitID: 'usd', perUnitID: 'hr' })).toEqual({
      value: decimal('4'),
      unitID: 'usd',
      perUnitID: 'hr',
    });
    expect(signedQuantityInput.parse(-1)).toBe(-1);
  });

  it('say what is wrong', () => {
    const first = (value: unknown) => quantityInput.safeParse(value).error?.issues[0]?.message;
    expect(first(0)).toBe('Must be above 0');
    expect(first('5')).toBe('Must be a number');
    expect(first(undefined)).toBe('Must be a number');
    expect(first(0.1234567)).toBe('Must have at most 6 decimals');
    expect(first({ measure: 1 })).toBe('unitID: Unit is required');
    expect(quantityInput.safeParse({ measure: -1, unitID: 'u' }).error?.issues).toMatchObject([
      { path: ['measure'], message: 'Must be above 0' },
    ]);
    expect(first({ measure: 1, unitID: 'u', extra: 1 })).toContain('extra');
  });
});

describe('derived ids', () => {
  const owner = 'sol_01h455vb4pex5vsknk084sn02q';

  it('say where the number is stored', () => {
    expect(quantityID(owner, 'quantityOrdered')).toBe(`qty_${owner}.quantityOrdered`);
    expect(parseQuantityID(quantityID(owner, 'quantityOrdered'))).toEqual({ ownerID: owner, field: 'quantityOrdered' });
    expect(parseRateID(rateID(owner, 'laborRate'))).toEqual({ ownerID: owner, field: 'laborRate' });
  });

  it('are no other ids', () => {
    for (const bad of [
      '',
      owner,
      `qty_${owner}`,
      `qty_${owner}.`,
      `qty_${owner}.a.b`,
      `qty_${owner}.__proto__`,
      `rate_${owner}.x`,
      `qty_${owner}.x\n`,
    ]) {
      expect(parseQuantityID(bad), bad).toBeUndefined();
    }
  });
});

describe('ratio', () => {
  it('is in lowest terms', () => {
    expect(ratio(24n, 36n)).toEqual({ numerator: 2n, denominator: 3n });
    expect(ratioOf('2.54')).toEqual({ numerator: 127n, denominator: 50n });
    expect(ratioOf(1200)).toEqual({ numerator: 1200n, denominator: 1n });
    expect(compareFractions(ratio(1n, 3n), ratio(1n, 2n))).toBe(-1);
  });

  it('refuses what is no factor, and what its columns cannot hold', () => {
    expect(() => ratio(0n, 1n)).toThrow(RangeError);
    expect(() => ratio(1n, -1n)).toThrow(RangeError);
    expect(() => multiplyRatio(ratio(2n ** 62n, 1n), ratio(3n, 1n))).toThrow(NumberOutOfRangeError);
    expect(multiplyRatio(ratio(2n ** 62n, 1n), ratio(1n, 2n ** 62n))).toEqual({ numerator: 1n, denominator: 1n });
  });

  it('forms a group under multiplication', () => {
    fc.assert(
      fc.property(anyRatio, anyRatio, (a, b) => {
        expect(multiplyRatio(a, invertRatio(a))).toEqual({ numerator: 1n, denominator: 1n });
        expect(multiplyRatio(a, b)).toEqual(multiplyRatio(b, a));
        expect(invertRatio(multiplyRatio(a, b))).toEqual(multiplyRatio(invertRatio(a), invertRatio(b)));
      }),
    );
  });
});

describe('convert', () => {
  it('is exact or refuses', () => {
    expect(convert(decimal('2.5'), ratio(12n, 1n)).toString()).toBe('30');
    expect(convert(decimal('1'), ratio(1n, 8n)).toString()).toBe('0.125');
    expect(convert(decimal('3'), ratio(1n, 3n)).toString()).toBe('1');
    expect(convert(decimal('0.0000003'), ratio(10n, 3n)).toString()).toBe('0.000001');
    expect(() => convert(decimal('1'), ratio(1n, 3n))).toThrow(InexactConversionError);
    try {
      convert(decimal('0.000001'), ratio(1n, 2n));
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(Problem);
      expect(error).toMatchObject({ status: 400, code: 'inexact_conversion', details: { factor: '1/2' } });
    }
  });

  it('comes back unchanged where it is exact, and is inexact only where it must be', () => {
    fc.assert(
      fc.property(
        anyMeasure,
        fc.tuple(fc.bigInt({ min: 1n, max: 60n }), fc.bigInt({ min: 1n, max: 60n })),
        (value, [n, d]) => {
          const factor = ratio(n, d);
          const fits = (BigInt(value.toFixed(6).replace('.', '')) * factor.numerator) % factor.denominator === 0n;
          if (!fits) {
            expect(() => convert(value, factor)).toThrow(InexactConversionError);
            return;
          }
          const there = convert(value, factor);
          expect(
            there.times(decimal(String(factor.denominator))).eq(value.times(decimal(String(factor.numerator)))),
          ).toBe(true);
          expect(convert(there, invertRatio(factor)).eq(value)).toBe(true);
        },
      ),
    );
  });
});

describe('convertedText', () => {
  it('is the column text of what convert answers, faults included', () => {
    const answerOf = (work: () => string): string => {
      try {
        return work();
      } catch (error) {
        return (error as Error).constructor.name;
      }
    };
    const factors = fc.oneof(anyRatio, fc.constantFrom(ratio(1n, 1n), ratio(86_400n, 1n), ratio(1n, 4n)));
    fc.assert(
      fc.property(anyMeasure, factors, (measure, factor) => {
        const expected = answerOf(() => toColumn(convert(measure, factor), 6));
        expect(answerOf(() => convertedText(measure.toFixed(), factor))).toBe(expected);
      }),
    );
  });
});

describe('baseUnitOf', () => {
  it('is the smallest of the group, the same in every order', () => {
    const units = [
      { id: 'unit_dozen', factor: ratio(12n, 1n) },
      { id: 'unit_each', factor: ratio(1n, 1n) },
      { id: 'unit_piece', factor: ratio(1n, 1n) },
    ];
    expect(baseUnitOf(units)?.id).toBe('unit_each');
    expect(baseUnitOf([...units].reverse())?.id).toBe('unit_each');
    expect(baseUnitOf([])).toBeUndefined();
  });
});
