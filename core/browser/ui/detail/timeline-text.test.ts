import { expect, it } from 'vitest';
import { actionText, fieldText, valueText } from './timeline-text.ts';

it('says actions as sentences, unknown ones readably', () => {
  expect(actionText('status_changed')).toBe('changed the status');
  expect(actionText('commerce.order_reopened')).toBe('order reopened');
  expect(actionText('address_added')).toBe('added an address');
  expect(actionText('unit_added')).toBe('added a unit');
  expect(actionText('product_lines_limited')).toBe('limited the product lines');
});

it('shows values for people', () => {
  expect(valueText(null)).toBe('nothing');
  expect(valueText(false)).toBe('no');
  expect(valueText({ id: 'c', name: 'Ace' })).toBe('Ace');
  expect(valueText({ measure: 3, unit: 'pair' })).toBe('3 pair');
  expect(valueText(['a', 0])).toBe('a, 0');
  expect(fieldText('shipTo.postalCode')).toBe('Ship to › Postal code');
});
