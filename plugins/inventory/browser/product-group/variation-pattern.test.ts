import { describe, expect, it } from 'vitest';
import { combinationCount, startingPattern } from './variation-pattern.ts';

const properties = [
  { id: 'prp_1', name: 'Color' },
  { id: 'prp_2', name: 'Size' },
];

describe('new variations', () => {
  it('are named after the group and its properties', () => {
    expect(startingPattern({ name: 'Work glove', properties })).toBe('WG-{Color}-{Size}');
    expect(startingPattern({ name: '…', properties: properties.slice(1) })).toBe('{Size}');
  });

  it('are as many as there are combinations, none while a property has nothing chosen', () => {
    expect(combinationCount([3, 4])).toBe(12);
    expect(combinationCount([3, 0])).toBe(0);
    expect(combinationCount([])).toBe(0);
  });
});
