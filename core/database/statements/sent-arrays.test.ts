import { describe, expect, it } from 'vitest';
import { withSentArrays } from './sent-arrays.ts';

describe('a statement with lists', () => {
  it('has one text however long they are', () => {
    const sentOf = (ids: readonly string[]) => {
      const places = (from: number) => ids.map((_, at) => `$${from + at}`).join(', ');
      const [b, limit] = [ids.length + 2, ids.length + 3];
      const text = `select 1 from t where a = $1 and id in (${places(2)}) and b not in ($${b}) limit $${limit}`;
      return withSentArrays(text, ['a', ...ids, 'b', 5]);
    };
    const text = 'select 1 from t where a = $1 and id = any($2) and b <> all($3) limit $4';
    expect(sentOf(['one'])).toEqual({ text, values: ['a', ['one'], ['b'], 5] });
    expect(sentOf(['one', 'two'])).toEqual({ text, values: ['a', ['one', 'two'], ['b'], 5] });
  });

  it('says the same where a list is of more than values, or of rows of several accounts', () => {
    expect(withSentArrays('select $1', ['x'])).toBeUndefined();
    for (const [text, values] of [
      ['select 1 where a in (select $1)', ['x']],
      ['select 1 where (a, b) in (($1, $2), ($3, $4)) and c = $5', ['x', 'y', 'z', 'y', 'c']],
      ['select 1 where (a, b) not in (($1, $2))', ['x', 'y']],
    ] as const)
      expect(withSentArrays(text, values)).toEqual({ text, values });
  });

  it('compares rows of one account by the last of their columns', () => {
    const text = 'select 1 where (a, b) in (($1, $2), ($3, $4)) and c in ($5)';
    expect(withSentArrays(text, ['x', 'y', 'x', 'z', 'c'])).toEqual({
      text: 'select 1 where (a = $1 and b = any($2)) and c = any($3)',
      values: ['x', ['y', 'z'], ['c']],
    });
  });

  it('is left alone where its places are not in order', () => {
    expect(withSentArrays('select 1 where a = $2 and b in ($1)', ['x', 'y'])).toBeUndefined();
  });
});
