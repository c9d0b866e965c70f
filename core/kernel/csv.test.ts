import { expect, test } from 'vitest';
import { listImportTypes } from '../contracts/import.contract.ts';
import { csvOf } from './csv.ts';

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
  String((await csvOf(listImportTypes, columns, async (_take, skip) => ({ items: skip === 0 ? rows : [] }))).bytes)
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

test('what is null in the first row has the columns of those that are not', async () => {
  const items = [
    { id: 'a', group: null },
    { id: 'b', group: { id: 'g', name: 'Pairs' } },
  ];
  const { bytes } = await csvOf(listImportTypes, undefined, async (_take, skip) => ({
    items: skip === 0 ? items : [],
  }));
  expect(String(bytes).replace('\uFEFF', '').split('\r\n')).toEqual(['id,group.id,group.name', 'a,,', 'b,g,Pairs', '']);
});
