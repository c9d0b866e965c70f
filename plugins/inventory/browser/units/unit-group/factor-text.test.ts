import { describe, expect, it } from 'vitest';
import { exactText, exampleText, factorOfAmounts, fractionText } from './factor-text.ts';

const factor = (numerator: string, denominator: string) => ({ numerator, denominator });

describe('a factor on the screen', () => {
  it('is exact, as a decimal where there is one', () => {
    expect(exactText(factor('12', '1'))).toBe('12');
    expect(exactText(factor('127', '50'))).toBe('2.54');
    expect(exactText(factor('4', '3'))).toBe('4/3');
  });

  it('shows its fraction only where there is one', () => {
    expect(fractionText(factor('12', '1'))).toBeUndefined();
    expect(fractionText(factor('127', '50'))).toBe('127/50');
  });

  it('comes with a sentence of whole numbers', () => {
    expect(exampleText('dozen', factor('12', '1'), 'each')).toBe('1 dozen = 12 each');
    expect(exampleText('in', factor('127', '50'), 'cm')).toBe('50 in = 127 cm');
  });

  it('is what two amounts say together', () => {
    expect(factorOfAmounts(1, 12)).toEqual(factor('12', '1'));
    expect(factorOfAmounts(5, 1)).toEqual(factor('1', '5'));
    expect(factorOfAmounts(2.5, 1)).toEqual(factor('2', '5'));
  });
});
