import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../contracts/endpoints/endpoint.ts';
import { listOf, listQuery, repeated } from '../contracts/endpoints/list-query.ts';
import type { CoreAccounts, TestCaller } from '../testing/kernel/core-accounts.ts';
import { openEvents } from './list-page-fixture.ts';
import { type NoFields, named, type ProjectionScope, projection } from './projection.ts';

let test: CoreAccounts;
beforeAll(async () => {
  const action = "case when n % 2 = 0 then 'even' else 'odd' end";
  test = await openEvents({ count: 30, digits: 2, perMinute: 10, action });
  await test.admin.query(
    `update core.audit_event set note = 'noted' where account_id = $1 and id in ('aud_07', 'aud_09')`,
    [test.accounts.a],
  );
});
afterAll(() => test.close());

const row = z.object({ id: z.string(), action: z.string(), self: z.unknown(), title: z.string(), isOdd: z.boolean() });
interface Page {
  take: number;
  skip: number;
  query?: string;
  action?: string;
  sortBy?: 'note' | 'action';
  sortOrder?: 'asc' | 'desc';
}

/** Events with the record of the same id, which stands for another table. */
const view = projection<typeof row, Page, 'title' | 'isOdd', NoFields, { note: string | null; customer: string }>(row, {
  list: { path: '/v1/projected-events' },
  table: 'core.audit_event',
  alias: 'event',
  joins: {
    same: { table: 'core.audit_event', id: 'event.id', isRequired: true, isMatched: true },
    noted: { table: 'core.v_members', id: 'event.note' },
  },
  computed: { self: named('core.audit_event', 'event.id', ['action', 'requestID']) },
  extra: { note: sql`same.note`, customer: sql`coalesce(noted.name, 'nobody')` },
  derived: {
    title: ({ id, note, customer }, ctx) => `${id} ${note} ${customer} ${ctx.customerID ?? 'staff'}`,
    isOdd: ({ action }) => action === 'odd',
  },
  search: (text) => sql<boolean>`same.id = ${text}`,
  sortable: { note: { asc: 'event.note', desc: sql`coalesce(event.note, 'zzz')` } },
  filters: { action: (action, _, { take }) => sql<boolean>`(event.action = ${action} and ${take} < 100)` },
  order: ({ action }) => (action === 'odd' ? ['note', ['id', 'desc']] : [['id', 'desc']]),
  whereForCustomers: sql<boolean>`event.action = 'odd'`,
  isFixed: true,
});

const page = (query: Partial<Page>, scope?: ProjectionScope, caller: TestCaller = { readOnly: true }) =>
  test.inAccount('a', (ctx) => view.find(ctx, { take: 10, skip: 0, ...query }, scope), caller);
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
const one = (id: string, caller: TestCaller = { readOnly: true }) =>
  test.inAccount('a', (ctx) => view.byID(ctx, id), caller);

/** Events as an endpoint lists them, whose types follow from the endpoint and the columns. */
const event = z.object({
  id: z.string(),
  action: z.string(),
  place: z.object({ number: z.int(), account: z.string() }),
});
const listEvents = endpoint({
  name: 'listEvents',
  method: 'GET',
  path: '/v1/inferred-events',
  permission: 'events:read',
  summary: 'Lists events.',
  query: listQuery({ sortBy: ['minute', 'account'], filters: { actions: repeated(z.string()) } }),
  reply: listOf(event),
});
const inferred = projection(event, {
  list: listEvents,
  table: 'core.audit_event',
  alias: 'event',
  joins: {
    same: { table: 'core.audit_event', id: 'event.id', on: sql`same.action = event.action`, isRequired: true },
  },
  joinFor: (rows, _, { sortBy }) =>
    sortBy === 'account' ? rows.innerJoin('core.account as owner', 'owner.id', 'event.account_id') : rows,
  extra: { place: sql<string>`right(same.id, 2)` },
  derived: { place: ({ place }, ctx) => ({ number: Number(place), account: ctx.account.id }) },
  search: (text, ctx) => sql<boolean>`(event.id = ${text} and event.account_id = ${ctx.account.id})`,
  filters: { actions: (actions) => sql<boolean>`event.action = any(${actions}::text[])` },
  sortable: { minute: () => sql`date_trunc('minute', event.occurred_at)`, account: 'owner.name' },
  order: [['minute', 'desc'], 'id'],
});
const inferredPage = (query: Partial<Parameters<typeof inferred.find>[1]>, scope?: ProjectionScope) =>
  test.inAccount('a', (ctx) => inferred.find(ctx, { take: 5, skip: 0, sortOrder: 'asc', ...query }, scope));
