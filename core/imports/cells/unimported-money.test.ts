import { describe, expect, it } from 'vitest';
import { isUnconfirmed } from './unimported-money.ts';

const column = (heading: string, ...samples: string[]) => ({ heading, samples, field: null, matchedBy: null });

describe('a column that is not imported', () => {
  it.each([
    ['Freight', '32.38', '11.61'],
    ['Discount %', '15%'],
    ['UnitPriceDiscount', '0', '0.02'],
    ['tax_amt', '$1,234.50', '(5.00)'],
    ['Sales tax', 'USD 5'],
  ])('stops where it is called like money and holds amounts: %s', (...own) =>
    expect(isUnconfirmed(column(...(own as [string, string])))).toBe(true),
  );
  it.each([
    ['Freight', '0', '0.00'],
    ['Tax ID', 'DE123456', '12-3456789'],
    ['Price list', 'Retail'],
    ['Weight', '3.5'],
    ['Discount'],
  ])('goes on where nothing can be lost: %s', (...own) =>
    expect(isUnconfirmed(column(...(own as [string, string])))).toBe(false),
  );
  it('goes on where somebody left it out', () =>
    expect(isUnconfirmed({ ...column('Freight', '5'), matchedBy: 'chosen' })).toBe(false));
});
