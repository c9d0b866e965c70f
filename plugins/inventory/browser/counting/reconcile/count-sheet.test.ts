import { describe, expect, it } from 'vitest';
import {
  type Counts,
  countedRows,
  quantityOf,
  rowKey,
  type SheetRow,
  scannedRow,
  sheetRows,
  withCount,
  withOneMore,
  withOwner,
} from './count-sheet.ts';

const row = (sku: string, more: Partial<SheetRow> = {}): SheetRow => ({
  ...{ key: rowKey(sku, '', null), itemID: sku, sku, description: '', lotNumber: '', owner: null },
  ...{ expected: 5, unit: 'each', isExpected: true },
  ...more,
});
const a = row('A');
const b = row('B');
const found = row('C', { expected: 0, isExpected: false });

describe('the count sheet', () => {
  it('reads quantities as people type them', () => {
    expect(['1,200.5', ' 3 ', '.5', '0'].map(quantityOf)).toEqual([1200.5, 3, 0.5, 0]);
    expect(['', '.', '-1', 'x', '1.2345678'].map(quantityOf)).toEqual(Array(5).fill(undefined));
  });

  it('adds one for each scan, in the unit that was chosen', () => {
    let counts: Counts = withCount({}, a, '2', 'dozen');
    counts = withOneMore(withOneMore(counts, a), found);
    expect(countedRows(sheetRows([a, b], counts), counts, false)).toEqual([
      { row: a, quantity: '3', unit: 'dozen', seen: 5 },
      { row: found, quantity: '1', unit: 'each', seen: 0 },
    ]);
    expect(countedRows([a, b], counts, true)[1]).toEqual({ row: b, quantity: '0', unit: 'each', seen: 5 });
    expect(withOneMore(withCount({}, a, '0.1'), a)[a.key]?.quantity).toBe('1.1');
  });

  it('remembers what the books said when a row was begun, until it is emptied', () => {
    const counts = withOneMore(withCount({}, a, '2'), { ...a, expected: 9 });
    expect(countedRows([{ ...a, expected: 9 }], counts, false)[0]).toMatchObject({ quantity: '3', seen: 5 });
    expect(withCount(withCount(counts, a, ''), { ...a, expected: 9 }, '1')[a.key]?.seen).toBe(9);
  });

  it('gives what was found to an owner, and to the row that the books have of that owner', () => {
    const owner = { id: 'cus_1', name: 'Lakeside' };
    const counts = withOneMore(withOneMore({}, found), found);
    const theirs = withOwner(counts, found, owner);
    const key = rowKey('C', '', 'cus_1');
    expect(theirs?.key).toBe(key);
    expect(sheetRows([a], theirs?.counts ?? {})).toEqual([a, { ...found, key, owner }]);
    const expected = row('C', { key, owner, expected: 7 });
    expect(countedRows(sheetRows([expected], theirs?.counts ?? {}), theirs?.counts ?? {}, false)).toEqual([
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
    expect(withCount(withCount({}, a, '2'), a, '')).toEqual({});
    const counts = withCount(withOneMore({}, found), found, '');
    expect(sheetRows([a], counts)).toEqual([a, found]);
    expect(countedRows(sheetRows([a], counts), counts, false)).toEqual([]);
  });
});
