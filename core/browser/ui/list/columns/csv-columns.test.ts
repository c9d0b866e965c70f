import { expect, test } from 'vitest';
import { csvColumns } from './csv-columns.ts';

test('an export has the headings of the list, whatever the values are called in the API', () => {
  expect(
    csvColumns([
      { id: 'number', header: 'Number' },
      { id: 'customer', header: 'Customer', csv: 'customer.name' },
      { id: 'need', header: 'Need', csv: 'export.quantityInNeed=Quantity in need' },
      { id: 'actions', header: '', csv: false },
      { id: 'left', header: 'Left', csv: ['left.measure', 'left.unit=Unit'] },
    ]),
  ).toEqual([
    'number=Number',
    'customer.name=Customer',
    'export.quantityInNeed=Quantity in need',
    'left.measure=Left',
    'left.unit=Unit',
  ]);
});

test('what is true or false says what is', () => {
  expect(
    csvColumns([
      { id: 'isFreightExempt', header: 'Freight' },
      { id: 'hasSent', header: 'Status' },
      { id: 'issuedAt', header: 'Issued' },
    ]),
  ).toEqual(['isFreightExempt=Freight exempt', 'hasSent=Sent', 'issuedAt=Issued']);
});

test('commas, which separate columns, are left out of headings; other signs are not', () => {
  expect(csvColumns([{ id: 'size', header: 'Length, net = gross' }])).toEqual(['size=Length net = gross']);
});
