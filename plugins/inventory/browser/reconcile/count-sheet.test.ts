import { describe, expect, it } from 'vitest';
import {
  type Counts,
  countedRows,
  quantityOf,
  rowKey,
  type SheetRow,
  sheetRows,
  withCount,
  withOneMore,
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
      { row: a, quantity: '3', unit: 'dozen' },
      { row: found, quantity: '1', unit: 'each' },
    ]);
    expect(countedRows([a, b], counts, true)[1]).toEqual({ row: b, quantity: '0', unit: 'each' });
    expect(withOneMore(withCount({}, a, '0.1'), a)[a.key]?.quantity).toBe('1.1');
  });

  it('takes a row off when its field is emptied, and keeps what was found', () => {
    expect(withCount(withCount({}, a, '2'), a, '')).toEqual({});
    const counts = withCount(withOneMore({}, found), found, '');
    expect(sheetRows([a], counts)).toEqual([a, found]);
    expect(countedRows(sheetRows([a], counts), counts, false)).toEqual([]);
  });
});
