import { PostgreSqlPlatform, raw } from '@mikro-orm/postgresql';
import { describe, expect, it } from 'vitest';
import { withParameters } from './parameter-text.ts';

const platform = new PostgreSqlPlatform();
const sentOf = (asked: string, given: readonly unknown[]): [string, readonly unknown[]] => {
  const { text, values } = withParameters(asked, given, platform);
  return [text, values];
};

describe('a statement of the ORM', () => {
  it('has its values beside the text', () => {
    expect(sentOf('select ? where "a" = ? and "b" = ?', ['x', 5, null])).toEqual([
      'select $1 where "a" = $2 and "b" = $3',
      ['x', '5', null],
    ]);
    expect(sentOf('insert into "t" values (?, ?)', [{ a: [1] }, true])).toEqual([
      'insert into "t" values ($1, $2)',
      ['{"a":[1]}', 'true'],
    ]);
  });

  it('keeps names, operators and what is written by hand', () => {
    expect(sentOf('select ?? from t where a \\? ? and ?', ['n"x', 'key', raw('b = ?', [3])])).toEqual([
      'select "n""x" from t where a ? $1 and b = $2',
      ['key', '3'],
    ]);
  });

  it('has arrays in the places of lists, however long they are', () => {
    const text = 'select 1 where "a" = $1 and "b" = any($2) and "c" <> all($3) and "d" = $4';
    const statement = (places: string) =>
      `select 1 where "a" = ? and "b" in (${places}) and "c" not in (?) and "d" = ?`;
    expect(sentOf(statement('?'), ['a', 'b', 'c', 'd'])).toEqual([text, ['a', ['b'], ['c'], 'd']]);
    expect(sentOf(statement('?, ?'), ['a', 'b', 'e', 'c', 'd'])).toEqual([text, ['a', ['b', 'e'], ['c'], 'd']]);
  });

  it('leaves lists as they are that hold more than texts and numbers, each time', () => {
    expect(sentOf('select 1 where "a" in (?, ?)', ['a', 'b'])).toEqual(['select 1 where "a" = any($1)', [['a', 'b']]]);
    expect(sentOf('select 1 where "a" in (?, ?)', ['a', null])).toEqual([
      'select 1 where "a" in ($1, $2)',
      ['a', null],
    ]);
  });

  it('compares keys of several columns with one value where all have the same', () => {
    const statement = 'select 1 where ("t"."account_id", "t"."id") in ((?, ?), (?, ?)) and "x" = ?';
    expect(sentOf(statement, ['acc', 'one', 'acc', 'two', 'x'])).toEqual([
      'select 1 where ("t"."account_id" = $1 and "t"."id" = any($2)) and "x" = $3',
      ['acc', ['one', 'two'], 'x'],
    ]);
    expect(sentOf(statement, ['acc', 'one', 'other', 'two', 'x'])[0]).toBe(
      'select 1 where ("t"."account_id", "t"."id") in (($1, $2), ($3, $4)) and "x" = $5',
    );
  });
});
