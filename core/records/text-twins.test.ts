import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanText } from '../contracts/texts/text.ts';
import { sharedKernel } from '../testing/kernel/shared-kernel.ts';
import type { TestKernel } from '../testing/kernel/test-kernel.ts';
import { cleanTextSQL, textTwins } from './text-twins.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await sharedKernel();
});
afterAll(() => kernel?.stop());

it('the database cleans texts as everybody does', async () => {
  const texts = [
    'GLOVE',
    'Cafe\u0301',
    'GL\u00ADOVE\u200B\u2060A\uFEFF\u202E1\u2069',
    '\u{E0041}\u200Ex',
    'می\u200Cخ',
    '👩\u200D🏭',
  ];
  const { rows } = await kernel.a.run((ctx) =>
    sql<{ text: string }>`select ${sql.raw(cleanTextSQL('given.text'))} as text
      from unnest(${texts}::text[]) with ordinality given (text, position) order by given.position`.execute(
      ctx.em.query(),
    ),
  );
  expect(rows.map(({ text }) => text)).toEqual(texts.map(cleanText));
});

it('names that only an unseen sign tells apart are twins, and equal ones are not', async () => {
  const { sql: text } = textTwins('twins', { table: 'named', column: 'name', within: ['place'] });
  const rows = [
    ['a', 'Caf\u00E9', 1],
    ['b', 'Cafe\u0301', 1],
    ['c', 'Caf\u00E9\u200B', 1],
    ['d', 'Caf\u00E9\u200B', 2],
    ['e', 'Same', 1],
    ['f', 'Same', 1],
  ].map(([id, name, place]) => ({ account_id: 'acc_1', id, name, place }));
  const found = await kernel.a.run((ctx) =>
    sql<{ string_agg: string }>`with named as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as named (account_id text, id text, name text, place int))
      ${sql.raw(text.replace('$1', "'acc_1'"))}`.execute(ctx.em.query()),
  );
  expect(found.rows).toEqual([{ string_agg: 'a and b and c' }]);
});
