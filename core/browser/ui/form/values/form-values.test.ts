import { describe, expect, it } from 'vitest';
import { changedValues, cleanValues, flattenErrors, pathLabel, sameValue } from './form-values.ts';

describe('cleanValues', () => {
  it('sends null only where there was a value before', () => {
    expect(cleanValues({ email: null, phone: null, name: '', count: 0 }, { email: 'a@b.c', phone: null })).toEqual({
      email: null,
      name: '',
      count: 0,
    });
  });

  it('works in nested records and leaves empty values out of lists', () => {
    const values = { address: { line1: null, city: null }, lines: [{ productID: 'p', unitPrice: null }], ids: ['a'] };
    expect(cleanValues(values, { address: { line1: 'Main 1' } })).toEqual({
      address: { line1: null },
      lines: [{ productID: 'p' }],
      ids: ['a'],
    });
  });
});

it('treats every kind of emptiness as the same and compares the rest deeply', () => {
  expect(sameValue('', null)).toBe(true);
  expect(sameValue({ a: [1, { b: undefined }] }, { a: [1, {}] })).toBe(true);
  expect(sameValue({ a: [1] }, { a: [1, 2] })).toBe(false);
  expect(sameValue(0, null)).toBe(false);
});

it('keeps only changed fields', () => {
  expect(changedValues({ name: 'b', email: '', tags: ['x'] }, { name: 'a', email: null, tags: ['x'] })).toEqual({
    name: 'b',
  });
});

it('flattens errors to dotted paths, list errors to the list', () => {
  const errors = {
    name: { type: 'x', message: 'Name is required', ref: {} },
    lines: { root: { message: 'At least one line' }, 0: { quantity: { message: 'Too small' } } },
  };
  expect(flattenErrors(errors)).toEqual([
    { path: 'name', message: 'Name is required' },
    { path: 'lines.0.quantity', message: 'Too small' },
    { path: 'lines', message: 'At least one line' },
  ]);
});

it('names a path for people', () => {
  expect(pathLabel('billToAddress.line1')).toBe('Bill to address › Line 1');
  expect(pathLabel('lines.0.productID')).toBe('Lines › 1 › Product');
});
