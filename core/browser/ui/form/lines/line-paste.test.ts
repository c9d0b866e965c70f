import { describe, expect, it } from 'vitest';
import { decimalSeparator, parseDecimalText } from '../inputs/decimal-text.ts';
import { isGrid, parseGrid, pastedValue } from './line-paste.ts';

describe('parseGrid', () => {
  it('splits rows and cells and keeps empty ones', () => {
    expect(parseGrid('A\t1\r\nB\t\r\n')).toEqual([
      ['A', '1'],
      ['B', ''],
    ]);
  });

  it('keeps tabs, line breaks and quotes inside quoted cells', () => {
    expect(parseGrid('"a\tb"\t"say ""hi""\nthere"\tc"d')).toEqual([['a\tb', 'say "hi"\nthere', 'c"d']]);
  });

  it('leaves a single value to the browser', () => {
    expect(isGrid('12.5\n')).toBe(false);
    expect(isGrid('12\t5')).toBe(true);
  });
});

describe('numbers', () => {
  it.each([
    ['1,234.50', 'en-US', 1234.5],
    ['$12', 'en-US', 12],
    ['(5.25)', 'en-US', -5.25],
    ['-3', 'en-US', -3],
    ['1.234,5 €', 'de-DE', 1234.5],
    ['.5', 'en-US', 0.5],
  ])('reads %s in %s', (text, locale, value) => {
    expect(parseDecimalText(text, locale)).toBe(value);
  });

  it('tells empty from nonsense', () => {
    expect(parseDecimalText('  ', 'en-US')).toBeNull();
    expect(parseDecimalText('12 pairs', 'en-US')).toBeUndefined();
    for (const text of ['1.2.3', '1,5', '1.000,5', '1,0000'])
      expect(parseDecimalText(text, 'en-US'), text).toBeUndefined();
    expect(decimalSeparator('de-DE')).toBe(',');
  });

  it('pastes text trimmed and numbers as numbers', () => {
    expect(pastedValue('text', ' a ', 'en-US')).toBe('a');
    expect(pastedValue('money', '1,000', 'en-US')).toBe(1000);
  });
});
