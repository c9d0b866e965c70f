import { expect, it } from 'vitest';
import { actionText, fieldText, shownChanges, timelineNote, timelineValue } from './timeline-text.ts';

it('says actions as sentences, unknown ones readably', () => {
  expect(actionText('status_changed')).toBe('changed the status');
  expect(actionText('commerce.order_reopened')).toBe('order reopened');
  expect(actionText('address_added')).toBe('added an address');
  expect(actionText('unit_added')).toBe('added a unit');
  expect(actionText('product_lines_limited')).toBe('limited the product lines');
});

it('leaves ids out of notes', () => {
  expect(timelineNote('Import of customers.csv (chs_01m8); by hand')).toBe(': Import of customers.csv; by hand');
  expect(timelineNote(null)).toBe('');
});

it('shows values for people', () => {
  expect(timelineValue(null)).toBe('nothing');
  expect(timelineValue(false)).toBe('no');
  expect(timelineValue({ id: 'c', name: 'Ace' })).toBe('Ace');
  expect(timelineValue({ measure: 3, unit: 'pair' })).toBe('3 pair');
  expect(timelineValue(['a', 0])).toBe('a, 0');
  expect(fieldText('shipTo.postalCode')).toBe('Ship to › Postal code');
});

it('shows of a group of values what differs, and records as a whole', () => {
  const masks = { privateKey: 'sk_••••1', webhookSecret: 'whsec_••••2' };
  const record = { field: 'customer', from: { id: 'a', name: 'Ace' }, to: { id: 'b', name: 'Bee' } };
  expect(
    shownChanges([
      { field: 'credentials', from: masks, to: { ...masks, privateKey: 'sk_••••9' } },
      record,
      { field: 'address', from: null, to: { city: 'Duluth' } },
    ]),
  ).toEqual([
    { field: 'credentials.privateKey', from: 'sk_••••1', to: 'sk_••••9' },
    record,
    { field: 'address', from: null, to: { city: 'Duluth' } },
  ]);
  expect(shownChanges([{ field: 'address', from: { city: 'A' }, to: { city: 'B', zip: '1' } }])).toEqual([
    { field: 'address.city', from: 'A', to: 'B' },
    { field: 'address.zip', from: undefined, to: '1' },
  ]);
});
