import { describe, expect, it } from 'vitest';
import type { ImportFieldDeclaration } from '../import-definition.ts';
import { type CellStyle, chosenStyle, localeStyle, stylesOf } from '../xlsx/cell-styles.ts';
import { readCell } from './read-cell.ts';

const us = localeStyle('en-US', 'USD');
const german = localeStyle('de-DE', 'EUR');
const british = localeStyle('en-GB', 'GBP');
const japanese = localeStyle('ja-JP', 'JPY');
const field = (
  kind: ImportFieldDeclaration['kind'],
  more: Partial<ImportFieldDeclaration> = {},
): ImportFieldDeclaration => ({
  name: 'x',
  label: 'X',
  ...(kind ? { kind } : {}),
  ...more,
});
const read = (cell: string, kind: ImportFieldDeclaration['kind'], locale = us, styles: CellStyle[] = []): unknown => {
  const result = readCell(cell, field(kind), locale, styles);
  return 'error' in result ? new Error(result.error) : result.value;
};

describe('a decimal', () => {
  it.each([
    ['1234.5', '1234.5'],
    ['1,234.50', '1234.5'],
    ['1.234,56', '1234.56'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1,234', '1234'],
    ['1.234', '1.234'],
    ['1,5', '1.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['$1,234.50', '1234.5'],
    ['USD 12', '12'],
    ['12 usd', '12'],
    ['-$5', '-5'],
    ['$-5', '-5'],
    ['5-', '-5'],
    ['\u22125', '-5'],
    ['(1,200.00)', '-1200'],
    ['$(5)', '-5'],
    ['+7', '7'],
    ['12.5%', '0.125'],
    ['1 234 567.5', '1234567.5'],
    ['1\u00a0234,5', '1234.5'],
    ["1'234.5", '1234.5'],
    ['0', '0'],
    ['-0', '0'],
    ['007', '7'],
    ['999999999999.999999', '999999999999.999999'],
    ['\uff11\uff12', '12'],
  ])('reads %j', (cell, value) => expect(read(cell, 'decimal')).toBe(value));

  it('is read as the account writes numbers', () => {
    expect(read('1.234', 'decimal', german)).toBe('1234');
    expect(read('1,234', 'decimal', german)).toBe('1.234');
    expect(read('1.234,56 €', 'decimal', german)).toBe('1234.56');
    expect(read('1.234', 'decimal', us, ['point'])).toBe('1.234');
  });

  it('names both readings where the rest of its column speaks against the account', () => {
    const doubt = new Error('"1.234" can be 1.234 or 1234; write it as one of these');
    expect(read('1.234', 'decimal', us, ['comma'])).toEqual(doubt);
    expect(read('1.234', 'decimal', us, ['point', 'comma'])).toEqual(doubt);
    expect(read('1.234', 'decimal', german, ['point'])).toEqual(doubt);
    expect(read('1.234', 'decimal', german, ['typed', 'comma'])).toEqual(doubt);
    expect(read('1.2345', 'decimal', german, ['point', 'comma'])).toBe('1.2345');
  });

  it('of a typed cell has its point, whatever the account writes', () => {
    expect(read('1.234', 'decimal', german, ['typed'])).toBe('1.234');
  });

  it.each([
    ['ten', '"ten" is not a number'],
    ['1,23,4', '"1,23,4" is not a number'],
    ['12,34.5', '"12,34.5" is not a number'],
    ['1.2.3', '"1.2.3" is not a number'],
    ['€5', '"€5" is not in USD, the currency of the account'],
    ['5 EUR', '"5 EUR" is not in USD, the currency of the account'],
    ['1.5E+3', '"1.5E+3" is in scientific notation; write all digits'],
    ['0.1234567', 'Has more than 6 decimals; the import can round them'],
    ['1000000000000', '"1000000000000" is too large'],
    ['(-5)', '"(-5)" is negative twice'],
    ['5 kg', '"5 kg" is not a number'],
    ['1 2', '"1 2" is not a number'],
    ['--5', '"--5" is not a number'],
    ['#REF!', 'Holds the spreadsheet error #REF!'],
    ['1\uFFFD', 'Has a character that could not be read'],
  ])('refuses %j', (cell, message) => expect(read(cell, 'decimal')).toEqual(new Error(message)));

  it('that is whole may be required', () => {
    expect(read('1,200', 'integer')).toBe('1200');
    expect(read('1.5', 'integer')).toEqual(new Error('"1.5" is not a whole number'));
  });
});

describe('a number that is finer than its field', () => {
  const rounded = (cell: string, own: Partial<ImportFieldDeclaration> = {}) =>
    readCell(cell, field('decimal', own), us, [], { isRounded: true });
  it.each([
    ['13.086299999999998', '13.0863', {}],
    ['0.0000005', '0.000001', {}],
    ['-5.684341886080801E-14', '0', {}],
    ['1.2e+2', '120', {}],
    ['12.345', '12.35', { decimals: 2 }],
    ['2.9999999999', '3', { kind: 'integer' }],
  ] as const)('is rounded where that is asked for: %s', (cell, value, own) =>
    expect(rounded(cell, own)).toEqual({ value }),
  );
  it('is an error otherwise, the same one whatever the cell says', () =>
    expect(readCell('12.345', field('decimal', { decimals: 2 }), us)).toEqual({
      error: 'Has more than 2 decimals; the import can round them',
    }));
});

describe('a style that somebody chose', () => {
  const comma = chosenStyle(us, { decimal: 'comma', dateOrder: 'day-first' });
  it.each<[string, 'decimal' | 'date', unknown, CellStyle[]?]>([
    ['1.500', 'decimal', '1500', ['point']],
    ['1,5', 'decimal', '1.5'],
    ['1.5', 'decimal', new Error('"1.5" is not a number')],
    ['1.5', 'decimal', '1.5', ['typed']],
    ['02/03/2026', 'date', '2026-03-02', ['month-first']],
    ['02/28/2026', 'date', new Error('"02/28/2026" is not a date written day first')],
    ['2026-02-28', 'date', '2026-02-28'],
  ])('is the only one: %s', (cell, kind, value, styles) => expect(read(cell, kind, comma, styles)).toEqual(value));
});

describe('a date', () => {
  it.each([
    ['2026-02-28', us],
    ['2026/2/28', us],
    ['20260228', us],
    ['2026-02-28T10:00:00Z', us],
    ['2026-02-28 10:00', us],
    ['02/28/2026', us],
    ['28/02/2026', british],
    ['28.02.2026', german],
    ['28.2.2026 14:30', german],
    ['Feb 28, 2026', us],
    ['28-Feb-2026', us],
    ['28. Februar 2026', german],
    ['February 28th, 2026', us],
    ['28/2/2026', us],
  ])('reads %j', (cell, locale) => expect(read(cell, 'date', locale)).toBe('2026-02-28'));

  it('is read in the order that the account writes, unless its column says otherwise', () => {
    expect(read('03/02/2026', 'date', us)).toBe('2026-03-02');
    expect(read('03/02/2026', 'date', british)).toBe('2026-02-03');
    const doubt = new Error('"03/02/2026" can be 2026-02-03 or 2026-03-02; write it as one of these');
    expect(read('03/02/2026', 'date', us, ['day-first'])).toEqual(doubt);
    expect(read('03/02/2026', 'date', japanese)).toEqual(doubt);
    expect(read('03/02/2026', 'date', japanese, ['day-first'])).toBe('2026-02-03');
    expect(read('02/02/2026', 'date', us, ['day-first'])).toBe('2026-02-02');
  });

  it('may be the number of a day in a workbook, not in a text', () => {
    expect(read('46081', 'date', us, ['typed'])).toBe('2026-02-28');
    expect(read('46081', 'date')).toEqual(new Error('"46081" is not a date'));
  });

  it.each([
    ['2/28/26', '"2/28/26" needs a year of four digits'],
    ['28 Feb 26', '"28 Feb 26" needs a year of four digits'],
    ['2026-02-30', '"2026-02-30" is not a date'],
    ['31/31/2026', '"31/31/2026" is not a date'],
    ['0026-02-28', '"0026-02-28": must be between the years 1900 and 2200'],
    ['soon', '"soon" is not a date'],
    ['28 Foo 2026', '"28 Foo 2026" is not a date'],
  ])('refuses %j', (cell, message) => expect(read(cell, 'date')).toEqual(new Error(message)));
});

describe('other cells', () => {
  it('are yes or no in the words that people use', () => {
    for (const cell of ['yes', 'Y', 'TRUE', '1', 'x', 'X', 'On']) expect(read(cell, 'boolean')).toBe(true);
    for (const cell of ['No', 'n', 'false', '0', '-']) expect(read(cell, 'boolean')).toBe(false);
    expect(read('maybe', 'boolean')).toEqual(new Error('"maybe" is neither yes nor no'));
  });

  it('are choices in any case', () => {
    const choice = field('choice', { choices: ['net_30', 'prepaid'] });
    expect(readCell('Net 30', choice, us)).toEqual({ value: 'net_30' });
    expect(readCell('net 31', choice, us)).toEqual({ error: '"net 31" is none of net_30, prepaid' });
  });

  it('are texts of their length without control characters', () => {
    expect(read('  Ä glove ', 'text')).toBe('Ä glove');
    expect(read('a\nb', 'text')).toEqual(new Error('Must not contain control characters or line breaks'));
    expect(readCell('abcdef', field('reference', { longest: 5 }), us)).toEqual({
      error: 'Must be at most 5 characters',
    });
    expect(read('a\r\nb', 'note')).toBe('a\nb');
    expect(read('4111 1111 1111 1111', 'note')).toEqual(new Error('Must not contain a card number'));
    expect(read('\u0301', 'text')).toEqual(new Error('Must hold letters, digits or signs'));
    expect(read('GLO\u200DVE', 'text')).toBe('GLO\u200DVE');
    expect(read('GLO\u200DVE', 'reference')).toEqual(new Error('Must not contain invisible characters'));
    expect(readCell('GLO\u200DVE', field('text'), us, [], { isKey: true })).toEqual({
      error: 'Must not contain invisible characters',
    });
    expect(read('', 'text')).toBeNull();
    expect(read('  ', 'decimal')).toBeNull();
  });

  it('never put half a character into a message', () => {
    const result = readCell('\u{1F9E4}'.repeat(100), field('decimal'), us);
    expect('error' in result && result.error.isWellFormed()).toBe(true);
  });
});

describe('what a cell says about its column', () => {
  it.each<[string, CellStyle | undefined]>([
    ['1.234,56', 'comma'],
    ['1,234.56', 'point'],
    ['12,5', 'comma'],
    ['$0.75', 'point'],
    ['1.234.567', 'comma'],
    ['1,234', undefined],
    ['1.234', undefined],
    ['1234', undefined],
    ['28/02/2026', 'day-first'],
    ['02/28/2026', 'month-first'],
    ['02/03/2026', undefined],
    ['Glove, size 5', undefined],
  ])('is found for %j', (text, style) => expect(stylesOf(text, false)).toBe(style));

  it('is that it is typed, where the file has types', () => expect(stylesOf('1.5', true)).toBe('typed'));
});

describe('a strict decimal', () => {
  const strict = (cell: string, locale = us, styles: CellStyle[] = []): unknown => {
    const result = readCell(cell, field('decimal', { isStrict: true }), locale, styles);
    return 'error' in result ? result.error : result.value;
  };

  it('is read as the locale writes it, and never without its separators', () => {
    expect(['1,200.5', '12', '-3.5'].map((cell) => strict(cell))).toEqual(['1200.5', '12', '-3.5']);
    for (const cell of ['1,5', '1.000,5', '$5', '(5)', '5%', '1 200', 'ten'])
      expect(strict(cell, us, ['comma']), cell).toBe('Invalid number format');
    expect(['1.200,5', '1,5'].map((cell) => strict(cell, german))).toEqual(['1200.5', '1.5']);
    expect(strict('1.5', german)).toBe('Invalid number format');
  });

  it('has a point where the cells are numbers by type', () => {
    expect(strict('1.5', german, ['typed'])).toBe('1.5');
    expect(strict('1200', german, ['typed'])).toBe('1200');
    expect(strict('1.234', german, ['typed'])).toBe('"1.234" can be 1.234 or 1234; write it as one of these');
  });
});
