import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lotNumber, lotNumberError } from '../../stock/lot/lot.ts';
import {
  compareNames,
  expandNames,
  fullNameOf,
  isLocationName,
  NamePatternError,
  pathNamesOf,
} from './location-names.ts';

describe('a pattern of names', () => {
  it.each([
    ['Dock', ['Dock']],
    ['A-{08..11}', ['A-08', 'A-09', 'A-10', 'A-11']],
    ['A-{8..11}', ['A-8', 'A-9', 'A-10', 'A-11']],
    ['{A..C}', ['A', 'B', 'C']],
    ['{a..b}{1..2}', ['a1', 'a2', 'b1', 'b2']],
    ['Rack { 1 .. 2 } north', ['Rack 1 north', 'Rack 2 north']],
    ['{7..7}', ['7']],
  ])('%s', (pattern, names) => {
    expect(expandNames(pattern)).toEqual(names);
  });

  it.each(['{1..', '{1-9}', '{5..1}', '{C..A}', '{A..3}', '{a..Z}', '{1..5000}', '{1..999}{1..999}', 'a}', '{{1..2}}'])(
    '%s is refused',
    (pattern) => {
      expect(() => expandNames(pattern)).toThrow(NamePatternError);
    },
  );

  it('makes as many names as its ranges have together, none twice', () => {
    const range = fc.tuple(fc.nat(20), fc.nat(20)).map(([from, more]) => [from, from + more] as const);
    fc.assert(
      fc.property(range, range, ([a, b], [c, d]) => {
        const names = expandNames(`x{${a}..${b}}-{${c}..${d}}`);
        expect(new Set(names).size).toBe((b - a + 1) * (d - c + 1));
      }),
    );
  });
});

describe('a path', () => {
  it('is parted by slashes with spaces around them only', () => {
    expect(pathNamesOf('Tool Crib / A / 1')).toEqual(['Tool Crib', 'A', '1']);
    expect(pathNamesOf(' Tool  Crib / N/A /  / 1 / ')).toEqual(['Tool Crib', 'N/A', '1']);
    expect(pathNamesOf('  ')).toEqual([]);
    expect(isLocationName('N/A')).toBe(true);
    for (const name of ['A / B', '/ A', 'A /', '/']) expect(isLocationName(name)).toBe(false);
  });

  it('of names that a path can hold comes back as it was', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 12 })
      .map((text) => text.trim().replaceAll(/\s+/g, ' '))
      .filter((text) => text !== '' && isLocationName(text));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
        expect(pathNamesOf(fullNameOf(names))).toEqual(names);
      }),
    );
  });

  it('is sorted as people count', () => {
    expect(['A-10', 'A-2', 'B', 'A-1'].sort(compareNames)).toEqual(['A-1', 'A-2', 'A-10', 'B']);
  });
});

describe('a lot number', () => {
  it.each([
    ['42', '000042'],
    [' 42 ', '000042'],
    ['1234567', '1234567'],
    ['A42', 'A42'],
    ['z', 'z'],
    ['-1', '0000-1'],
    ['', ''],
  ])('%j is %j', (entered, stored) => {
    expect(lotNumber(entered)).toBe(stored);
  });

  it('is the same when it is padded again', () => {
    fc.assert(fc.property(fc.string(), (text) => lotNumber(lotNumber(text)) === lotNumber(text)));
  });

  it('is no payment card', () => {
    expect(lotNumberError('4111 1111 1111 1111')).toBe('Must not be a card number');
    expect(lotNumberError(' ')).toBe('Lot number is required');
    expect(lotNumberError('4111 1111 1111 1112')).toBeUndefined();
    expect(lotNumberError('\u0301')).toBe('Must hold letters, digits or signs');
  });
});
