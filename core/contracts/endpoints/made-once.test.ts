import { expect, it } from 'vitest';
import { z } from 'zod';
import { wireDecimal } from '../numbers/wire-number.ts';
import { idOf } from '../texts/id.ts';
import { requiredLine, singleLine } from '../texts/text.ts';
import { filterValue, listOf, repeated, sorting } from './list-query.ts';
import { madeOnce } from './made-once.ts';

it('answers the same for the same arguments, and another for others', () => {
  const made = madeOnce((...given: (string | number | object)[]) => ({ given }));
  expect(made('a', 1)).toBe(made('a', 1));
  expect(made('a', 1)).not.toBe(made('a', '1'));
  expect(made({ least: 1 })).toBe(made({ least: 1 }));
  expect(made(['a'])).not.toBe(made(['b']));
  const [one, other] = [z.string(), z.string()];
  expect(made(one)).toBe(made(one));
  expect(made(one)).not.toBe(made(other));
});

it('keeps no more than code can ask for', () => {
  const made = madeOnce((text: string) => ({ text }));
  for (let count = 0; count < 3000; count += 1) made(`${count}`);
  expect(made('0')).toBe(made('0'));
  expect(made('one too many')).not.toBe(made('one too many'));
});

it.each([
  ['a text', () => singleLine(40)],
  ['a required text', () => requiredLine(40, 'Name is required')],
  ['an id', () => idOf('so')],
  ['a number', () => wireDecimal({ scale: 2 })],
  ['a filter', () => filterValue(singleLine(40))],
  ['a repeated filter', () => repeated(idOf('so'))],
  ['a page', () => listOf(singleLine(40))],
  ['the sorting of a list', () => sorting(['name', 'createdAt'])],
] as const)('of %s there is one', (_, make) => {
  expect(make()).toBe(make());
});

it('tells lengths and messages apart', () => {
  expect(singleLine(3).safeParse('four').success).toBe(false);
  expect(singleLine(4).safeParse('four').success).toBe(true);
  expect(requiredLine(9, 'A name').safeParse('').error?.issues[0]?.message).toBe('A name');
  expect(requiredLine(9, 'A title').safeParse('').error?.issues[0]?.message).toBe('A title');
});
