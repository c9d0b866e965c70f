import { expect, test } from 'vitest';
import { digestOf, digestOfText } from './changes-digest.ts';

const change = (to: unknown) => ({ field: 'price', label: 'Price', from: null, to });

test('the same changes have the digest of their JSON, and others another one', () => {
  const stored = JSON.stringify([change('1.00')]);
  expect(digestOf([change('1.00')])).toBe(digestOfText(stored));
  expect(digestOf([change('1.00')])).toMatch(/^[\w-]{22}$/);
  const others = [[], [change('1')], [change(1)], [change(null)], [change('1.00'), change('1.00')]];
  expect(new Set([stored, ...others.map((each) => JSON.stringify(each))].map(digestOfText)).size).toBe(6);
});
