import { describe, expect, it } from 'vitest';
import {
  countedRows,
  quantityFault,
  rowKey,
  type SheetCounts,
  type SheetRow,
  scannedRow,
  sheetRows,
  withOneMoreCounted,
  withOwner,
  withSheetCount,
} from './count-sheet.ts';

const row = (sku: string, more: Partial<SheetRow> = {}): SheetRow => ({
  key: rowKey(sku, '', null),
  itemID: sku,
  sku,
  description: '',
  lotNumber: '',
  owner: null,
  expected: 5,
  unit: 'each',
  isExpected: true,
  ...more,
});
const a = row('A');
const b = row('B');
const found = row('C', { expected: 0, isExpected: false });

describe('the count sheet', () => {
  it('says what is wrong with a quantity while it is typed', () => {
    expect(['', '1,200.5', ' 3 ', '.5', '0'].map((text) => quantityFault(text, 'point'))).toEqual(
      Array(5).fill(undefined),
    );
    for (const text of ['.', 'x', '1,5', '1.000,5']) expect(quantityFault(text, 'point')).toBe('Invalid number format');
    expect(quantityFault('-1', 'point')).toBe('Must be at least 0');
    expect(quantityFault('1.2345678', 'point')).toBe('Must have at most 6 decimals');
  });

  it('sends what a locale with a decimal comma means', () => {
    const counts = withOneMoreCounted(withSheetCount({}, a, '1.200,5'), a, 'comma');
    expect(counts[a.key]?.quantity).toBe('1201,5');
    expect(countedRows([a], counts, false, 'comma')[0]?.quantity).toBe('1201.5');
  });

  it('adds one for each scan, in the unit that was chosen', () => {
    let counts: SheetCounts = withSheetCount({}, a, '2', 'dozen');
    counts = withOneMoreCounted(withOneMoreCounted(counts, a, 'point'), found, 'point');
    expect(countedRows(sheetRows([a, b], counts), counts, false, 'point')).toEqual([
      { row: a, quantity: '3', unit: 'dozen', seen: 5 },
      { row: found, quantity: '1', unit: 'each', seen: 0 },
    ]);
    expect(countedRows([a, b], counts, true, 'point')[1]).toEqual({ row: b, quantity: '0', unit: 'each', seen: 5 });
    expect(withOneMoreCounted(withSheetCount({}, a, '0.1'), a, 'point')[a.key]?.quantity).toBe('1.1');
  });

  it('remembers what the books said when a row was begun, until it is emptied', () => {
    const counts = withOneMoreCounted(withSheetCount({}, a, '2'), { ...a, expected: 9 }, 'point');
    expect(countedRows([{ ...a, expected: 9 }], counts, false, 'point')[0]).toMatchObject({ quantity: '3', seen: 5 });
    expect(withSheetCount(withSheetCount(counts, a, ''), { ...a, expected: 9 }, '1')[a.key]?.seen).toBe(9);
  });

  it('gives what was found to an owner, and to the row that the books have of that owner', () => {
    const owner = { id: 'cus_1', name: 'Lakeside' };
    const counts = withOneMoreCounted(withOneMoreCounted({}, found, 'point'), found, 'point');
    const theirs = withOwner(counts, found, owner);
    const key = rowKey('C', '', 'cus_1');
    expect(theirs?.key).toBe(key);
    expect(sheetRows([a], theirs?.counts ?? {})).toEqual([a, { ...found, key, owner }]);
    const expected = row('C', { key, owner, expected: 7 });
    expect(countedRows(sheetRows([expected], theirs?.counts ?? {}), theirs?.counts ?? {}, false, 'point')).toEqual([
      { row: expected, quantity: '2', unit: 'each', seen: 7 },
    ]);
    expect(withOwner({ ...counts, [key]: { quantity: '1', unit: 'each' } }, found, owner)).toBeUndefined();
  });

  it('finds the row of a scan: our own before that of others', () => {
    const owner = { id: 'cus_1', name: 'Lakeside' };
    const theirs = row('A', { key: 'theirs', owner });
    const lot = row('A', { key: 'lot', lotNumber: '000042' });
    expect(scannedRow([theirs, a, lot], 'A', undefined).row).toBe(a);
    expect(scannedRow([theirs, b], 'A', undefined).row).toBe(theirs);
    expect(scannedRow([theirs, lot], 'A', '000042').row).toBe(lot);
    const other = row('A', { key: 'other', lotNumber: '000043' });
    expect(scannedRow([lot, other], 'A', undefined)).toEqual({ row: undefined, isUnclear: true });
    expect(scannedRow([lot, other], 'A', '000044')).toEqual({ row: undefined, isUnclear: false });
  });

  it('takes a row off when its field is emptied, and keeps what was found', () => {
    expect(withSheetCount(withSheetCount({}, a, '2'), a, '')).toEqual({});
    const counts = withSheetCount(withOneMoreCounted({}, found, 'point'), found, '');
    expect(sheetRows([a], counts)).toEqual([a, found]);
    expect(countedRows(sheetRows([a], counts), counts, false, 'point')).toEqual([]);
  });
});
