import { expect, test } from 'vitest';
import { addressInput } from '../../../../contracts/texts/address.ts';
import { addressLines, addressValues, emptyAddress, regionOf } from './address-values.ts';

const stored = {
  id: 'adr_1',
  name: 'Dock',
  line1: '12 Main St',
  line2: null,
  city: 'Duluth',
  state: null,
  postalCode: '55802',
  country: 'US',
  phone: null,
  email: null,
  isDropShip: false,
};

test('a form edits what the API takes, and nothing else of an address', () => {
  expect(addressInput.parse(addressValues(stored))).toEqual({ ...stored, id: undefined });
  expect(addressValues(null)).toBeNull();
  expect(addressInput.safeParse({ ...emptyAddress('US'), name: 'New' }).success).toBe(true);
});

test('an address takes as few lines as it needs', () => {
  expect(addressLines(stored)).toEqual(['12 Main St', 'Duluth 55802', 'US']);
  expect(addressLines({ ...stored, line2: 'Gate 4', state: 'MN' })).toEqual([
    '12 Main St',
    'Gate 4',
    'Duluth, MN 55802',
    'US',
  ]);
});

test('a new address lies in the country of the account, where its language names one', () => {
  expect([regionOf('en-US'), regionOf('de'), regionOf('not a locale'), regionOf(undefined)]).toEqual([
    'US',
    '',
    '',
    '',
  ]);
});
