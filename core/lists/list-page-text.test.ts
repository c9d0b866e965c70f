import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountContext } from '../kernel/context/context.ts';
import type { CoreAccounts, TestCaller } from '../testing/kernel/core-accounts.ts';
import { listIDs, listPage } from './list-page.ts';
import { type EventQuery, eventParts, openEvents } from './list-page-fixture.ts';

type Query = EventQuery & { query: string };

const rows = 9000;
let test: CoreAccounts;
beforeAll(async () => {
  const action = "case when n % 4 = 0 then 'fourth' else 'other' end";
  test = await openEvents({ count: rows, digits: 5, perMinute: 3, action });
  // Three words: in every second row, in a few, and in the oldest 2,500 only.
  await test.admin.query(
    `insert into core.search_document (account_id, id, record_type, customer_id, title, subtitle,
      title_text, text, updated_at)
     select $1, id, 'event', case when n % 2 = 0 then 'cus_1' else '' end, '', '', '',
       concat_ws(' ', '', case when n % 2 = 0 then 'common' end,
       case when n % 1125 = 0 then 'rare' end, case when n < 2500 then 'ancient' end, '100%'), now()
     from (select id, substr(id, 5)::int as n from core.audit_event where account_id = $1) numbered`,
    [test.accounts.a],
  );
  await test.admin.query(
    `insert into core.search_document (account_id, id, record_type, customer_id, title, subtitle,
      title_text, text, updated_at)
     select $1, id, 'event', '', '', '', '', ' common', now() from core.audit_event
     where account_id = $1 and id >= 'aud_06000'`,
    [test.accounts.b],
  );
  await test.admin.query('analyze core.search_document');
});
afterAll(() => test.close());

const parts = (ctx: AccountContext, query: Query, isWhole = false) => ({
  ...eventParts(ctx, { path: '/v1/found-events' }, { take: 3, ...query }),
  text: { types: ['event', 'nothing'], query: query.query, isWhole },
});
const page = async (query: Query, isWhole = false, key: 'a' | 'b' = 'a', caller: TestCaller = { readOnly: true }) => {
  const found = await test.inAccount(key, (ctx) => listPage(ctx, parts(ctx, query, isWhole)), caller);
  return { ids: found.items.map(({ id }) => Number(id.slice(4))), count: found.count };
};
const all = Array.from({ length: rows }, (_, n) => rows - 1 - n);
const common = all.filter((n) => n % 2 === 0);
const rare = all.filter((n) => n % 1125 === 0);

describe('listPage of what a text finds', () => {
  it('answers pages of a rare word with the count', async () => {
    expect(await page({ query: 'rare' })).toEqual({ ids: rare.slice(0, 3), count: 8 });
    expect(await page({ query: 'rare', skip: 6 })).toEqual({ ids: rare.slice(6), count: 8 });
    expect(await page({ query: 'rare', skip: 20 })).toEqual({ ids: [], count: 8 });
    expect(await page({ query: 'rare common', sortBy: 'at' })).toEqual({ ids: [0, 2250, 4500], count: 4 });
    expect(await page({ query: 'nowhere' })).toEqual({ ids: [], count: 0 });
  });

  it('answers pages of a frequent word in the order of the list, with the exact count', async () => {
    expect(await page({ query: 'common' })).toEqual({ ids: common.slice(0, 3), count: 4500 });
    expect(await page({ query: 'COMMON', take: 50, skip: 100 }, true)).toEqual({
      ids: common.slice(100, 150),
      count: 4500,
    });
    expect(await page({ query: 'common', sortBy: 'at', sortOrder: 'asc' }, true)).toEqual({
      ids: [0, 2, 4],
      count: 4500,
    });
    // Beyond the rows that are looked through.
    expect((await page({ query: 'common', take: 3, skip: 4000 })).ids).toEqual(common.slice(4000, 4003));
    expect(await page({ query: '100%' }, true)).toEqual({ ids: all.slice(0, 3), count: rows });
  });

  it('finds what only the oldest rows have', async () => {
    expect(await page({ query: 'ancient' }, true)).toEqual({ ids: [2499, 2498, 2497], count: 2500 });
  });

  it('counts rows, not documents, where other filters leave some out', async () => {
    const fourth = all.filter((n) => n % 4 === 0);
    expect(await page({ query: 'common', action: 'fourth' }, true)).toEqual({ ids: fourth.slice(0, 3), count: 2250 });
  });

  it('lists the ids of all that is found', async () => {
    const ids = await test.inAccount('a', (ctx) => listIDs(ctx, parts(ctx, { query: 'common' })));
    expect(ids.map((id) => Number(id.slice(4)))).toEqual(common);
  });

  it('keeps accounts and portal customers apart', async () => {
    expect(await page({ query: 'common' }, true, 'b')).toEqual({ ids: all.slice(0, 3), count: 3000 });
    expect(await page({ query: 'rare' }, true, 'b')).toEqual({ ids: [], count: 0 });
    const customer = (customerID: string) => page({ query: '100%' }, false, 'a', { readOnly: true, customerID });
    expect((await customer('cus_1')).count).toBe(rows);
    expect((await customer('cus_2')).count).toBe(rows / 2);
  });
});
