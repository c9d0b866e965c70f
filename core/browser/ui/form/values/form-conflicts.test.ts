import { describe, expect, it } from 'vitest';
import { conflictsOf, conflictText } from './form-conflicts.ts';

describe('what two people have changed', () => {
  it('is a conflict where both changed the same field to different values', () => {
    const before = { name: 'Lakeside', phone: '1', note: null, lines: [{ quantity: 1 }] };
    const theirs = { name: 'Lakeside Ltd', phone: '2', note: 'Call', lines: [{ quantity: 1 }] };
    const mine = { name: 'Lakeside Inc', phone: '2', note: null, lines: [{ quantity: 9 }] };
    expect(conflictsOf(before, theirs, mine)).toEqual([{ name: 'name', theirs: 'Lakeside Ltd', mine: 'Lakeside Inc' }]);
    expect(conflictsOf(before, before, mine)).toEqual([]);
  });

  it('is said without ids', () => {
    expect([null, true, 2.5, 'Lakeside', 'cus_01jd3qbz9te6k8m5n4p3q2r1s0', [1], {}].map(conflictText)).toEqual([
      'empty',
      'on',
      '2.5',
      '‘Lakeside’',
      'another choice',
      '1 entry',
      'other contents',
    ]);
  });
});
