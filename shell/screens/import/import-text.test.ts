import { expect, test } from 'vitest';
import { sizeText } from '../../../core/browser/ui/files/file-text.ts';
import type { RowCounts } from '../../../core/contracts/work/change-set.contract.ts';
import type { ImportField } from '../../../core/contracts/work/import.contract.ts';
import { commitText, faultText, formatText, missingFields, resultText, tabCount, tabQuery } from './import-text.ts';

const none: RowCounts = { create: 0, update: 0, delete: 0, unchanged: 0, skip: 0, error: 0, warning: 0 };
const number = (value: number): string => value.toLocaleString('en-US');

test('the button says what is written, and what is left out only if it is', () => {
  const counts = { ...none, create: 1498, update: 6, skip: 2, error: 3 };
  expect(commitText(counts, false, number)).toBe('Create 1,498, change 6, leave out 2');
  expect(commitText(counts, true, number)).toBe('Create 1,498, change 6, leave out 5');
  expect(commitText({ ...none, update: 1, unchanged: 9 }, true, number)).toBe('Change 1');
  expect(commitText({ ...none, unchanged: 9, error: 1 }, true, number)).toBe('');
});

test('a fault of many rows is one line', () => {
  const fault = { field: 'carrier', message: 'There is no carrier Federal', rowCount: 3, rows: [1, 2, 7] };
  expect(faultText({ ...fault, values: ['Federal'] }, 'Carrier', number)).toEqual({
    what: 'Carrier "Federal": There is no carrier Federal',
    where: 'rows 1-2, 7',
  });
  const rows = Array.from({ length: 200 }, (_, index) => 2 * index + 1);
  const { what, where } = faultText({ ...fault, rowCount: 1234, rows, values: ['a', 'b'] }, 'Carrier', number);
  expect(what).toBe('Carrier: There is no carrier Federal');
  expect(where).toMatch(/^rows 1, 3, .*, 39, \.\.\. \(1,234 in all\)$/);
});

test('the result counts what was left out, for whatever reason', () => {
  expect(resultText({ ...none, create: 4, skip: 1, error: 2 }, number)).toBe('4 created, 0 changed, 3 left out');
});

test('tabs count and filter the same rows', () => {
  const set = { rowCount: 9, counts: { ...none, error: 2, warning: 3 } };
  expect(tabCount('all', set)).toBe(9);
  expect(tabCount('warning', set)).toBe(3);
  expect(tabQuery('all')).toEqual({});
  expect(tabQuery('warning')).toEqual({ hasWarnings: 'true' });
  expect(tabQuery('error')).toEqual({ effects: ['error'] });
});

test('required fields that no column fills are named', () => {
  const field = (name: string, isRequired: boolean) => ({ name, isRequired }) as ImportField;
  const fields = [field('sku', true), field('name', true), field('note', false)];
  expect(missingFields(fields, [{ field: 'name' }, { field: null }]).map(({ name }) => name)).toEqual(['sku']);
  expect(missingFields(fields, [{ field: 'name' }], { sku: 'A' })).toEqual([]);
});

test('the file is described as it was read', () => {
  expect(formatText({ kind: 'delimited', encoding: 'utf-8', delimiter: ';', sheets: [], sheet: null })).toBe(
    'Text, UTF-8, separated by semicolon',
  );
  expect(formatText({ kind: 'xlsx', encoding: null, delimiter: null, sheets: ['A'], sheet: 'A' })).toBe(
    'Workbook, sheet “A”',
  );
  expect([sizeText(12, number), sizeText(12_400, number), sizeText(2_450_000, number)]).toEqual([
    '12 bytes',
    '12 KB',
    '2.5 MB',
  ]);
});
