import { describe, expect, it } from 'vitest';
import { attributeOrderChanges, moved } from './attribute-order.ts';

describe('the order of attributes', () => {
  it('moves an entry up, down and nowhere', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'b', 'c']);
    expect(moved(['a'], 5, 0)).toEqual(['a']);
  });

  it('changes only what stands elsewhere', () => {
    const list = [
      { id: 'b', order: 1 },
      { id: 'a', order: 0 },
      { id: 'c', order: 2 },
    ];
    expect(attributeOrderChanges(list)).toEqual([
      { id: 'b', order: 0 },
      { id: 'a', order: 1 },
    ]);
  });
});
