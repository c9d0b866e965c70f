import { expect, it } from 'vitest';
import { habitsOfOneNode, habitsOfToday } from './many-nodes.ts';

const tables = new Set(['commerce.carrier', 'commerce.service']);
const habits = (text: string): string[] => habitsOfOneNode(text, tables);

it('finds what takes the account from outside', () => {
  const expected = ['takes the account from outside: commerce.carrier > commerce.service'];
  for (const text of [
    `select c.id, (select count(*) from commerce.service s
      where s.account_id = c.account_id) from commerce.carrier c where c.account_id = $1`,
    `select from "commerce"."carrier" c
      where c.account_id = $1 and exists (select from commerce.service where service.account_id = c.account_id)`,
    `select from commerce.carrier c cross join lateral (select max(s.id) from commerce.service s
      where s.account_id = c.account_id) x where c.account_id = $1`,
  ])
    expect(habits(text), text).toEqual(expected);
  expect(
    habits(
      `with recursive below as (select id, account_id from commerce.carrier where account_id = $1
        union all select c.id, c.account_id from (select s.id, s.account_id from commerce.service s
          where s.account_id = below.account_id) c) select from below`,
    ),
  ).toEqual(expected);
});

it('finds rows that are compared by in, and inserts of what a select makes', () => {
  expect(habits('delete from commerce.carrier where account_id = $1 and (id, name) in (($2, $3))')).toEqual([
    'compares rows by in: commerce.carrier',
  ]);
  expect(habits('insert into commerce.carrier (account_id, id) select $1, x from unnest($2) x')).toEqual([
    'inserts what a select makes: commerce.carrier',
  ]);
  // With many nodes the values are sent in a separate statement.
  expect(habits('with part0 as (insert into commerce.carrier (account_id, id) select 1, 2) select 1')).toEqual([]);
});

it('takes what says itself whose rows it means', () => {
  for (const text of [
    `select from commerce.carrier c
      where c.account_id = $1 and c.id in (select s.id from commerce.service s where s.account_id = $1)`,
    'select from commerce.carrier c join commerce.service s on s.account_id = c.account_id where c.account_id = $1',
    "select from commerce.carrier c where c.account_id = current_setting('app.account_id') and c.id in ($1, $2)",
    'insert into commerce.carrier (account_id, id) values ($1, $2)',
    'select from core.currency where (code, name) = ($1, $2)',
  ])
    expect(habits(text), text).toEqual([]);
});

/** Lower this number when statements are rewritten for many nodes; it must never rise. */
const atMost = 423;

it('the list of what works on one node alone only falls', () => {
  expect(new Set(Object.values(habitsOfToday()).flat()).size).toBeLessThanOrEqual(atMost);
});
