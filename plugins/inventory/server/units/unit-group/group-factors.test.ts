import { compareFractions, convert, decimal, invertRatio, multiplyRatio, ratio } from '@millwright/core/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversionFactorInput } from '../../../contracts/index.ts';
import { builtInUnitGroups, builtInUnits } from '../unit/built-in-units.ts';
import { enteredFactor, factorBetween, inBaseUnits } from './group-factors.ts';

const one = ratio(1n, 1n);
const term = fc.bigInt({ min: 1n, max: 100_000n });
const factor = fc.tuple(term, term).map(([numerator, denominator]) => ratio(numerator, denominator));
const group = fc
  .array(factor, { minLength: 1, maxLength: 12 })
  .map((factors) => factors.map((each, index) => ({ unitID: `unit_${index}`, factor: each })));

describe('the factors of a unit group', () => {
  it('count in the smallest unit, which is worth exactly one', () => {
    fc.assert(
      fc.property(group, (units) => {
        const counted = inBaseUnits(units);
        const base = counted.units.find(({ unitID }) => unitID === counted.baseUnitID);
        expect(base?.factor).toEqual(one);
        for (const unit of counted.units) expect(compareFractions(unit.factor, one)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('keep every proportion between two units, whatever they were counted in', () => {
    fc.assert(
      fc.property(group, factor, (units, scale) => {
        const scaled = units.map(({ unitID, factor: each }) => ({ unitID, factor: multiplyRatio(each, scale) }));
        const [plain, other] = [inBaseUnits(units).units, inBaseUnits(scaled).units];
        expect(other).toEqual(plain);
        for (const [index, unit] of units.entries())
          expect(factorBetween(plain[index]!.factor, plain[0]!.factor)).toEqual(
            factorBetween(unit.factor, units[0]!.factor),
          );
      }),
    );
  });

  it('are counted in base units once and for all', () => {
    fc.assert(
      fc.property(group, (units) => {
        const once = inBaseUnits(units);
        expect(inBaseUnits(once.units, once.baseUnitID)).toEqual(once);
      }),
    );
  });

  it('let the base unit stay when another is as small', () => {
    const units = ['a', 'b', 'c'].map((unitID) => ({ unitID, factor: one }));
    expect(inBaseUnits(units, 'b').baseUnitID).toBe('b');
    expect(inBaseUnits(units).baseUnitID).toBe('a');
    expect(inBaseUnits([...units, { unitID: 'd', factor: ratio(1n, 2n) }], 'b').baseUnitID).toBe('d');
  });

  it('refuse a group without units', () => {
    expect(() => inBaseUnits([])).toThrow(RangeError);
  });
});

describe('conversion between units of a group', () => {
  const measure = fc.bigInt({ min: -1_000_000n, max: 1_000_000n }).map((value) => decimal(value.toString()));

  it('comes back to the same measure', () => {
    fc.assert(
      fc.property(measure, factor, (amount, each) => {
        // Multiples of the denominator are the amounts that convert exactly.
        const exact = amount.times(decimal(each.denominator.toString()));
        expect(convert(convert(exact, each), invertRatio(each)).eq(exact)).toBe(true);
      }),
    );
  });

  it('is the same over a third unit as directly', () => {
    fc.assert(
      fc.property(measure, factor, factor, factor, (amount, a, b, c) => {
        const [first, second] = [factorBetween(a, b), factorBetween(b, c)];
        expect(multiplyRatio(first, second)).toEqual(factorBetween(a, c));
        const exact = amount.times(decimal((first.denominator * second.denominator).toString()));
        expect(convert(convert(exact, first), second).eq(convert(exact, factorBetween(a, c)))).toBe(true);
      }),
    );
  });

  it('never rounds: a third of one has no six decimals', () => {
    expect(() => convert(decimal(1), ratio(1n, 3n))).toThrow(/cannot be converted exactly/);
    expect(convert(decimal(3), ratio(1n, 3n)).toString()).toBe('1');
  });
});

describe('a factor in a request', () => {
  const parsed = (input: unknown) => enteredFactor(conversionFactorInput.parse(input));

  it('is a fraction, of numbers or of texts beyond 2^53, or a decimal', () => {
    expect(parsed({ numerator: 12 })).toEqual(ratio(12n, 1n));
    expect(parsed({ numerator: 45_359_237, denominator: 100_000 })).toEqual(ratio(45_359_237n, 100_000n));
    expect(parsed({ numerator: '9223372036854775807', denominator: '2' }).numerator).toBe(9_223_372_036_854_775_807n);
    expect(parsed(2.54)).toEqual(ratio(127n, 50n));
    expect(parsed({ numerator: 6, denominator: 4 })).toEqual(ratio(3n, 2n));
  });

  it.each([
    0,
    -1,
    1e-13,
    'x',
    { numerator: 0 },
    { numerator: -1 },
    { numerator: 1.5 },
    { numerator: '9223372036854775808' },
    { numerator: 1, denominator: 0 },
    { numerator: 1, of: 2 },
    null,
  ])('is refused as %j', (input) => {
    expect(conversionFactorInput.safeParse(input).success).toBe(false);
  });
});

describe('the built-in units', () => {
  it('name every member of the built-in groups, the base unit first', () => {
    for (const [name, factors] of Object.entries(builtInUnitGroups)) {
      expect(Object.values(factors)[0], name).toBe(1);
      for (const [unit, worth] of Object.entries(factors)) {
        expect(builtInUnits, unit).toHaveProperty([unit]);
        expect(Number.isSafeInteger(worth) && worth >= 1, unit).toBe(true);
      }
    }
  });

  it('have the pack sizes of the spec', async () => {
    const { packSizes } = await import('@millwright/core/contracts');
    expect(builtInUnitGroups['Count']).toMatchObject(packSizes);
    for (const [unit, pairs] of Object.entries(builtInUnitGroups['Pairs']!))
      expect(builtInUnitGroups['Count']![unit], unit).toBe(pairs * 2);
  });
});
