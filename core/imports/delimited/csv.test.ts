import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listImportTypes } from '../../contracts/work/import.contract.ts';
import { runsOf } from '../../testing/plan/fixed-seed.ts';
import { guardedCell, unguarded } from '../xlsx/formula-guard.ts';
import { csvCell, csvOf, pathForm } from './csv.ts';

const rows = [
  {
    row: 1,
    values: { sku: 'A', 'billTo.city': 'Łódź' },
    errors: [
      { field: 'sku', message: 'Too short' },
      { field: '', message: 'Left out' },
    ],
  },
  { row: 2, values: {}, errors: [] },
];

const lines = async (columns?: string[]) =>
  String(
    (await csvOf(listImportTypes, pathForm(columns), async (_take, skip) => ({ items: skip === 0 ? rows : [] }))).bytes,
  )
    .replace('\uFEFF', '')
    .split('\r\n');

test('columns are paths, also to names with dots and into lists, under headings of their own', async () => {
  expect(
    await lines(['row', 'values.sku=SKU', 'values.billTo.city=City', 'errors.message=Errors', 'values.none']),
  ).toEqual(['row,SKU,City,Errors,values.none', '1,A,Łódź,Too short; Left out,', '2,,,,', '']);
});

test('without columns every plain value of the first row is one', async () => {
  expect((await lines())[0]).toBe('row,values.sku,values.billTo.city');
});

test('what is null in the first row has the columns of those that are not, ids are asked for by name', async () => {
  const items = [
    { id: 'x', code: 'a', group: null },
    { id: 'y', code: 'b', group: { id: 'g', name: 'Pairs' } },
  ];
  const { bytes } = await csvOf(listImportTypes, pathForm(undefined), async (_take, skip) => ({
    items: skip === 0 ? items : [],
  }));
  expect(String(bytes).replace('\uFEFF', '').split('\r\n')).toEqual(['code,group.name', 'a,', 'b,Pairs', '']);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ['\uFF1D1+1', "'\uFF1D1+1"],
  ['  @x', "  '@x"],
  ['a;=1', "a;'=1"],
  ['a\n\t"=1"', `"a\n\t""'=1"""`],
  [['a', '=1', 'b-c'], "a; '=1; b-c"],
  ['\t\t=1', "'\t\t'=1"],
  [-5, '-5'],
  ['b-c = d', 'b-c = d'],
])('%j is no formula in a cell, whatever parts the cells', (value, cell) => expect(csvCell(value)).toBe(cell));

test('a guarded text begins no formula in any piece, and is what it was when it is read again', () => {
  const text = fc.string({ unit: fc.constantFrom(...`=+-@\uFF1D\uFF20'",;|\t\r\n a1`), maxLength: 20 });
  const begins = (piece: string): boolean => /^[\s"]*[=+\-@\uFF1D\uFF20]/.test(piece);
  fc.assert(
    fc.property(text, (written) => {
      expect(unguarded(guardedCell(written))).toBe(written);
      expect(
        guardedCell(written)
          .split(/[,;|\t\r\n]/)
          .some(begins),
      ).toBe(false);
    }),
    { numRuns: runsOf(1_000) },
  );
});
