import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountContext } from '../kernel/context/context.ts';
import type { CoreAccounts, TestCaller } from '../testing/kernel/core-accounts.ts';
import { listIDs, listPage, touched } from './list-page.ts';
import { type EventQuery, eventParts, openEvents } from './list-page-fixture.ts';

let test: CoreAccounts;
beforeAll(async () => {
  const action = "case when n % 2 = 0 then 'even' else 'odd' end";
  test = await openEvents({ count: 1200, digits: 4, perMinute: 10, action });
});
afterAll(() => test.close());

const events = { path: '/v1/events' };
const parts = (ctx: AccountContext, query: EventQuery) => eventParts(ctx, events, query);
const page = (query: EventQuery, key: 'a' | 'b' = 'a', caller: TestCaller = { readOnly: true }) =>
  test.inAccount(key, (ctx) => listPage(ctx, parts(ctx, query)), caller);
const idsOf = (found: { items: { id: string }[] }) => found.items.map(({ id }) => id);
const insertEvent = (id: string, account = test.accounts.a) =>
  test.admin.query(
    `insert into core.audit_event (account_id, id, record_type, record_id, action, actor_type, actor_id, actor_name, ip,
      request_id, changes, occurred_at)
     values ($1, $2, 'thing', 'x', 'odd', 'system', '', '', '', '', '[]', '2025-01-01')`,
    [account, id],
  );

describe('listPage', () => {
  it('answers a page in order with the exact count, ties by id in the same direction', async () => {
    const found = await page({ take: 12 });
    expect(found.count).toBe(1200);
    expect(idsOf(found)).toEqual(Array.from({ length: 12 }, (_, index) => `aud_${1199 - index}`));
    expect(idsOf(await page({ take: 3, sortBy: 'at' }))).toEqual(['aud_0000', 'aud_0001', 'aud_0002']);
    expect(idsOf(await page({ take: 2, sortBy: 'action', sortOrder: 'desc' }))).toEqual(['aud_1199', 'aud_1197']);
  });

  it('puts rows without a value last in both directions', async () => {
    await test.admin.query(
      `update core.audit_event set note = 'note ' || right(id, 1) where id in ('aud_0007', 'aud_0008')`,
    );
    const byNote = (sortOrder: 'asc' | 'desc') =>
      test.inAccount(
        'a',
        (ctx) =>
          listPage(ctx, {
            ...parts(ctx, {}),
            page: { take: 3, skip: 0, sortBy: 'note', sortOrder },
            sortable: { note: 'event.note' },
          }),
        { readOnly: true },
      );
    expect(idsOf(await byNote('asc'))).toEqual(['aud_0007', 'aud_0008', 'aud_0000']);
    expect(idsOf(await byNote('desc'))).toEqual(['aud_0008', 'aud_0007', 'aud_1199']);
  });

  it('covers every row once, page by page, also where ids are resolved first', async () => {
    const seen: string[] = [];
    for (let skip = 0; skip < 1200; skip += 100) seen.push(...idsOf(await page({ take: 100, skip })));
    expect(seen).toHaveLength(1200);
    expect(new Set(seen).size).toBe(1200);
    expect(seen).toEqual([...seen].sort().reverse());
    expect(await page({ skip: 5000 })).toEqual({ items: [], count: 1200 });
  });

  it('pages through what a filter leaves', async () => {
    const found = await page({ take: 3, skip: 20, action: 'odd' });
    expect(idsOf(found)).toEqual(['aud_1159', 'aud_1157', 'aud_1155']);
    expect(found.count).toBe(600);
  });

  it('lists the ids of all that match, up to a limit', async () => {
    const all = await test.inAccount('a', (ctx) => listIDs(ctx, parts(ctx, { action: 'even', take: 1, sortBy: 'at' })));
    expect([all.length, all[0], all.at(-1)]).toEqual([600, 'aud_0000', 'aud_1198']);
    expect(await test.inAccount('a', (ctx) => listIDs(ctx, parts(ctx, {}), 10))).toHaveLength(10);
  });

  it('reuses a count for two seconds per account and filter, and forgets it when the list is touched', async () => {
    const counts = async () => [
      (await page({ take: 1 })).count,
      (await page({ take: 1, action: 'odd' })).count,
      (await page({ take: 1 }, 'b')).count,
    ];
    test.clock.advance(3000);
    expect(await counts()).toEqual([1200, 600, 1200]);
    await insertEvent('aud_new1');
    expect(await counts()).toEqual([1200, 600, 1200]);
    test.clock.advance(2001);
    expect(await counts()).toEqual([1201, 601, 1200]);
    await insertEvent('aud_new2');
    await insertEvent('aud_new3', test.accounts.b);
    await test.inAccount('a', async (ctx) => touched(ctx, events));
    // The other account's list was not touched.
    expect(await counts()).toEqual([1202, 602, 1200]);
  });

  it('neither reuses nor keeps a count inside the transaction that changes the list', async () => {
    const before = (await page({ take: 1 })).count;
    const inside = test.inAccount('a', async (ctx) => {
      touched(ctx, events);
      const undone = sql`insert into core.audit_event (account_id, id, record_type, record_id, action, actor_type,
          actor_id, actor_name, ip, request_id, changes, occurred_at)
        values (${ctx.account.id}, 'aud_undone', 't', 'x', 'odd', 'system', '', '', '', '', '[]', '2025-01-01')`;
      await undone.execute(ctx.em.query());
      throw new Error(String((await listPage(ctx, parts(ctx, { take: 1 }))).count));
    });
    await expect(inside).rejects.toThrow(String(before + 1));
    expect((await page({ take: 1 })).count).toBe(before);
  });

  it('keeps the counts of portal customers apart from those of staff', async () => {
    test.clock.advance(3000);
    const staff = (await page({ take: 1 })).count;
    await insertEvent('aud_new4');
    expect((await page({ take: 1 }, 'a', { customerID: 'cus_1' })).count).toBe(staff + 1);
    expect((await page({ take: 1 })).count).toBe(staff);
  });

  it('refuses to sort by what the list does not know', async () => {
    const sortBy: string = 'nothing';
    const sorted = test.inAccount('a', (ctx) =>
      listPage(ctx, {
        ...parts(ctx, {}),
        page: { take: 1, skip: 0, sortBy },
        sortable: { at: 'event.occurred_at' },
      }),
    );
    await expect(sorted).rejects.toThrow('has no column to sort by nothing');
  });
});
