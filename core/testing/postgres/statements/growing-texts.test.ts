import { expect, it } from 'vitest';
import { growingTexts } from './growing-texts.ts';

/** The same statement with one, two and three copies of a part. */
const withParts = (before: string, part: string, between: string, after = ''): string[] =>
  [1, 2, 3].map((count) => `${before}${Array(count).fill(part).join(between)}${after}`);

it.each([
  withParts('select a from t where id in (', '$', ', ', ')'),
  withParts('select a from t where id = any(array[', '$::text', ', ', '])'),
  withParts('', 'select x from f($) as found (id)', ' union all '),
  withParts('select a from t where ', '(a = $ and b = $)', ' or '),
])('finds what is written out: %s', (...texts) => {
  expect(growingTexts(texts)).toEqual([texts]);
  expect(growingTexts(texts.slice(1))).toEqual([]);
});

it('leaves statements alone that are others, or the same with other values, and rows that are written', () => {
  expect(
    growingTexts([
      ...[
        'select id from t where id = any($1)',
        'select id, sku from t where id = any($1)',
        'select sku from t where id = any($1)',
      ],
      ...['select id from t where a < $1', 'select id from t where a >= $1', 'select id from t where a <= $1'],
      ...['select a from t where id = $1', 'select a from t where id = $2', 'select a from t where id = $3'],
      ...withParts('insert into t (a, b) values ', '($1, $2)', ', '),
    ]),
  ).toEqual([]);
});
