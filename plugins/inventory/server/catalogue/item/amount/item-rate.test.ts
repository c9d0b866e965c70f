import { decimal, ratio } from '@millwright/core/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratePer, roundedRatePer, storedRate } from './item-rate.ts';

const each = ratio(1n, 1n);
const dozen = ratio(12n, 1n);
const units = {
  currencyUnitID: 'unit_dollar',
  defaultUnitID: 'unit_each',
  units: [
    { unitID: 'unit_each', unit: 'each', factor: each },
    { unitID: 'unit_dozen', unit: 'dozen', factor: dozen },
  ],
};

describe('a price per unit', () => {
  it('grows with the unit: a dozen costs twelve times as much', () => {
    expect(ratePer(decimal('1.25'), each, dozen).toString()).toBe('15');
    expect(ratePer(decimal(15), dozen, each).toString()).toBe('1.25');
  });

  it('is exact or refused, and rounded only where it is a suggestion', () => {
    expect(() => ratePer(decimal(1), dozen, each)).toThrow(/cannot be converted exactly/);
    expect(roundedRatePer('1', dozen, each)).toBe('0.083333');
  });

  it('leaves what goods are worth as it is: price x quantity is the same in every unit', () => {
    const term = fc.bigInt({ min: 1n, max: 5000n });
    fc.assert(
      fc.property(term, term, term, (price, from, to) => {
        const [a, b] = [ratio(from, 1n), ratio(to, 1n)];
        const start = decimal((price * from).toString());
        expect(
          ratePer(start, a, b)
            .times(decimal(from.toString()))
            .eq(start.times(decimal(to.toString()))),
        ).toBe(true);
      }),
    );
  });
});

describe('a price in a request', () => {
  it('is stored per default unit', () => {
    expect(storedRate(2.5, units, 'unitValue')).toBe('2.500000');
    expect(storedRate({ value: 15, unitID: 'unit_dollar', perUnitID: 'unit_dozen' }, units, 'unitValue')).toBe(
      '1.250000',
    );
  });

  it('is in the currency unit, per a unit of the group', () => {
    const errorsOf = (work: () => unknown): unknown => {
      try {
        return work();
      } catch (error) {
        return (error as { errors: unknown }).errors;
      }
    };
    expect(
      errorsOf(() => storedRate({ value: 1, unitID: 'unit_each', perUnitID: 'unit_each' }, units, 'unitCost')),
    ).toEqual([{ path: 'unitCost.unitID', message: 'Prices are in the unit dollar' }]);
    expect(
      errorsOf(() => storedRate({ value: 1, unitID: 'unit_dollar', perUnitID: 'unit_kg' }, units, 'unitCost')),
    ).toEqual([{ path: 'unitCost.perUnitID', message: 'The item can be measured in each, dozen only' }]);
  });
});
