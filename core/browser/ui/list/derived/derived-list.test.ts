import { isValidElement } from 'react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { quantity } from '../../../../contracts/amounts/quantity.ts';
import { endpoint } from '../../../../contracts/endpoints/endpoint.ts';
import { booleanText, filterValue, listOf, listQuery, repeated } from '../../../../contracts/endpoints/list-query.ts';
import { namedCode, shownAs, shownMoney } from '../../../../contracts/records/shown-values.ts';
import { declareStates } from '../../../../contracts/records/states.ts';
import { derivedColumns, hidden } from './derived-columns.tsx';
import { derivedFilters } from './derived-filters.ts';

const states = declareStates('crate', {
  open: { name: 'Open', tone: 'info', is: [] },
  left: { name: 'Left the house', tone: 'success', is: [] },
});
const size = namedCode({ s: 'Small', l: 'Large' });

const row = z.object({
  id: z.string(),
  number: z.string(),
  customer: z.object({ id: z.string(), name: z.string(), number: z.string() }).nullable(),
  status: states.view,
  size: size.nullable(),
  promisedAt: z.iso.date().nullable(),
  lastScanAt: z.iso.datetime().nullable(),
  total: shownAs(shownMoney.nullable(), { label: 'Worth' }),
  left: quantity,
  places: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
  isStocked: z.boolean(),
  lineCount: z.int(),
});

const listCrates = endpoint({
  name: 'listCrates',
  method: 'GET',
  path: '/v1/crates',
  public: 'a test',
  summary: 'Lists crates.',
  query: listQuery({
    sortBy: ['number', 'promisedAt'],
    filters: {
      status: repeated(states.code),
      size: filterValue(size),
      isStocked: booleanText,
      customerIDs: repeated(z.string()),
      startDate: filterValue(z.string()),
      endDate: filterValue(z.string()),
      note: filterValue(z.string()),
    },
  }),
  reply: listOf(row),
});

type Row = z.output<typeof row>;

const crate: Row = {
  id: 'crt_1',
  number: '1001',
  customer: { id: 'cus_1', name: 'Northfield', number: '77' },
  status: states.named('left'),
  size: 's',
  promisedAt: null,
  lastScanAt: null,
  total: null,
  left: { id: 'qty_1', measure: 3, unitID: 'unit_1', unit: 'each' },
  places: [
    { id: 'loc_1', name: 'A' },
    { id: 'loc_2', name: null },
  ],
  isStocked: true,
  lineCount: 4,
};

it('makes columns of the fields of the rows', () => {
  const columns = derivedColumns<Row>(listCrates, [
    'number',
    'customer',
    'status',
    'size',
    'promisedAt',
    'lastScanAt',
    'total',
    'left',
    'places',
    'isStocked',
    'lineCount',
  ]);
  expect(columns.map(({ cell: _cell, ...column }) => column)).toEqual([
    { id: 'number', header: 'Number', sortable: true },
    { id: 'customer', header: 'Customer', csv: 'customer.name' },
    { id: 'status', header: 'Status', csv: 'status.name', width: 120 },
    { id: 'size', header: 'Size', width: 120 },
    { id: 'promisedAt', header: 'Promised', sortable: true, width: 120 },
    { id: 'lastScanAt', header: 'Last scan', width: 140 },
    { id: 'total', header: 'Worth', align: 'end', width: 112 },
    { id: 'left', header: 'Left', csv: 'left.measure', align: 'end', width: 120 },
    { id: 'places', header: 'Places', csv: 'places.name' },
    { id: 'isStocked', header: 'Stocked', width: 110 },
    { id: 'lineCount', header: 'Lines', align: 'end', width: 100 },
  ]);
  const cells = Object.fromEntries(columns.map(({ id, cell }) => [id, cell(crate)]));
  expect(cells).toMatchObject({
    number: '1001',
    customer: 'Northfield',
    size: 'Small',
    promisedAt: null,
    total: null,
    places: 'A',
    isStocked: 'Yes',
  });
  expect(isValidElement(cells['status']) && cells['status'].props).toEqual({
    tone: 'success',
    children: 'Left the house',
  });
  expect(columns[1]?.cell({ ...crate, customer: null })).toBeNull();
});

it('leaves the last word to the screen', () => {
  const cell = () => 'drawn';
  expect(
    derivedColumns<Row>(listCrates, [
      { id: 'customerNumber', csv: 'customer.number' },
      { id: 'lineCount', header: 'Rows', width: 70 },
      { id: 'left', csv: ['left.measure', 'left.unit=Unit'], cell },
      { id: 'buttons', header: '', csv: false, cell },
      ...hidden('promisedAt', { id: 'size', width: 90 }),
    ]).map(({ cell: shown, ...column }) => (shown === cell ? { ...column, isDrawn: true } : column)),
  ).toEqual([
    { id: 'customerNumber', header: 'Customer number', csv: 'customer.number' },
    { id: 'lineCount', header: 'Rows', align: 'end', width: 70 },
    { id: 'left', header: 'Left', csv: ['left.measure', 'left.unit=Unit'], isDrawn: true },
    { id: 'buttons', header: '', csv: false, isDrawn: true },
    { id: 'promisedAt', header: 'Promised', sortable: true, width: 120, defaultHidden: true },
    { id: 'size', header: 'Size', width: 90, defaultHidden: true },
  ]);
  expect(() => derivedColumns<Row>(listCrates, [{ id: 'weight', csv: 'weight.measure' }])).toThrow(
    'Column weight of listCrates needs a cell: nothing says how its weight.measure is shown',
  );
});

it('makes filters of the parameters of the query', () => {
  const source = { name: 'customers', needs: ['customers:read'] as const, search: async () => [] };
  const filters = [
    'status',
    'size',
    { name: 'isStocked', yes: 'In stock', no: 'Gone' },
    { name: 'customerIDs', options: source },
    { name: 'startDate', label: 'Made' },
    'note',
    { kind: 'text', name: 'older', label: 'Older' },
  ] as const;
  expect(derivedFilters(listCrates, filters, () => true)).toEqual([
    { kind: 'multi', name: 'status', label: 'Status', options: states.options },
    {
      kind: 'select',
      name: 'size',
      label: 'Size',
      options: [
        { value: 's', label: 'Small' },
        { value: 'l', label: 'Large' },
      ],
    },
    { kind: 'boolean', name: 'isStocked', label: 'Stocked', yes: 'In stock', no: 'Gone' },
    { kind: 'multi', name: 'customerIDs', label: 'Customer', options: source },
    { kind: 'dates', from: 'startDate', to: 'endDate', label: 'Made' },
    { kind: 'text', name: 'note', label: 'Note' },
    { kind: 'text', name: 'older', label: 'Older' },
  ]);
  expect(derivedFilters(listCrates, filters, () => false).map(({ label }) => label)).toEqual([
    'Status',
    'Size',
    'Stocked',
    'Made',
    'Note',
    'Older',
  ]);
  expect(() => derivedFilters(listCrates, ['weight'], () => true)).toThrow('The query of listCrates has no weight');
});