const numbersOf = (items: { place: { number: number } }[]) => items.map(({ place }) => place.number);

describe('projection', () => {
  it('assembles fields from columns of the same name, and infers its types', async () => {
    const { items } = await inferredPage({ take: 1 });
    expect(items).toEqual([{ id: 'aud_20', action: 'even', place: { number: 20, account: test.accounts.a } }]);
    expect(numbersOf((await inferredPage({ query: 'aud_03' })).items)).toEqual([3]);
    expect(numbersOf((await inferredPage({ sortBy: 'minute', actions: ['odd'] })).items)).toEqual([1, 3, 5, 7, 9]);
    expect(numbersOf((await inferredPage({ sortBy: 'account', sortOrder: 'desc', take: 2 })).items)).toEqual([29, 28]);
  });

  it('limits pages, ids and single records to a scope, in its order', async () => {
    const scope = { where: sql<boolean>`event.id < 'aud_12'`, key: 'first', order: sql`right(event.id, 1)` };
    const { items, count } = await inferredPage({ take: 3 }, scope);
    expect({ numbers: numbersOf(items), count }).toEqual({ numbers: [0, 10, 1], count: 12 });
    await test.inAccount('a', async (ctx) => {
      expect(await inferred.findIDs(ctx, { actions: ['odd'] }, scope)).toHaveLength(6);
      expect(
        numbersOf(await inferred.all(ctx, scope))
          .slice(0, 2)
          .sort(),
      ).toEqual([0, 10]);
      await expect(inferred.byID(ctx, 'aud_13', scope)).rejects.toMatchObject({ status: 404 });
      expect((await inferred.byID(ctx, 'aud_11', scope)).place.number).toBe(11);
    });
  });

  it('reads joined tables, and leaves out what only derived fields need', async () => {
    const { items, count } = await page({ take: 2 });
    expect(count).toBe(30);
    expect(items).toEqual([
      {
        id: 'aud_29',
        action: 'odd',
        self: { action: 'odd', requestID: '' },
        title: 'aud_29 null nobody staff',
        isOdd: true,
      },
      {
        id: 'aud_28',
        action: 'even',
        self: { action: 'even', requestID: '' },
        title: 'aud_28 null nobody staff',
        isOdd: false,
      },
    ]);
    expect(await one('aud_07')).toEqual({
      id: 'aud_07',
      action: 'odd',
      self: { action: 'odd', requestID: '' },
      title: 'aud_07 noted nobody staff',
      isOdd: true,
    });
  });

  it('orders by the page, and by a column for each direction', async () => {
    expect(idsOf(await page({ action: 'odd', take: 3 }))).toEqual(['aud_09', 'aud_07', 'aud_29']);
    expect(idsOf(await page({ sortBy: 'note', take: 3 }))).toEqual(['aud_07', 'aud_09', 'aud_00']);
    expect(idsOf(await page({ sortBy: 'note', sortOrder: 'desc', take: 30 })).slice(-2)).toEqual(['aud_09', 'aud_07']);
    expect(idsOf(await page({ action: 'odd', take: 100 }))).toEqual([]);
  });

  it('searches by a condition', async () => {
    expect(idsOf(await page({ query: 'aud_03' }))).toEqual(['aud_03']);
  });

  it('counts the rows of each scope apart', async () => {
    const even = { where: sql<boolean>`event.action = 'even'`, key: 'even' };
    expect((await page({ take: 1 }, even)).count).toBe(15);
    expect((await page({ take: 1 })).count).toBe(30);
  });

  it('shows customers their part, in lists and alone', async () => {
    const caller = { readOnly: true, customerID: 'cus_1' };
    expect((await page({ take: 1 }, undefined, caller)).count).toBe(15);
    expect((await one('aud_03', caller)).title).toBe('aud_03 null nobody cus_1');
    await expect(one('aud_02', caller)).rejects.toMatchObject({ code: 'not_found' });
    expect((await one('aud_02')).isOdd).toBe(false);
  });
});
