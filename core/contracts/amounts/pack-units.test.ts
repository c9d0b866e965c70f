import { describe, expect, it } from 'vitest';
import { estimatedWeight, isPackUnit, packSizeOf, packSizes } from './pack-units.ts';

describe('pack units', () => {
  it('are those of the spec', () => {
    expect(packSizes).toEqual({
      each: 1,
      pair: 2,
      ct10ea: 10,
      ct5pr: 10,
      ct10pr: 20,
      ct20ea: 20,
      ct12ea: 12,
      dozen: 12,
      ct6pr: 12,
      ct12pr: 24,
      ct8ea: 8,
      cs40ea: 40,
      cs50ea: 50,
      ct16ea: 16,
    });
    expect(isPackUnit('toString')).toBe(false);
    expect(packSizeOf('constructor')).toBe(1);
  });
});

describe('estimatedWeight', () => {
  it('weighs sale lines only', () => {
    expect(
      estimatedWeight([
        { productType: 'sale', quantity: 3, unit: 'ct12pr' },
        { productType: 'sale', quantity: '0.5', unit: 'each' },
        { productType: 'sale', quantity: 2, unit: 'dozen' },
        { productType: 'service', quantity: 100, unit: 'cs50ea' },
      ]).toString(),
    ).toBe('14.475');
    expect(estimatedWeight([]).toString()).toBe('0');
  });
});
