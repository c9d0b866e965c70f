import { expect, it } from 'vitest';
import { testPartitions } from '../partitioned-tables.ts';
import { tablesWithoutAccount, writesInside } from './account-filters.ts';

const tables = new Set(['commerce.carrier', 'commerce.service']);
const bareIn = (text: string): string[] => tablesWithoutAccount(text, tables);

it('finds what forgets the account', () => {
  expect(bareIn('select * from "commerce"."carrier" where id = $1')).toEqual(['commerce.carrier']);
  expect(bareIn('update commerce.carrier set name = $1 where id = $2')).toEqual(['commerce.carrier']);
  expect(bareIn('insert into commerce.carrier (id) values ($1)')).toEqual(['commerce.carrier']);
  expect(
    bareIn('select from commerce.carrier c join commerce.service s on s.carrier_id = c.id where c.account_id = $1'),
  ).toEqual(['commerce.service']);
  expect(
    bareIn('select from commerce.carrier where account_id = $1 and exists (select from commerce.service s)'),
  ).toEqual(['commerce.service']);
  expect(
    bareIn('select from commerce.carrier c join commerce.service s on s.account_id = c.account_id where c.id = $1'),
  ).toEqual(['no value']);
});

it('takes what names it', () => {
  for (const text of [
    'select * from commerce.carrier asked where asked.account_id = $1',
    "delete from commerce.carrier where (account_id, id) in (('acc_1', 'x'))",
    "select from commerce.carrier where account_id = current_setting('app.account_id')",
    'select from commerce.carrier c join commerce.service s on s.account_id = c.account_id where c.account_id = $1',
    'insert into commerce.carrier (account_id, id) values ($1, $2)',
    'select * from core.currency',
  ])
    expect(bareIn(text), text).toEqual([]);
});

it('finds what writes in a part of itself, but for rows that are sent together', () => {
  expect(writesInside('with gone as (delete from commerce.carrier returning id) select id from gone')).toBe(true);
  expect(writesInside('with a as (select 1), b as materialized (\n update commerce.carrier set x = 1) select 1')).toBe(
    true,
  );
  expect(writesInside('with a as (select 1) update commerce.carrier set x = 1 from a')).toBe(false);
  expect(writesInside('with part0 as (insert into commerce.carrier (id) select 1) select 1')).toBe(testPartitions > 0);
});
